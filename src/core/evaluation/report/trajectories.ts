import { ClusterSums } from '../../base/stats/clusters.ts';
import { type Interval, shareInterval } from '../../base/stats/confidence-interval.ts';
import { lowerQuantile } from '../../base/stats/descriptive.ts';
import type { WeightedSample } from './weighted-sample.ts';

/** Exactness up to a half-move. */
export interface TrajectoryLength {
  readonly ply: number;
  /** Walks that were asked at this half-move. */
  readonly walks: number;
  /** Share of them with the right position there and at every earlier asked half-move. */
  readonly allRight: Interval | null;
  /** Share of them with the right position there. */
  readonly right: Interval | null;
}

/**
 * How far a model follows whole walks: games, or walks of a world, that were asked about at two half-moves or more. A walk is a game and
 * the number of a sample, so that a game asked about for five samples is five walks of one cluster.
 */
export interface TrajectoryFigures {
  /** Walks with an answer at every asked half-move. */
  readonly walks: number;
  /** Walks of which a request failed, an answer is not scored, or the run was to ask more; they count in no figure. */
  readonly incomplete: number;
  /** True if each walk was asked at every half-move from the first to its last asked one: else what lies between is not known. */
  readonly everyPly: boolean;
  /** Share of walks with the right position at every asked half-move. */
  readonly allRight: Interval | null;
  /** Half-moves of the first wrong position, of the walks that have one: quartiles; null where none has. */
  readonly firstWrong: { readonly q1: number; readonly median: number; readonly q3: number } | null;
  /** By half-move, at most twelve of those that were asked about. */
  readonly lengths: readonly TrajectoryLength[];
}

/** An answered walk: its asked half-moves, ascending, with whether the position is right. */
interface Walk {
  readonly cluster: number;
  readonly weight: number;
  readonly plies: readonly number[];
  /** The index in `plies` of the first wrong position; the number of plies where there is none. */
  readonly firstWrong: number;
  readonly rights: readonly boolean[];
}

const MAX_LENGTHS = 12;

/** The half-moves at which trajectories of a report are shown: of those that any walk was asked at as many as a table takes. */
export function trajectoryPlies(series: readonly (readonly WeightedSample[])[]): number[] {
  const asked = new Set<number>();
  for (const placed of series)
    for (const walk of grouped(placed).values())
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
 * The trajectories of one model. Undefined where no walk was asked about at two half-moves or more.
 *
 * @param plies of `trajectoryPlies`
 * @param isUnfinished whether the run of a walk was to ask more about it
 */
export function buildTrajectories(
  placed: readonly WeightedSample[],
  plies: readonly number[],
  isUnfinished: (walk: readonly WeightedSample[]) => boolean,
): TrajectoryFigures | undefined {
  const asked = [...grouped(placed).values()].filter((samples) => samples.length > 1);
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

/** The samples of each walk. */
function grouped(placed: readonly WeightedSample[]): Map<string, WeightedSample[]> {
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

/** A walk whose every answer has scores. Of two walks with the same moves each counts half, as their answers do elsewhere. */
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

/** The share of walks of which something is true; an interval over clusters, Wilson's where each has one walk. */
function share<T extends Walk>(walks: readonly T[], isTrue: (walk: T) => boolean): Interval | null {
  const sums = new ClusterSums(1);
  for (const walk of walks) {
    const row = sums.row(walk.cluster, walk.weight);
    if (isTrue(walk)) sums.add(row, 0, walk.weight);
  }
  const [column] = sums.columns();
  return column === undefined ? null : shareInterval(column, true);
}

/** Quartiles that are values: the smallest that so large a share of the weights does not exceed. */
function quartiles(values: readonly (readonly [ply: number, weight: number])[]): TrajectoryFigures['firstWrong'] {
  if (values.length === 0) return null;
  const sorted = [...values].sort(([a], [b]) => a - b);
  const size = sorted.reduce((sum, [, weight]) => sum + weight, 0);
  const at = (part: number): number => lowerQuantile(sorted, size, part) ?? 0;
  return { q1: at(0.25), median: at(0.5), q3: at(0.75) };
}
