import type { Position } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import type { Rules } from 'chessops/types';
import { defaultPosition, setupPosition } from 'chessops/variant';
import { err, ok, type Result } from '../../base/result.ts';

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

/** Names that sites and programs write, in small letters without blanks and signs, and without `chess` and `960` behind. */
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

/** The variant that the value of a Variant tag means; undefined when it is none of these. */
export function variantNamed(value: string): VariantRules | undefined {
  const name = value
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/960$/, '');
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
 * The start of a game of a variant: that of a FEN, which may have pieces in hand (`[Qp]` or a ninth rank), promoted
 * pieces (`Q~`) and checks (`3+2`, `+0+1`), else the variant's own. Else why there is none.
 */
export function variantStart(rules: VariantRules, fen: string | undefined): Result<Position, string> {
  if (fen === undefined) return ok(defaultPosition(rules));
  const setup = parseFen(fen.trim());
  if (setup.isErr) return err(REFUSALS[setup.error.message] ?? setup.error.message);
  const position = setupPosition(rules, setup.value);
  return position.isErr ? err(REFUSALS[position.error.message] ?? position.error.message) : ok(position.value);
}
