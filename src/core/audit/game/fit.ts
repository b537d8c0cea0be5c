import { hasPiece, roleAt } from '../../games/chess/frame.ts';
import type { LooseSan } from '../../games/chess/san-loose.ts';
import type { MoveItem } from '../reading/mention.ts';
import type { GameNode } from './node.ts';
import { readMove } from './read-move.ts';

const KING = 5;
const PAWN = 0;
const CASTLED = [
  [6, 62],
  [2, 58],
] as const;

/** Plays a move; undefined where it cannot be played, or where several things that it may mean can. */
export function playItem(at: GameNode, { san, others = [] }: Pick<MoveItem, 'san' | 'others'>): GameNode | undefined {
  let found: GameNode | undefined;
  for (const form of [san, ...others]) {
    const loose = readMove(form);
    const next = loose && at.play(loose);
    if (next !== undefined && found !== undefined) return undefined;
    found = next ?? found;
  }
  return found;
}

/**
 * How a move fits a position. `legal`: it can be made there. `made`: it may have led there, as the piece stands where it went.
 * `made before`: the same of the other side, two moves ago. `none`: neither.
 */
export type Fit = 'legal' | 'made' | 'made before' | 'none';

export function fitOf(node: GameNode, san: string): Fit {
  const loose = readMove(san);
  if (loose === undefined) return 'none';
  if (node.play(loose) !== undefined) return 'legal';
  if (standsThere(node, loose, node.turn ^ 1)) return 'made';
  return standsThere(node, loose, node.turn) ? 'made before' : 'none';
}

/** A piece of a side stands where a move would have put it, and not where it came from. */
function standsThere(
  { words }: GameNode,
  { role, target, file, rank, castling, promotion }: LooseSan,
  side: number,
): boolean {
  const has = (square: number): boolean => hasPiece(words, 0, side, square);
  if (castling !== 0) {
    const square = CASTLED[castling === 1 ? 0 : 1][side === 0 ? 0 : 1];
    return has(square) && roleAt(words, 0, square) === KING;
  }
  if (!has(target)) return false;
  const source = file >= 0 && rank >= 0 ? file + 8 * rank : undefined;
  if (source !== undefined) return !hasPiece(words, 0, 0, source) && !hasPiece(words, 0, 1, source);
  const there = roleAt(words, 0, target);
  return promotion !== 0 ? there !== PAWN && there !== KING : there === role;
}
