import { inCheck } from '../../games/chess/attacks.ts';
import { legalMoves } from '../../games/chess/chess.ts';
import { hasPiece, MAP, RIGHTS, roleAt } from '../../games/chess/frame.ts';
import { fillMap } from '../../games/chess/movegen.ts';
import { squareName } from '../../games/chess/moves.ts';
import type { Claim, Color } from '../mentions/mention.ts';
import type { GameNode } from './node.ts';

const NAMES = ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king'] as const;
const SIDES = ['White', 'Black'] as const;
const map = new Int32Array(MAP);

/** A piece of a position: color and role; undefined for an empty square. */
function pieceAt({ words }: GameNode, square: number): { readonly color: Color; readonly role: number } | undefined {
  const color = hasPiece(words, 0, 0, square) ? 0 : hasPiece(words, 0, 1, square) ? 1 : undefined;
  return color === undefined ? undefined : { color, role: roleAt(words, 0, square) };
}

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
    case 'check': {
      const isIt = node.turn === claim.color && inCheck(node.words, 0);
      if (isIt !== claim.isNot) return undefined;
      return `${SIDES[claim.color]} is ${isIt ? '' : 'not '}in check`;
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
      return castledFault(claim.color, node);
    case 'rights':
      return rightsFault(claim, node);
    case 'count': {
      const count = countOf(node, claim.color, claim.role);
      const name = NAMES[claim.role] ?? 'piece';
      return count === claim.count ? undefined : `${SIDES[claim.color]} has ${count} ${name}${count === 1 ? '' : 's'}`;
    }
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
  return claim.isPinned && !isPinned(node, claim.square, piece.color)
    ? `the ${NAMES[piece.role] ?? 'piece'} on ${square} is not pinned`
    : undefined;
}

/** Who stands there is another claim: this one is false only if both pieces are there, and the first does not reach the second. */
function attackFault(
  { from, role, to, isHostile }: Extract<Claim, { kind: 'attack' }>,
  node: GameNode,
): string | undefined {
  const piece = pieceAt(node, from);
  const target = pieceAt(node, to);
  if (piece?.role !== role || target === undefined || (piece.color !== target.color) !== isHostile) return undefined;
  if (reaches(node, from, to, piece)) return undefined;
  return `the ${NAMES[role] ?? 'piece'} on ${squareName(from)} does not ${isHostile ? 'attack' : 'defend'} ${squareName(to)}`;
}

/** True if a piece attacks a square, pinned or not. */
function reaches(node: GameNode, from: number, to: number, { color, role }: { color: Color; role: number }): boolean {
  const dx = (to & 7) - (from & 7);
  const dy = (to >> 3) - (from >> 3);
  const [far, near] = [Math.max(Math.abs(dx), Math.abs(dy)), Math.min(Math.abs(dx), Math.abs(dy))];
  if (role === 0) return Math.abs(dx) === 1 && dy === (color === 0 ? 1 : -1);
  if (role === 1) return far === 2 && near === 1;
  if (role === 5) return far === 1;
  if (near !== 0 && near !== far) return false;
  if ((role === 2 && near === 0) || (role === 3 && near !== 0)) return false;
  const step = Math.sign(dx) + 8 * Math.sign(dy);
  for (let square = from + step; square !== to; square += step) if (pieceAt(node, square) !== undefined) return false;
  return true;
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

/** True if a long-range piece attacks a piece and another piece of the same side stands behind it. */
function isPinned(node: GameNode, square: number, color: Color): boolean {
  for (const [dx, dy] of STEPS) {
    const ahead = firstFrom(node, square, dx, dy);
    const behind = firstFrom(node, square, -dx, -dy);
    if (ahead === undefined || behind === undefined || ahead.color === color || behind.color !== color) continue;
    if (ahead.role === 4 || ahead.role === (dx === 0 || dy === 0 ? 3 : 2)) return true;
  }
  return false;
}

function firstFrom(node: GameNode, square: number, dx: number, dy: number): ReturnType<typeof pieceAt> {
  let file = (square & 7) + dx;
  let rank = (square >> 3) + dy;
  for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += dx, rank += dy) {
    const piece = pieceAt(node, file + 8 * rank);
    if (piece !== undefined) return piece;
  }
  return undefined;
}

function countOf(node: GameNode, color: Color, role: number): number {
  let count = 0;
  for (let square = 0; square < 64; square++) {
    const piece = pieceAt(node, square);
    if (piece?.color === color && piece.role === role) count++;
  }
  return count;
}

/** Whether a side has castled is known of a line from the initial position. */
function castledFault(color: Color, node: GameNode): string | undefined {
  let at: GameNode | undefined = node;
  for (; at.parent !== undefined; at = at.parent)
    if (at.parent.turn === color && at.san.startsWith('O-O')) return undefined;
  return at.fullmoves === 1 && at.turn === 0 && at.words[RIGHTS] === 0x8181
    ? `${SIDES[color]} has not castled`
    : undefined;
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
