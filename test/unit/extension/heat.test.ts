import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { bucketHeat, chipColors, heatSpans, type ThemeKind } from '../../../src/extension/mav/heat.ts';
import { contrast } from '../../support/contrast.ts';

const THEMES: readonly ThemeKind[] = ['dark', 'light', 'highContrast', 'highContrastLight'];
const ALL = Array.from({ length: 64 }, (_, index) => index);

describe('the chips of values', () => {
  it('are every bucket that is read, in both forms, quoted or not, and in no comment', () => {
    const text = '# e2e4:<ctrl9>\n[%top_3 e2e4:<ctrl1> d2d4:<val_64> c2c4:<ctrl65>]\n  g3d6 : "<ctrl35>"\nno <ctrl3>\n';
    const found = heatSpans(text, { base: 1 }).map(({ start, end, index }) => [text.slice(start, end), index]);
    assert.deepEqual(found, [
      ['<ctrl1>', 0],
      ['<val_64>', 63],
      ['<ctrl35>', 34],
    ]);
    assert.equal(heatSpans('e2e4:<ctrl0>', { base: 0 })[0]?.index, 0);
    assert.deepEqual(heatSpans('e2e4:<ctrl0>', { base: 1 }), []);
  });

  it('are as many as the values in the samples', () => {
    for (const name of ['examples.mav', 'traces.mav']) {
      const text = fs.readFileSync(`samples/${name}`, 'utf8');
      const written = text
        .split('\n')
        .filter((line) => !line.startsWith('#'))
        .join('\n')
        .match(/<ctrl\d+>/g);
      assert.equal(heatSpans(text, { base: 1 }).length, written?.length, name);
    }
  });

  it('can be read in every theme, their text at 4.5 to 1 and more', () => {
    for (const theme of THEMES)
      for (const index of ALL) {
        const { background, foreground, border } = chipColors(bucketHeat(index), theme);
        const ground = theme === 'highContrast' ? '#000000' : theme === 'highContrastLight' ? '#ffffff' : background;
        assert.ok(contrast(foreground, ground) >= 4.5, `${theme} ${index}`);
        if (border !== undefined) assert.ok(contrast(border, ground) >= 4.5, `${theme} ${index}: border`);
      }
  });

  it('have a hue that tells the value: red falls and blue rises from lost to won', () => {
    for (const theme of THEMES) {
      const colors = ALL.map((index) => chipColors(bucketHeat(index), theme)).map(
        ({ background, border }) => border ?? background,
      );
      const warmth = colors.map((c) => Number.parseInt(c.slice(1, 3), 16) - Number.parseInt(c.slice(5, 7), 16));
      for (const [i, warm] of warmth.entries()) assert.ok(i === 0 || warm <= (warmth[i - 1] ?? 0), `${theme} ${i}`);
      assert.ok((warmth[0] ?? 0) > 80 && (warmth[63] ?? 0) < -80, theme);
    }
  });
});
