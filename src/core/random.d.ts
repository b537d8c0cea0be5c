import type { JumpableRandomGenerator } from 'pure-rand/types/JumpableRandomGenerator';
/**
 * The generator behind every seeded result. The seed is spread over the whole state by splitmix32: seeded with a small
 * number alone, the first outputs of xoroshiro128+ are nearly the same for all seeds, which biased estimates.
 */
export declare function seeded(seed: number): JumpableRandomGenerator;
//# sourceMappingURL=random.d.ts.map