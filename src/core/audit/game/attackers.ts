import { hasPiece, roleAt } from '../../games/chess/frame.ts';
import type { Color } from '../mentions/mention.ts';
import type { GameNode } from './node.ts';

/** A piece of a position: color and role; undefined for an empty square. */
export function pieceAt(
  { words }: GameNode,
  square: number,
): { readonly color: Color; readonly role: number } | undefined {
  const color = hasPiece(words, 0, 0, square) ? 0 : hasPiece(words, 0, 1, square) ? 1 : undefined;
  return color === undefined ? undefined : { color, role: roleAt(words, 0, square) };
}

/** True if a piece attacks a square, pinned or not; `isThrough`: even through other pieces. */
export function reaches(
  node: GameNode,
  from: number,
  to: number,
  { color, role }: { color: Color; role: number },
  isThrough = false,
): boolean {
  const dx = (to & 7) - (from & 7);
  const dy = (to >> 3) - (from >> 3);
  const [far, near] = [Math.max(Math.abs(dx), Math.abs(dy)), Math.min(Math.abs(dx), Math.abs(dy))];
  if (role === 0) return Math.abs(dx) === 1 && dy === (color === 0 ? 1 : -1);
  if (role === 1) return far === 2 && near === 1;
  if (role === 5) return far === 1;
  if (near !== 0 && near !== far) return false;
  if ((role === 2 && near === 0) || (role === 3 && near !== 0)) return false;
  if (isThrough) return true;
  const step = Math.sign(dx) + 8 * Math.sign(dy);
  for (let square = from + step; square !== to; square += step) if (pieceAt(node, square) !== undefined) return false;
  return true;
}

/** Number of a side's pieces of a role, on the squares that count. */
export function countOf(
  node: GameNode,
  color: Color,
  role: number,
  isCounted: (square: number) => boolean = () => true,
): number {
  let count = 0;
  for (let square = 0; square < 64; square++) {
    const piece = isCounted(square) ? pieceAt(node, square) : undefined;
    if (piece?.color === color && piece.role === role) count++;
  }
  return count;
}
