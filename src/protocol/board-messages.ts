// Messages between the board's page and the extension. Both sides check what arrives; a message that is not of this
// version or of no known shape is dropped.
import * as v from 'valibot';
import type { Position } from '../core/base/text/line-index.ts';
import { BOARD_STEPS, type BoardStep } from '../core/notation/pgn/board-steps.ts';
import type { ListedMove, PositionParams, PositionResult } from './lsp.ts';
import { type Message, messagesOf, readerOf, type SchemaOf } from './messages.ts';
import { ORIENTATIONS, type Orientation } from './settings.ts';

/** Raised with every change of a message. */
export const BOARD_VERSION = 1;

type Of<Type extends string, Content extends object = object> = Message<typeof BOARD_VERSION, Type, Content>;

/** A position to be shown. */
export type ShowBoard = Of<
  'show',
  {
    readonly place: PositionParams;
    readonly position: PositionResult;
    /** The setting `board.orientation`. */
    readonly orientation: Orientation;
  }
>;

/** From the extension to the page. */
export type ToBoard =
  | ShowBoard
  /** Something to be read: why a move was not written, or nothing is shown. */
  | Of<'notice', { readonly text: string }>
  | Of<'flip'>;

/** From the page to the extension. */
export type FromBoard =
  | Of<'ready'>
  | Of<'step', { readonly to: BoardStep }>
  /** Show a place of the document, which is of `textVersion`, in the editor. */
  | Of<'go', { readonly to: Position; readonly textVersion: number }>
  /** Write a move, UCI or as people write it, behind the position with this FEN. */
  | Of<'play', { readonly move: string; readonly fen: string }>
  | Of<'copy', { readonly text: string }>;

/** The page's state when it was hidden. */
export interface BoardState {
  readonly shown: ShowBoard;
  readonly flipped: boolean;
}

const message = messagesOf(BOARD_VERSION);
const point: SchemaOf<Position> = v.object({ line: v.number(), character: v.number() });
const step = v.nullable(point);

const listed = {
  number: v.string(),
  san: v.string(),
  glyphs: v.string(),
  range: v.object({ start: point, end: point }),
  legal: v.boolean(),
};
const listedMove: SchemaOf<ListedMove> = v.object(listed);

const position: SchemaOf<PositionResult> = v.object({
  version: v.number(),
  title: v.string(),
  result: v.nullable(v.string()),
  variant: v.picklist(['chess', 'chess960']),
  accepts: v.boolean(),
  reason: v.nullable(v.string()),
  shown: v.nullable(
    v.object({
      fen: v.string(),
      ply: v.number(),
      lastMove: v.nullable(v.tuple([v.string(), v.string()])),
      check: v.boolean(),
      situation: v.string(),
      legal: v.array(v.string()),
      line: v.array(v.object({ ...listed, instead: v.array(listedMove) })),
      at: v.number(),
      cut: v.tuple([v.boolean(), v.boolean()]),
      glyphs: v.string(),
      comment: v.string(),
      shapes: v.array(
        v.object({
          from: v.string(),
          to: v.exactOptional(v.string()),
          color: v.picklist(['green', 'red', 'yellow', 'blue']),
        }),
      ),
      steps: v.object({ first: step, previous: step, next: step, last: step, up: step, down: step }),
      stuckAt: v.nullable(v.string()),
    }),
  ),
});

const place: SchemaOf<PositionParams> = v.object({ uri: v.string(), position: point });

const show: SchemaOf<ShowBoard> = message('show', { place, position, orientation: v.picklist(ORIENTATIONS) });

const toBoard: SchemaOf<ToBoard> = v.union([show, message('notice', { text: v.string() }), message('flip', {})]);

const fromBoard: SchemaOf<FromBoard> = v.variant('type', [
  message('ready', {}),
  message('step', { to: v.picklist(BOARD_STEPS) }),
  message('go', { to: point, textVersion: v.number() }),
  message('play', { move: v.string(), fen: v.string() }),
  message('copy', { text: v.string() }),
]);

const boardState: SchemaOf<BoardState> = v.object({ shown: show, flipped: v.boolean() });
const keptPlace = v.object({ shown: v.object({ version: v.literal(BOARD_VERSION), place }) });
const readKept = readerOf<v.InferOutput<typeof keptPlace>>(keptPlace);

/** A message that arrived at the page; undefined for what is none. */
export const readToBoard = readerOf(toBoard);

/** A message that arrived from the page; undefined for what is none. */
export const readFromBoard = readerOf(fromBoard);

/** The page's saved state; undefined for other versions. */
export const readBoardState = readerOf(boardState);

/** The place that a kept page showed; undefined when it cannot be read. */
export const readBoardPlace = (value: unknown): PositionParams | undefined => readKept(value)?.shown.place;
