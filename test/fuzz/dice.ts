import { seeded } from '../../src/core/base/random.ts';

/** Chance, repeatable: the same seed throws the same numbers. */
export class Dice {
  readonly #generator: ReturnType<typeof seeded>;

  constructor(seed: number) {
    this.#generator = seeded(seed);
  }

  /** A whole number from 0 to `n` - 1. */
  below(n: number): number {
    return (this.#generator.next() >>> 0) % n;
  }

  /** True once in `n` times. */
  once(n: number): boolean {
    return this.below(n) === 0;
  }

  pick<T>(list: ArrayLike<T>): T {
    return list[this.below(list.length)];
  }
}

/** The seed of one case of a run, so that each can be had again alone. */
export const caseSeed = (seed: number, index: number): number => Math.imul(seed ^ 0x5bd1e995, 0x9e3779b1) ^ index;
