import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shortLabels } from '../../../src/core/notation/predictions/short-labels.ts';

describe('short names of models', () => {
  const short = (...labels: string[]) => labels.map((label) => shortLabels(labels).get(label));

  it('lack the address and the version', () => {
    assert.deepEqual(short('gpt-4o-2024-08-06', 'baseline:naive-tracker'), ['gpt-4o', 'naive-tracker']);
    assert.deepEqual(short('openrouter/meta-llama/llama-3-70b'), ['llama-3-70b']);
  });

  it('are unique: what tells two apart is kept', () => {
    assert.deepEqual(short('m-2024-08-06', 'm-2024-11-20'), ['m-2024-08-06', 'm-2024-11-20']);
    assert.deepEqual(short('a:m', 'b:m'), ['a:m', 'b:m']);
    assert.deepEqual(short('m', 'm@terse', 'x:m'), ['m', 'm@terse', 'x:m']);
  });

  it('are whole for labels of other forms', () => {
    assert.deepEqual(short('%state', 'm:', ''), ['%state', 'm:', '']);
  });
});
