import { h, type JSX } from 'preact';
import { bucketShares, chancesWords } from '../../../core/search/bucket-chances.ts';
import type { BucketChances } from '../../../core/search/world-model.ts';

const HEIGHT = 16;
/** Height of a share above 0, in pixels, at least: it is to be seen. */
const LEAST = 0.75;

/** Draws the probabilities of the 64 buckets as bars, the lowest bucket on the left, the likeliest as high as the picture. */
export function sparkline(chances: BucketChances): JSX.Element {
  const shares = bucketShares(chances);
  const highest = Math.max(...shares, Number.MIN_VALUE);
  const words = chancesWords(chances);
  let path = '';
  for (const [bucket, share] of shares.entries()) {
    const height = share > 0 ? Math.max(LEAST, (HEIGHT * share) / highest) : 0;
    if (height > 0) path += `M${bucket} ${HEIGHT}v${(-height).toFixed(2)}h1v${height.toFixed(2)}z`;
  }
  return h(
    'svg',
    {
      class: 'spark',
      viewBox: `0 0 ${shares.length} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words,
    },
    h('title', null, words),
    h('path', { class: 'ground', d: `M0 ${HEIGHT - 0.25}h${shares.length}` }),
    h('path', { class: 'bars', d: path }),
  );
}
