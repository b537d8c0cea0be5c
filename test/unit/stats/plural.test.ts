import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { plural } from '../../../src/core/base/text/counts.ts';

describe('a number with its noun', () => {
  it('has separators from a thousand on', () => {
    for (const [n, text] of [
      [0, '0 moves'],
      [1, '1 move'],
      [999, '999 moves'],
      [1000, '1,000 moves'],
      [-2000, '-2,000 moves'],
      [1.5, '1.5 moves'],
      [1234567, '1,234,567 moves'],
    ] as const)
      assert.equal(plural(n, 'move'), text);
    assert.equal(plural(2, 'query', 'queries'), '2 queries');
    assert.equal(plural(1, 'query', 'queries'), '1 query');
  });
});
