// What the board's page and the extension say to each other. Both sides check what arrives; a message that is not of this
// version or of no known shape is dropped.
import * as v from 'valibot';
import { BOARD_STEPS, type BoardStep } from '../core/pgn/board-steps.ts';
import type { Position } from '../core/text/line-index.ts';
import type { ListedMove, PositionParams, PositionResult } from './lsp.ts';
import { ORIENTATIONS, type Orientation } from './settings.ts';

/** Raised with every change of a message. */
export const BOARD_VERSION = 1;

/** The identifier of the board's panel, which VS Code restores after a reload. */
export const BOARD_VIEW = 'statelens.board';

/** A position to be shown. */
export interface ShowBoard {
  readonly version: typeof BOARD_VERSION;
  readonly type: 'show';
  readonly place: PositionParams;
  readonly position: PositionResult;
  /** The setting `board.orientation`. */
  readonly orientation: Orientation;
}

/** From the extension to the page. */
export type ToBoard =
  | ShowBoard
  /** Something to be read: why a move was not written, or nothing is shown. */
  | { readonly version: typeof BOARD_VERSION; readonly type: 'notice'; readonly text: string }
  | { readonly version: typeof BOARD_VERSION; readonly type: 'flip' };

/** From the page to the extension. */
export type FromBoard =
  | { readonly version: typeof BOARD_VERSION; readonly type: 'ready' }
  | { readonly version: typeof BOARD_VERSION; readonly type: 'step'; readonly to: BoardStep }
  /** Show a place of the document, which is of `textVersion`, in the editor. */
  | {
      readonly version: typeof BOARD_VERSION;
      readonly type: 'go';
      readonly to: Position;
      readonly textVersion: number;
    }
  /** Write a move, UCI or as people write it, behind the position with this FEN. */
  | { readonly version: typeof BOARD_VERSION; readonly type: 'play'; readonly move: string; readonly fen: string }
  | { readonly version: typeof BOARD_VERSION; readonly type: 'copy'; readonly text: string };

/** How the page stood when it was hidden. */
export interface BoardState {
  readonly shown: ShowBoard;
  readonly flipped: boolean;
}

type SchemaOf<T> = v.GenericSchema<unknown, T>;

const version = v.literal(BOARD_VERSION);
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
          colour: v.picklist(['green', 'red', 'yellow', 'blue']),
        }),
      ),
      steps: v.object({ first: step, previous: step, next: step, last: step, up: step, down: step }),
      stuckAt: v.nullable(v.string()),
    }),
  ),
});

const place: SchemaOf<PositionParams> = v.object({ uri: v.string(), position: point });

const show: SchemaOf<ShowBoard> = v.object({
  version,
  type: v.literal('show'),
  place,
  position,
  orientation: v.picklist(ORIENTATIONS),
});

const toBoard: SchemaOf<ToBoard> = v.union([
  show,
  v.object({ version, type: v.literal('notice'), text: v.string() }),
  v.object({ version, type: v.literal('flip') }),
]);

const fromBoard: SchemaOf<FromBoard> = v.variant('type', [
  v.object({ version, type: v.literal('ready') }),
  v.object({ version, type: v.literal('step'), to: v.picklist(BOARD_STEPS) }),
  v.object({ version, type: v.literal('go'), to: point, textVersion: v.number() }),
  v.object({ version, type: v.literal('play'), move: v.string(), fen: v.string() }),
  v.object({ version, type: v.literal('copy'), text: v.string() }),
]);

const boardState: SchemaOf<BoardState> = v.object({ shown: show, flipped: v.boolean() });
const keptPlace = v.object({ shown: v.object({ version, place }) });

const read = <T>(schema: SchemaOf<T>, value: unknown): T | undefined => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
};

/** A message that arrived at the page; undefined for what is none. */
export const readToBoard = (value: unknown): ToBoard | undefined => read(toBoard, value);

/** A message that arrived from the page; undefined for what is none. */
export const readFromBoard = (value: unknown): FromBoard | undefined => read(fromBoard, value);

/** What the page kept; undefined for what is not of this version. */
export const readBoardState = (value: unknown): BoardState | undefined => read(boardState, value);

/** The place that a kept page showed; undefined when it cannot be read. */
export const readBoardPlace = (value: unknown): PositionParams | undefined =>
  read<v.InferOutput<typeof keptPlace>>(keptPlace, value)?.shown.place;
