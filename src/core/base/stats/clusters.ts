/**
 * Values that come in clusters (several predictions of one game), as the sums that a mean needs: values of one cluster
 * are not independent, so the clusters, not the values, are the units of resampling.
 */
export interface Clusters {
  /** Sum of the weights of the values of each cluster; above 0. */
  readonly sizes: Float64Array;
  /** Sum of the values of each cluster, each times its weight. */
  readonly sums: Float64Array;
}

/** Sums of several columns of values, added row by row. */
export class ClusterSums {
  readonly #width: number;
  readonly #clusters = new Map<number | string, number>();
  #lastKey: number | string | undefined;
  #last = 0;
  #sizes: Float64Array = new Float64Array(16);
  /** Sums, those of one cluster side by side. */
  #sums: Float64Array;

  /** @param width number of columns */
  constructor(width: number) {
    this.#width = width;
    this.#sums = new Float64Array(16 * width);
  }

  /** Number of clusters. */
  get count(): number {
    return this.#clusters.size;
  }

  /**
   * Adds a row to the cluster of a key, in the order in which keys first appear. Returns the index at which its values,
   * times the weight, are to be added.
   */
  row(key: number | string, weight = 1): number {
    // Consecutive values are mostly of one cluster.
    if (key !== this.#lastKey) {
      this.#last = this.#clusters.get(key) ?? this.#newCluster(key);
      this.#lastKey = key;
    }
    this.#sizes[this.#last]! += weight;
    return this.#last * this.#width;
  }

  /** Adds a value of a column to the cluster of a row. */
  add(row: number, column: number, value: number): void {
    this.#sums[row + column]! += value;
  }

  /** Returns all columns, which share their sizes. */
  columns(): Clusters[] {
    const sizes = this.#sizes.slice(0, this.count);
    const columns = Array.from({ length: this.#width }, () => new Float64Array(sizes.length));
    for (let c = 0, at = 0; c < sizes.length; c++) {
      for (const column of columns) column[c] = this.#sums[at++]!;
    }
    return columns.map((sums) => ({ sizes, sums }));
  }

  #newCluster(key: number | string): number {
    const place = this.#clusters.size;
    this.#clusters.set(key, place);
    if (place === this.#sizes.length) {
      this.#sizes = doubled(this.#sizes);
      this.#sums = doubled(this.#sums);
    }
    return place;
  }
}

function doubled(values: Float64Array): Float64Array {
  const more = new Float64Array(2 * values.length);
  more.set(values);
  return more;
}

/**
 * Returns the number of clusters of one size that carry as much information as these (L. Kish, 1965, "Survey
 * sampling"): their number if all have one size, fewer if a few hold most of the values.
 */
export function effectiveClusters({ sizes }: Clusters): number {
  let [sum, squares] = [0, 0];
  for (const size of sizes) {
    sum += size;
    squares += size * size;
  }
  return squares === 0 ? 0 : (sum * sum) / squares;
}

/** Returns the mean of all values; undefined for none. */
export function clusteredMean({ sizes, sums }: Clusters): number | undefined {
  if (sizes.length === 0) return undefined;
  let [n, sum] = [0, 0];
  for (let c = 0; c < sizes.length; c++) {
    n += sizes[c]!;
    sum += sums[c]!;
  }
  return sum / n;
}

/**
 * Returns the standard error of the mean of all values that allows for any correlation within clusters: the linearized
 * ratio estimator (W. G. Cochran, 1977, "Sampling techniques", section 6.3), which for clusters of one value is that of
 * the plain mean. Undefined for fewer than two clusters.
 */
export function clusteredError(clusters: Clusters): number | undefined {
  const { sizes, sums } = clusters;
  const count = sizes.length;
  const mean = clusteredMean(clusters);
  if (mean === undefined || count < 2) return undefined;
  let [n, squares] = [0, 0];
  for (let c = 0; c < count; c++) {
    n += sizes[c]!;
    squares += (sums[c]! - mean * sizes[c]!) ** 2;
  }
  return Math.sqrt((squares * count) / (count - 1)) / n;
}
