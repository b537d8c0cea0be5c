import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { boardSvg, svgDataUri } from '../../src/core/board/board-svg.ts';
import type { Mark } from '../../src/core/board/marks.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';

const SIZE = 45;

/** Every way to mark a square, on squares of one color, with a piece on each and on none. */
const MARKS: readonly (Omit<Mark, 'square'> | undefined)[] = [
  undefined,
  { kind: 'invented' },
  { kind: 'missing', actual: 'N' },
  { kind: 'other', actual: 'n' },
  { kind: 'unknown' },
  { kind: 'outline' },
  { kind: 'invented', stale: true },
  { kind: 'missing', actual: 'N', stale: true },
];

describe('marks of a board', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  let open: OpenPage;
  before(async () => {
    host = await PageHost.start();
    open = await host.open();
  });
  after(() => host?.close());

  /** Luminance 0..255 of the pixels of the square a8 of a board. */
  const luminance = (svg: string): Promise<number[]> =>
    open.page.evaluate(
      async ([uri, size]) => {
        const image = new Image();
        image.src = uri;
        await image.decode();
        const canvas = document.createElement('canvas');
        canvas.width = canvas.height = size;
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('no canvas');
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, size, size);
        return Array.from({ length: size * size }, (_, i) =>
          Math.round(0.2126 * (data[4 * i] ?? 0) + 0.7152 * (data[4 * i + 1] ?? 0) + 0.0722 * (data[4 * i + 2] ?? 0)),
        );
      },
      [svgDataUri(svg), SIZE] as const,
    );

  /** Share of the pixels whose grey differs by more than an eighth of the scale. */
  const difference = (a: readonly number[], b: readonly number[]): number =>
    a.filter((value, i) => Math.abs(value - (b[i] ?? 0)) > 32).length / a.length;

  for (const [what, fen] of [
    ['an empty square', '8/8/8/8/8/8/8/8'],
    ['a white piece', 'Q7/8/8/8/8/8/8/8'],
    ['a black piece', 'q7/8/8/8/8/8/8/8'],
  ] as const) {
    it(`are told apart without color on ${what}`, async () => {
      const pictures = await Promise.all(
        MARKS.map((mark) =>
          luminance(
            boardSvg({
              fen,
              size: 8 * SIZE,
              coordinates: false,
              marks: mark === undefined ? [] : [{ square: 'a8', ...mark }],
            }),
          ),
        ),
      );
      for (const [i, a] of pictures.entries()) {
        for (const [j, b] of pictures.entries()) {
          if (i >= j) continue;
          const share = difference(a, b);
          assert.ok(share > 0.04, `${JSON.stringify(MARKS[i])} and ${JSON.stringify(MARKS[j])}: ${share}`);
        }
      }
    });
  }
});
