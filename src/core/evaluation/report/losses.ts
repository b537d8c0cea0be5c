import { seeded } from '../../base/random.ts';
import { MIN_CLUSTERS, meanInterval, pointEstimate } from '../../base/stats/confidence-interval.ts';
import { lowerQuantile } from '../../base/stats/descriptive.ts';
import { pairedDifference } from '../../base/stats/paired-test.ts';
import { CAUSE_IDS, type CauseId } from '../../metrics/sentence/causes.ts';
import { pickColumns } from '../sample/columns.ts';
import { listedSample } from './list/list-samples.ts';
import { CASE_COLUMNS, type LossFigures } from './report.ts';
import type { WeightedSample } from './report-sample.ts';
import { groupWalks } from './trajectories.ts';

/** Loss of one walk. */
interface Loss {
  readonly at: WeightedSample;
  readonly cause: CauseId;
}

/** Losses of one independent game. */
interface GameLosses {
  walks: number;
  readonly losses: Loss[];
}

/** Level of the test of the most frequent cause against the second. */
const LEVEL = 0.05;
const MAX_CASES = 3;

/**
 * Returns the losses of one model; undefined where it has no answers.
 *
 * @param seed seed of the test
 * @param isUnfinished true if the run of a walk planned more queries of it
 */
export function buildLosses(
  series: string,
  placed: readonly WeightedSample[],
  seed: number,
  isUnfinished: (walk: readonly WeightedSample[]) => boolean,
): LossFigures | undefined {
  const asked = [...groupWalks(placed).values()];
  const long = asked.filter((walk) => walk.length > 1);
  const followed = countGames(long);
  const isFollowed = followed > 0 && (followed >= MIN_CLUSTERS || followed === countGames(asked));
  const walks = (isFollowed ? long : asked).filter(
    (walk) => walk.every(({ sample }) => sample.scores !== null) && !(isFollowed && isUnfinished(walk)),
  );
  const games = new Map<number, GameLosses>();
  for (const walk of walks) {
    const cluster = walk[0]?.cluster ?? 0;
    const game = games.get(cluster) ?? { walks: 0, losses: [] };
    games.set(cluster, game);
    game.walks++;
    const loss = firstLoss(walk);
    if (loss !== undefined) game.losses.push(loss);
  }
  if (games.size === 0) return undefined;
  const lost = [...games.values()].flatMap(({ losses }) => (losses.length === 0 ? [] : [losses]));
  const cause = leadingCause(lost, seed);
  const ply = isFollowed ? lossPlies(lost) : null;
  return {
    of: isFollowed ? 'walks' : 'answers',
    games: games.size,
    lost: lost.length,
    everyPly: isFollowed && walks.every(isAtEveryPly),
    ply,
    cause,
    cases: chooseCases(lost, cause?.id, ply?.median).map(({ at: { sample, run } }) =>
      pickColumns(listedSample(run, sample, { series }), CASE_COLUMNS),
    ),
  };
}

const countGames = (walks: readonly (readonly WeightedSample[])[]): number =>
  new Set(walks.map(([first]) => first?.cluster)).size;

function firstLoss(walk: readonly WeightedSample[]): Loss | undefined {
  let first: WeightedSample | undefined;
  for (const one of walk)
    if (one.sample.scores?.position === false && (first === undefined || one.sample.ply < first.sample.ply))
      first = one;
  const id = first?.sample.scores?.cause.id;
  return first === undefined || id === undefined ? undefined : { at: first, cause: id };
}

function isAtEveryPly(walk: readonly WeightedSample[]): boolean {
  const plies = walk.map(({ sample }) => sample.ply).filter((ply) => ply > 0);
  return Math.max(...plies) === plies.length;
}

function lossPlies(games: readonly (readonly Loss[])[]): LossFigures['ply'] {
  if (games.length === 0) return null;
  const sorted = games
    .flatMap((losses) => losses.map(({ at }) => [at.sample.ply, 1 / losses.length] as const))
    .sort(([a], [b]) => a - b);
  const at = (part: number): number => lowerQuantile(sorted, games.length, part) ?? 0;
  return { q1: at(0.25), median: at(0.5), q3: at(0.75) };
}

/**
 * Returns the most frequent cause if a sign-flip test over games tells it from the second. A two-sided test of the
 * first against the second alone keeps its level although both were chosen from the data (K. Hung and W. Fithian, 2019,
 * "Rank verification for exponential families").
 */
function leadingCause(games: readonly (readonly Loss[])[], seed: number): LossFigures['cause'] {
  if (games.length < MIN_CLUSTERS) return null;
  const shares = new Map<CauseId, Float64Array>();
  for (const [game, losses] of games.entries()) {
    for (const { cause } of losses) {
      const column = shares.get(cause) ?? new Float64Array(games.length);
      shares.set(cause, column);
      column[game] = (column[game] ?? 0) + 1 / losses.length;
    }
  }
  const total = (column: Float64Array): number => column.reduce((sum, share) => sum + share, 0);
  const ranked = [...shares].sort(
    ([a, x], [b, y]) => total(y) - total(x) || CAUSE_IDS.indexOf(a) - CAUSE_IDS.indexOf(b),
  );
  const [first, second] = ranked;
  if (first === undefined) return null;
  const [id, column] = first;
  const sizes = new Float64Array(games.length).fill(1);
  const sums = column.map((share, game) => share - (second?.[1][game] ?? 0));
  const difference = pairedDifference({ sizes, sums }, seeded(seed));
  if (difference === undefined || difference.p === null || difference.p >= LEVEL || difference.value <= 0) return null;
  return { id, share: meanInterval({ sizes, sums: column }) ?? pointEstimate(total(column) / games.length) };
}

/** Returns a loss of each of up to three games: of the cause, if there is one, and near the median ply. */
function chooseCases(games: readonly (readonly Loss[])[], cause: CauseId | undefined, median = 0): Loss[] {
  const distance = ({ at }: Loss): number => Math.abs(at.sample.ply - median);
  return games
    .flatMap((losses) => losses.filter((loss) => cause === undefined || loss.cause === cause).slice(0, 1))
    .sort((a, b) => distance(a) - distance(b) || a.at.sample.game - b.at.sample.game)
    .slice(0, MAX_CASES);
}
