import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { textLines } from '../../../src/core/languages/positions.ts';
import { type DatasetBlock, type DatasetPart, makeDatasetPart } from '../../../src/core/mav/author/dataset.ts';
import { RepeatedIds, type Split, SplitPlanner } from '../../../src/core/mav/author/dataset-split.ts';
import { PUBLISHED_DIALECT } from '../../../src/core/mav/syntax.ts';
import { CLUSTER_RULES } from '../../../src/core/notation/game-clusters.ts';
import { someGames } from '../../support/pgn2fen.ts';
import { thoroughly } from '../../support/thorough.ts';

const PGN = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');

function part(block: DatasetBlock): DatasetPart {
  const steps = makeDatasetPart(
    block,
    {
      seed: 3,
      plies: 'every:1',
      hasValues: false,
      forms: 'mixed',
      order: 'random',
      dialect: PUBLISHED_DIALECT,
    },
    textLines,
  );
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value;
}
const pgnPart = (text: string): DatasetPart => part({ kind: 'text', text, language: 'pgn' });

function planned(parts: readonly DatasetPart[], share = 0.3, seed = 3): Split {
  const planner = new SplitPlanner(CLUSTER_RULES);
  for (const one of parts) planner.add(one);
  return planner.split(share, seed) ?? assert.fail('no split');
}

/** Ids of the kept positions of each side, asked about or given. */
function positionsOf(parts: readonly DatasetPart[], split: Split) {
  const sides = { train: new Set<string>(), test: new Set<string>() };
  let lines = 0;
  for (const { examples, lines: own } of parts) {
    for (const { line, positions } of examples) {
      const side = split.sideOf(lines + line);
      const ids = positions.filter((id) => id !== undefined);
      if (side === 'train' || !split.isTrained(ids)) for (const id of ids) sides[side].add(id);
    }
    lines += own.length;
  }
  return sides;
}

describe('the split of a dataset', () => {
  const text = someGames('world-cup', thoroughly(1, 4));
  const truncated = pgnPart(text);

  it('has no position on both sides, whatever games share', () => {
    const discs: DatasetBlock = { kind: 'random', game: 'connect_four', hexSize: 5, from: 0, count: 60 };
    for (const parts of [[truncated], [pgnPart(PGN), part(discs)]])
      for (const seed of thoroughly([1, 2, 3], [1])) {
        const split = planned(parts, 0.3, seed);
        const { train, test } = positionsOf(parts, split);
        assert.ok(train.size > 300 && test.size > 100, `${train.size} and ${test.size}`);
        assert.ok([...test].every((id) => !train.has(id)));
      }
  });
  it('keeps all prefixes of a game on one side, and says how many games there are in truth', () => {
    const split = planned([truncated]);
    const { clusters, games: count, share } = split.figures;
    const players = [...text.matchAll(/\[Round "(.*)"\]\n\[White "(.*)"\]/g)].map(([both]) => both);
    assert.deepEqual(
      [clusters.train + clusters.test, count.train + count.test],
      [new Set(players).size, players.length],
    );
    assert.ok(Math.abs(share - 0.3) < 0.04, String(share));
  });
  it('depends on the seed and on the games, not on their order', () => {
    const all = PGN.split(/(?=^\[Event )/m);
    const forwards = pgnPart(all.join(''));
    const backwards = pgnPart([...all].reverse().join('\n\n'));
    const sidesOf = (one: DatasetPart, seed: number): Map<string, string> => {
      const split = planned([one], 0.3, seed);
      return new Map(one.lines.map(({ key }, i) => [key, split.sideOf(i)]));
    };
    const sides = sidesOf(forwards, 3);
    assert.equal(sides.size, 15);
    for (const [key, side] of sidesOf(backwards, 3)) assert.equal(side, sides.get(key));
    assert.notDeepEqual(sidesOf(forwards, 4), sides);
  });
  it('has a test set even where each cluster is larger than its share, and is impossible for one cluster', () => {
    assert.equal(planned([truncated], 0.0001).figures.clusters.test, 1);
    const planner = new SplitPlanner(CLUSTER_RULES);
    planner.add(pgnPart(`${PGN.split(/(?=^\[Event )/m)[0]}\n`.repeat(3)));
    assert.equal(planner.split(0.5, 1), undefined);
  });
});

describe('ids that may come some times', () => {
  it('are refused when they came as often', () => {
    const ids = new RepeatedIds(2);
    const one = 'a'.repeat(16);
    assert.deepEqual([ids.isAllowed(one), ids.isAllowed(one), ids.isAllowed(one)], [true, true, false]);
    assert.equal(ids.isAllowed('b'.repeat(16)), true);
  });
});
