import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plusFromState } from 'pure-rand/generator/xoroshiro128plus';
import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';

/**
 * Returns the generator for every seeded result. The seed is spread over the whole state by splitmix32: seeded with a
 * small number alone, the first outputs of xoroshiro128+ are nearly the same for all seeds, which biased estimates.
 */
export function seeded(seed: number): JumpableRandomGenerator {
  let stream = seed | 0;
  const word = (): number => {
    stream = (stream + 0x9e3779b9) | 0;
    let z = stream;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  return xoroshiro128plusFromState([word(), word(), word(), word()]);
}

/** Returns the items in a random order, all orders equally likely (Fisher and Yates). */
export function shuffled<T>(items: readonly T[], random: RandomGenerator): T[] {
  const order = [...items];
  for (let i = order.length - 1; i > 0; i--) {
    const j = uniformInt(random, 0, i);
    [order[i], order[j]] = [order[j] as T, order[i] as T];
  }
  return order;
}
