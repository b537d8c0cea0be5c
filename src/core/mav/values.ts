/** How values are written. */
export interface MavDialect {
  /** The lowest bucket: 1 as published, or 0. */
  readonly base: 0 | 1;
}

export const PUBLISHED_DIALECT: MavDialect = { base: 1 };

/** Number of buckets that win probabilities fall into (Schultz et al., section 2). */
export const BUCKETS = 64;

/** Whether a bucket is one of the dialect. */
export const isBucket = (bucket: number, { base }: MavDialect): boolean => bucket >= base && bucket < base + BUCKETS;

/** The same value from the other side; buckets are flipped and never computed anew. */
export const flipped = (bucket: number, { base }: MavDialect): number => 2 * base + BUCKETS - 1 - bucket;

/** The win probability in the middle of a bucket, 0 to 1. */
export const bucketMiddle = (bucket: number, { base }: MavDialect): number => (bucket - base + 0.5) / BUCKETS;

/** Win probability of an engine's centipawns (section 2, from lichess.org/page/accuracy), 0 to 1. */
export const winProbability = (centipawns: number): number => 1 / (1 + Math.exp(-0.00368208 * centipawns));

/** The bucket of a win probability: its share of 64, rounded up, at least the first. */
export const bucketOf = (probability: number, { base }: MavDialect): number =>
  Math.min(BUCKETS, Math.max(1, Math.ceil(BUCKETS * probability))) - 1 + base;
