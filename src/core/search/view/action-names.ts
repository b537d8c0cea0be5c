import { actionSan } from '../../games/chess/chess.ts';
import type { ChessState } from '../../games/chess/state.ts';

/** Squares of a placement from a8 to h1: a letter of FEN, '' for an empty square. */
function lettersOf(placement: string): readonly string[] {
  const squares: string[] = [];
  for (const letter of placement) {
    if (letter === '/') continue;
    const empty = Number(letter);
    if (Number.isNaN(empty)) squares.push(letter);
    else for (let i = 0; i < empty; i++) squares.push('');
  }
  return squares;
}

const squareIndex = (square: string): number => 8 * (8 - Number(square[1])) + square.charCodeAt(0) - 97;
const isWhite = (piece: string): boolean => piece !== piece.toLowerCase();

/**
 * Returns the name of an action in the notation of SAN, also where the rules refuse it: `O-O-O`, `bxa8=Q`; pieces with
 * their square (`Ra1xa8`), since an illegal move is not the only one to its target. Undefined where no piece stands on
 * the square.
 *
 * @param placement placement of a FEN
 */
export function looseSan(placement: string, action: string): string | undefined {
  const [, from, to, promotion = ''] = /^([a-h][1-8])([a-h][1-8])([qrbn]?)$/.exec(action) ?? [];
  if (from === undefined || to === undefined) return undefined;
  const squares = lettersOf(placement);
  const [piece = '', target = ''] = [squares[squareIndex(from)], squares[squareIndex(to)]];
  if (piece === '') return undefined;
  const kind = piece.toUpperCase();
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const isRookOfOwn = target.toUpperCase() === 'R' && isWhite(target) === isWhite(piece);
  if (kind === 'K' && from[1] === to[1] && (Math.abs(files) === 2 || isRookOfOwn)) return files > 0 ? 'O-O' : 'O-O-O';
  const takes = target === '' ? '' : 'x';
  const result = promotion === '' ? '' : `=${promotion.toUpperCase()}`;
  if (kind !== 'P') return `${kind}${from}${takes}${to}${result}`;
  return files === 0 && target === '' ? `${to}${result}` : `${from[0]}x${to}${result}`;
}

/**
 * Returns the name of an action of chess: SAN where it is legal in one of the states, the first that allows it;
 * otherwise in the notation of SAN as far as the board has its piece, else as it is written.
 *
 * @param states true state, then the believed one; undefined for a text that is no state
 * @param placement placement of the board that the action is made on
 */
export function chessActionName(
  action: string,
  states: readonly (ChessState | undefined)[],
  placement: string | undefined,
): string {
  for (const state of states) {
    const san = state === undefined ? undefined : actionSan(state, action);
    if (san !== undefined) return san;
  }
  return (placement === undefined ? undefined : looseSan(placement, action)) ?? action;
}
