import { normalizeMove, type Position, pseudoDests } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { parseSan } from 'chessops/san';
import type { Move, Role, Rules } from 'chessops/types';
import { charToRole, makeSquare, opposite, parseSquare, parseUci } from 'chessops/util';
import { defaultPosition, setupPosition } from 'chessops/variant';
import { distance } from 'fastest-levenshtein';
import { err, ok, type Result } from '../base/result.ts';
import { isForeignVariant, plainVariantName } from './chess/chess-variants.ts';

/** Variants whose rules are chessops'. */
export type VariantRules = Exclude<Rules, 'chess'>;

export const VARIANT_TITLES: Readonly<Record<VariantRules, string>> = {
  antichess: 'Antichess',
  kingofthehill: 'King of the Hill',
  '3check': 'Three-check',
  atomic: 'Atomic',
  horde: 'Horde',
  racingkings: 'Racing Kings',
  crazyhouse: 'Crazyhouse',
};

/**
 * Names that sites and programs write, in lower case without spaces and signs, and without the suffixes `chess` and
 * `960`.
 */
const NAMES: ReadonlyMap<string, VariantRules> = new Map<string, VariantRules>([
  ['anti', 'antichess'],
  ['antichess', 'antichess'],
  ['kingofthehill', 'kingofthehill'],
  ['koth', 'kingofthehill'],
  ['threecheck', '3check'],
  ['threechecks', '3check'],
  ['3check', '3check'],
  ['3checks', '3check'],
  ['atomic', 'atomic'],
  ['atom', 'atomic'],
  ['horde', 'horde'],
  ['racingkings', 'racingkings'],
  ['racing', 'racingkings'],
  ['race', 'racingkings'],
  ['crazyhouse', 'crazyhouse'],
  ['house', 'crazyhouse'],
  ['zh', 'crazyhouse'],
]);

/** Returns the variant that the value of a Variant tag means; undefined for others. */
export function variantNamed(value: string): VariantRules | undefined {
  const name = plainVariantName(value).replace(/960$/, '');
  return NAMES.get(name) ?? NAMES.get(name.replace(/chess$/, ''));
}

const REFUSALS: Readonly<Record<string, string>> = {
  ERR_FEN: 'it has no FEN fields that can be read',
  ERR_BOARD: 'the piece placement does not describe 8 ranks of 8 squares',
  ERR_POCKETS: 'the pieces in hand cannot be read',
  ERR_TURN: 'the side to move is neither w nor b',
  ERR_CASTLING: 'the castling field is malformed',
  ERR_EP_SQUARE: 'the en passant field names no square',
  ERR_REMAINING_CHECKS: 'the remaining checks cannot be read',
  ERR_HALFMOVES: 'the halfmove clock is not a number of at most four digits',
  ERR_FULLMOVES: 'the fullmove number is not a number of at most four digits',
  ERR_EMPTY: 'the board is empty',
  ERR_KINGS: 'it does not have the kings that the variant needs',
  ERR_OPPOSITE_CHECK: 'the side not to move is in check',
  ERR_PAWNS_ON_BACKRANK: 'a pawn stands on the first or last rank',
  ERR_VARIANT: 'the variant has no such position',
};

/**
 * Returns the start of a game of a variant: that of a FEN, which may have pieces in hand (`[Qp]` or a ninth rank),
 * promoted pieces (`Q~`) and checks (`3+2`, `+0+1`), otherwise the variant's own. The error is the reason why there is
 * none.
 */
export function variantStart(rules: VariantRules, fen: string | undefined): Result<Position, string> {
  if (fen === undefined) return ok(defaultPosition(rules));
  const setup = parseFen(fen.trim());
  if (setup.isErr) return err(REFUSALS[setup.error.message] ?? setup.error.message);
  const position = setupPosition(rules, setup.value);
  return position.isErr ? err(REFUSALS[position.error.message] ?? position.error.message) : ok(position.value);
}

const TITLES: readonly string[] = ['Standard', 'Chess960', 'From Position', ...Object.values(VARIANT_TITLES)];

/** Returns the title of the variant that a misspelled name probably means; undefined if none is close. */
export function closestVariant(value: string): string | undefined {
  const name = plainVariantName(value);
  if (name.length < 4 || name.length > 30 || isForeignVariant(value)) return undefined;
  const near = TITLES.filter((title) => distance(plainVariantName(title), name) <= (name.length < 6 ? 1 : 2));
  return near.length === 1 ? near[0] : undefined;
}

/** Reason why a move cannot be played, for people. */
export interface VariantReason {
  /** `over`: the game has ended before it. */
  readonly kind: 'illegal' | 'ambiguous' | 'over';
  readonly message: string;
}

/** Returns a move in export format without check signs, which are not judged here. */
function plainSan(written: string): string {
  const bare = written.replace(/[+#]+$/, '').replace(/e\.?p\.?$/, '');
  return /^[0o]-?[0o](?:-?[0o])?$/i.test(bare) ? (bare.replace(/-/g, '').length === 2 ? 'O-O' : 'O-O-O') : bare;
}

/**
 * Returns the legal move that a text means, in SAN or as source and target squares; undefined if it means none, or
 * several.
 */
export function variantMove(position: Position, written: string): Move | undefined {
  const san = plainSan(written);
  const move = parseSan(position, san);
  if (move !== undefined) return move;
  const named = parseUci(san.replace('-', '').toLowerCase());
  if (named === undefined || 'role' in named) return undefined;
  const normal = normalizeMove(position, named);
  return position.isLegal(normal) ? normal : undefined;
}

/** Returns the position after a null move. */
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

/** Returns the reason why a position allows no such move, or more than one. Call it after `variantMove` found none. */
export function variantReason(position: Position, written: string): VariantReason {
  const us = side(position);
  const title = VARIANT_TITLES[position.rules as VariantRules];
  if (position.isVariantEnd()) return { kind: 'over', message: `the game is over by the rules of ${title}` };
  if (!position.hasDests()) {
    return { kind: 'over', message: `the game is over: ${us} has no move${position.isCheck() ? ' and is mated' : ''}` };
  }
  const san = plainSan(written);
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

interface MoveHint {
  readonly file: string | undefined;
  readonly rank: string | undefined;
  readonly promotion: string | undefined;
}

function moveReason(position: Position, role: Role, target: number, given: MoveHint): VariantReason {
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

/** Returns the rule that forbids a move that its piece could make. */
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
