import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../../src/core/base/random.ts';
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

/** Lines with a fault, and the number of the line that has it. */
type Fault = (lines: readonly string[], random: RandomGenerator) => readonly [string[], number] | undefined;

/** Returns the number of one of the lines after the first ones that fit a pattern. */
function placeOf(lines: readonly string[], pattern: RegExp, random: RandomGenerator): number {
  const all = lines.flatMap((line, i) => (i > 6 && pattern.test(line) ? [i] : []));
  return all[uniformInt(random, 0, all.length - 1)];
}

const spliced = (lines: readonly string[], at: number, removed: number, added: string): string[] => [
  ...lines.slice(0, at),
  added,
  ...lines.slice(at + removed),
];

/** Replaces the first words that fit a pattern in one of the lines that have them. */
const changed =
  (pattern: RegExp, change: (found: string, random: RandomGenerator) => string): Fault =>
  (lines, random) => {
    const at = placeOf(lines, pattern, random);
    const line = lines[at].replace(pattern, (found) => change(found, random));
    return line === lines[at] ? undefined : [spliced(lines, at, 1, line), at];
  };

const doubled =
  (pattern: RegExp): Fault =>
  (lines, random) => {
    const at = placeOf(lines.slice(0, lines.findIndex((line) => line.startsWith('plan')) - 1), pattern, random);
    return [spliced(lines, at + 1, 0, lines[at]), at + 1];
  };

const otherCell = (found: string, random: RandomGenerator): string =>
  found.replace(/\d \d$/, `${uniformInt(random, 1, 4)} ${uniformInt(random, 1, 4)}`);
const more = (found: string): string => found.replace(/\d+$/, (number) => String(Number(number) + 1));
const totalOf = (line: string): number =>
  Array.from(line.matchAll(/c(\d+)/g), ([, number]) => Number(number)).reduce((sum, number) => sum + number, 0);

/** Closes a node before one of a lower f. */
const swapped: Fault = (lines, random) => {
  const at = placeOf(lines, /^close/, random);
  const later = lines.findIndex((line, i) => {
    const created = lines.indexOf(line.replace('close', 'create'));
    const isLater = i > at && line.startsWith('close') && totalOf(line) > totalOf(lines[at]);
    return isLater && created > 0 && created < at;
  });
  if (later < 0) return undefined;
  return [spliced(spliced(lines, at, 1, lines[later]), later, 1, lines[at]), at];
};

const FAULTS: Readonly<Record<string, Fault>> = {
  'the cell of the worker': changed(/(?<=^create )worker \d \d/, otherCell),
  'the cell of a box': changed(/(?<=^create.*)box \d \d/, otherCell),
  h: changed(/(?<=^create.*)c\d+$/, more),
  'a node that is generated again': doubled(/^create/),
  'a node that is closed again': doubled(/^close/),
  'the order of two closes': swapped,
};

describe('searches of Sokoban whose words fit several states', () => {
  const seeds = Array.from({ length: thoroughly(100, 12) }, (_, seed) => seed);
  const traces = seeds
    .map((seed) => ({ seed, lines: sokobanTrace(seed, 600) }))
    .filter(({ lines }) => readTraceText(lines.join('\n'))?.tree.isVague === true);

  it('are most of them', () => assert.ok(traces.length > seeds.length / 2));

  for (const [what, inject] of Object.entries(FAULTS))
    it(`have at most one finding for ${what}, and nearly always that on its line`, () => {
      const tried = traces.flatMap(({ seed, lines }) =>
        [0, 1].flatMap((round) => {
          const fault = inject(lines, seeded(2 * seed + round));
          if (fault === undefined) return [];
          const text = fault[0].join('\n');
          const found = readTraceText(text)?.findings ?? [];
          assert.ok(found.length <= 1, `seed ${seed}, line ${fault[1] + 1}: ${JSON.stringify(found)}`);
          return [found[0] !== undefined && text.slice(0, found[0].range.start).split('\n').length === fault[1] + 1];
        }),
      );
      const share = tried.filter(Boolean).length / tried.length;
      assert.ok(share > 0.8, `${share} of ${tried.length}`);
    });
});
