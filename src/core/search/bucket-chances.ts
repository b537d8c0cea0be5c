import { t } from '../base/text/l10n.ts';
import type { MavDialect } from '../mav/syntax.ts';
import { BUCKETS, bucketMiddle, isBucket } from '../mav/values.ts';
import { formatScore } from '../metrics/score-format.ts';
import type { BucketChances } from './world-model.ts';

/** Candidate token of a position, with the natural logarithm of its probability. */
export interface TokenChance {
  readonly token: string;
  readonly logprob: number;
}

/** Token of an answer, with the alternatives in its place. */
export interface ScoredToken {
  readonly token: string;
  readonly top: readonly TokenChance[];
}

/** Value read from the token probabilities of one MAV value. */
export interface BucketScore {
  /** Win probability, 0 to 1. */
  readonly value: number;
  /** Share of the probability on tokens of buckets; the rest is on other tokens, or on those that the server did not send. */
  readonly mass: number;
  /** Shares of the buckets in that mass, the lowest bucket first. */
  readonly shares: Float64Array;
}

const NUMBER = /^\s*<?(?:ctrl|val_?)?(\d+)>?\s*$/i;

/**
 * Scores a value by the probabilities of its token: `max` is the likeliest bucket, `mean` the expectation over the
 * known ones (Schultz et al., section 2). Undefined where no bucket is known.
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
export function toBucketChances({ mass, shares }: BucketScore): BucketChances {
  const known: (readonly [number, number])[] = [];
  shares.forEach((share, bucket) => {
    if (share > 0) known.push([bucket, Number(share.toPrecision(4))]);
  });
  return { mass: Number(mass.toPrecision(4)), shares: known };
}

/**
 * Finds the token that holds the number of a value; undefined where its digits are several tokens, or where the tokens
 * are not those of the text.
 *
 * @param tokens the tokens of the answer, in order
 * @param at offset of the value in the answer
 * @param text the value as written
 */
export function findValueToken(tokens: readonly ScoredToken[], at: number, text: string): ScoredToken | undefined {
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

/** Returns the shares of all buckets, the lowest first; 0 for unknown ones. */
export function bucketShares({ shares }: BucketChances): readonly number[] {
  const all = new Array<number>(BUCKETS).fill(0);
  for (const [bucket, share] of shares) all[bucket] = share;
  return all;
}

/** Returns the likeliest bucket, from 0; -1 where none is known. */
export function likeliestBucket({ shares }: BucketChances): number {
  let best = -1;
  let highest = 0;
  for (const [bucket, share] of shares)
    if (share > highest) {
      best = bucket;
      highest = share;
    }
  return best;
}

/** Returns the expected win probability over the known buckets, by their middles. */
export const expectedValue = ({ shares }: BucketChances): number =>
  shares.reduce((sum, [bucket, share]) => sum + (share * (bucket + 0.5)) / BUCKETS, 0);

/** Formats a distribution: `likeliest 0.71 to 0.73 (share 0.42), mean 0.68; 0.97 of the probability mass is known`. */
export function chancesWords(chances: BucketChances): string {
  const bucket = likeliestBucket(chances);
  const mass = t('{0} of the probability mass is known', formatScore(chances.mass));
  if (bucket < 0) return mass;
  const share = chances.shares.find(([other]) => other === bucket)?.[1] ?? 0;
  const [from, to] = [bucket / BUCKETS, (bucket + 1) / BUCKETS];
  return t('likeliest {from} to {to} (share {share}), mean {mean}; {mass}', {
    from: from.toFixed(2),
    to: to.toFixed(2),
    share: formatScore(share),
    mean: expectedValue(chances).toFixed(2),
    mass,
  });
}
