/**
 * P-values corrected for the number of tests by Holm's step-down method (S. Holm, 1979, "A simple sequentially rejective
 * multiple test procedure"), in the order given. A test is significant at a level when its corrected value is at most
 * that level; the chance of any false finding in the family then stays below it, whatever the tests share.
 *
 * @param pValues 0..1 each
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const n = pValues.length;
  const ascending = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  const adjusted = [...pValues];
  let least = 0;
  for (const [rank, [i, p]] of ascending.entries()) {
    least = Math.max(least, Math.min(1, (n - rank) * p));
    adjusted[i] = least;
  }
  return adjusted;
}
