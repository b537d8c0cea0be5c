import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Automaton } from '../../../src/core/base/automaton.ts';
import { seeded, shuffled } from '../../../src/core/base/random.ts';
import { scoreSample } from '../../../src/core/evaluation/report/sample-scores.ts';
import { readScoreRow, rowValues } from '../../../src/core/evaluation/report/score-file.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { summarizePredictions } from '../../../src/core/metrics/summary.ts';
import { worldReader } from '../../../src/core/metrics/world-pair-reading.ts';
import { BLOCKS_DOMAIN, blocksProblem } from '../../../src/core/worlds/pddl/built-in-domains.ts';
import { pddlWorld } from '../../../src/core/worlds/pddl/pddl-world.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

const named = (name: string): World<unknown> => {
  const world = findWorld(name);
  assert.ok(world.ok);
  return world.value;
};

function blocks(): World<unknown> {
  const world = pddlWorld('blocks', BLOCKS_DOMAIN, blocksProblem(4));
  assert.ok(world.ok);
  return world.value;
}

/** The state after some actions, drawn from a seed. */
function walked({ automaton, start }: World<unknown>, actions: number): unknown {
  const random = seeded(7);
  let state = start;
  for (let i = 0; i < actions; i++) {
    const legal = shuffled(automaton.legal(state), random);
    state = automaton.step(state, legal[0]);
  }
  return state;
}

/** The same states as a model may write them. */
const WRITTEN: readonly [string, World<unknown>, (text: string) => string][] = [
  [
    'atoms of PDDL in another order',
    blocks(),
    (text) =>
      text
        .split(/(?<=\)) /)
        .reverse()
        .join(', ')
        .toUpperCase(),
  ],
  [
    'items of boxes in another order',
    named('boxes2x6'),
    (text) => text.replace(/[a-z][a-z ]*[a-z]/g, (items) => items.split(' ').reverse().join('  ')),
  ],
  ['a board of Othello without spaces', named('othello'), (text) => text.replace(/(?<=[.xo]) (?=[.xo] )/g, '')],
  ['a board of Connect Four with a number behind it', named('connect_four'), (text) => text.replace(/\|\|$/, '| 3 ||')],
  ['a board of Hex without its last bars', named('hex5'), (text) => text.replace(/ \|\|$/, '')],
  ['a permutation on lines', named('s5'), (text) => text.replaceAll(' ', '\n')],
  ['faces of a cube on lines', named('cube'), (text) => text.replaceAll(' ', ' \n ')],
];

const read = (world: World<unknown>, trueFen: string, predictedFen: string) =>
  new PairComparer(worldReader(world)).text({ trueFen, predictedFen });

describe('the text of a state', () => {
  for (const [name, world, rewritten] of WRITTEN) {
    it(`does not count: ${name}`, () => {
      const automaton: Automaton<unknown> = world.automaton;
      const truth = automaton.print(walked(world, 7));
      const other = rewritten(truth);
      assert.notEqual(other, truth);
      for (const text of [read(world, truth, other), read(world, other, truth)]) {
        const { verdict, sentence, cause, exactMatch, editDistance, placementDistance, kernel } = text;
        assert.deepEqual([verdict, sentence, cause.id, exactMatch], ['exact', 'exact', 'exact', true]);
        assert.deepEqual([editDistance, placementDistance, kernel], [0, 0, 1]);
      }
      // a wrong state is as far from the true one however it is written
      const wrong = automaton.print(walked(world, 8));
      assert.equal(read(world, truth, rewritten(wrong)).editDistance, read(world, truth, wrong).editDistance);
    });
  }

  it('keeps its own distance, also in stored scores', () => {
    const world = blocks();
    const truth = world.automaton.print(world.start);
    const other = truth
      .split(/(?<=\)) /)
      .reverse()
      .join(' ');
    const comparer = new PairComparer(worldReader(world));
    assert.ok((comparer.text({ trueFen: truth, predictedFen: other }).rawEditDistance ?? 0) > 10);
    const input = { variant: 'world:blocks', trueFen: truth, predictedFen: other, history: undefined } as const;
    const scores = scoreSample(comparer, input, { affordance: { m: 2 } });
    assert.ok(scores?.exact === true && scores.editDistance === 0 && (scores.rawEditDistance ?? 0) > 10);
    const row = {
      key: 'k',
      id: 'i',
      model: 'a',
      index: 0,
      game: 0,
      ply: 1,
      variant: 'world:blocks',
      trueFen: truth,
      predicted: other,
      scores,
    } as const;
    assert.deepEqual(readScoreRow(JSON.parse(JSON.stringify(rowValues(row))))?.scores, scores);
  });

  it('gives no rank to ways of writing in tau-b', () => {
    const world = blocks();
    const comparer = new PairComparer(worldReader(world));
    const [start, later, far] = [0, 1, 6].map((n) => world.automaton.print(walked(world, n)));
    const reversed = (text: string): string =>
      text
        .split(/(?<=\)) /)
        .reverse()
        .join(' ');
    const scored = [start, reversed(start), later, reversed(later), far].map((predictedFen) => {
      const result = comparer.compare({ trueFen: start, predictedFen }, { affordance: { m: 2 } });
      assert.ok(result.ok);
      return result.value;
    });
    const { exact, meanEditDistance, tauB } = summarizePredictions(scored);
    const plain = summarizePredictions([0, 0, 2, 2, 4].map((i) => scored[i]));
    assert.deepEqual([exact, meanEditDistance, tauB], [2, plain.meanEditDistance, plain.tauB]);
  });

  it('that is no state is taken as it is', () => {
    const text = read(named('s5'), '2 1 3 4 5', '2 1 3 4 4');
    assert.deepEqual([text.verdict, text.editDistance, text.rawEditDistance], ['unparsable', 1, 1]);
  });
});
