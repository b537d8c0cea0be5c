import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { SEARCH_FIELDS, type SearchField } from '../../../src/core/search/settings-fields.ts';

const FIELDS = Object.entries(SEARCH_FIELDS) as [string, SearchField<unknown>][];

/** The value of a text, or what the field says that it may be. */
const read = <Value>(field: SearchField<Value>, text: string): Value | string => {
  const result = field.read(text);
  return result.ok ? result.value : result.error;
};

describe('the options of a search', () => {
  it('start from the settings by default, and read what they print', () => {
    for (const [name, { initial, print, read: reader, words = {} }] of FIELDS) {
      assert.deepEqual(reader(print(initial)), { ok: true, value: initial }, name);
      if (name in DEFAULT_SEARCH) assert.deepEqual(initial, DEFAULT_SEARCH[name as keyof typeof DEFAULT_SEARCH], name);
      for (const word of Object.keys(words)) {
        const value = reader(word);
        assert.equal(value.ok && print(value.value), word, name);
      }
    }
  });

  it('refuse what is out of bounds, empty or no number', () => {
    const whole = 'a whole number from 0 to 10,000,000';
    for (const text of ['-1', '10000001', '1.5', '', ' ', 'x', 'NaN'])
      assert.equal(read(SEARCH_FIELDS.simulations, text), whole, text);
    assert.equal(read(SEARCH_FIELDS.epsilon, '-0.1'), 'a number from 0 to 1');
    assert.equal(read(SEARCH_FIELDS.world, 'rule'), 'rules, or model, or states');
  });

  it('read a temperature that falls, and one that stays', () => {
    const { temperature } = SEARCH_FIELDS;
    assert.deepEqual(read(temperature, '0.2..0.1 by 10'), { from: 0.2, to: 0.1, plies: 10 });
    assert.deepEqual(read(temperature, ' 0.2 .. .1  by 10 '), { from: 0.2, to: 0.1, plies: 10 });
    assert.deepEqual(read(temperature, '1e-3'), { from: 0.001, to: 0.001, plies: 0 });
    for (const text of ['', '-1', '101', '0.1..0.05', '0.1.. by 3', '..0.1 by 3', '0.1..x by 3', '0.1..0.2 by -3'])
      assert.equal(temperature.read(text).ok, false, text);
    assert.match(JSON.stringify(read(temperature, '101')), /^"a number from 0 to 100/);
  });

  it('read the timeout in seconds and keep it in milliseconds', () => {
    assert.equal(read(SEARCH_FIELDS.timeout, '2.5'), 2500);
    assert.equal(SEARCH_FIELDS.timeout.print(2500), '2.5');
  });
});
