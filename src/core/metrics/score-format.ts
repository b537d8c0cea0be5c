import type { Comparison } from './comparison.ts';

/** The method of a score, as far as it is displayed. */
export interface ScoreFormat {
  /** True if the score is an estimate; a bare 0 or 1 is then never claimed. */
  readonly estimate?: boolean;
  /** Standard error of an estimate; it is shown behind `±`. */
  readonly standardError?: number;
}

/**
 * A score 0..1 as lens, hover, compare view and reports write it: `0` and `1` only when exactly so, else `<0.01`,
 * `>0.99` or two decimals; an estimate with its standard error, `0.42 ±0.01`.
 */
export function formatScore(score: number, { estimate = false, standardError }: ScoreFormat = {}): string {
  const text = estimate ? formatOpen(score) : score === 0 ? '0' : score === 1 ? '1' : formatOpen(score);
  return standardError === undefined ? text : `${text} ±${formatError(standardError)}`;
}

/** How the score of a comparison at a depth, from 0, is displayed. */
export function scoreFormat(
  { exactDepths, samples, standardError }: Pick<Comparison, 'exactDepths' | 'samples' | 'standardError'>,
  which: 'p' | 'r',
  depth: number,
): ScoreFormat {
  if (samples === null || depth < exactDepths) return {};
  const error = standardError?.[which][depth];
  return { estimate: true, ...(error !== undefined && { standardError: error }) };
}

function formatOpen(score: number): string {
  if (score < 0.01) return '<0.01';
  if (score > 0.99) return '>0.99';
  return score.toFixed(2);
}

const formatError = (error: number): string => (error < 0.01 ? '<0.01' : error.toFixed(2));

/** A whole number in subscript digits: `₄`. */
export const subscript = (n: number): string =>
  Array.from(String(n), (digit) => String.fromCharCode(0x2080 + Number(digit))).join('');
