/**
 * P-values corrected for the number of tests by Holm's step-down method (S. Holm, 1979, "A simple sequentially rejective
 * multiple test procedure"), in the order given. A test is significant at a level when its corrected value is at most
 * that level; the chance of any false finding in the family then stays below it, whatever the tests share.
 *
 * @param pValues 0..1 each
 */
export function holmAdjusted(pValues: readonly number[]): number[] {
  const n = pValues.length;
  const order = Array.from(pValues.keys()).sort((a, b) => pValues[a] - pValues[b]);
  const adjusted = [...pValues];
  let least = 0;
  for (const [rank, i] of order.entries()) {
    least = Math.max(least, Math.min(1, (n - rank) * pValues[i]));
    adjusted[i] = least;
  }
  return adjusted;
}
