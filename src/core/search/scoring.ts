import type { MavDialect } from '../mav/syntax.ts';
import { BUCKETS, bucketMiddle, isBucket } from '../mav/values.ts';
import type { BucketChances } from './world-model.ts';

/** A token that may stand at a place, with the natural logarithm of its probability. */
export interface TokenChance {
  readonly token: string;
  readonly logprob: number;
}

/** A token of an answer, with what might have stood in its place. */
export interface ScoredToken {
  readonly token: string;
  readonly top: readonly TokenChance[];
}

/** Value read from the token probabilities of one MAV value. */
export interface BucketScore {
  /** Win probability, 0 to 1. */
  readonly value: number;
  /** Share of the probability that lies on tokens of buckets; the rest is on other tokens, or on those that the server did not tell. */
  readonly mass: number;
  /** Shares of the buckets among that mass, the lowest bucket first. */
  readonly shares: Float64Array;
}

const NUMBER = /^\s*<?(?:ctrl|val_?)?(\d+)>?\s*$/i;

/**
 * Scores a value by the probabilities of its token: `max` is the likeliest bucket, `mean` the expectation over those that are known
 * (Schultz et al., section 2). Undefined where no bucket is among them.
 */
export function bucketScore(
  chances: readonly TokenChance[],
  scoring: 'max' | 'mean',
  dialect: MavDialect,
): BucketScore | undefined {
  const shares = new Float64Array(BUCKETS);
  let mass = 0;
  for (const { token, logprob } of chances) {
    const digits = NUMBER.exec(token)?.[1];
    const bucket = digits === undefined ? undefined : Number(digits);
    if (bucket === undefined || !isBucket(bucket, dialect)) continue;
    const chance = Math.exp(logprob);
    shares[bucket - dialect.base]! += chance;
    mass += chance;
  }
  if (mass <= 0) return undefined;
  let value = 0;
  let likeliest = 0;
  for (let i = 0; i < BUCKETS; i++) {
    const share = shares[i]! / mass;
    shares[i] = share;
    value += share * bucketMiddle(i + dialect.base, dialect);
    if (share > shares[likeliest]!) likeliest = i;
  }
  return { value: scoring === 'mean' ? value : bucketMiddle(likeliest + dialect.base, dialect), mass, shares };
}

/** Returns the part of a score that a node keeps: shares to four digits. */
export function chancesOf({ mass, shares }: BucketScore): BucketChances {
  const known: (readonly [number, number])[] = [];
  shares.forEach((share, bucket) => {
    if (share > 0) known.push([bucket, Number(share.toPrecision(4))]);
  });
  return { mass: Number(mass.toPrecision(4)), shares: known };
}

/**
 * Finds the token in which the number of a value stands; undefined where its digits are several tokens, or where the
 * tokens are not those of the text.
 *
 * @param tokens the tokens of the answer, in order
 * @param at offset of the value in the answer
 * @param text the value as it is written
 */
export function tokenOfValue(tokens: readonly ScoredToken[], at: number, text: string): ScoredToken | undefined {
  const digit = text.search(/\d/);
  if (digit < 0) return undefined;
  const digits = /^\d+/.exec(text.slice(digit))?.[0];
  let end = 0;
  for (const token of tokens) {
    end += token.token.length;
    if (end > at + digit) return NUMBER.exec(token.token)?.[1] === digits ? token : undefined;
  }
  return undefined;
}
