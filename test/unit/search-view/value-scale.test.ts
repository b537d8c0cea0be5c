import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { getValueColor, SCHEMES, valueScale } from '../../../src/core/search/view/node-colors.ts';
import { valueBand, WHOLE_BAND } from '../../../src/core/search/view/value-band.ts';
import { writtenTree } from '../../support/written-tree.ts';

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Relative luminance, as WCAG 2 has it. */
function luminance(color: string): number {
  const [red, green, blue] = channels(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

describe('colors of values', () => {
  for (const scheme of SCHEMES)
    it(`have text on them that can be read, and go from orange to blue: ${scheme}`, () => {
      const scale = valueScale(scheme);
      for (const color of [...scale.steps, scale.none]) assert.ok(contrast(color, scale.text) >= 4.5, color);
      const warmth = scale.steps.map((color) => channels(color)[0] - channels(color)[2]);
      for (let i = 1; i < warmth.length; i++) assert.ok(warmth[i] <= warmth[i - 1], `${i}`);
      assert.ok(warmth[0] > 50 && (warmth.at(-1) ?? 0) < -50);
    });

  it('have an end for each result, the middle for even, and none for no value', () => {
    const scale = valueScale('light');
    assert.equal(getValueColor(scale, 0), scale.steps[0]);
    assert.equal(getValueColor(scale, 1), scale.steps.at(-1));
    assert.equal(getValueColor(scale, 0.5), scale.none);
    assert.equal(getValueColor(scale, undefined), scale.none);
    assert.equal(getValueColor(scale, 7), getValueColor(scale, 1));
    assert.notEqual(getValueColor(scale, 0.55), getValueColor(scale, 0.5));
  });

  it('spread over the values of a tree that lie close together', () => {
    const band = { low: 0, high: 0.22 };
    const scale = { ...valueScale('light'), band };
    assert.equal(getValueColor(scale, 0), scale.steps[0]);
    assert.equal(getValueColor(scale, 0.22), scale.steps.at(-1));
    assert.equal(getValueColor(scale, 0.11), scale.none);
    assert.equal(getValueColor(scale, 0.9), scale.steps.at(-1));
  });

  it('have the band of the values that are visited, and the whole range where they are far apart, or all alike', () => {
    const bandOf = (...values: readonly (readonly [n: number, q: number])[]) => {
      const below = Object.fromEntries(values.map(([n, q], i) => [`m${i}`, { n, q }]));
      const read = readTree(writtenTree({ below }));
      assert.ok(read.ok);
      const tree = new ReplayedTree(read.value);
      tree.goTo(Number.POSITIVE_INFINITY);
      return valueBand(tree.root, read.value.header.settings);
    };
    assert.deepEqual(bandOf([300, 0.041], [100, 0.217], [1, 0.9]), { low: 0.04, high: 0.22 });
    assert.deepEqual(bandOf([300, 0.1], [100, 0.9]), WHOLE_BAND);
    assert.deepEqual(bandOf([300, 0.5], [100, 0.51]), WHOLE_BAND);
    assert.deepEqual(bandOf(), WHOLE_BAND);
  });
});
