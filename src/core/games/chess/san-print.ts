import { inCheck } from './attacks.ts';
import {
  CHESS960,
  EP,
  FRAME,
  hasPiece,
  MAP,
  MOVERS,
  play,
  ROLE_KING,
  ROLE_PAWN,
  roleAt,
  TARGETS,
  TURN,
  WHITE,
} from './frame.ts';
import { fillMap } from './movegen.ts';
import { squareName } from './moves.ts';

/** Returns true if a legal move of the frame at `words[at]` captures en passant. */
export const isEnPassant = (words: Int32Array, at: number, move: number): boolean =>
  ((move >>> 6) & 63) === words[at + EP] && roleAt(words, at, move & 63) === ROLE_PAWN;

const LETTERS = ['', 'N', 'B', 'R', 'Q', 'K'] as const;

const map = new Int32Array(MAP);
const scratch = new Int32Array(2 * FRAME);

/**
 * Formats a legal move of the frame at `words[at]` in export format (PGN standard 8.2.3), with its check or mate sign.
 */
export function printSan(words: Int32Array, at: number, move: number): string {
  for (let i = 0; i < FRAME; i++) scratch[i] = words[at + i];
  const body = moveText(move);
  play(scratch, 0, FRAME, move);
  const sign = !inCheck(scratch, FRAME) ? '' : fillMap(scratch, FRAME, map, 0) === 0 ? '#' : '+';
  return body + sign;
}

function moveText(move: number): string {
  const us = scratch[TURN];
  const source = move & 63;
  const target = (move >>> 6) & 63;
  const promotion = move >>> 12;
  const role = roleAt(scratch, 0, source);
  if (role === ROLE_KING) {
    const castles = scratch[CHESS960] !== 0 ? hasPiece(scratch, 0, us, target) : Math.abs(target - source) === 2;
    if (castles) return target > source ? 'O-O' : 'O-O-O';
  }
  const captures = hasPiece(scratch, 0, us ^ 1, target);
  if (role === ROLE_PAWN) {
    const takes = (source & 7) !== (target & 7) ? `${squareName(source).charAt(0)}x` : '';
    return takes + squareName(target) + (promotion === 0 ? '' : `=${LETTERS[promotion]}`);
  }
  return LETTERS[role] + distinction(role, source, target) + (captures ? 'x' : '') + squareName(target);
}

/**
 * Returns the file, else the rank, else both: the part that distinguishes the piece from others of its kind with the
 * same target.
 */
function distinction(role: number, source: number, target: number): string {
  if (role === ROLE_KING) return '';
  const us = scratch[TURN];
  fillMap(scratch, 0, map, 0);
  let others = 0;
  let sameFile = false;
  let sameRank = false;
  for (let s = 0; s < 64; s++) {
    if (s === source || !isOwn(role, us, s)) continue;
    if (((map[TARGETS + 2 * s + (target >>> 5)] >>> (target & 31)) & 1) === 0 || !moves(s)) continue;
    others++;
    sameFile ||= (s & 7) === (source & 7);
    sameRank ||= s >> 3 === source >> 3;
  }
  if (others === 0) return '';
  const name = squareName(source);
  if (!sameFile) return name.charAt(0);
  return sameRank ? name : name.charAt(1);
}

const isOwn = (role: number, us: number, s: number): boolean =>
  (((scratch[2 * role + (s >>> 5)] & scratch[WHITE + 2 * us + (s >>> 5)]) >>> (s & 31)) & 1) !== 0;

/** Returns true if the map has an entry for a square; others hold what an earlier position left. */
const moves = (s: number): boolean => ((map[MOVERS + (s >>> 5)] >>> (s & 31)) & 1) !== 0;
