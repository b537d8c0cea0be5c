import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getValueColor, SCHEMES, valueScale } from '../../../src/core/search/view/picture.ts';

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
});
