import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { printTrace } from '../../../src/core/mav/write/example-draft.ts';
import { ASTAR_TOKENS } from '../../../src/core/traces/dialects/astar-tokens.ts';
import { MAV_TRACES } from '../../../src/core/traces/dialects/mav.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';
import { chance, randomTrace } from '../../support/mav-drafts.ts';
import { countdownTrace, mazeTrace } from '../../support/traces/reference-searches.ts';
import { meaningOf } from './any-events.ts';
import { ASTAR_TRACES, MAV_TEXT, STREAMS } from './dialect-texts.ts';

describe('published forms of traces', () => {
  it('Stream of Search is written to the byte as its generator does', () => {
    assert.ok(STREAMS.length >= 5);
    for (const trace of STREAMS) {
      const { events, unread, isCut } = STREAM_OF_SEARCH.read(trace);
      assert.deepEqual([unread, isCut], [[], false]);
      assert.equal(STREAM_OF_SEARCH.write?.(events), trace);
    }
  });

  it('A* tokens are written to the byte, on a line for the prompt, the search and the plan', () => {
    assert.ok(ASTAR_TRACES.length >= 5);
    for (const trace of ASTAR_TRACES) {
      assert.equal(ASTAR_TOKENS.write?.(ASTAR_TOKENS.read(trace).events), trace);
      const line = trace.trim().replaceAll('\n', ' ');
      assert.deepEqual(meaningOf(ASTAR_TOKENS.read(line).events), meaningOf(ASTAR_TOKENS.read(trace).events));
    }
  });

  it('searches of both kinds come back to the byte, whatever their task', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.constantFrom('dfs', 'bfs'),
        fc.nat(9),
        (seed, search, slip) => {
          const stream = `${countdownTrace(seed, { search, slip }).join('\n')}\n`;
          const written = STREAM_OF_SEARCH.write?.(STREAM_OF_SEARCH.read(stream).events) ?? '';
          assert.equal(`${written.trimEnd()}\n`, stream);
          const { prompt, steps, plan } = mazeTrace(seed);
          const tokens = `${[prompt, steps.join(' '), plan.join(' ')].filter((line) => line !== '').join('\n')}\n`;
          assert.equal(ASTAR_TOKENS.write?.(ASTAR_TOKENS.read(tokens).events), tokens);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('MAV traces are tasks, nodes with states and values, visits, values and choices', () => {
    const { events, unread, isCut } = MAV_TRACES.read(MAV_TEXT.slice(0, MAV_TEXT.indexOf('# A reference trace')));
    assert.deepEqual([unread, isCut], [[], false]);
    const [, , task, root, visit, child, ...rest] = meaningOf(events);
    const fen = '2r3k1/p3p3/4N1Pp/3Q4/8/5Pq1/PPr3P1/1K5R b - - 0 1';
    assert.deepEqual(task, [
      'task',
      ['world', ['chess']],
      ['start', [fen]],
      ['algorithm', ['minimax']],
      ['breadth', ['3']],
      ['depth', ['1']],
    ]);
    assert.deepEqual(root, ['generate', ['state', [fen]], ['value', ['35']]]);
    assert.deepEqual(visit, ['visit', ['path', []]]);
    assert.deepEqual(child, [
      'generate',
      ['parentPath', []],
      ['action', ['g3d6']],
      ['state', ['2r3k1/p3p3/3qN1Pp/3Q4/8/5P2/PPr3P1/1K5R w - - 0 1']],
      ['value', ['32']],
    ]);
    assert.deepEqual(rest.slice(-3), [
      ['value', ['path', ['c2e2']], ['value', ['33']]],
      ['best', ['path', []], ['value', ['43']], ['action', ['g3g6']]],
      ['choose', ['actions', ['g3g6']]],
    ]);
  });

  it('MAV traces of all games are written so that they are read back as they are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (seed) => {
        const text = printTrace(randomTrace(chance(seed), PUBLISHED_DIALECT), PUBLISHED_DIALECT);
        const { events, unread } = MAV_TRACES.read(text);
        assert.deepEqual(unread, [], text);
        const written = MAV_TRACES.write?.(events) ?? '';
        assert.deepEqual(meaningOf(MAV_TRACES.read(written).events), meaningOf(events), `${text}\n${written}`);
      }),
      { numRuns: 200 },
    );
  });
});
