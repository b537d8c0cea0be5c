/**
 * The quantile of ascending values, with linear interpolation between neighbours (type 7 of Hyndman and Fan, 1996; the
 * default of R and NumPy). Undefined for no values.
 *
 * @param sorted ascending
 * @param q 0..1
 */
export function quantile(sorted: ArrayLike<number>, q: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const place = Math.max(0, Math.min(1, q)) * (sorted.length - 1);
  const below = Math.floor(place);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (place - below);
}

/** Ranks from 1 up, in ascending order; equal values share the mean of their ranks. */
export function averageRanks(values: ArrayLike<number>): number[] {
  const order = Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[a]! - values[b]!);
  const ranks: number[] = Array.from({ length: values.length }, () => 0);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to]!] === values[order[from]!]) to++;
    for (let i = from; i < to; i++) ranks[order[i]!] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}
