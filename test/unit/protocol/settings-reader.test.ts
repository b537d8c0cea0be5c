import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  checkedSettings,
  DEFAULT_SETTINGS,
  readSettings,
  SettingsReader,
  settingFaultText,
} from '../../../src/protocol/settings.ts';
import { declaredSettings } from '../../support/manifest.ts';

const textsOf = (section: unknown): readonly string[] => checkedSettings(section).faults.map(settingFaultText);

describe('settings with values that they cannot have', () => {
  it('are named, with the value, the range and what counts instead', () => {
    assert.deepEqual(textsOf({ engine: { depth: 99, threads: 0 }, 'lens.m': 2.5, lens: { mode: 'loud' } }), [
      'the setting statelens.lens.mode is "loud", and must be one of all, summary, worst, off: "all" is used',
      'the setting statelens.lens.m is 2.5, and must be a whole number from 1 to 6: 4 is used',
      'the setting statelens.engine.depth is 99, and must be a whole number from 1 to 40: 8 is used',
      'the setting statelens.engine.threads is 0, and must be a whole number from 1 to 64: 1 is used',
    ]);
    assert.deepEqual(textsOf({ maxFileSize: 0, inlayHints: { opening: 'yes' }, engine: { path: 7 } }), [
      'the setting statelens.inlayHints.opening is "yes", and must be true or false: false is used',
      'the setting statelens.engine.path is 7, and must be a text: "" is used',
      'the setting statelens.maxFileSize is 0, and must be a number above 0 and at most 500: 64 is used',
    ]);
    assert.deepEqual(textsOf({ diagnostics: { severity: { PGN_ILLEGAL_MOVE: 'loud', NO_SUCH: 'error' } } }), [
      'the setting statelens.diagnostics.severity.PGN_ILLEGAL_MOVE is "loud", and must be a code with one of error, warning, info, hint, off: it is ignored',
      'the setting statelens.diagnostics.severity.NO_SUCH is "error", and must be a code with one of error, warning, info, hint, off: it is ignored',
    ]);
  });

  it('are none of those that are missing, null or good', () => {
    for (const section of [undefined, null, {}, { engine: null, 'lens.m': null }, { engine: { depth: 40 } }, 'text'])
      assert.deepEqual(textsOf(section), []);
  });

  it('have the value of the default in all else, whatever they are', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const section = { lens: { m: value }, engine: { depth: value }, links: value };
        const { m, engineDepth, links } = readSettings(section);
        assert.ok(m === value || m === DEFAULT_SETTINGS.m);
        assert.ok(engineDepth === value || engineDepth === DEFAULT_SETTINGS.engineDepth);
        assert.ok(links === value || links === DEFAULT_SETTINGS.links);
        for (const text of textsOf(section)) assert.ok(text.length < 250, text);
      }),
    );
  });

  it('may count as the nearest bound', () => {
    const read = new SettingsReader(() => 1000);
    assert.equal(read.number('predict.samples', { least: 1, most: 100, isBounded: true }, 1), 100);
    assert.deepEqual(read.faults.map(settingFaultText), [
      'the setting statelens.predict.samples is 1000, and must be a number from 1 to 100: 100 is used',
    ]);
  });

  it('are none of the defaults of the manifest', () => {
    const section = Object.fromEntries(
      Object.entries(declaredSettings()).map(([name, { default: value }]) => [name.replace(/^statelens\./, ''), value]),
    );
    assert.deepEqual(textsOf(section), []);
  });

  it('are named as the user wrote them', () => {
    assert.deepEqual(textsOf({ mav: { values: 'loud' } }), [
      'the setting statelens.mav.values is "loud", and must be one of ctrl, val: "ctrl" is used',
    ]);
    assert.deepEqual(textsOf({ 'mav.format': { values: 'loud' } }), [
      'the setting statelens.mav.format.values is "loud", and must be one of ctrl, val: "ctrl" is used',
    ]);
  });
});

describe('settings that are entries of one setting now', () => {
  const read = (section: object) => {
    const { mavDialect, inlayPosition, inlayOpening, inlayValues } = readSettings(section);
    return { ...mavDialect, inlayPosition, inlayOpening, inlayValues };
  };
  const former = {
    mav: {
      dialect: 'base0',
      values: 'val',
      rounding: 'round',
      header: 'token',
      connectFour: 'digit1',
      strictMeta: true,
    },
    inlayHints: { position: 'fen', opening: true, values: false },
  };

  it('are read under their former names, as they were', () => {
    const { mav, inlayHints } = former;
    const expected = read({ 'mav.format': mav, inlayHints });
    assert.deepEqual(
      [expected.base, expected.token, expected.rounding, expected.header, expected.discs, expected.strictMeta],
      [0, 'val', 'round', 'token', 'digit1', true],
    );
    assert.deepEqual(read(former), expected);
    const dotted = Object.entries(former).flatMap(([group, values]) =>
      Object.entries(values).map(([name, value]) => [`${group}.${name}`, value] as const),
    );
    assert.deepEqual(read(Object.fromEntries(dotted)), expected);
    assert.deepEqual(read({ mav: { ...mav, format: {} }, inlayHints }), expected, 'with the default of the manifest');
  });

  it('give way to the present name', () => {
    assert.equal(read({ mav: { values: 'val', format: { values: 'ctrl' } } }).token, 'ctrl');
  });
});
