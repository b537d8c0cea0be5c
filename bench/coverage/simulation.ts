import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../src/core/base/random.ts';
import type { Clusters } from '../../src/core/base/stats/clusters.ts';
import { meanInterval } from '../../src/core/base/stats/confidence-interval.ts';
import { normalQuantile } from '../../src/core/base/stats/distributions.ts';
import { pairedDifference } from '../../src/core/base/stats/paired-test.ts';

/** A game: makes the values of its answers, which hang together. */
type Game = (random: RandomGenerator) => () => number;

const uniform = (random: RandomGenerator): number => uniformFloat64(random);
const normal = (random: RandomGenerator): number => normalQuantile(Math.max(1e-12, uniform(random)));
const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** Differences of two models by game. */
export const DIFFERENCES: Readonly<Record<string, Game>> = {
  normal: (random) => {
    const game = 0.1 + 0.3 * normal(random);
    return () => game + 0.3 * normal(random);
  },
  'right or wrong': (random) => {
    const game = 1.5 * normal(random);
    const [a, b] = [logistic(game + 0.8 + 0.7 * normal(random)), logistic(game + 0.7 * normal(random))];
    return () => (uniform(random) < a ? 1 : 0) - (uniform(random) < b ? 1 : 0);
  },
  skewed: (random) => {
    const game = 2 * normal(random) - 2;
    return () => logistic(game + 2 * normal(random)) - 0.1;
  },
  '0 in 80 % of the games': (random) => {
    const game = uniform(random) < 0.2 ? uniform(random) : 0;
    return () => game * uniform(random);
  },
  '0 in 80 %, three of four others above': (random) => {
    const game = uniform(random) < 0.2 ? uniform(random) * (uniform(random) < 0.75 ? 1 : -1) : 0;
    return () => game * uniform(random);
  },
};

/** Scores of one model by game. */
export const SCORES: Readonly<Record<string, Game>> = {
  'right or wrong': (random) => {
    const game = logistic(1.5 * normal(random));
    return () => (uniform(random) < game ? 1 : 0);
  },
  'mostly low': (random) => {
    const game = 2 * normal(random) - 2;
    return () => logistic(game + 2 * normal(random));
  },
  '1 in 80 % of the games': (random) => {
    const game = uniform(random) < 0.2 ? uniform(random) : 0;
    return () => 1 - game * uniform(random);
  },
};

/** Answers of a game, at most 2,000. */
export const SIZES: Readonly<Record<string, (random: RandomGenerator) => number>> = {
  'one size': () => 5,
  'Pareto, exponent 2': (random) => Math.min(2000, Math.ceil(3 * (1 - uniform(random)) ** -0.5)),
  'Pareto, exponent 1.2': (random) => Math.min(2000, Math.ceil((1 - uniform(random)) ** (-1 / 1.2))),
};

/** Drawn for the true mean, which does not depend on the sizes. */
const TRUTH = 100_000;

export function truthOf(game: Game): number {
  const random = seeded(99);
  let sum = 0;
  for (let i = 0; i < TRUTH; i++) sum += game(random)();
  return sum / TRUTH;
}

export function clustersOf(
  game: Game,
  size: (random: RandomGenerator) => number,
  games: number,
  random: RandomGenerator,
): Clusters {
  const sizes = Float64Array.from({ length: games }, () => size(random));
  const sums = sizes.map((n) => {
    const answer = game(random);
    let sum = 0;
    for (let i = 0; i < n; i++) sum += answer();
    return sum;
  });
  return { sizes, sums };
}

export interface Coverage {
  /** Share of the intervals that hold the true mean. */
  readonly covered: number;
  /** Intervals that exclude 0 where their test does not, or the other way round. */
  readonly contradictions: number;
  /** Mean width, over that of the interval of a mean of scores. */
  readonly width: number;
}

/** Simulates paired differences of two models, or with `mean` the scores of one, and asks how often the interval holds the truth. */
export function coverageOf(
  game: Game,
  { size, games, runs, mean = false }: Simulated & { readonly mean?: boolean },
): Coverage {
  const truth = truthOf(game);
  let [covered, contradictions, own, scores] = [0, 0, 0, 0];
  for (let run = 0; run < runs; run++) {
    const random = seeded(1000 + run);
    const clusters = clustersOf(game, size, games, random);
    const wide = meanInterval(clusters, mean ? undefined : { least: -1, most: 1 });
    const difference = mean ? undefined : pairedDifference(clusters, random);
    const { low, high } = difference ?? wide ?? {};
    if (typeof low !== 'number' || typeof high !== 'number') continue;
    if (low <= truth && truth <= high) covered++;
    if (difference !== undefined && (low > 0 || high < 0) !== (difference.p ?? 1) < 0.05) contradictions++;
    own += high - low;
    scores += (wide?.high ?? 1) - (wide?.low ?? 0);
  }
  return { covered: covered / runs, contradictions, width: own / scores };
}

interface Simulated {
  readonly size: (random: RandomGenerator) => number;
  readonly games: number;
  readonly runs: number;
}
