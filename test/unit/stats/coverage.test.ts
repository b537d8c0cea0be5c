import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../../src/core/base/random.ts';
import { ClusterSums, type Clusters } from '../../../src/core/base/stats/clusters.ts';
import { type Interval, meanInterval } from '../../../src/core/base/stats/confidence-interval.ts';
import { meanEstimate } from '../../../src/core/base/stats/descriptive.ts';
import { normalQuantile, studentQuantile } from '../../../src/core/base/stats/distributions.ts';
import { pairedDifference } from '../../../src/core/base/stats/paired-test.ts';
import { clusteredKendall, kendallTest } from '../../../src/core/base/stats/rank-correlation.ts';
import { itLong } from '../../support/thorough.ts';

const normal = (random: RandomGenerator): number => normalQuantile(Math.max(1e-12, uniformFloat64(random)));
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Scores of the answers about a game, which hang together. */
type Game = (random: RandomGenerator, answers: number) => number[];
const times = (n: number, make: () => number): number[] => Array.from({ length: n }, make);
const GAMES: Readonly<Record<string, Game>> = {
  'right or wrong, half of them right': (random, answers) => {
    const skill = logistic(1.5 * normal(random));
    return times(answers, () => (uniformFloat64(random) < skill ? 1 : 0));
  },
  'scores that are mostly low': (random, answers) => {
    const skill = normal(random);
    return times(answers, () => logistic(-2 + 2 * skill + 2 * normal(random)));
  },
};
const SIZES = {
  'ten answers a game': () => 10,
  'games of different lengths': (random: RandomGenerator) => 1 + Math.floor(Math.exp(1 + normal(random))),
};

const RUNS = 300;

function clustersOf(game: Game, size: (random: RandomGenerator) => number, games: number, random: RandomGenerator) {
  const sums = new ClusterSums(1);
  for (let g = 0; g < games; g++) for (const score of game(random, size(random))) sums.add(sums.row(g), 0, score);
  return sums.columns()[0];
}

function truthOf(game: Game): number {
  const random = seeded(99);
  const scores = Array.from({ length: 20_000 }, () => game(random, 2)).flat();
  return scores.reduce((a, b) => a + b, 0) / scores.length;
}

const intervalOf = (clusters: Clusters | undefined): Interval | undefined => clusters && meanInterval(clusters);

/** Scores of one answer a game, mostly at one end, with the games at which the bootstrap failed most. */
const SKEWED: Readonly<
  Record<string, { readonly games: readonly number[]; readonly draw: (at: () => number) => number }>
> = {
  '1 in 90 %, else anything': { games: [10, 20, 40], draw: (at) => (at() < 0.9 ? 1 : at()) },
  '1 in 95 %, else 0': { games: [20, 40], draw: (at) => (at() < 0.95 ? 1 : 0) },
  '1 in 98 %, else anything': { games: [10, 40], draw: (at) => (at() < 0.98 ? 1 : at()) },
  '0 in 90 %, else anything': { games: [10, 20, 40], draw: (at) => (at() < 0.9 ? 0 : at()) },
  'an eighth power': { games: [20, 40], draw: (at) => at() ** 8 },
};

describe('intervals of skewed scores', () => {
  for (const [of, { games, draw }] of Object.entries(SKEWED))
    it(`cover the mean in 93 % of 1,000 runs or more: ${of}`, () => {
      const first = seeded(99);
      const truth = times(200_000, () => draw(() => uniformFloat64(first))).reduce((a, b) => a + b, 0) / 200_000;
      for (const n of games) {
        let covered = 0;
        for (let run = 0; run < 1000; run++) {
          const random = seeded(1000 + run);
          const sums = Float64Array.from({ length: n }, () => draw(() => uniformFloat64(random)));
          const { low, high } = meanInterval({ sizes: new Float64Array(n).fill(1), sums }) ?? {};
          if ((low ?? 2) <= truth && truth <= (high ?? -1)) covered++;
        }
        assert.ok(covered >= 930, `${n} games: ${covered / 1000}`);
      }
    });

  it('cost symmetric scores little: they are at most a fifth wider than Student’s', () => {
    for (const draw of [(at: () => number) => at(), (at: () => number) => 0.85 + 0.05 * (at() + at())])
      for (const n of [10, 20, 40]) {
        let [own, student] = [0, 0];
        for (let run = 0; run < 200; run++) {
          const random = seeded(1000 + run);
          const values = times(n, () => draw(() => uniformFloat64(random)));
          const sizes = new Float64Array(n).fill(1);
          const { low, high } = meanInterval({ sizes, sums: Float64Array.from(values) }) ?? {};
          own += (high ?? 9) - (low ?? 0);
          student += 2 * studentQuantile(0.975, n - 1) * (meanEstimate(values)?.standardError ?? 0);
        }
        assert.ok(own < 1.2 * student, `${n}: ${own / student}`);
      }
  });
});

describe('intervals over clusters', () => {
  for (const [of, game] of Object.entries(GAMES))
    for (const [length, size] of Object.entries(SIZES))
      itLong(`cover the mean in about 95 % of 300 runs: ${of}, ${length}`, () => {
        const truth = truthOf(game);
        for (const games of [10, 30]) {
          let covered = 0;
          for (let run = 0; run < RUNS; run++) {
            const random = seeded(1000 + run);
            const interval = intervalOf(clustersOf(game, size, games, random));
            if ((interval?.low ?? 2) <= truth && truth <= (interval?.high ?? -1)) covered++;
          }
          const share = covered / RUNS;
          assert.ok(share >= 0.93, `${games} games: ${share}`);
        }
      });

  itLong('cover it in far fewer where answers are taken for independent, which the clusters prevent', () => {
    const game = GAMES['scores that are mostly low'];
    const truth = truthOf(game);
    let covered = 0;
    for (let run = 0; run < RUNS; run++) {
      const random = seeded(1000 + run);
      const each = Array.from({ length: 15 }, () => game(random, 10)).flat();
      const alone = { sizes: new Float64Array(each.length).fill(1), sums: Float64Array.from(each) };
      const interval = meanInterval(alone);
      if ((interval?.low ?? 2) <= truth && truth <= (interval?.high ?? -1)) covered++;
    }
    assert.ok(covered / RUNS < 0.8, `${covered / RUNS}`);
  });
});

describe('tests over clusters', () => {
  itLong('find two identical models different in about 5 % of 300 runs at most', () => {
    for (const games of [10, 14, 40]) {
      let found = 0;
      for (let run = 0; run < RUNS; run++) {
        const random = seeded(5000 + run);
        const sums = new ClusterSums(1);
        for (let g = 0; g < games; g++) {
          // A game that one of them happens to have understood: all its answers differ in one direction.
          const luck = normal(random);
          for (let i = 0; i < 1 + (g % 12); i++) sums.add(sums.row(g), 0, luck + 0.3 * normal(random));
        }
        const test = pairedDifference(sums.columns()[0], random);
        if ((test?.p ?? 0) <= 0.05) found++;
      }
      assert.ok(found / RUNS <= 0.09, `${games} games: ${found / RUNS}`);
    }
  });

  it("find Kendall's tau of unrelated scores in about 5 % at most, where the plain test finds it often", () => {
    let [found, plain] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const random = seeded(9000 + run);
      const [xs, ys, keys]: [number[], number[], number[]] = [[], [], []];
      for (let g = 0; g < 15; g++) {
        const [x, y] = [normal(random), normal(random)];
        for (let i = 0; i < 8; i++) {
          xs.push(x + 0.3 * normal(random));
          ys.push(Math.round(2 * (y + 0.3 * normal(random))));
          keys.push(g);
        }
      }
      if ((clusteredKendall(xs, ys, keys)?.p ?? 0) <= 0.05) found++;
      if ((kendallTest(xs, ys)?.p ?? 1) <= 0.05) plain++;
    }
    assert.ok(found / RUNS <= 0.1, `${found / RUNS}`);
    assert.ok(plain / RUNS > 0.3, `${plain / RUNS}`);
  });

  it("give Kendall's tau without a test for fewer than ten clusters", () => {
    const list = Array.from({ length: 18 }, (_, i) => i);
    const keys = list.map((i) => i >> 1);
    assert.deepEqual(clusteredKendall(list, list, keys), { tauB: 1, n: 18, z: null, p: null });
    assert.ok((clusteredKendall(list, list, list)?.p ?? 1) < 1e-4);
    assert.equal(clusteredKendall([1, 1], [1, 2], [0, 1]), undefined);
  });
});
