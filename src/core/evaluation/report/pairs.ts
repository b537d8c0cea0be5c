import { seeded } from '../../base/random.ts';
import { ClusterSums, type Clusters } from '../../base/stats/clusters.ts';
import { holmAdjusted } from '../../base/stats/holm.ts';
import { pairedDifference } from '../../base/stats/paired-difference.ts';
import { partSeed } from '../../base/text/fingerprint.ts';
import type { PositionMeans } from './ranking.ts';
import type { PairTest } from './report.ts';

/** Models of which all pairs are tested. */
const MAX_MODELS = 12;

const METRICS = ['p', 'position'] as const;

/**
 * Paired differences of all models, and of each and the best baseline, on the positions that both answered. They are tested by whole
 * clusters of games; where there are too few of those, the difference is all that is said.
 *
 * @param all the best first
 */
export function pairTests(all: readonly PositionMeans[], seed: number): { pairs: PairTest[]; leftOut: number } {
  const models = all.filter(({ floor }) => !floor);
  const tested = models.slice(0, MAX_MODELS);
  const baselines = all.filter(({ floor }) => floor).slice(0, 1);
  const couples = tested.flatMap((a, i) => [...tested.slice(i + 1), ...baselines].map((b) => [a, b] as const));
  const every = (models.length * (models.length - 1)) / 2 + models.length * baselines.length;
  const shared = couples.map(([a, b]) => ({ a, b, ...differencesOf(a, b) }));
  const pairs = METRICS.flatMap((metric) => {
    const tests = shared.flatMap((couple) => test(couple, metric, seed) ?? []);
    const corrected = holmAdjusted(tests.flatMap(({ difference }) => difference.p ?? []));
    return tests.map(
      (one): PairTest => ({ ...one, holm: one.difference.p === null ? null : (corrected.shift() ?? 1) }),
    );
  });
  return { pairs, leftOut: every - couples.length };
}

/** Two models on the positions that both answered. */
interface Couple {
  readonly a: PositionMeans;
  readonly b: PositionMeans;
  readonly positions: number;
  readonly games: number;
  /** By cluster, for each metric. */
  readonly differences: Readonly<Record<PairTest['metric'], Clusters>>;
}

const NO_CLUSTERS: Clusters = { sizes: new Float64Array(0), sums: new Float64Array(0) };

function differencesOf(a: PositionMeans, b: PositionMeans): Omit<Couple, 'a' | 'b'> {
  const sums = new ClusterSums(METRICS.length);
  const games = new Set<string>();
  let positions = 0;
  for (const [position, ofA] of a.answered) {
    const ofB = b.answered.get(position);
    if (ofB === undefined) continue;
    const row = sums.row(ofA.cluster);
    games.add(ofA.game);
    positions++;
    for (const [column, metric] of METRICS.entries()) sums.add(row, column, ofA[metric] - ofB[metric]);
  }
  const [p = NO_CLUSTERS, position = NO_CLUSTERS] = sums.columns();
  return { positions, games: games.size, differences: { p, position } };
}

function test(
  { a, b, positions, games, differences }: Couple,
  metric: PairTest['metric'],
  seed: number,
): Omit<PairTest, 'holm'> | undefined {
  const clusters = differences[metric];
  const random = seeded(partSeed(seed, `${metric}/${a.name}/${b.name}`));
  const difference = pairedDifference(clusters, random);
  return difference && { a: a.name, b: b.name, metric, positions, games, clusters: clusters.sizes.length, difference };
}
