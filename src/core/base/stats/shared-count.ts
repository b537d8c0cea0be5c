/**
 * A sum of shares as a count: what adds up to a whole number but for rounding is one. Answers that differ although they share a prompt
 * count as parts of one, so that counts and rates say the same.
 */
export const sharedCount = (sum: number): number => Math.round(sum * 1e6) / 1e6;

/** A count that may have a part: `1,204`, `0.67`. */
export const countText = (count: number): string =>
  count.toLocaleString('en', count < 1 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 });
