import { readFileSync } from 'node:fs';

/** Values of SciPy and NumPy that the statistics are held against; the file's `note` says how they were made. */
export interface ScipyValues {
  readonly kendall: readonly {
    readonly x: readonly number[];
    readonly y: readonly number[];
    readonly tauB: number;
    readonly p: number;
  }[];
  /** Pairs of argument and value, as the next two. */
  readonly upperTail: readonly (readonly [number, number])[];
  readonly normalQuantile: readonly (readonly [number, number])[];
  readonly ranks: { readonly values: readonly number[]; readonly ranks: readonly number[] };
  readonly quantiles: { readonly sorted: readonly number[]; readonly at: readonly (readonly [number, number])[] };
  readonly signFlip: { readonly differences: readonly number[]; readonly p: number };
}

export const scipy = (): ScipyValues =>
  JSON.parse(readFileSync('test/fixtures/stats/scipy.json', 'utf8')) as ScipyValues;
