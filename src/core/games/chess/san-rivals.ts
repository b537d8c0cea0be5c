import { EP, ROLE_PAWN, roleAt, TURN, WHITE } from './frame.ts';
import { BETWEEN, BISHOP_RAYS, KNIGHT, ROOK_RAYS } from './geometry.ts';

/**
 * True if another piece of the same kind aims at the target of a move of the frame at `words[at]`, pinned or not: then a
 * disambiguation is needless in SAN, but explained by the board.
 */
export function hasRival(words: Int32Array, at: number, move: number): boolean {
  const source = move & 63;
  const target = (move >>> 6) & 63;
  const role = roleAt(words, at, source);
  if (role < 1 || role > 4) return false;
  const own = at + WHITE + 2 * words[at + TURN];
  for (let s = 0; s < 64; s++) {
    const half = s >>> 5;
    const isOwn = (((words[at + 2 * role + half] & words[own + half]) >>> (s & 31)) & 1) !== 0;
    if (isOwn && s !== source && aims(role, s, target) && isFree(words, at, s, target)) return true;
  }
  return false;
}

/** True if a piece attacks a square on an empty board. */
function aims(role: number, source: number, target: number): boolean {
  const i = 2 * source + (target >>> 5);
  const lines = (role === 3 ? 0 : BISHOP_RAYS[i]) | (role === 2 ? 0 : ROOK_RAYS[i]);
  return (((role === 1 ? KNIGHT[i] : lines) >>> (target & 31)) & 1) !== 0;
}

function isFree(words: Int32Array, at: number, a: number, b: number): boolean {
  const i = 2 * (64 * a + b);
  const low = BETWEEN[i] & (words[at + WHITE] | words[at + WHITE + 2]);
  return (low | (BETWEEN[i + 1] & (words[at + WHITE + 1] | words[at + WHITE + 3]))) === 0;
}

/** True if a legal move of the frame at `words[at]` captures en passant. */
export const isEnPassant = (words: Int32Array, at: number, move: number): boolean =>
  ((move >>> 6) & 63) === words[at + EP] && roleAt(words, at, move & 63) === ROLE_PAWN;
