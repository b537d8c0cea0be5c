import type { Range } from '../../base/text/range.ts';
import { readDrawings } from '../../board/drawings.ts';
import { inCheck } from '../../games/chess/attacks.ts';
import { describeTurn, legalMoves } from '../../games/chess/chess.ts';
import { FRAME, HASH } from '../../games/chess/frame.ts';
import { moveName } from '../../games/chess/moves.ts';
import { type ChessState, printChess } from '../../games/chess/state.ts';
import { isGlyphToken, moveNotes } from './authoring/move-notes.ts';
import { nagMeaning, readNag, SUFFIXES } from './nags.ts';
import type { BoardStep } from './ply-selection.ts';
import { moveText, numberBefore, PLAYED, type Replay, stateAfter } from './replay.ts';
import { isTrivia } from './tokens.ts';
import { type GameTree, MOVETEXT, tokenRange, VARIATION } from './tree.ts';
import { lineTo, moveBefore, moveOffset } from './tree-lookup.ts';

/** Maximum number of moves of the line listed before and after the position. */
const MAX_LISTED = 300;
/** Maximum number of alternatives listed for a move. */
const MAX_ALTERNATIVES = 12;

/** A move of a line as listed by a board. */
export interface BoardMove {
  /** `12.` or `12...`, by the position, or by the ply if the position is unknown. */
  readonly number: string;
  /** The move as written. */
  readonly san: string;
  /** The glyphs as signs, or as numbers without a sign: `!?`, ` ⩲`, ` $8`; empty if there are none. */
  readonly glyphs: string;
  readonly range: Range;
  /** False if it cannot be played. */
  readonly legal: boolean;
  /** Alternatives to the move in the game, in text order: those of its variations, or of the line that it varies. */
  readonly instead: readonly Omit<BoardMove, 'instead'>[];
}

/** A position of a game with its context. */
export interface BoardPosition {
  readonly fen: string;
  /** Plies from the start of the game. */
  readonly ply: number;
  /** Squares of the move that led here. */
  readonly lastMove: readonly [string, string] | null;
  readonly check: boolean;
  /** `White to move, 31 legal moves`, or the result of the game. */
  readonly situation: string;
  /** Legal moves, UCI; castling in Chess960 is king takes rook. */
  readonly legal: readonly string[];
  /** The line through the position, limited to the moves near it. */
  readonly line: readonly BoardMove[];
  /** Index in `line` of the move that led here; -1 at its start. */
  readonly at: number;
  /** True if moves before or after those of `line` were omitted. */
  readonly cut: readonly [boolean, boolean];
  readonly glyphs: string;
  readonly comment: string;
  readonly shapes: readonly BoardShape[];
  /** The offset that each step leads to; null if there is none. */
  readonly steps: Readonly<Record<BoardStep, number | null>>;
  /** The unplayable move as written, if the offset is after one: the position is the one before it. */
  readonly stuckAt: string | null;
}

/** Position of an offset of a game, and the unplayable move before the offset. */
export interface GameLocation {
  /** The last playable move at or before the offset, in its variation; -1 for the start. */
  readonly move: number;
  /** The unplayable move after that one, if it comes before the offset; else -1. */
  readonly stuck: number;
}

/**
 * Returns the location of an offset of a game: after the move at or before it; after an unplayable one, the last known
 * position.
 */
export function locateInGame({ tree, status }: Replay, offset: number): GameLocation {
  let move = moveBefore(tree, offset);
  let stuck = -1;
  for (; move >= 0 && status[move] !== PLAYED; move = tree.movePrevious[move]!) stuck = move;
  return { move, stuck };
}

/** Details that a board shows of a position besides its line and its FEN. */
export type PositionDetails = Pick<
  BoardPosition,
  'check' | 'situation' | 'legal' | 'glyphs' | 'comment' | 'shapes' | 'steps' | 'stuckAt'
>;

/**
 * Returns the details of a place of a game.
 *
 * @param state the position after its move
 * @param next the successors of the game's moves
 */
export function positionDetails(
  text: string,
  { tree }: Replay,
  { move, stuck }: GameLocation,
  state: ChessState,
  next: MoveSuccessors,
): PositionDetails {
  const legal = Array.from(legalMoves(state), moveName);
  const to = (target: number | undefined): number | null => (target === undefined ? null : moveOffset(tree, target));
  const following = continuation(move, next);
  return {
    check: inCheck(state.words, 0),
    situation: describeTurn(state, legal.length),
    legal,
    glyphs: move < 0 ? '' : moveGlyphs(text, tree, move),
    ...commentsOn(text, tree, move),
    steps: {
      first: move < 0 ? null : to(-1),
      previous: move < 0 ? null : to(tree.movePrevious[move]),
      next: to(following[0]),
      last: to(following.at(-1)),
      up: to(sibling(tree, move, next, -1)),
      down: to(sibling(tree, move, next, 1)),
    },
    stuckAt: stuck < 0 ? null : moveText(text, tree, stuck),
  };
}

/**
 * Returns the position at an offset of a game: after the move at or before it, in its variation. After a move that
 * cannot be played it is the last known position; undefined if the game has no start position.
 */
export function boardPosition(text: string, game: Replay, offset: number): BoardPosition | undefined {
  const { tree } = game;
  const place = locateInGame(game, offset);
  const { move } = place;
  const state = stateAfter(game, move);
  if (state === undefined) return undefined;
  const next = nextMoves(tree);
  const before = lineTo(tree, move);
  const following = continuation(move, next);
  const line = [...before.slice(-MAX_LISTED), ...following.slice(0, MAX_LISTED)];
  const played = move < 0 ? -1 : game.moves[move]!;
  return {
    fen: printChess(state),
    ply: move < 0 ? 0 : tree.movePly[move]!,
    lastMove: played < 0 ? null : [moveName(played).slice(0, 2), moveName(played).slice(2, 4)],
    line: line.map((m) => listed(text, game, m, next)),
    at: Math.min(before.length, MAX_LISTED) - 1,
    cut: [before.length > MAX_LISTED, following.length > MAX_LISTED],
    ...positionDetails(text, game, place, state, next),
  };
}

/** The moves that follow each move. */
export type MoveSuccessors = ReadonlyMap<number, readonly number[]>;

/**
 * Returns the moves that follow each move, those of the start under -1; the first continues the same line if there is
 * one.
 */
export function nextMoves({ movePrevious, moveNode }: GameTree): MoveSuccessors {
  const next = new Map<number, number[]>();
  movePrevious.forEach((previous, m) => {
    const list = next.get(previous);
    if (list === undefined) next.set(previous, [m]);
    else if (previous >= 0 && moveNode[m] === moveNode[previous] && moveNode[list[0]!] !== moveNode[previous])
      list.unshift(m);
    else list.push(m);
  });
  return next;
}

/** Returns the moves after a move, always the first of those that follow. */
export function continuation(move: number, next: MoveSuccessors): number[] {
  const line: number[] = [];
  for (let m = next.get(move)?.[0]; m !== undefined; m = next.get(m)?.[0]) line.push(m);
  return line;
}

/**
 * Returns the previous or next alternative to this move in its position, wrapping around. If it is the only one:
 * downwards the first variation of the moves that follow, upwards the nearest earlier move with alternatives.
 */
function sibling({ movePrevious }: GameTree, move: number, next: MoveSuccessors, by: 1 | -1): number | undefined {
  const own = move < 0 ? [move] : (next.get(movePrevious[move]!) ?? [move]);
  if (own.length > 1) return own[(own.indexOf(move) + by + own.length) % own.length];
  if (by === 1) return next.get(move)?.[1];
  let m = move;
  while (m >= 0 && (next.get(movePrevious[m]!)?.length ?? 0) < 2) m = movePrevious[m]!;
  return m < 0 ? undefined : m;
}

function listed(text: string, game: Replay, move: number, next: MoveSuccessors): BoardMove {
  return { ...plain(text, game, move), instead: alternativeMoves(text, game, move, next) };
}

/** Returns the alternatives to a move, in text order, the first few of them; none for the start (-1). */
export function alternativeMoves(
  text: string,
  game: Replay,
  move: number,
  next: MoveSuccessors,
): readonly Omit<BoardMove, 'instead'>[] {
  if (move < 0) return [];
  const others = (next.get(game.tree.movePrevious[move]!) ?? []).filter((m) => m !== move);
  return others.slice(0, MAX_ALTERNATIVES).map((m) => plain(text, game, m));
}

function plain(text: string, game: Replay, move: number): Omit<BoardMove, 'instead'> {
  const { tree, status } = game;
  return {
    number: numberBefore(game, move),
    san: moveText(text, tree, move),
    glyphs: moveGlyphs(text, tree, move),
    range: tokenRange(tree, tree.moveToken[move]!),
    legal: status[move] === PLAYED,
  };
}

/** A circle on a square, or an arrow, that a comment draws with `[%csl]` or `[%cal]`. */
export interface BoardShape {
  readonly from: string;
  /** Undefined for a circle. */
  readonly to?: string;
  readonly color: 'green' | 'red' | 'yellow' | 'blue';
}

/** Maximum number of characters of a comment that are shown. */
const MAX_COMMENT_LENGTH = 600;

const COLORS: Readonly<Record<string, BoardShape['color']>> = { G: 'green', R: 'red', Y: 'yellow', B: 'blue' };

/** Returns the glyphs directly after a move, as signs where they have one: `!?`, ` ⩲`, ` $8`. */
function moveGlyphs(text: string, tree: GameTree, move: number): string {
  const { kinds } = tree.chunk;
  let signs = '';
  for (let t = tree.moveToken[move]! + 1; t < kinds.length; t++) {
    if (isTrivia(kinds[t]!)) continue;
    if (!isGlyphToken(tree, t)) break;
    const { start, end } = tokenRange(tree, t);
    const written = text.slice(start, end);
    const nag = readNag(written);
    const sign = (nag === undefined ? undefined : nagMeaning(nag)?.glyph) || written;
    signs += SUFFIXES.includes(sign) ? sign : ` ${sign}`;
  }
  return signs;
}

/** Returns the comments on a move (-1: on the start) without their commands, and the shapes that they draw. */
function commentsOn(
  text: string,
  tree: GameTree,
  move: number,
): { readonly comment: string; readonly shapes: readonly BoardShape[] } {
  const words: string[] = [];
  tree.commentToken.forEach((token, c) => {
    if (tree.commentMove[c] !== move) return;
    const { start, end } = tokenRange(tree, token);
    words.push(
      text
        .slice(start, end)
        .replace(/^[{;]|\}$/g, '')
        .replace(/\[%[^\]]*\]?/g, ' '),
    );
  });
  const { squares, arrows } = moveNotes(text, tree, move);
  const shapes = readDrawings([...squares, ...arrows]).flatMap(({ from, to, color }): BoardShape[] => {
    const known = COLORS[color];
    return known === undefined ? [] : [{ from, color: known, ...(to !== undefined && { to }) }];
  });
  const comment = words.join(' ').replace(/\s+/g, ' ').trim();
  return {
    comment: comment.length > MAX_COMMENT_LENGTH ? `${comment.slice(0, MAX_COMMENT_LENGTH)}…` : comment,
    shapes,
  };
}

/** Returns the move at an offset or directly before it; -1 if there is none. */
export function moveOn(tree: GameTree, offset: number): number {
  let low = 0;
  let high = tree.moveToken.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const { start, end } = tokenRange(tree, tree.moveToken[middle]!);
    if (offset < start) high = middle - 1;
    else if (offset > end) low = middle + 1;
    else return middle;
  }
  return -1;
}

/** Returns all moves written for one position: a move and the first moves of its variations, in text order. */
export function alternatives(tree: GameTree, move: number): number[] {
  const found: number[] = [];
  const before = tree.movePrevious[move];
  for (let m = 0; m < tree.moveToken.length; m++) if (tree.movePrevious[m] === before) found.push(m);
  return found;
}

/**
 * Returns the moves that a move links to: from the first move of a variation the move that it varies, from a move the
 * first moves of its variations. Empty for a move without alternatives.
 */
export function counterparts(tree: GameTree, move: number): number[] {
  const node = tree.moveNode[move]!;
  const all = alternatives(tree, move);
  if (all.length < 2) return [];
  const isFirst =
    tree.nodeKind[node] === VARIATION && tree.movePrevious[move] === tree.nodeBase[node] && all[0] !== move;
  if (!isFirst) return all.filter((m) => m !== move && isBelow(tree, m, node));
  const parent = tree.nodeParent[node];
  const varied = all.find((m) => tree.moveNode[m] === parent) ?? all[0];
  return varied === undefined ? [] : [varied];
}

/** Returns true if a move opens a variation that stands directly in a line. */
const isBelow = (tree: GameTree, move: number, line: number): boolean =>
  tree.nodeKind[tree.moveNode[move]!] !== MOVETEXT && tree.nodeParent[tree.moveNode[move]!] === line;

/** Returns the moves that lead to the same board, turn and rights as this one, including itself. */
export function samePosition({ tree, status, frames }: Replay, move: number): number[] {
  const found: number[] = [];
  if (status[move] !== PLAYED) return found;
  const own = (move + 1) * FRAME;
  for (let m = 0; m < tree.moveToken.length; m++) {
    if (status[m] !== PLAYED) continue;
    const at = (m + 1) * FRAME;
    let same = 0;
    while (same < HASH && frames[at + same] === frames[own + same]) same++;
    if (same === HASH) found.push(m);
  }
  return found;
}
