import { normalizeMove, type Position, pseudoDests } from 'chessops/chess';
import { parseSan } from 'chessops/san';
import type { Move, Role } from 'chessops/types';
import { charToRole, makeSquare, opposite, parseSquare, parseUci } from 'chessops/util';
import { VARIANT_TITLES, type VariantRules } from './rules.ts';

/** Why a move cannot be played, for people. */
export interface VariantReason {
  /** `over`: the game has ended before it. */
  readonly kind: 'illegal' | 'ambiguous' | 'over';
  readonly message: string;
}

/** A move in export format but for check signs, which are not judged here. */
function plain(written: string): string {
  const bare = written.replace(/[+#]+$/, '').replace(/e\.?p\.?$/, '');
  return /^[0o]-?[0o](?:-?[0o])?$/i.test(bare) ? (bare.replace(/-/g, '').length === 2 ? 'O-O' : 'O-O-O') : bare;
}

/** The legal move that a text means, in SAN or as source and target squares; undefined when it means none, or several. */
export function variantMove(position: Position, written: string): Move | undefined {
  const san = plain(written);
  const move = parseSan(position, san);
  if (move !== undefined) return move;
  const named = parseUci(san.replace('-', '').toLowerCase());
  if (named === undefined || 'role' in named) return undefined;
  const normal = normalizeMove(position, named);
  return position.isLegal(normal) ? normal : undefined;
}

/** The position after a null move. */
export function afterPass(before: Position): Position {
  const position = before.clone();
  position.turn = opposite(before.turn);
  position.epSquare = undefined;
  return position;
}

const side = (position: Position): string => (position.turn === 'white' ? 'White' : 'Black');
const illegal = (message: string): VariantReason => ({ kind: 'illegal', message });

const PIECE = /^([NBRQK])?([a-h])?([1-8])?[-x]?([a-h][1-8])(?:=?([NBRQK]))?$/i;
const DROP = /^([PNBRQK])?@([a-h][1-8])$/i;

/** Says why a position allows no such move, or more than one. To be asked after `variantMove` found none. */
export function variantReason(position: Position, written: string): VariantReason {
  const us = side(position);
  const title = VARIANT_TITLES[position.rules as VariantRules];
  if (position.isVariantEnd()) return { kind: 'over', message: `the game is over by the rules of ${title}` };
  if (!position.hasDests()) {
    return { kind: 'over', message: `the game is over: ${us} has no move${position.isCheck() ? ' and is mated' : ''}` };
  }
  const san = plain(written);
  if (san.startsWith('O')) return illegal(`${us} cannot castle here`);
  const drop = DROP.exec(san);
  if (drop !== null) return illegal(dropReason(position, drop[1], drop[2]));
  const match = PIECE.exec(san);
  if (match === null) return illegal('it is not written as a move');
  const role = match[1] === undefined ? 'pawn' : charToRole(match[1].toUpperCase());
  const target = parseSquare(match[4].toLowerCase());
  if (role === undefined || target === undefined) return illegal('it is not written as a move');
  return moveReason(position, role, target, { file: match[2], rank: match[3], promotion: match[5] });
}

interface Given {
  readonly file: string | undefined;
  readonly rank: string | undefined;
  readonly promotion: string | undefined;
}

function moveReason(position: Position, role: Role, target: number, given: Given): VariantReason {
  const context = position.ctx();
  const to = makeSquare(target);
  const isNamed = (square: number): boolean => {
    const name = makeSquare(square);
    return (given.file ?? name.charAt(0)) === name.charAt(0) && (given.rank ?? name.charAt(1)) === name.charAt(1);
  };
  const pieces = [...position.board.pieces(position.turn, role)].filter(isNamed);
  if (pieces.length === 0) return illegal(`${side(position)} has no such ${role}`);
  const aiming = pieces.filter((square) => pseudoDests(position, square, context).has(target));
  if (aiming.length === 0) return illegal(`no ${role} of ${side(position)} can go to ${to}`);
  const able = aiming.filter((square) => position.dests(square, context).has(target));
  if (able.length > 1) {
    const message = `ambiguous between the ${role}s on ${able.map(makeSquare).join(' and ')}`;
    return { kind: 'ambiguous', message };
  }
  if (able.length === 1) {
    if (role !== 'pawn') return illegal(`the ${role} on ${makeSquare(able[0])} cannot promote`);
    return illegal(
      given.promotion === undefined
        ? `the pawn promotes on ${to}`
        : `the pawn on ${makeSquare(able[0])} cannot promote to that piece`,
    );
  }
  return illegal(ruleReason(position, aiming[0], target, context.mustCapture));
}

/** Which rule forbids a move that its piece could make. */
function ruleReason(position: Position, from: number, to: number, mustCapture: boolean): string {
  const us = side(position);
  const piece = `the ${position.board.getRole(from) ?? 'piece'} on ${makeSquare(from)}`;
  if (mustCapture) return `${us} can capture, and in Antichess must`;
  const after = position.clone();
  after.play({ from, to });
  const king = after.board.kingOf(position.turn);
  if (position.rules === 'atomic' && king === undefined) return `${us}'s own king would explode`;
  const isSafe =
    king === undefined || after.kingAttackers(king, opposite(position.turn), after.board.occupied).isEmpty();
  if (position.rules === 'racingkings' && isSafe) return `${piece} would give check, which Racing Kings forbids`;
  return `${us}'s king would be in check`;
}

function dropReason(position: Position, letter: string | undefined, square: string): string {
  const us = side(position);
  const role = charToRole((letter ?? 'P').toUpperCase()) ?? 'pawn';
  const target = parseSquare(square.toLowerCase());
  if (position.pockets === undefined) {
    return `pieces cannot be dropped in ${VARIANT_TITLES[position.rules as VariantRules]}`;
  }
  if (position.pockets[position.turn][role] <= 0) return `${us} has no ${role} in hand`;
  if (target !== undefined && position.board.occupied.has(target)) return `${square} is occupied`;
  if (role === 'pawn' && /[18]$/.test(square)) return 'a pawn cannot be dropped on the first or last rank';
  return `${us}'s king would be in check`;
}
