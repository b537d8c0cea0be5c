/**
 * Values that come in clusters (several predictions of one game), as the sums that a mean needs: values of one cluster
 * hang together, so the clusters, not the values, are what can be drawn again.
 */
export interface Clusters {
  /** Per cluster, the number of its values; 1 or more. */
  readonly sizes: Float64Array;
  /** Per cluster, the sum of its values. */
  readonly sums: Float64Array;
}

/** Which values belong together; made once, it sums many columns of values. */
export class Clustering {
  /** Number of clusters. */
  readonly count: number;
  readonly #places: Uint32Array;
  readonly #sizes: Float64Array;

  /** @param keys equal keys are one cluster; clusters are in the order in which keys first appear */
  constructor(keys: ArrayLike<number | string>) {
    const places = new Map<number | string, number>();
    this.#places = new Uint32Array(keys.length);
    for (let i = 0; i < keys.length; i++) {
      const place = places.get(keys[i]) ?? places.size;
      places.set(keys[i], place);
      this.#places[i] = place;
    }
    this.count = places.size;
    this.#sizes = new Float64Array(this.count);
    for (const place of this.#places) this.#sizes[place]++;
  }

  /** The sums of a column, whose values are in the order of the keys. */
  of(values: ArrayLike<number>): Clusters {
    return this.sum((i) => values[i]);
  }

  /** The sums of what `value` gives for each place among the keys; no column of values is made. */
  sum(value: (place: number) => number): Clusters {
    const sums = new Float64Array(this.count);
    for (let i = 0; i < this.#places.length; i++) sums[this.#places[i]] += value(i);
    return { sizes: this.#sizes, sums };
  }
}

/** Sums values by the cluster that each belongs to. */
export const clustersOf = (values: ArrayLike<number>, keys: ArrayLike<number | string>): Clusters =>
  new Clustering(keys).of(values);

/** The mean of all values; undefined for none. */
export function clusteredMean({ sizes, sums }: Clusters): number | undefined {
  if (sizes.length === 0) return undefined;
  let [n, sum] = [0, 0];
  for (let c = 0; c < sizes.length; c++) {
    n += sizes[c];
    sum += sums[c];
  }
  return sum / n;
}

/**
 * The standard error of the mean of all values that allows for the clusters, however alike the values of one are: the
 * linearised ratio estimator (W. G. Cochran, 1977, "Sampling techniques", section 6.3), which for clusters of one value
 * is that of the plain mean. Undefined for fewer than two clusters.
 */
export function clusteredError(clusters: Clusters): number | undefined {
  const { sizes, sums } = clusters;
  const count = sizes.length;
  const mean = clusteredMean(clusters);
  if (mean === undefined || count < 2) return undefined;
  let [n, squares] = [0, 0];
  for (let c = 0; c < count; c++) {
    n += sizes[c];
    squares += (sums[c] - mean * sizes[c]) ** 2;
  }
  return Math.sqrt((squares * count) / (count - 1)) / n;
}
