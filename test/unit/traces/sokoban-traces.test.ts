import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { thoroughly } from '../../support/thorough.ts';
import { sokobanTrace } from '../../support/traces/sokoban-searches.ts';

const codesIn = (lines: readonly string[]): string[] =>
  (readTraceText(lines.join('\n'))?.findings ?? []).map(({ code }) => code);

/** Replaces the first line that fits a pattern, from the tenth on. */
function change(lines: readonly string[], pattern: RegExp, by: string): string[] {
  const at = lines.findIndex((line, i) => i > 9 && pattern.test(line));
  return lines.map((line, i) => (i === at ? line.replace(pattern, by) : line));
}

describe('searches of Sokoban in the tokens of A*', () => {
  it('have no finding where they are right, also where boxes on docks are left out', () => {
    for (let seed = 0; seed < thoroughly(200, 20); seed++) {
      const view = readTraceText(sokobanTrace(seed).join('\n'));
      assert.deepEqual(view?.findings, [], `seed ${seed}`);
      assert.deepEqual([view?.figures.solved, view?.figures.optimal], [true, true]);
    }
  });

  it('have one finding for a fault', () => {
    const lines = sokobanTrace(3);
    assert.deepEqual(codesIn(change(lines, /^create worker \d \d/, 'create worker 0 0')), ['TRACE_IMPOSSIBLE_STATE']);
    assert.deepEqual(codesIn(change(lines, /^(create .*) c\d+ (c\d+)$/, '$1 c37 $2')), ['TRACE_COST']);
    assert.deepEqual(codesIn(change(lines, /^(create .*) c\d+$/, '$1 c37')), ['TRACE_HEURISTIC']);
    assert.deepEqual(codesIn(change(lines, /^plan .*/, 'plan 0 0')), ['TRACE_PLAN_ILLEGAL']);
    assert.deepEqual(codesIn(lines.slice(0, -1)), ['TRACE_PLAN_GOAL']);
  });
});
