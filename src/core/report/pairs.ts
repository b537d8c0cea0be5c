import { seeded } from '../random.ts';
import { pairedDifference } from '../stats/bootstrap.ts';
import { clustersOf } from '../stats/clusters.ts';
import { holmAdjusted } from '../stats/holm.ts';
import { partSeed } from '../text/fingerprint.ts';
import type { PositionMeans } from './ranking.ts';
import type { PairTest } from './report.ts';

/** Models of which all pairs are tested. */
const MOST_MODELS = 12;

const METRICS = ['p', 'exact'] as const;

/**
 * Paired tests of all models with each other, and of each with the best floor, on the positions that both answered. Pairs
 * without two games in common are left out.
 *
 * @param all the best first
 */
export function pairTests(all: readonly PositionMeans[], seed: number): { pairs: PairTest[]; leftOut: number } {
  const models = all.filter(({ floor }) => !floor);
  const tested = models.slice(0, MOST_MODELS);
  const floors = all.filter(({ floor }) => floor).slice(0, 1);
  const couples = tested.flatMap((a, i) => [...tested.slice(i + 1), ...floors].map((b) => [a, b] as const));
  const every = (models.length * (models.length - 1)) / 2 + models.length * floors.length;
  const pairs = METRICS.flatMap((metric) => {
    const tests = couples.flatMap(([a, b]) => test(a, b, metric, seed) ?? []);
    const corrected = holmAdjusted(tests.map(({ difference }) => difference.p));
    return tests.map((one, i): PairTest => ({ ...one, holm: corrected[i] }));
  });
  return { pairs, leftOut: every - couples.length };
}

function test(
  a: PositionMeans,
  b: PositionMeans,
  metric: PairTest['metric'],
  seed: number,
): Omit<PairTest, 'holm'> | undefined {
  const differences: number[] = [];
  const games: number[] = [];
  for (const [position, ofA] of a.answered) {
    const ofB = b.answered.get(position);
    if (ofB === undefined) continue;
    differences.push(ofA[metric] - ofB[metric]);
    games.push(ofA.game);
  }
  const clusters = clustersOf(differences, games);
  if (clusters.sizes.length < 2) return undefined;
  const random = seeded(partSeed(seed, `${metric}/${a.name}/${b.name}`));
  const difference = pairedDifference(clusters, random);
  if (difference === undefined) return undefined;
  return { a: a.name, b: b.name, metric, positions: differences.length, games: clusters.sizes.length, difference };
}
