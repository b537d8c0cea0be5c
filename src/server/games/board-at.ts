import type { TextPosition } from '../../core/base/text/lines.ts';
import { inCheck } from '../../core/games/chess/attacks.ts';
import { describeTurn, legalMoves } from '../../core/games/chess/chess.ts';
import { moveName } from '../../core/games/chess/moves.ts';
import { printChess } from '../../core/games/chess/state.ts';
import { recordPosition } from '../../core/notation/fen/record-position.ts';
import { type BoardMove, type BoardPosition, boardPosition } from '../../core/notation/pgn/board-position.ts';
import type { BoardStep } from '../../core/notation/pgn/ply-selection.ts';
import { tagNamed } from '../../core/notation/pgn/tags.ts';
import type { BoardContent, ListedMove, PositionResult } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { SectionGame, Views } from './game-view.ts';

/** Returns the position for a board at an offset of a PGN. */
export function boardInGame(document: ServerDocument, offset: number, views: Views): PositionResult {
  const game = views.gameAt(document, offset);
  return game === undefined ? noBoard(document, NO_GAME) : inGame(document, game, offset);
}

export const NO_GAME = 'There is no game here.';

/** Returns the answer without a board. @param reason a sentence */
export const noBoard = ({ version }: ServerDocument, reason: string): PositionResult => ({
  version,
  title: '',
  result: null,
  variant: 'chess',
  accepts: false,
  shown: null,
  reason,
});

function inGame(document: ServerDocument, { view, placed }: SectionGame, offset: number): PositionResult {
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

function shownBoard({ line, steps, ...rest }: BoardPosition, place: (at: number) => LspPlace): BoardContent {
  const listed = ({ range, ...move }: Omit<BoardMove, 'instead'>): ListedMove => ({
    ...move,
    range: { start: place(range.start), end: place(range.end) },
  });
  return {
    ...rest,
    line: line.map(({ instead, ...move }) => ({ ...listed(move), instead: instead.map(listed) })),
    steps: stepPlaces(steps, place),
  };
}

type LspPlace = ReturnType<ServerDocument['buffer']['positionAt']>;

/** Returns the position for a board at an offset of a FEN or EPD file. */
export function recordBoard(document: ServerDocument, offset: number, epd: boolean): PositionResult {
  const none = noBoard(document, 'There is no position here.');
  if (document.sections.count === 0) return none;
  const { sections, buffer } = document;
  const placed = sections.at(sections.indexAt(offset));
  const read = recordPosition(document.sectionText(placed), epd);
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
      situation: describeTurn(state),
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

/** Returns the targets of a board's steps. */
export function stepPlaces(
  steps: Readonly<Record<BoardStep, number | null>>,
  placeOf: (offset: number) => TextPosition,
): Readonly<Record<BoardStep, TextPosition | null>> {
  const place = (at: number | null) => (at === null ? null : placeOf(at));
  return {
    first: place(steps.first),
    previous: place(steps.previous),
    next: place(steps.next),
    last: place(steps.last),
    up: place(steps.up),
    down: place(steps.down),
  };
}
