import { bucketShares, chancesWords } from '../../../core/search/bucket-chances.ts';
import type { BucketChances } from '../../../core/search/world-model.ts';

const SVG = 'http://www.w3.org/2000/svg';
const HEIGHT = 16;

const svg = (tag: string, attributes: Readonly<Record<string, string>>, ...children: Node[]): SVGElement => {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** The probabilities of the 64 buckets as bars, the lowest bucket on the left, the likeliest as high as the picture. */
export function sparkline(chances: BucketChances): SVGElement {
  const shares = bucketShares(chances);
  const highest = Math.max(...shares, Number.MIN_VALUE);
  const words = chancesWords(chances);
  let path = '';
  for (const [bucket, share] of shares.entries()) {
    // A share that is there at all is to be seen.
    const height = share > 0 ? Math.max(0.75, (HEIGHT * share) / highest) : 0;
    if (height > 0) path += `M${bucket} ${HEIGHT}v${(-height).toFixed(2)}h1v${height.toFixed(2)}z`;
  }
  const title = svg('title', {});
  title.textContent = words;
  return svg(
    'svg',
    {
      class: 'spark',
      viewBox: `0 0 ${shares.length} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words,
    },
    title,
    svg('path', { class: 'ground', d: `M0 ${HEIGHT - 0.25}h${shares.length}` }),
    svg('path', { class: 'bars', d: path }),
  );
}
