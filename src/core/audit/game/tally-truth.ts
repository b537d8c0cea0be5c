import { legalMoves } from '../../games/chess/chess.ts';
import { hasPiece, roleAt } from '../../games/chess/frame.ts';
import type { Claim, Color } from '../mentions/mention.ts';
import type { GameNode } from './node.ts';
import { type PositionClaim, positionFault } from './position-truth.ts';
import { readMove } from './read-move.ts';
import { isUciText } from './row-judge.ts';

/** Claims that need the rules or the moves before: numbers, points, legal moves and the last move. */
export type TallyClaim = Extract<Claim, { kind: 'number' | 'legal' | 'option' | 'last' | 'points' | 'lead' | 'ahead' }>;

const SIDES = ['White', 'Black'] as const;
/** Values of the roles of frames. */
const POINTS = [1, 3, 3, 5, 9, 0];

/** What is wrong with such a claim; undefined if it holds or cannot be decided. */
export function tallyFault(claim: TallyClaim | PositionClaim, node: GameNode): string | undefined {
  switch (claim.kind) {
    case 'number':
      return !node.isExact || node.fullmoves === claim.number ? undefined : `the next move is move ${node.fullmoves}`;
    case 'legal': {
      if (!node.isExact || (claim.color ?? node.turn) !== node.turn) return undefined;
      const count = [...legalMoves(node.state)].length;
      return count === claim.count ? undefined : `${sideOf(node)} has ${count} legal moves`;
    }
    case 'option': {
      const loose = readMove(claim.san);
      if (loose === undefined || (claim.color ?? node.turn) !== node.turn) return undefined;
      return node.play(loose) === undefined ? `${claim.san} is not legal for ${sideOf(node)}` : undefined;
    }
    case 'last':
      return node.parent === undefined || isLast(claim.san, node) ? undefined : `the last move is ${node.name}`;
    case 'points': {
      const points = pointsOf(node, claim.color);
      return points === claim.points ? undefined : `${SIDES[claim.color]} has ${points} points`;
    }
    case 'ahead': {
      const lead = pointsOf(node, 0) - pointsOf(node, 1);
      return (claim.color === 0 ? lead : -lead) > 0 ? undefined : leadWords(lead);
    }
    case 'lead': {
      const lead = pointsOf(node, 0) - pointsOf(node, 1);
      return lead === claim.points ? undefined : leadWords(lead);
    }
    default:
      return positionFault(claim, node);
  }
}

const leadWords = (lead: number): string =>
  lead === 0 ? 'material is equal' : `${lead > 0 ? 'White' : 'Black'} is ${Math.abs(lead)} ahead in points`;

const sideOf = (node: GameNode): string => SIDES[node.turn === 0 ? 0 : 1];

/** True if a move, as it is written, is the one that led to a position. */
function isLast(san: string, node: GameNode): boolean {
  if (isUciText(san) && node.uci === san) return true;
  const loose = readMove(san);
  return loose !== undefined && node.parent?.play(loose) === node;
}

function pointsOf({ words }: GameNode, color: Color): number {
  let points = 0;
  for (let square = 0; square < 64; square++)
    if (hasPiece(words, 0, color, square)) points += POINTS[roleAt(words, 0, square)] ?? 0;
  return points;
}
