import { ClusterSums } from '../../base/stats/clusters.ts';
import { type Interval, shareInterval } from '../../base/stats/confidence-interval.ts';
import { lowerQuantile } from '../../base/stats/descriptive.ts';
import type { WeightedSample } from './report-sample.ts';

/** Exactness up to a ply. */
export interface TrajectoryLength {
  readonly ply: number;
  /** Number of walks that were asked at this ply. */
  readonly walks: number;
  /** Share of them with the right position there and at every earlier queried ply. */
  readonly allRight: Interval | null;
  /** Share of them with the right position there. */
  readonly right: Interval | null;
}

/**
 * Exactness of a model along whole walks: games, or walks of a world, that were queried at two plies or more. A walk is
 * a game and the number of a sample, so that a game with five samples is five walks of one cluster.
 */
export interface TrajectoryFigures {
  /** Number of walks with an answer at every queried ply. */
  readonly walks: number;
  /**
   * Number of walks with a failed request, an unscored answer, or planned queries that are missing; no other figure
   * includes them.
   */
  readonly incomplete: number;
  /**
   * True if each walk was queried at every ply from the first to its last queried one; otherwise the plies between are
   * not known.
   */
  readonly everyPly: boolean;
  /** Share of walks with the right position at every queried ply. */
  readonly allRight: Interval | null;
  /** Quartiles of the ply of the first wrong position, over the walks that have one; null where none has. */
  readonly firstWrong: { readonly q1: number; readonly median: number; readonly q3: number } | null;
  /** Figures by ply, for at most twelve of the queried plies. */
  readonly lengths: readonly TrajectoryLength[];
}

/** Answered walk: its queried plies, ascending, with the rightness of each position. */
interface Walk {
  readonly cluster: number;
  readonly weight: number;
  readonly plies: readonly number[];
  /** Index in `plies` of the first wrong position; the number of plies where there is none. */
  readonly firstWrong: number;
  readonly rights: readonly boolean[];
}

const MAX_LENGTHS = 12;

/** Returns the plies at which trajectories of a report are shown: as many of the queried ones as a table holds. */
export function trajectoryPlies(series: readonly (readonly WeightedSample[])[]): number[] {
  const asked = new Set<number>();
  for (const placed of series)
    for (const walk of groupWalks(placed).values())
      if (walk.length > 1) for (const { sample } of walk) asked.add(sample.ply);
  const plies = [...asked].sort((a, b) => a - b);
  if (plies.length <= MAX_LENGTHS) return plies;
  const chosen = Array.from(
    { length: MAX_LENGTHS },
    (_, i) => plies[Math.round((i * (plies.length - 1)) / (MAX_LENGTHS - 1))] ?? 0,
  );
  return [...new Set(chosen)];
}

/**
 * Returns the trajectories of one model. Undefined where no walk was queried at two plies or more.
 *
 * @param plies from `trajectoryPlies`
 * @param isUnfinished true if the run of a walk planned more queries of it
 */
export function buildTrajectories(
  placed: readonly WeightedSample[],
  plies: readonly number[],
  isUnfinished: (walk: readonly WeightedSample[]) => boolean,
): TrajectoryFigures | undefined {
  const asked = [...groupWalks(placed).values()].filter((samples) => samples.length > 1);
  if (asked.length === 0) return undefined;
  const walks = asked.flatMap((samples) => (isUnfinished(samples) ? [] : (walkOf(samples) ?? [])));
  return {
    walks: walks.length,
    incomplete: asked.length - walks.length,
    everyPly: walks.every(({ plies: own }) => own.filter((ply) => ply > 0).every((ply, i) => ply === i + 1)),
    allRight: share(walks, ({ firstWrong, plies: own }) => firstWrong === own.length),
    firstWrong: quartiles(
      walks.flatMap(({ firstWrong, plies: own, weight }) => {
        const ply = own[firstWrong];
        return ply === undefined ? [] : [[ply, weight] as const];
      }),
    ),
    lengths: plies.flatMap((ply): TrajectoryLength[] => {
      const there = walks.flatMap((walk) => {
        const at = walk.plies.indexOf(ply);
        return at < 0 ? [] : [{ ...walk, at }];
      });
      if (there.length === 0) return [];
      return [
        {
          ply,
          walks: there.length,
          allRight: share(there, ({ firstWrong, at }) => firstWrong > at),
          right: share(there, ({ rights, at }) => rights[at] === true),
        },
      ];
    }),
  };
}

/** Returns the samples of each walk: a game and the number of a sample. */
export function groupWalks(placed: readonly WeightedSample[]): Map<string, WeightedSample[]> {
  const walks = new Map<string, WeightedSample[]>();
  for (const one of placed) {
    const { game, index } = one.sample;
    const key = `${one.run.games ?? one.run.file}\n${game}\n${index}`;
    const known = walks.get(key);
    if (known === undefined) walks.set(key, [one]);
    else known.push(one);
  }
  return walks;
}

/**
 * Returns the walk if every answer of it has scores. Of two walks with the same moves each counts half, as their
 * answers do elsewhere.
 */
function walkOf(samples: readonly WeightedSample[]): Walk | undefined {
  if (samples.some(({ sample }) => sample.scores === null)) return undefined;
  const ordered = [...samples].sort((a, b) => a.sample.ply - b.sample.ply);
  const last = ordered.at(-1);
  if (last === undefined) return undefined;
  const rights = ordered.map(({ sample }) => sample.scores?.position === true);
  const wrong = rights.indexOf(false);
  return {
    cluster: last.cluster,
    weight: last.weight,
    plies: ordered.map(({ sample }) => sample.ply),
    firstWrong: wrong < 0 ? rights.length : wrong,
    rights,
  };
}

/** Returns the share of walks that pass a test, with an interval over clusters, Wilson's where each has one walk. */
function share<T extends Walk>(walks: readonly T[], isTrue: (walk: T) => boolean): Interval | null {
  const sums = new ClusterSums(1);
  for (const walk of walks) {
    const row = sums.row(walk.cluster, walk.weight);
    if (isTrue(walk)) sums.add(row, 0, walk.weight);
  }
  const [column] = sums.columns();
  return column === undefined ? null : shareInterval(column, true);
}

/** Returns quartiles that are values: the smallest with at least that share of the weights at or below it. */
function quartiles(values: readonly (readonly [ply: number, weight: number])[]): TrajectoryFigures['firstWrong'] {
  if (values.length === 0) return null;
  const sorted = [...values].sort(([a], [b]) => a - b);
  const size = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const at = (part: number): number => lowerQuantile(sorted, size, part) ?? 0;
  return { q1: at(0.25), median: at(0.5), q3: at(0.75) };
}
