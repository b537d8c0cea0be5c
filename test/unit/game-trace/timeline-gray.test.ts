import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import type { GameTrace } from '../../../src/core/evaluation/game-trace/game-traces.ts';
import {
  markerShape,
  PRINTED,
  shadeSample,
  TIMELINE_SHADES,
  type TimelineShade,
} from '../../../src/core/evaluation/game-trace/timeline-picture.ts';
import { timelineChart } from '../../../src/core/evaluation/game-trace/timeline-text.ts';

/** What two grays beside each other are told apart by without effort. */
const LEAST = 1.5;

/** `#0a58b8` as numbers 0..255. */
const channels = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Relative luminance, 0..1 (WCAG 2.2), of a color over a ground. */
function luminance(hex: string, opacity = 1, ground = '#000000'): number {
  const below = channels(ground);
  const [r = 0, g = 0, b = 0] = channels(hex).map((value, i) => {
    const share = (opacity * value + (1 - opacity) * (below[i] ?? 0)) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The contrast ratio of two luminances, from 1 (WCAG 2.2). */
const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

/** Heights that a bar of a shade can have, 0..1, the ends left out; the tick of 0 is as high as the lowest bar. */
const HEIGHTS: Readonly<Record<TimelineShade, readonly [low: number, high: number]>> = {
  one: [0.99, 1],
  high: [0.5, 1],
  low: [0, 0.5],
  zero: [0, 0.1],
  board: [0, 1],
};
const canBeEquallyHigh = (a: TimelineShade, b: TimelineShade): boolean =>
  Math.max(HEIGHTS[a][0], HEIGHTS[b][0]) < Math.min(HEIGHTS[a][1], HEIGHTS[b][1]);

type Palette = Readonly<Record<TimelineShade, number>>;

const css = fs.readFileSync('src/webview/state/timeline.css', 'utf8');
/** The value of a property in the first block of a selector. */
function property(selector: string, name: string): string {
  const at = css.indexOf(`\n${selector} {`);
  assert.ok(at >= 0, selector);
  const found = new RegExp(`\\n  ${name}: ([^;]+);`).exec(css.slice(at, css.indexOf('\n}', at)));
  return found?.[1] ?? assert.fail(`${selector}: ${name}`);
}

/** The shades of the page over a ground. */
function pagePalette(selector: string, ground: string): Palette {
  const bar = (name: string): string => property(selector, `--bar-${name}`);
  const opacity = Number(property('.timeline .bar.board', 'opacity'));
  return {
    one: luminance(bar('one')),
    high: luminance(bar('high')),
    low: luminance(bar('low')),
    zero: luminance(bar('zero')),
    board: luminance(bar('one'), opacity, ground),
  };
}

const printed = (colors: Readonly<Record<TimelineShade, string>>): Palette => ({
  one: luminance(colors.one),
  high: luminance(colors.high),
  low: luminance(colors.low),
  zero: luminance(colors.zero),
  board: luminance(colors.board),
});

const DARK = '.vscode-high-contrast:not(.vscode-high-contrast-light) .timeline';
const GROUNDS = { light: '#ffffff', dark: '#1f1f1f', 'high contrast': '#000000', 'high contrast light': '#ffffff' };
const palettes: readonly (readonly [name: string, ground: string, palette: Palette])[] = [
  ...Object.entries(GROUNDS).flatMap(([name, ground]) => {
    const models = ground === '#ffffff' ? '.timeline' : DARK;
    return [
      [name, ground, pagePalette(models, ground)] as const,
      [`${name}, baselines`, ground, pagePalette('.timeline .baseline', ground)] as const,
    ];
  }),
  ['the picture', PRINTED.paper, printed(PRINTED.bars)],
  ['the picture, baselines', PRINTED.paper, printed(PRINTED.baseline)],
];

describe('a strip without color', () => {
  for (const [name, ground, palette] of palettes) {
    it(`tells apart by lightness what height does not: ${name}`, () => {
      for (const a of TIMELINE_SHADES) {
        assert.ok(contrast(palette[a], luminance(ground)) >= LEAST, `${a} on its ground`);
        for (const b of TIMELINE_SHADES) {
          if (a === b || !canBeEquallyHigh(a, b)) continue;
          const ratio = contrast(palette[a], palette[b]);
          assert.ok(ratio >= LEAST, `${a} and ${b}: ${ratio.toFixed(2)}`);
        }
      }
    });
  }

  it('tells what is right from what is not by height, in the legend, too', () => {
    for (const wrong of ['high', 'low', 'zero'] as const) assert.notEqual(shadeSample('one'), shadeSample(wrong));
    assert.equal(new Set((['one', 'high', 'low', 'zero'] as const).map(shadeSample)).size, 4);
  });

  it('tells a position that was lost from one that was known again by shape', () => {
    assert.doesNotMatch(markerShape('first lost', 5), /a/);
    assert.match(markerShape('recovered', 5), /a/);
  });
});

describe('the chart of a trace without color', () => {
  const trace: GameTrace = {
    game: 0,
    label: 'm',
    offset: 0,
    points: [{ ply: 4, move: '2...Nc6', knows: false, accuracy: 0.9, stale: 3, neverTrue: 2, p: 0.4 }],
    changes: [],
    says: '',
  };
  const svg = timelineChart([trace], 4, 'A game');
  const fills = [...svg.matchAll(/<rect x="[^>]* fill="([^"]+)"/g)].map(([, fill]) => fill ?? '');
  const [right = '', , stale = '', never = ''] = fills;

  it('tells right squares from stale ones by lightness, and has what was never true hatched', () => {
    assert.equal(fills.length, 4, 'p, the board, stale and never true');
    const ratio = contrast(luminance(right), luminance(stale));
    assert.ok(ratio >= LEAST, ratio.toFixed(2));
    assert.equal(never, 'url(#h)');
    const [, ink = '', , line = ''] =
      /<pattern id="h"[^>]*><rect[^>]* fill="(#\w+)"\/>(<path[^>]* stroke="(#\w+)")/.exec(svg) ?? [];
    assert.ok(contrast(luminance(ink), luminance(line)) >= 3, 'the hatching is seen');
  });
});
