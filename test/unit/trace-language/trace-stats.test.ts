import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type FigureColumn,
  lengthGroup,
  summarizeTraces,
  type TraceCase,
} from '../../../src/core/traces/trace-stats.ts';

const COLUMNS: readonly FigureColumn[] = [
  { name: 'nodes', title: 'nodes', kind: 'count' },
  { name: 'right', title: 'right states', kind: 'share' },
  { name: 'solved', title: 'solved', kind: 'rate' },
];

const traceCase = (task: string, right: number | null, groups: TraceCase['groups'] = {}): TraceCase => ({
  task,
  groups,
  values: { nodes: 10, right, solved: 1 },
});

describe('figures over traces', () => {
  it('are means over the traces that have them', () => {
    const [all, ...groups] = summarizeTraces([traceCase('a', 1), traceCase('b', 0.5), traceCase('c', null)], COLUMNS);
    assert.deepEqual(groups, []);
    assert.deepEqual([all?.by, all?.traces, all?.tasks], ['all', 3, 3]);
    assert.deepEqual([all?.figures['right']?.n, all?.figures['right']?.mean?.value], [2, 0.75]);
    assert.equal(all?.figures['nodes']?.mean?.value, 10);
  });

  it('have no interval with fewer than ten tasks, however many traces there are', () => {
    const few = Array.from({ length: 90 }, (_, i) => traceCase(`task ${i % 9}`, i / 90));
    assert.equal(summarizeTraces(few, COLUMNS)[0]?.figures['right']?.mean?.low, null);
    const ten = Array.from({ length: 90 }, (_, i) => traceCase(`task ${i % 10}`, i / 90));
    assert.notEqual(summarizeTraces(ten, COLUMNS)[0]?.figures['right']?.mean?.low, null);
  });

  it('get wider intervals if the same traces are of fewer tasks', () => {
    const width = (tasks: number): number => {
      const cases = Array.from({ length: 60 }, (_, i) => traceCase(`task ${i % tasks}`, (i % tasks) % 2));
      const mean = summarizeTraces(cases, COLUMNS)[0]?.figures['right']?.mean;
      return (mean?.high ?? 0) - (mean?.low ?? 0);
    };
    assert.ok(width(12) > width(60), `${width(12)} and ${width(60)}`);
  });

  it('are grouped by what tells traces apart, and by nothing that all have', () => {
    const cases = [
      traceCase('a', 1, { model: 'one', world: 'maze' }),
      traceCase('b', 0, { model: 'two', world: 'maze' }),
      traceCase('c', 0, { world: 'maze' }),
    ];
    const groups = summarizeTraces(cases, COLUMNS).slice(1);
    assert.deepEqual(
      groups.map(({ by, value, traces }) => [by, value, traces]),
      [
        ['model', 'one', 1],
        ['model', 'two', 1],
      ],
    );
  });

  it('lie within their interval, and shares within 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.double({ min: 0, max: 1, noNaN: true })), {
          minLength: 1,
        }),
        (drawn) => {
          const cases = drawn.map(([task, right]) => traceCase(String(task), right));
          const mean = summarizeTraces(cases, COLUMNS)[0]?.figures['right']?.mean;
          assert.ok(mean);
          const { value, low, high } = mean;
          assert.ok(0 <= value && value <= 1);
          assert.ok(low === null || (0 <= low && low <= value + 1e-9));
          assert.ok(high === null || (value - 1e-9 <= high && high <= 1));
        },
      ),
    );
  });

  it('name lengths by bounds that leave none out', () => {
    assert.deepEqual([0, 9, 10, 29, 30, 9999, 10_000, 1e7].map(lengthGroup), [
      '0–9 nodes',
      '0–9 nodes',
      '10–29 nodes',
      '10–29 nodes',
      '30–99 nodes',
      '3000–9999 nodes',
      '10000 nodes or more',
      '10000 nodes or more',
    ]);
  });
});
