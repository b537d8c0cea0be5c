import { inCheck } from '../../games/chess/attacks.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import { MAP, RIGHTS } from '../../games/chess/frame.ts';
import { fillMap } from '../../games/chess/movegen.ts';
import { squareName } from '../../games/chess/moves.ts';
import type { Claim, Color } from '../mentions/mention.ts';
import { countOf, pieceAt, reaches } from './attackers.ts';
import { historyFault } from './history-truth.ts';
import type { GameNode } from './node.ts';
import { tallyFault } from './tally-truth.ts';

const NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const SIDES = ['White', 'Black'] as const;
const map = new Int32Array(MAP);

/** What is wrong with a claim about a position, as the end of a sentence; undefined if it holds or cannot be decided. */
export function claimFault(claim: Claim, node: GameNode): string | undefined {
  switch (claim.kind) {
    case 'turn':
      return node.turn === claim.color ? undefined : `it is ${SIDES[claim.color === 0 ? 1 : 0]}'s turn`;
    case 'piece':
      return pieceFault(claim, node);
    case 'empty': {
      const piece = pieceAt(node, claim.square);
      return (
        piece &&
        `a ${piece.color === 0 ? 'white' : 'black'} ${NAMES[piece.role] ?? 'piece'} stands on ${squareName(claim.square)}`
      );
    }
    case 'attack':
      return attackFault(claim, node);
    case 'reached':
      return reachedFault(claim, node);
    case 'pin':
      return pinFault(claim, node);
    case 'unpinned':
      return unpinnedFault(node);
    case 'check': {
      const isIt = (claim.color ?? node.turn) === node.turn && inCheck(node.words, 0);
      if (isIt !== claim.isNot) return undefined;
      return `${claim.color === undefined ? side(node) : SIDES[claim.color]} is ${isIt ? '' : 'not '}in check`;
    }
    case 'mate': {
      if (claim.color !== undefined && claim.color !== node.turn)
        return `it is ${SIDES[node.turn === 0 ? 0 : 1]}'s turn`;
      if (!inCheck(node.words, 0)) return `${side(node)} is not in check`;
      return moveCount(node) === 0 ? undefined : `${side(node)} can answer the check with ${firstMove(node)}`;
    }
    case 'stalemate':
      if (inCheck(node.words, 0)) return `${side(node)} is in check`;
      return moveCount(node) === 0 ? undefined : `${side(node)} can move`;
    case 'castled':
      return castledFault(claim, node);
    case 'rights':
      return rightsFault(claim, node);
    case 'count': {
      const count = countOf(node, claim.color, claim.role);
      const name = NAMES[claim.role] ?? 'piece';
      return count === claim.count ? undefined : `${SIDES[claim.color]} has ${count} ${name}${count === 1 ? '' : 's'}`;
    }
    case 'went':
    case 'took':
      return historyFault(claim, node);
    default:
      return tallyFault(claim, node);
  }
}

const side = (node: GameNode): string => SIDES[node.turn === 0 ? 0 : 1];
const moveCount = ({ words }: GameNode): number => fillMap(words, 0, map, 0);

function firstMove(node: GameNode): string {
  const [move = 0] = legalMoves(node.state);
  return `${squareName(move & 63)}${squareName((move >>> 6) & 63)}`;
}

function pieceFault(claim: Extract<Claim, { kind: 'piece' }>, node: GameNode): string | undefined {
  const piece = pieceAt(node, claim.square);
  const square = squareName(claim.square);
  if (piece === undefined) return `${square} is empty`;
  if (piece.role !== claim.role || (claim.color !== undefined && claim.color !== piece.color))
    return `a ${piece.color === 0 ? 'white' : 'black'} ${NAMES[piece.role] ?? 'piece'} stands on ${square}`;
  return undefined;
}

/** Who stands there is another claim: this one is false only if both pieces are there, and the first does not reach the second. */
function attackFault(
  { from, role, to, isHostile, isThrough, isSquare }: Extract<Claim, { kind: 'attack' }>,
  node: GameNode,
): string | undefined {
  const piece = pieceAt(node, from);
  const target = pieceAt(node, to);
  if (piece?.role !== role) return undefined;
  if (!isSquare && (target === undefined || (piece.color !== target.color) !== isHostile)) return undefined;
  if (reaches(node, from, to, piece, isThrough)) return undefined;
  return `the ${NAMES[role] ?? 'piece'} on ${squareName(from)} does not ${isSquare ? 'reach' : isHostile ? 'attack' : 'defend'} ${squareName(to)}`;
}

/** A piece that is said to stand on a square, and does. */
function claimed(
  { square, role, color }: { readonly square: number; readonly role: number; readonly color?: Color | undefined },
  node: GameNode,
): { readonly color: Color; readonly role: number } | undefined {
  const piece = pieceAt(node, square);
  return piece?.role === role && (color ?? piece.color) === piece.color ? piece : undefined;
}

function reachedFault(claim: Extract<Claim, { kind: 'reached' }>, node: GameNode): string | undefined {
  const target = claimed(claim, node);
  if (target === undefined) return undefined;
  const { square, isHostile, isNot } = claim;
  const verb = isHostile ? 'attack' : 'defend';
  for (let from = 0; from < 64; from++) {
    const piece = pieceAt(node, from);
    if (piece === undefined || from === square || (piece.color !== target.color) !== isHostile) continue;
    if (!reaches(node, from, square, piece)) continue;
    if (!isNot) return undefined;
    // a piece that is pinned may be left out
    if (pinnerOf(node, from, piece.color, true) === undefined)
      return `the ${NAMES[piece.role] ?? 'piece'} on ${squareName(from)} ${verb}s ${squareName(square)}`;
  }
  return isNot ? undefined : `nothing ${verb}s ${squareName(square)}`;
}

function pinFault(claim: Extract<Claim, { kind: 'pin' }>, node: GameNode): string | undefined {
  const piece = claimed(claim, node);
  if (piece === undefined) return undefined;
  const { square, by, isAbsolute, isNot } = claim;
  const name = `the ${NAMES[piece.role] ?? 'piece'} on ${squareName(square)}`;
  const pinner = pinnerOf(node, square, piece.color, isAbsolute || isNot, by);
  if (isNot) return pinner === undefined ? undefined : `${name} is pinned by the piece on ${squareName(pinner)}`;
  if (pinner !== undefined) return undefined;
  const away = by === undefined ? '' : ` by a piece on ${squareName(by)}`;
  return `${name} is not pinned${isAbsolute ? ' to its king' : ''}${away}`;
}

function unpinnedFault(node: GameNode): string | undefined {
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(node, square);
    if (piece === undefined || piece.role === 5 || pinnerOf(node, square, piece.color, true) === undefined) continue;
    return `the ${NAMES[piece.role] ?? 'piece'} on ${squareName(square)} is pinned to its king`;
  }
  return undefined;
}

const STEPS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
] as const;

/** The square of a long-range piece that attacks a piece behind which another of the same side stands, the king if it must be. */
function pinnerOf(node: GameNode, square: number, color: Color, isAbsolute: boolean, by?: number): number | undefined {
  for (const [dx, dy] of STEPS) {
    const ahead = firstFrom(node, square, dx, dy);
    if (ahead === undefined || ahead.color === color || (by !== undefined && by !== ahead.square)) continue;
    if (ahead.role !== 4 && ahead.role !== (dx === 0 || dy === 0 ? 3 : 2)) continue;
    const behind = firstFrom(node, square, -dx, -dy);
    if (behind?.color === color && (!isAbsolute || behind.role === 5)) return ahead.square;
  }
  return undefined;
}

function firstFrom(
  node: GameNode,
  square: number,
  dx: number,
  dy: number,
): { readonly color: Color; readonly role: number; readonly square: number } | undefined {
  let file = (square & 7) + dx;
  let rank = (square >> 3) + dy;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += dx, rank += dy) {
    const piece = pieceAt(node, file + 8 * rank);
    if (piece !== undefined) return { ...piece, square: file + 8 * rank };
  }
  return undefined;
}

/** Whether a side has castled is known of a line from the initial position. */
function castledFault(
  { color, side: wing, isNot }: Extract<Claim, { kind: 'castled' }>,
  node: GameNode,
): string | undefined {
  let at: GameNode | undefined = node;
  for (; at.parent !== undefined; at = at.parent) {
    if (at.parent.turn !== color || !at.san.startsWith('O-O')) continue;
    const done = at.san.startsWith('O-O-O') ? 'queen' : 'king';
    return isNot || (wing !== undefined && wing !== done)
      ? `${SIDES[color]} has castled ${done}side (${at.name})`
      : undefined;
  }
  const isKnown = at.fullmoves === 1 && at.turn === 0 && at.words[RIGHTS] === 0x8181;
  return isKnown && !isNot ? `${SIDES[color]} has not castled` : undefined;
}

function rightsFault(claim: Extract<Claim, { kind: 'rights' }>, node: GameNode): string | undefined {
  if (!node.isExact) return undefined;
  const [king, queen] = claim.color === 0 ? ['K', 'Q'] : ['k', 'q'];
  const rights = node.fen.split(' ')[2] ?? '-';
  const letters = claim.side === undefined ? [king, queen] : [claim.side === 'king' ? king : queen];
  const hasIt = letters.some((letter) => letter !== undefined && rights.includes(letter));
  if (hasIt !== claim.isNot) return undefined;
  const which = claim.side === undefined ? 'right to castle' : `right to castle ${claim.side}side`;
  return `${SIDES[claim.color]} has ${hasIt ? 'the' : 'no'} ${which}`;
}
