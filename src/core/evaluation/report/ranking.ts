import { seeded } from '../../base/random.ts';
import { ClusterSums, type Clusters } from '../../base/stats/clusters.ts';
import { averageRanks } from '../../base/stats/descriptive.ts';
import { holmAdjusted, pairedDifference } from '../../base/stats/paired-test.ts';
import { partSeed } from '../../base/text/hash.ts';
import type { ComparedMetric, ModelRanking, PairTest, Rank, UnbeatenBaseline } from './report.ts';

/** Means over the samples of a prompt: p_m, shares of exact answers and of those with the right position. */
interface PromptMeans {
  readonly p: number;
  readonly exact: number;
  readonly position: number;
  readonly game: string;
  readonly cluster: number;
}

/** Means of a model over the samples of each position that it answered. */
export interface PositionMeans {
  readonly name: string;
  readonly floor: boolean;
  /** Asked prompts, including those without an answer. */
  readonly asked: ReadonlySet<number>;
  /** Means by prompt. */
  readonly answered: ReadonlyMap<number, PromptMeans>;
}

/** Returns the two rankings. Baselines are ranked among the models, but they do not narrow the common positions. */
export function rankModels(all: readonly PositionMeans[]): ModelRanking {
  const models = all.filter(({ floor }) => !floor);
  const narrowing = models.length > 0 ? models : all;
  const positions = new Set(narrowing.flatMap(({ asked }) => [...asked]));
  const common = [...positions].filter((position) => narrowing.every(({ answered }) => answered.has(position)));
  const covering = all.filter(({ answered }) => common.every((position) => answered.has(position)));
  return {
    positions: positions.size,
    common: common.length,
    onCommon: common.length === 0 ? [] : ranked(covering, common),
    missingAsZero: ranked(all, [...positions]),
  };
}

function ranked(all: readonly PositionMeans[], positions: readonly number[]): Rank[] {
  const rows = all.map(({ name, floor, answered }) => {
    let [p, exact, position] = [0, 0, 0];
    for (const prompt of positions) {
      const means = answered.get(prompt);
      if (means === undefined) continue;
      p += means.p;
      exact += means.exact;
      position += means.position;
    }
    const n = Math.max(1, positions.length);
    return { name, floor, positions: positions.length, p: p / n, exact: exact / n, position: position / n };
  });
  const ranks = averageRanks(rows.map(({ p }) => -p));
  return rows
    .map((row, i) => ({ ...row, rank: ranks[i] ?? rows.length }))
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}

/** Maximum number of models of which all pairs are tested. */
const MAX_MODELS = 12;

const METRICS = ['p', 'position'] as const;

/**
 * Returns paired differences of all models, and of each and the best baseline, on the positions that both answered.
 * They are tested by whole clusters of games; where there are too few of those, only the difference is given.
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
  /** Differences by cluster, for each metric. */
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

const BASELINE_METRICS: readonly ComparedMetric[] = ['position', 'p'];

/**
 * Returns the baseline that no model beats, with the metrics in which that is so; of several the one with the most right positions.
 * A model beats a baseline in a metric if its mean is larger on the positions that both answered. Undefined where every baseline is
 * beaten in both metrics, perhaps by different models.
 */
export function unbeatenBaseline(all: readonly PositionMeans[]): UnbeatenBaseline | undefined {
  const models = all.filter(({ floor }) => !floor);
  let found: UnbeatenBaseline | undefined;
  for (const baseline of all.filter(({ floor }) => floor)) {
    const unbeaten = BASELINE_METRICS.flatMap((metric) => closestBelow(models, baseline, metric) ?? []);
    if (unbeaten.length > 0 && (found === undefined || rank(unbeaten) > rank(found.in)))
      found = { baseline: baseline.name, in: unbeaten };
  }
  return found;
}

type Unbeaten = UnbeatenBaseline['in'][number];

/** Returns a sort key: more metrics first, then the higher value of the baseline. */
const rank = (of: readonly Unbeaten[]): number => of.length + (of[0]?.baseline ?? 0) / 2;

/**
 * Returns the model that comes closest to a baseline without being better; undefined where one is better, or none
 * shares a position.
 */
function closestBelow(
  models: readonly PositionMeans[],
  baseline: PositionMeans,
  metric: ComparedMetric,
): Unbeaten | undefined {
  let closest: Unbeaten | undefined;
  for (const { name, answered } of models) {
    let [own, other, n] = [0, 0, 0];
    for (const [prompt, means] of answered) {
      const beside = baseline.answered.get(prompt);
      if (beside === undefined) continue;
      own += means[metric];
      other += beside[metric];
      n++;
    }
    if (n === 0) continue;
    if (own > other + 1e-9) return undefined;
    const one = { metric, model: name, value: own / n, baseline: other / n };
    if (closest === undefined || one.value - one.baseline > closest.value - closest.baseline) closest = one;
  }
  return closest;
}
