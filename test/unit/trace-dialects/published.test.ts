import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { ASTAR_TOKENS } from '../../../src/core/traces/dialects/astar-tokens.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';

const sos = JSON.parse(readFileSync('/work/shared/data/traces/stream-of-search-countdown.json', 'utf8'));
const maze = JSON.parse(readFileSync('/work/shared/data/traces/astar-maze.json', 'utf8'));
describe('published', () => {
  it('sos', () => {
    for (const { trace } of sos) {
      const r = STREAM_OF_SEARCH.read(trace);
      assert.equal(STREAM_OF_SEARCH.write?.(r.events), trace);
    }
  });
  it('astar', () => {
    for (const { prompt, reasoning, plan } of maze) {
      const t = `${prompt}\n${reasoning}\n${plan}\n`;
      const r = ASTAR_TOKENS.read(t);
      assert.equal(ASTAR_TOKENS.write?.(r.events), t);
    }
  });
});
