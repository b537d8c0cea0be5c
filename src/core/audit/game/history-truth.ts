import { squareName } from '../../games/chess/moves.ts';
import { ROLES, squareOf } from '../mentions/claim-words.ts';
import type { Claim } from '../mentions/mention.ts';
import { pieceAt } from './attackers.ts';
import type { GameNode } from './node.ts';

export type HistoryClaim = Extract<Claim, { kind: 'went' | 'took' }>;

const SIDES = ['White', 'Black'] as const;
const ROOK = 3;
/** Walks back through a game stay short. */
const MAX_BACK = 1500;

/** What is wrong with a claim about the moves that led to a position; undefined if it holds or cannot be decided. */
export function historyFault(claim: HistoryClaim, node: GameNode): string | undefined {
  return claim.kind === 'went' ? wentFault(claim, node) : tookFault(claim, node);
}

const fromOf = ({ uci }: GameNode): number => squareOf(uci.slice(0, 2));
const toOf = ({ uci }: GameNode): number => squareOf(uci.slice(2, 4));

/** The moves that led to a position, the last one first, and whether they are all that the game had. */
function movesTo(node: GameNode): { readonly moves: readonly GameNode[]; readonly isAll: boolean } {
  const moves: GameNode[] = [];
  let at = node;
  for (; at.parent !== undefined && moves.length < MAX_BACK; at = at.parent) moves.push(at);
  return { moves, isAll: at.isInitial };
}

/** The piece that is on its goal may have come there in several moves. */
function wentFault({ role, from, to }: Extract<Claim, { kind: 'went' }>, node: GameNode): string | undefined {
  const { moves, isAll } = movesTo(node);
  // a rook may have castled
  if (!isAll || role === ROOK) return undefined;
  const came = moves.some((end, i) => {
    if (toOf(end) !== to || pieceAt(end, to)?.role !== role) return false;
    let square = fromOf(end);
    for (const move of moves.slice(i + 1)) {
      if (square === from) return true;
      if (toOf(move) === square) square = fromOf(move);
    }
    return square === from;
  });
  return came ? undefined : `no ${ROLES[role] ?? 'piece'} has gone from ${squareName(from)} to ${squareName(to)}`;
}

function tookFault(
  { color, role, square, isLast }: Extract<Claim, { kind: 'took' }>,
  node: GameNode,
): string | undefined {
  const { moves, isAll } = movesTo(node);
  const captures = (isLast ? moves.slice(0, 2) : moves).flatMap((move) => {
    if (move.parent === undefined || !move.san.includes('x')) return [];
    // en passant the square is empty
    return [{ move, color: move.parent.turn, square: toOf(move), role: pieceAt(move.parent, toOf(move))?.role ?? 0 }];
  });
  const there = captures.filter(
    (one) => (color ?? one.color) === one.color && (square === undefined || square === one.square),
  );
  if (there.some((one) => one.role === role)) return undefined;
  const [last] = there;
  // what was captured before a start that was given is not known, but for the last move
  if (last !== undefined && (isLast || isAll || (square !== undefined && last.move === node)))
    return `${last.move.name} captured a ${ROLES[last.role] ?? 'piece'}`;
  if (!isAll || isLast) return undefined;
  const who = color === undefined ? 'nobody' : SIDES[color];
  return `${who} has${color === undefined ? '' : ' not'} captured a ${ROLES[role] ?? 'piece'}${square === undefined ? '' : ` on ${squareName(square)}`}`;
}
