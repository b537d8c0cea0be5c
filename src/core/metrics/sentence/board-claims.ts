import { plural } from '../../base/text/counts.ts';
import { lastTrueIndices } from '../blame.ts';
import { type PieceError, pieceErrors } from '../board-diff.ts';
import { pieceName, roleName, type TextComparison } from '../comparison.ts';
import { EMPTY, fenSquareName, isPiece, type LineHistory, type Squares } from '../placement.ts';
import { type Cause, type CauseId, causeWithoutPlace } from './causes.ts';
import { isPawn, type MoveEffect, moveAt, squareAtEnd } from './line-moves.ts';

/** One wrong belief in words. */
export interface Claim {
  readonly text: string;
  /** Wrong squares that it names or explains, in FEN order. */
  readonly covers: readonly number[];
  readonly cause: Cause;
}

/** Boards of a pair, and their differences. */
export interface BoardFacts {
  readonly truth: Squares;
  readonly predicted: Squares;
  /** Wrong squares in FEN order. */
  readonly wrong: readonly number[];
  readonly history: LineHistory | undefined;
}

/** Names the move from `index` to `index + 1` of a line in a sentence: `8...Ne4`, or `ply 16` without SAN. */
export const moveWord = (history: LineHistory, index: number): string =>
  history.moveAfter(index) ?? `ply ${plyAfter(history, index)}`;

const plyAfter = (history: LineHistory, index: number): number => (history.plies[index]?.ply ?? index) + 1;

/** Returns a cause at the move from `index` to `index + 1`. */
export const causeAt = (id: CauseId, history: LineHistory, index: number): Cause => ({
  ...causeWithoutPlace(id),
  ply: plyAfter(history, index),
  move: history.moveAfter(index) ?? null,
});

/** Returns `knight` for the character code of a piece. */
const roleWord = (code: number): string => roleName(String.fromCharCode(code));

/** Wrong squares whose predicted content was true until one move. */
interface Group {
  /** Index of the line before the move. */
  readonly index: number;
  readonly squares: readonly number[];
}

/** Group, with all facts that its claim requires. */
interface Case extends Group, Omit<BoardFacts, 'history'> {
  readonly history: LineHistory;
  readonly move: MoveEffect;
  /** Move in words. */
  readonly word: string;
}

/**
 * Returns claims about the stale squares, one for each missed move: the move that explains most wrong squares first, of
 * equal ones the oldest. A square counts for the move that made its content false, and for the earlier move whose piece
 * stands there now.
 */
export function missedMoves(facts: BoardFacts): Claim[] {
  const { history, predicted, wrong } = facts;
  if (history === undefined) return [];
  const last = lastTrueIndices(predicted, wrong, history);
  const groups = new Map<number, number[]>();
  for (const [i, square] of wrong.entries()) {
    const index = last[i]!;
    if (index < 0 || index >= history.length - 1) continue;
    const group = groups.get(index);
    if (group === undefined) groups.set(index, [square]);
    else group.push(square);
  }
  const stale = new Set([...groups.values()].flat());
  const claims = [...groups].map(([index, squares]) => ({
    index,
    claim: missedMoveClaim({ index, squares }, facts, history, stale),
  }));
  return claims
    .sort((a, b) => b.claim.covers.length - a.claim.covers.length || a.index - b.index)
    .map(({ claim }) => claim);
}

function missedMoveClaim(group: Group, facts: BoardFacts, history: LineHistory, stale: ReadonlySet<number>): Claim {
  const { index, squares } = group;
  const word = moveWord(history, index);
  const move = moveAt(history, index);
  if (move === undefined) return stillText({ ...facts, ...group, history, word }, 'missed-move', squares);
  const one: Case = { ...facts, ...group, history, move, word };
  return castlingClaim(one) ?? movedWrongPiece(one) ?? stayedBehind(one) ?? stillThere(one, stale) ?? other(one);
}

/** Returns the claim of castling that was forgotten in part; undefined unless the king stayed alone. */
function castlingClaim(one: Case): Claim | undefined {
  const { move, predicted, truth, squares, history, index, word } = one;
  const { rook, step } = move;
  if (rook === undefined) return undefined;
  const isKingLeft = squares.includes(step.from) && predicted[step.from] === step.piece;
  if (isKingLeft) return undefined;
  const cause = causeAt('castling-rook', history, index);
  if (squares.includes(rook.from) && predicted[rook.from] === rook.piece) {
    const text = `thinks the rook is still on ${fenSquareName(rook.from)}: missed that ${word} moved it`;
    return { text, covers: squares, cause };
  }
  if (!squares.includes(rook.to) || predicted[rook.to] !== EMPTY || truth[rook.to] !== rook.piece) return undefined;
  if (squareAtEnd(history, index, rook.from) !== rook.to) return undefined;
  return { text: `sees no rook on ${fenSquareName(rook.to)}, where ${word} put it`, covers: squares, cause };
}

/** Returns the claim that another piece of the same kind moved: it stands on the right square, and left its own instead. */
function movedWrongPiece({ move, predicted, truth, wrong, squares, history, index, word }: Case): Claim | undefined {
  const { from, to, piece } = move.step;
  if (move.promoted !== undefined || !squares.includes(from) || predicted[from] !== piece) return undefined;
  const end = squareAtEnd(history, index + 1, to);
  if (end === undefined || predicted[end] !== piece || truth[end] !== piece) return undefined;
  const stood = (s: number): boolean =>
    truth[s] === piece && history.board(index)[s] === piece && squareAtEnd(history, index, s) === s;
  const left = wrong.find((s) => predicted[s] !== piece && stood(s));
  if (left === undefined) return undefined;
  return {
    text: `took the ${roleWord(piece)} on ${fenSquareName(left)} for ${word}, not the one on ${fenSquareName(from)}`,
    covers: unique([...squares, left]),
    cause: causeAt('wrong-piece', history, index),
  };
}

/** Returns the claim that the piece moved, and also stayed on its old square. */
function stayedBehind({ move, predicted, truth, squares, history, index, word }: Case): Claim | undefined {
  const { from, to, piece } = move.step;
  if (!squares.includes(from) || predicted[from] !== piece) return undefined;
  const end = squareAtEnd(history, index + 1, to);
  if (end === undefined || predicted[end] !== truth[end]) return undefined;
  return {
    text: `still has a ${roleWord(piece)} on ${fenSquareName(from)}, which ${word} left`,
    covers: squares,
    cause: causeAt('phantom', history, index),
  };
}

/** Returns the claim that the piece did not move, or that the captured piece still stands. */
function stillThere(one: Case, stale: ReadonlySet<number>): Claim | undefined {
  const { move, predicted, squares, history, index, word } = one;
  const { step, taken, promoted, rook } = move;
  if (squares.includes(step.from) && predicted[step.from] === step.piece) {
    const end = squareAtEnd(history, index + 1, step.to);
    const covers = end !== undefined && stale.has(end) ? unique([...squares, end]) : squares;
    const id = rook ? 'missed-castling' : promoted ? 'missed-promotion' : taken ? 'missed-capture' : 'missed-move';
    const text = `thinks the ${roleWord(step.piece)} is still on ${fenSquareName(step.from)}: missed ${word}`;
    return { text, covers, cause: causeAt(id, history, index) };
  }
  if (taken === undefined || !squares.includes(taken.square) || predicted[taken.square] !== taken.piece)
    return undefined;
  const square = fenSquareName(taken.square);
  if (move.enPassant) {
    const text = `thinks the pawn taken en passant is still on ${square}: missed that ${word} took it`;
    return { text, covers: squares, cause: causeAt('en-passant-pawn', history, index) };
  }
  const text = `thinks the captured ${roleWord(taken.piece)} is still on ${square}: missed ${word}`;
  return { text, covers: squares, cause: causeAt('missed-capture', history, index) };
}

/** Returns the claim that the piece left its old square and is not on its new one: it is elsewhere, or lost. */
function other(one: Case): Claim {
  const { move, truth, predicted, wrong, squares, history, index, word } = one;
  const { to, piece } = move.step;
  const now = move.promoted ?? piece;
  const arrived = squares.includes(to) && predicted[to] === EMPTY && truth[to] === now;
  if (!arrived || squareAtEnd(history, index + 1, to) !== to)
    return stillText(one, move.taken ? 'missed-capture' : 'missed-move', squares);
  const elsewhere = wrong.find((s) => predicted[s] === now && history.board(index)[s] !== now);
  if (elsewhere !== undefined) {
    return {
      text: `puts the ${roleWord(now)} on ${fenSquareName(elsewhere)} instead of ${fenSquareName(to)} (${word})`,
      covers: unique([...squares, elsewhere]),
      cause: causeAt('wrong-square', history, index),
    };
  }
  const text = `sees no ${roleWord(now)} on ${fenSquareName(to)}, where ${word} put it`;
  return { text, covers: squares, cause: causeAt('lost', history, index) };
}

/** Returns the claim about any stale square. */
function stillText(
  { predicted, squares, history, index, word }: Pick<Case, 'predicted' | 'squares' | 'history' | 'index' | 'word'>,
  id: CauseId,
  covers: readonly number[],
): Claim {
  const square = squares.find((s) => isPiece(predicted[s]!)) ?? squares[0]!;
  const content = predicted[square]!;
  const what = isPiece(content)
    ? `the ${roleWord(content)} is still on ${fenSquareName(square)}`
    : `${fenSquareName(square)} is still empty`;
  return { text: `thinks ${what}: missed ${word}`, covers, cause: causeAt(id, history, index) };
}

/** Returns the claim of a missed promotion, where a prediction has a pawn in place of the promoted piece. */
function missedPromotion({ truth, predicted, history }: BoardFacts, square: number): Claim | undefined {
  if (history === undefined || !isPawn(predicted[square]!)) return undefined;
  for (let index = history.length - 2; index >= 0; index--) {
    const move = moveAt(history, index);
    if (move?.step.to !== square) continue;
    const isIt =
      move.promoted === truth[square] &&
      move.step.piece === predicted[square] &&
      squareAtEnd(history, index + 1, square) === square;
    if (!isIt) return undefined;
    return {
      text: `thinks the pawn on ${fenSquareName(square)} did not promote: missed ${moveWord(history, index)}`,
      covers: [square],
      cause: causeAt('missed-promotion', history, index),
    };
  }
  return undefined;
}

const unique = (squares: readonly number[]): number[] => [...new Set(squares)].sort((a, b) => a - b);

/**
 * Returns claims that need no line: pieces that were invented, lost, moved or confused, in FEN order; missed promotions
 * first.
 */
export function inventions(facts: BoardFacts): Claim[] {
  const { truth, predicted, wrong } = facts;
  const promotions = wrong.flatMap((s) => missedPromotion(facts, s) ?? []);
  const indices = new Map(wrong.map((s) => [fenSquareName(s), s]));
  const squares = (...names: readonly string[]): number[] =>
    names.flatMap((name) => indices.get(name) ?? []).sort((a, b) => a - b);
  const claim = (id: CauseId, text: string, ...names: string[]): Claim => ({
    text,
    covers: squares(...names),
    cause: causeWithoutPlace(id),
  });
  const errors = pieceErrors(truth, predicted, wrong).map((error) => pieceErrorClaim(error, claim));
  return [...promotions, ...errors];
}

function pieceErrorClaim(error: PieceError, claim: (id: CauseId, text: string, ...names: string[]) => Claim): Claim {
  const { square } = error;
  switch (error.kind) {
    case 'phantom':
      return claim('phantom', `thinks there is a ${pieceName(error.predicted)} on ${square}`, square);
    case 'missing':
      return claim('lost', `sees no ${pieceName(error.actual)} on ${square}`, square);
    case 'misplaced':
      return claim(
        'wrong-square',
        `thinks the ${pieceName(error.predicted)} on ${error.to} is on ${square}`,
        square,
        error.to,
      );
    default: {
      const { predicted, actual } = error;
      if (error.with !== undefined) {
        const text = `thinks the ${pieceName(predicted)} is on ${square} and the ${pieceName(actual)} on ${error.with}`;
        return claim('swapped', text, square, error.with);
      }
      const sameColor = predicted < 'a' === actual < 'a';
      const put = sameColor ? roleWord(predicted.charCodeAt(0)) : pieceName(predicted);
      return claim('swapped', `thinks the ${pieceName(actual)} on ${square} is a ${put}`, square);
    }
  }
}

/** Divisor of the wrong squares: a board counts as nearly an earlier one if at most 1 in 4 remains wrong there. */
const NEARLY = 4;

/**
 * Returns a claim about the whole board: that of an earlier ply, nearly so, or that of an opening. Undefined for lags
 * of one ply or none.
 */
export function earlierBoard(
  { history, wrong }: BoardFacts,
  { lag, openingFallback }: Pick<TextComparison, 'lag' | 'openingFallback'>,
): Claim | undefined {
  if (history === undefined || lag === null) return undefined;
  const { ply, pliesEarlier, squaresWrong } = lag;
  const isEarlier = pliesEarlier > 1;
  if (isEarlier && squaresWrong === 0) {
    const { what, isAll } = boardAt(ply, history);
    const missed = isAll
      ? `all ${plural(pliesEarlier, 'ply', 'plies')}`
      : `the last ${plural(pliesEarlier, 'ply', 'plies')}`;
    const id = openingFallback === null ? 'stale' : 'opening-fallback';
    return { text: `shows ${what}: missed ${missed}`, covers: wrong, cause: { ...causeWithoutPlace(id), ply } };
  }
  if (openingFallback !== null) {
    const text = `shows an opening position, ${plural(openingFallback.plies, 'ply', 'plies')} from the start`;
    return { text, covers: wrong, cause: causeWithoutPlace('opening-fallback') };
  }
  if (!isEarlier || squaresWrong * NEARLY > wrong.length) return undefined;
  const { what } = boardAt(ply, history);
  const differ = `${plural(squaresWrong, 'square')} ${squaresWrong === 1 ? 'differs' : 'differ'}`;
  return {
    text: `shows ${what}, ${plural(pliesEarlier, 'ply', 'plies')} ago, but ${differ}`,
    covers: wrong,
    cause: { ...causeWithoutPlace('stale'), ply },
  };
}

function boardAt(ply: number, history: NonNullable<BoardFacts['history']>): { what: string; isAll: boolean } {
  const index = history.plies.findIndex((at) => at.ply === ply);
  if (index > 0) return { what: `the board after ${moveWord(history, index - 1)}`, isAll: false };
  return { what: ply === 0 ? 'the start position' : `the board at ply ${ply}`, isAll: true };
}
