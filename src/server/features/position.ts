import { inCheck } from '../../core/games/chess/attacks.ts';
import { legalMoves } from '../../core/games/chess/chess.ts';
import { moveName } from '../../core/games/chess/moves.ts';
import { situation } from '../../core/games/chess/situation.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { typedMove } from '../../core/games/chess/typed-move.ts';
import { recordPosition } from '../../core/notation/fen/record-position.ts';
import { type BoardMove, type BoardPosition, boardPosition } from '../../core/notation/pgn/board-position.ts';
import { moveBefore } from '../../core/notation/pgn/move-before.ts';
import { stateAfter } from '../../core/notation/pgn/replay.ts';
import { insertMove, type NoInsertion } from '../../core/notation/pgn/rewrite/insert-move.ts';
import { tagNamed } from '../../core/notation/pgn/tags.ts';
import {
  INSERT_MOVE_REQUEST,
  type InsertMoveParams,
  type InsertMoveResult,
  type ListedMove,
  POSITION_REQUEST,
  type PositionParams,
  type PositionResult,
  type ShownBoard,
} from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import type { PlacedGame, Views } from '../games/views.ts';

const REFUSALS: Readonly<Record<NoInsertion, string>> = {
  'unknown-position': 'the position here is unknown: an earlier move cannot be played',
  'too-deep': 'the variation would be nested too deeply',
  unclosed: 'a variation in this line is never closed, so its end is unknown',
};

/** The requests of a board: the position at a place, and the edits that insert a move there. */
export const positionFeature: ServerFeature = {
  name: 'position',
  register({ connection, documents, work, views }) {
    connection.onRequest(
      POSITION_REQUEST,
      async ({ uri, position }: PositionParams): Promise<PositionResult | null> => {
        const document = documents.get(uri);
        if (document === undefined || !(await work.whenRead(document))) return null;
        return positionAt(document, document.buffer.offsetAt(position), views);
      },
    );
    connection.onRequest<InsertMoveResult | null, void>(INSERT_MOVE_REQUEST, async (params: InsertMoveParams) => {
      const document = documents.get(params.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return insertAt(document, params, views);
    });
    return {};
  },
};

/** The position that a board shows at an offset of a document. */
export function positionAt(document: ServerDocument, offset: number, views: Views): PositionResult {
  const game = views.gameAt(document, offset);
  if (game !== undefined) return inGame(document, game, offset);
  return document.language === 'pgn' ? noGame(document) : inRecord(document, offset);
}

const noGame = ({ version }: ServerDocument): PositionResult => ({
  version,
  title: '',
  result: null,
  variant: 'chess',
  accepts: false,
  shown: null,
  reason: 'There is no game here.',
});

function inGame(document: ServerDocument, { view, placed }: PlacedGame, offset: number): PositionResult {
  const found = boardPosition(view.text, view.replay, offset - placed.offset);
  const place = (at: number) => document.buffer.positionAt(placed.offset + at);
  return {
    version: document.version,
    title: view.players ?? `Game ${placed.game + 1}`,
    result: tagNamed(view.tags, 'Result')?.value ?? null,
    variant: view.variant,
    accepts: found !== undefined,
    shown: found === undefined ? null : shownBoard(found, place),
    reason: found === undefined ? 'The start position of this game cannot be read.' : null,
  };
}

function shownBoard({ line, steps, ...rest }: BoardPosition, place: (at: number) => LspPlace): ShownBoard {
  const listed = ({ range, ...move }: Omit<BoardMove, 'instead'>): ListedMove => ({
    ...move,
    range: { start: place(range.start), end: place(range.end) },
  });
  const step = (at: number | null) => (at === null ? null : place(at));
  return {
    ...rest,
    line: line.map(({ instead, ...move }) => ({ ...listed(move), instead: instead.map(listed) })),
    steps: {
      first: step(steps.first),
      previous: step(steps.previous),
      next: step(steps.next),
      last: step(steps.last),
      up: step(steps.up),
      down: step(steps.down),
    },
  };
}

type LspPlace = ReturnType<ServerDocument['buffer']['positionAt']>;

function inRecord(document: ServerDocument, offset: number): PositionResult {
  const none = { ...noGame(document), reason: 'There is no position here.' };
  if (document.sections.count === 0) return none;
  const { sections, buffer } = document;
  const placed = sections.at(sections.indexAt(offset));
  const read = recordPosition(document.sectionText(placed), document.language === 'epd');
  const title = `Position ${placed.game + 1}`;
  if (!read.ok) return { ...none, title, reason: `${read.error.charAt(0).toUpperCase()}${read.error.slice(1)}.` };
  const { state, variant } = read.value;
  const record = (index: number) =>
    index < 0 || index >= sections.count ? null : buffer.positionAt(sections.at(index).offset);
  const { index } = placed;
  return {
    ...none,
    title,
    variant,
    reason: null,
    shown: {
      fen: printChess(state),
      ply: 0,
      lastMove: null,
      check: inCheck(state.words, 0),
      situation: situation(state),
      legal: Array.from(legalMoves(state), moveName),
      line: [],
      at: -1,
      cut: [false, false],
      glyphs: '',
      comment: '',
      shapes: [],
      steps: {
        first: index > 0 ? record(0) : null,
        previous: record(index - 1),
        next: record(index + 1),
        last: index < sections.count - 1 ? record(sections.count - 1) : null,
        up: null,
        down: null,
      },
      stuckAt: null,
    },
  };
}

/** The edits that write a move behind an offset; refused where the text is not the one that the client speaks of. */
function insertAt(
  document: ServerDocument,
  { position, version, move: text }: InsertMoveParams,
  views: Views,
): InsertMoveResult {
  if (document.version !== version) return { ok: false, reason: 'the text has changed in the meantime' };
  const offset = document.buffer.offsetAt(position);
  const game = views.gameAt(document, offset);
  if (game === undefined) return { ok: false, reason: 'moves can be inserted only into games' };
  const { view, placed } = game;
  const after = moveBefore(view.replay.tree, offset - placed.offset);
  const state = stateAfter(view.replay, after);
  if (state === undefined) return { ok: false, reason: REFUSALS['unknown-position'] };
  const move = typedMove(state, text);
  if (!move.ok) return { ok: false, reason: move.error };
  const found = insertMove(view.text, view.replay, after, move.value);
  if (typeof found === 'string') return { ok: false, reason: REFUSALS[found] };
  return {
    ok: true,
    edits: found.edits.map(({ range, newText }) => ({ range: document.rangeAt(range, placed.offset), newText })),
    cursor: placed.offset + found.cursor,
    san: found.san,
  };
}
