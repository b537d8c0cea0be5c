/** How MAV is written where its sources differ, or say nothing. What is read does not depend on `token` and `header`. */
export interface MavDialect {
  /** The lowest bucket: 1 as published, or 0. */
  readonly base: 0 | 1;
  /** The token of a bucket: `<ctrl28>` as published, or `<val_28>`. Both are read. */
  readonly token: 'ctrl' | 'val';
  /** The bucket of a probability p: `ceil` is max(1, ceil(64 p)) of the buckets from 1 on, `round` is round(63 p) of those from 0 on. */
  readonly rounding: 'ceil' | 'round';
  /** The header of an example: `<mav game=chess> ... </mav>` as published, or `<|chess|> ...`. Both are read. */
  readonly header: 'mav' | 'token';
  /**
   * An action of Connect Four: `player` is `x3`, the player and the column from 0 on; `digit0` the column alone from 0 on, `digit1`
   * from 1 on. `x3` is read in all of them, and a digit alone is a column from 0 on unless it is `digit1`.
   */
  readonly discs: 'player' | 'digit0' | 'digit1';
  /** Whether all eleven digits of a native chess state are read (`writeNative`); else the last three, the fullmove number. */
  readonly strictMeta: boolean;
}

export const PUBLISHED_DIALECT: MavDialect = {
  base: 1,
  token: 'ctrl',
  rounding: 'ceil',
  header: 'mav',
  discs: 'player',
  strictMeta: false,
};

/** Whether two dialects read a text as the same states and actions; what values mean may differ. */
export const readsAlike = (a: MavDialect, b: MavDialect): boolean =>
  a.discs === b.discs && a.strictMeta === b.strictMeta;

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

/**
 * The bucket of a win probability (0 to 1), in the numbers of the dialect. A draw falls into the lower middle bucket for both
 * sides; the other side's value of a known bucket is `flipped`, never computed anew.
 */
export function bucketOf(probability: number, { base, rounding }: MavDialect): number {
  const index = rounding === 'round' ? Math.round((BUCKETS - 1) * probability) : Math.ceil(BUCKETS * probability) - 1;
  return Math.min(BUCKETS - 1, Math.max(0, index)) + base;
}

/** A bucket as it is written. */
export const bucketToken = (bucket: number, { token }: MavDialect): string =>
  token === 'ctrl' ? `<ctrl${bucket}>` : `<val_${bucket}>`;
