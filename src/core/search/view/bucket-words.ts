import { t } from '../../base/text/l10n.ts';
import { BUCKETS } from '../../mav/values.ts';
import { formatScore } from '../../metrics/score-format.ts';
import type { BucketChances } from '../world-model.ts';

/** The shares of all buckets, the lowest first; those that are not known have none. */
export function bucketShares({ shares }: BucketChances): readonly number[] {
  const all = new Array<number>(BUCKETS).fill(0);
  for (const [bucket, share] of shares) all[bucket] = share;
  return all;
}

/** The likeliest bucket, from 0; -1 where none is known. */
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

/** The expectation of a win probability over the buckets that are known, by their middles. */
export const expectedValue = ({ shares }: BucketChances): number =>
  shares.reduce((sum, [bucket, share]) => sum + (share * (bucket + 0.5)) / BUCKETS, 0);

/** A distribution in words: `likeliest 0.71 to 0.73 (share 0.42), mean 0.68; 0.97 of the probability mass is known`. */
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
