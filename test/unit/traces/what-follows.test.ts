import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TraceDialect } from '../../../src/core/traces/dialect.ts';
import { LINTREE } from '../../../src/core/traces/dialects/lintree.ts';
import { STREAM_OF_SEARCH } from '../../../src/core/traces/dialects/stream-of-search.ts';
import { readTraceText } from '../../../src/core/traces/trace-view.ts';
import { generatorOf, recipeOf, rowsOf, textOf } from '../../support/generated-traces.ts';

/** Findings of a text as `LINE CODE`. */
const found = (text: string, dialect: TraceDialect = LINTREE): string[] =>
  (readTraceText(text, { dialect })?.findings ?? []).map(
    ({ code, range }) => `${text.slice(0, range.start).split('\n').length} ${code}`,
  );

const NAMED = [
  'Task: maze start 0 0 goal 3 3',
  'Algorithm: bfs',
  'Node 0: 0 0',
  'Visit 0',
  'Node 1 (parent: 0): up -> 0 1',
  'Node 2 (parent: 0): right -> 1 0',
  'Visit 1',
  'Node 3 (parent: 1): up -> 0 2',
  'Visit 2',
  'Node 4 (parent: 2): right -> 2 0',
  'Visit 3',
  'Node 5 (parent: 3): up -> 0 3',
  'Visit 4',
  'Node 6 (parent: 4): up -> 2 1',
];
const END = ['Visit 5', 'Visit 6'];

/** Replaces a line, counted from 1. */
const changed = (lines: readonly string[], at: number, line: string): string =>
  lines.map((own, i) => (i === at - 1 ? line : own)).join('\n');

describe('what follows from one fault of a search with names', () => {
  const whole = [...NAMED, ...END];
  const cases: readonly (readonly [what: string, at: number, line: string, expected: string])[] = [
    ['a pointer to another node', 8, 'Node 3 (parent: 2): up -> 0 2', '8 TRACE_NODE_NAME'],
    ['a pointer to a node that comes later', 6, 'Node 2 (parent: 5): right -> 1 0', '6 TRACE_NODE_NAME'],
    ['a wrong state, from which the search does not go on', 5, 'Node 1 (parent: 0): up -> 3 1', '5 TRACE_STATE'],
    ['a name that no node has afterwards', 5, 'Node 77 (parent: 0): up -> 0 1', '7 TRACE_UNKNOWN_NODE'],
    ['the name of a node before', 10, 'Node 3 (parent: 2): right -> 2 0', '10 TRACE_DUPLICATE_NODE'],
    ['the name of the root', 3, 'Node 9: 0 0', '4 TRACE_UNKNOWN_NODE'],
  ];
  it('has no finding before', () => assert.deepEqual(found(whole.join('\n')), []));
  for (const [what, at, line, expected] of cases)
    it(`has no finding of its own: ${what}`, () => assert.deepEqual(found(changed(whole, at, line)), [expected]));

  it('is nothing where only comments stand between', () => {
    assert.deepEqual(found(whole.join('\n# I look further\n')), []);
  });
});

describe('a search that ends within', () => {
  it('is told where a declared search has nodes that it has not turned to', () => {
    assert.deepEqual(found(NAMED.join('\n')), ['14 TRACE_CUT_OFF']);
    assert.deepEqual(found(NAMED.filter((line) => !line.startsWith('Algorithm')).join('\n')), []);
  });

  for (const [algorithm, least] of [
    // What one of the heuristics leaves out counts as tried.
    ['dfs', 0.9],
    ['bfs', 1],
  ] as const)
    it(`is told after nearly every line of Stream of Search: ${algorithm}`, () => {
      let [tried, told] = [0, 0];
      for (const row of rowsOf(generatorOf(recipeOf('countdown', 'sos', algorithm, { seed: 3 })), 6)) {
        const lines = textOf(row).trimEnd().split('\n').slice(0, 60);
        for (let end = 2; end < lines.length - 1; end++) {
          const cut = found(`${lines.slice(0, end).join('\n')}\n`, STREAM_OF_SEARCH);
          tried++;
          if (cut.length === 0) continue;
          told++;
          assert.deepEqual(cut, [`${end} TRACE_CUT_OFF`], `draw ${row.index}`);
        }
      }
      assert.ok(told >= least * tried, `${told} of ${tried}`);
    });
});

describe('the first line of Stream of Search', () => {
  it('has the one finding where its target or a number is wrong, by what follows', () => {
    const [row] = rowsOf(generatorOf(recipeOf('countdown', 'sos', 'bfs', { seed: 3 })), 1);
    assert.ok(row !== undefined);
    const text = textOf(row);
    const target = text.replace(
      /^(Current State: )(\d+)/,
      (_, word: string, number: string) => `${word}${Number(number) + 1}`,
    );
    assert.deepEqual(found(target, STREAM_OF_SEARCH), ['1 TRACE_GOAL']);
    const number = text.replace(
      /^(Current State: \d+:\[)(\d+)/,
      (_, word: string, own: string) => `${word}${Number(own) + 1000}`,
    );
    assert.deepEqual(found(number, STREAM_OF_SEARCH), ['1 TRACE_REPEATED']);
  });
});
