import type { MavDialect } from './syntax.ts';

/** Number of buckets that win probabilities fall into (Schultz et al., section 2). */
export const BUCKETS = 64;

/** True if a bucket is one of the dialect. */
export const isBucket = (bucket: number, { base }: Pick<MavDialect, 'base'>): boolean =>
  bucket >= base && bucket < base + BUCKETS;

/** The same value from the other side; buckets are flipped and never computed again. */
export const flipped = (bucket: number, { base }: Pick<MavDialect, 'base'>): number => 2 * base + BUCKETS - 1 - bucket;

/** The win probability in the middle of a bucket, 0 to 1. */
export const bucketMiddle = (bucket: number, { base }: Pick<MavDialect, 'base'>): number =>
  (bucket - base + 0.5) / BUCKETS;

/** Win probability of an engine's centipawns (section 2, from lichess.org/page/accuracy), 0 to 1. */
export const winProbability = (centipawns: number): number => 1 / (1 + Math.exp(-0.00368208 * centipawns));

/**
 * The bucket of a win probability (0 to 1), in the numbers of the dialect. A draw falls into the lower middle bucket for both
 * sides; the other side's value of a known bucket is `flipped`, never computed again.
 */
export function bucketOf(probability: number, { base, rounding }: MavDialect): number {
  const index = rounding === 'round' ? Math.round((BUCKETS - 1) * probability) : Math.ceil(BUCKETS * probability) - 1;
  return Math.min(BUCKETS - 1, Math.max(0, index)) + base;
}

/** A bucket as it is written. */
export const bucketToken = (bucket: number, { token }: MavDialect): string =>
  token === 'ctrl' ? `<ctrl${bucket}>` : `<val_${bucket}>`;
