import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../src/core/base/random.ts';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { ASTAR_TOKENS } from '../../../src/core/traces/dialects/astar-tokens.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { thoroughly } from '../../support/thorough.ts';
import { COUNTDOWN_FAULTS, type Injector, MAZE_FAULTS, mazeLines } from '../../support/traces/injected-faults.ts';
import { countdownTrace, hasTwins, mazeTrace } from '../../support/traces/reference-searches.ts';

const findingsIn = (text: string, dialect: TraceDialect) => {
  const findings = readTraceText(text, { dialect })?.findings ?? [];
  return findings.map(({ code, range }) => ({ code, line: text.slice(0, range.start).split('\n').length - 1 }));
};

interface Source {
  readonly name: string;
  readonly dialect: TraceDialect;
  readonly faults: Readonly<Record<string, Injector<readonly string[]>>>;
  readonly lines: (seed: number) => readonly string[];
  /** Faults that its traces have no place for: breadth first prints the root once. */
  readonly without?: readonly string[];
}

const SOURCES: readonly Source[] = [
  {
    name: 'depth first, in Stream of Search',
    dialect: STREAM_OF_SEARCH,
    faults: COUNTDOWN_FAULTS,
    lines: (seed) => countdownTrace(seed, { search: 'dfs' }),
  },
  {
    name: 'breadth first, in Stream of Search',
    dialect: STREAM_OF_SEARCH,
    faults: COUNTDOWN_FAULTS,
    lines: (seed) => countdownTrace(seed, { search: 'bfs', beam: 1 + (seed % 4) }),
    without: ['numbers of the first line', 'target of the first line'],
  },
  {
    name: 'A*, in tokens',
    dialect: ASTAR_TOKENS,
    faults: MAZE_FAULTS,
    lines: (seed) => mazeLines(mazeTrace(seed)),
  },
];

for (const { name, dialect, faults, lines, without = [] } of SOURCES)
  describe(`a search ${name}`, () => {
    const seeds = Array.from({ length: thoroughly(100, 12) }, (_, seed) => seed);
    // Equal operations of one node have equal children: a fault can turn one into the other.
    const traces = seeds
      .map((seed) => ({ seed, trace: lines(seed) }))
      .filter(({ trace }) => trace.length > 11 && !hasTwins(trace));

    it('has no finding where it is right', () => {
      for (const { trace } of traces) assert.deepEqual(findingsIn(trace.join('\n'), dialect), []);
    });

    for (const [what, inject] of Object.entries(faults).filter(([fault]) => !without.includes(fault)))
      it(`has one finding, on its line, for ${what}`, () => {
        let tried = 0;
        for (const { seed, trace } of traces) {
          const fault = inject(trace, seeded(31 * seed + 7));
          if (fault === undefined) continue;
          tried++;
          const found = findingsIn(fault.text, dialect);
          const [only] = found;
          const isRight =
            only !== undefined &&
            found.length === 1 &&
            fault.codes.includes(only.code) &&
            fault.lines.includes(only.line);
          assert.ok(
            isRight,
            `seed ${seed}, ${fault.codes.join(' or ')} at ${fault.lines.join(' or ')}: ${JSON.stringify(found)}`,
          );
        }
        assert.ok(tried > 0, 'no trace has a place for the fault');
      });
  });

describe('a search that continues from a wrong result', () => {
  for (const search of ['dfs', 'bfs'] as const)
    it(`has one finding: ${search}`, () => {
      let slips = 0;
      for (let seed = 0; seed < thoroughly(100, 20); seed++)
        for (const slip of [1, 2, 5]) {
          const text = countdownTrace(seed, { search, slip }).join('\n');
          const right = countdownTrace(seed, { search }).join('\n');
          const found = findingsIn(text, STREAM_OF_SEARCH).map(({ code }) => code);
          assert.deepEqual(found, text === right ? [] : ['TRACE_ARITHMETIC'], `seed ${seed}, slip ${slip}`);
          if (text !== right) slips++;
        }
      assert.ok(slips > 20);
    });
});
