import { plural } from '../base/text/plural.ts';
import type { SquareBlame } from './blame.ts';
import type { ComparisonError, StaleSummary } from './comparison.ts';
import { FIELD_NAMES } from './fen-reading.ts';
import type { Lag } from './lag.ts';
import type { OpeningFallback } from './opening-fallback.ts';

const ROLES: Readonly<Record<string, string>> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};

/** A FEN letter in words: `white knight`. Other stones are as they are written. */
export const pieceName = (letter: string): string =>
  Object.hasOwn(ROLES, letter.toLowerCase())
    ? `${letter === letter.toUpperCase() ? 'white' : 'black'} ${roleName(letter)}`
    : letter;

/** `knight` for the letter of a piece of either color. */
export const roleName = (letter: string): string => ROLES[letter.toLowerCase()] ?? letter;

/** `f6 knight: true until 8...Ne4`, `d4 empty: never true`. */
export function blameText({ square, predicted, ply, move }: SquareBlame): string {
  const content = predicted === null ? 'empty' : roleName(predicted);
  if (ply === null) return `${square} ${content}: never true`;
  return `${square} ${content}: true until ${move ?? `ply ${ply + 1}`}`;
}

/** `5 stale squares, 1 never true; oldest missed move 8...Ne4`. Empty when no square is wrong. */
export function staleText({ stale, neverTrue, oldestMissed }: StaleSummary): string {
  const parts: string[] = [];
  if (stale > 0) parts.push(plural(stale, 'stale square'));
  if (neverTrue > 0) parts.push(`${neverTrue} never true`);
  const missed =
    oldestMissed === null ? '' : `; oldest missed move ${oldestMissed.move ?? `at ply ${oldestMissed.ply}`}`;
  return parts.join(', ') + missed;
}

const SMALL = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'] as const;

/** A number, small ones in words, with its noun. */
const counted = (n: number, one: string, several: string): string => `${SMALL[n] ?? n} ${n === 1 ? one : several}`;

const plies = (n: number): string => counted(n, 'ply', 'plies');

/** `matches the position two plies earlier`; undefined when the asked position is the nearest one. */
export function lagText({ pliesEarlier, squaresWrong, sideToMove }: Lag): string | undefined {
  if (pliesEarlier <= 0) return undefined;
  const where = `the position ${plies(pliesEarlier)} earlier`;
  if (squaresWrong > 0) return `nearest to ${where} (${counted(squaresWrong, 'square', 'squares')} different)`;
  return sideToMove ? `matches ${where}` : `matches the board of ${where}`;
}

/** `opening fallback: the start position`. */
export function fallbackText({ plies: depth, ownGame }: OpeningFallback): string {
  if (depth === 0) return 'opening fallback: the start position';
  const where = ownGame ? 'this game' : 'another opening';
  return `opening fallback: a position of ${where} after ${plies(depth)}`;
}

/** One mistake in words: `white knight on f3 should be on e5`, `castling rights KQkq, true kq`. */
export function errorText(error: ComparisonError): string {
  switch (error.kind) {
    case 'phantom':
      return `${pieceName(error.predicted)} on ${error.square} does not exist`;
    case 'missing':
      return `${pieceName(error.actual)} on ${error.square} is missing`;
    case 'misplaced':
      return `${pieceName(error.predicted)} on ${error.square} should be on ${error.to}`;
    case 'swapped':
      return error.with === undefined
        ? `${pieceName(error.predicted)} on ${error.square} should be a ${pieceName(error.actual)}`
        : `${pieceName(error.predicted)} on ${error.square} and ${pieceName(error.actual)} on ${error.with} are swapped`;
    default: {
      const name = FIELD_NAMES[error.kind];
      if (error.predicted === null) return `${name} missing, true ${error.actual}`;
      const note = error.harmless === true ? ' (without effect)' : '';
      return `${name} ${error.predicted}, true ${error.actual}${note}`;
    }
  }
}
