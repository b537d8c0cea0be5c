import type { Comparison } from './comparison.ts';

/** Default decimals of scores. */
export const SCORE_DIGITS = 2;

/** Method of a score, as far as it is displayed. */
export interface ScoreFormat {
  /** Decimals, 1 or more; default 2. */
  readonly digits?: number | undefined;
  /** True for an estimate, which is never displayed as a bare 0 or 1. */
  readonly estimate?: boolean;
  /** Standard error of an estimate; it is displayed after `±`. */
  readonly standardError?: number;
}

/**
 * Formats a score 0..1 for lens, hover, compare view and reports: `0` and `1` only when exactly so, else `<0.01`,
 * `>0.99` or two decimals (with four digits `0.9931`, and `>0.9999`); an estimate with its standard error, `0.42
 * ±0.01`.
 */
export function formatScore(
  score: number,
  { estimate = false, standardError, digits = SCORE_DIGITS }: ScoreFormat = {},
): string {
  const isEnd = !estimate && (score === 0 || score === 1);
  const text = isEnd ? String(score) : formatOpen(score, digits);
  return standardError === undefined ? text : `${text} ±${formatError(standardError, digits)}`;
}

/** Returns the format of the score of a comparison at a depth, counted from 0. */
export function scoreFormat(
  { exactDepths, samples, standardError }: Pick<Comparison, 'exactDepths' | 'samples' | 'standardError'>,
  which: 'p' | 'r',
  depth: number,
): ScoreFormat {
  if (samples === null || depth < exactDepths) return {};
  const error = standardError?.[which][depth];
  return { estimate: true, ...(error !== undefined && { standardError: error }) };
}

function formatOpen(score: number, digits: number): string {
  const least = (10 ** -digits).toFixed(digits);
  const most = (1 - 10 ** -digits).toFixed(digits);
  if (score < Number(least)) return `<${least}`;
  if (score > Number(most)) return `>${most}`;
  return score.toFixed(digits);
}

function formatError(error: number, digits: number): string {
  const least = (10 ** -digits).toFixed(digits);
  return error < Number(least) ? `<${least}` : error.toFixed(digits);
}

/** Returns a whole number in subscript digits: `₄`. */
export const subscript = (n: number): string =>
  Array.from(String(n), (digit) => String.fromCharCode(0x2080 + Number(digit))).join('');
