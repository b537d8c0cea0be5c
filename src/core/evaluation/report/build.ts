import type { AffordanceOptions } from '../../metrics/affordance-options.ts';
import { ANY_PART, commonPart, isComparedWorld, SQUARE } from '../../metrics/comparison-rules.ts';
import { LENGTH_GROUPS } from '../../metrics/summary.ts';
import type { ClusterRules } from '../../notation/game-clusters.ts';
import { buildWorld, originalSpec, worldOption } from '../../worlds/world-spec.ts';
import { columnsIn, pickColumns } from '../sample/columns.ts';
import { Cell } from './cell.ts';
import { buildGrouping } from './grouping.ts';
import { listedSample } from './list/list-samples.ts';
import { buildLosses } from './losses.ts';
import { missingSamples, planGaps, plannedSamples, plannedShare, unfinishedAmong } from './plans.ts';
import { type PositionMeans, pairTests, rankModels, unbeatenBaseline } from './ranking.ts';
import { type LengthGroup, REPORT_SCHEMA, type Report, type SeriesFigures, type WorstSample } from './report.ts';
import type { GroupBy } from './report-lists.ts';
import { type ReportOrigin, UNKNOWN_ORIGIN } from './report-methods.ts';
import { isBaseline, type ReportRun } from './report-sample.ts';
import { reportScoring } from './report-scoring.ts';
import { positionRows, sampleRecords } from './sample-records.ts';
import { lastP, type SampleScores } from './sample-scores.ts';
import { buildSeries, type Series } from './series.ts';
import { buildTrajectories, trajectoryPlies } from './trajectories.ts';

export interface ReportOptions {
  readonly tool: Report['tool'];
  /** Program and command that make the report. Default: unknown. */
  readonly origin?: ReportOrigin | undefined;
  readonly m: number;
  /** Options that the samples were scored with. Default: none were given. */
  readonly affordance?: Partial<AffordanceOptions> | undefined;
  /** Seed of tests. Default 0. */
  readonly seed?: number;
  /** Decimals of scores in texts and tables. Default 2. */
  readonly digits?: number | undefined;
  /** Number of worst samples for each model. Default 3. */
  readonly worst?: number;
  /** Groupings of the answers. Default: none. */
  readonly groupBy?: readonly GroupBy[];
  /** True to list every position with the answers of all models side by side, and every sample. Default false. */
  readonly positions?: boolean;
  readonly samples?: boolean;
  /** Number of unreadable lines of each run, by its index. */
  readonly problems?: readonly number[];
  /** Baselines on the same positions. */
  readonly baselines?: readonly ReportRun[];
  /** Rules for openings, which independent games may share. */
  readonly clusters?: Partial<ClusterRules>;
}

/** Returns the report of one or more runs. Runs of the same model are one series, unless they hold the same samples. */
export function buildReport(runs: readonly ReportRun[], options: ReportOptions): Report {
  const { tool, m, affordance = {}, seed = 0, worst = 3, problems = [], baselines = [], clusters } = options;
  const { groupBy = [] } = options;
  const { series, prompts } = buildSeries([...runs, ...baselines], clusters);
  const groups = groupsOf(series);
  const asked = promptCounts(series, groups, prompts, plannedShare(runs));
  const plies = trajectoryPlies(series.map(({ placed }) => placed));
  const figures = series.map((one) => seriesFigures(one, groups, { asked, plies, seed }));
  const means = series.map(positionMeans);
  const ranking = rankModels(means);
  const order = new Map(ranking.missingAsZero.map(({ name }, i) => [name, i]));
  const byRank = (a: { name: string; floor: boolean }, b: { name: string; floor: boolean }): number =>
    Number(a.floor) - Number(b.floor) || (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0);
  const part = commonPart(partsIn(runs));
  const { pairs, leftOut } = pairTests([...means].sort(byRank), seed);
  const ordered = [...series].sort(byRank);
  const subjects = subjectsOf(ordered);
  return {
    schema: REPORT_SCHEMA,
    kind: 'report',
    tool,
    methods: { ...(options.origin ?? UNKNOWN_ORIGIN), runs: runs.flatMap(({ methods }) => methods ?? []) },
    m,
    scoring: reportScoring([...runs, ...baselines], affordance),
    ...(options.digits !== undefined && { digits: options.digits }),
    seed,
    runs: runs.map((run, i) => ({
      file: run.file,
      samples: run.samples.length,
      planned: plannedSamples(run) ?? null,
      ...(run.planned?.shard !== undefined && { shard: run.planned.shard }),
      ...(run.imported !== undefined && { imported: run.imported }),
      ...(run.served !== undefined && run.served.length > 0 && { served: run.served }),
      problems: problems[i] ?? 0,
    })),
    gaps: planGaps(runs),
    ...(isOfWorlds(series) && { worlds: true as const }),
    ...(part !== SQUARE && { part }),
    asked: askedOf(series, runs),
    groups,
    series: [...figures].sort(byRank),
    ranking,
    unbeaten: unbeatenBaseline(means) ?? null,
    pairs,
    pairsLeftOut: leftOut,
    worst: ordered.filter(({ floor }) => !floor).flatMap((one): WorstSample[] => worstSamples(one, worst)),
    groupings: groupBy.map((by) => buildGrouping(by, subjects, groups)),
    ...(options.positions === true && { positions: positionRows(subjects) }),
    ...(options.samples === true && { samples: sampleRecords(subjects) }),
  };
}

/** Returns the words for the parts of the states that the runs predict, by variant; undefined for squares. */
const partsIn = (runs: readonly ReportRun[]): (string | undefined)[] =>
  runs.flatMap(({ samples, world }) => {
    const spec = world && originalSpec(world);
    const built = spec && buildWorld(spec);
    const own = built?.ok === true ? built.value.part : ANY_PART;
    return [...new Set(samples.map(({ variant }) => (isComparedWorld(variant) ? own : undefined)))];
  });

const isOfWorlds = (series: readonly Series[]): boolean =>
  series.length > 0 && series.every(({ placed }) => placed.every(({ sample }) => isComparedWorld(sample.variant)));

/** Facts about all series that the figures of each need. */
interface SeriesContext {
  readonly asked: PromptCounts;
  /** Plies from `trajectoryPlies`. */
  readonly plies: readonly number[];
  /** Seed of tests. */
  readonly seed: number;
}

/** Returns all figures of one model. */
function seriesFigures(
  { name, floor, files, placed }: Series,
  groups: readonly LengthGroup[],
  { asked, plies, seed }: SeriesContext,
): SeriesFigures {
  const all = new Cell();
  const cells = new Map<number, Cell>();
  for (const one of placed) {
    all.add(one);
    const group = groups.findIndex((group) => isWithin(one.sample.ply, group));
    const cell = cells.get(group) ?? new Cell();
    cells.set(group, cell);
    cell.add(one);
  }
  const isUnfinished = unfinishedAmong(placed);
  const trajectories = buildTrajectories(placed, plies, isUnfinished);
  const losses = buildLosses(name, placed, seed, isUnfinished);
  return {
    name,
    floor,
    files,
    all: all.figures(asked.all),
    groups: groups.flatMap((group, i) => {
      const cell = cells.get(i);
      return cell === undefined
        ? []
        : [
            {
              ...group,
              ...cell.figures(asked.groups === null ? null : (asked.groups[i] ?? 0)),
            },
          ];
    }),
    ...(trajectories !== undefined && { trajectories }),
    ...(losses !== undefined && { losses }),
  };
}

const isWithin = (ply: number, { from, to }: LengthGroup): boolean => ply >= from && (to === null || ply <= to);

/** Maximum number of lengths that count as a plan: then each is its own group, as in the paper. */
const MAX_PLANNED = 8;

/** Returns the groups of game lengths: each length alone when they are few, else the groups of `score`. */
function groupsOf(series: readonly Series[]): LengthGroup[] {
  const plies = new Set<number>();
  for (const { placed } of series) for (const { sample } of placed) plies.add(sample.ply);
  if (plies.size <= MAX_PLANNED) return [...plies].sort((a, b) => a - b).map((ply) => ({ from: ply, to: ply }));
  const all: LengthGroup[] = [
    { from: 0, to: 0 },
    ...LENGTH_GROUPS.map(([from, to]) => ({ from, to })),
    { from: 101, to: null },
  ];
  return all.filter((group) => [...plies].some((ply) => isWithin(ply, group)));
}

/** Number of asked prompts, over all and by group. */
interface PromptCounts {
  /** All prompts, with those that the runs planned and did not ask. */
  readonly all: number;
  /** Null where some are missing, whose lengths are unknown. */
  readonly groups: readonly number[] | null;
}

/**
 * Counts the prompts of models alone if there are any.
 *
 * @param share asked share of the plans
 */
function promptCounts(
  all: readonly Series[],
  groups: readonly LengthGroup[],
  prompts: number,
  share: number,
): PromptCounts {
  const plies = new Float64Array(prompts).fill(Number.NaN);
  for (const { placed } of subjectsOf(all)) {
    for (const { prompt, sample } of placed) plies[prompt] = sample.ply;
  }
  const asked = plies.filter((ply) => !Number.isNaN(ply));
  const ofGroups = groups.map((group) => asked.filter((ply) => isWithin(ply, group)).length);
  return { all: asked.length / share, groups: share === 1 ? ofGroups : null };
}

/** Returns the models, or the baselines where there is no model. */
function subjectsOf(all: readonly Series[]): readonly Series[] {
  const models = all.filter(({ floor }) => !floor);
  return models.length > 0 ? models : all;
}

function askedOf(all: readonly Series[], runs: readonly ReportRun[]): Report['asked'] {
  const states = new Set<number>();
  const clusters = new Set<number>();
  let samples = 0;
  for (const { placed } of subjectsOf(all)) {
    samples += placed.length;
    for (const { state, cluster } of placed) {
      states.add(state);
      clusters.add(cluster);
    }
  }
  const isOfModels = all.some(({ floor }) => !floor);
  const own = runs.filter((run) => !isOfModels || !run.samples.every(({ model }) => isBaseline(model)));
  const missing = own.reduce((sum, run) => sum + missingSamples(run), 0);
  const counts = { samples, positions: states.size, clusters: clusters.size };
  return missing === 0 ? counts : { ...counts, planned: samples + missing };
}

function positionMeans({ name, floor, placed }: Series): PositionMeans {
  const sums = new Map<
    number,
    { n: number; p: number; exact: number; position: number; game: string; cluster: number }
  >();
  for (const { sample, prompt, cluster, weight, run } of placed) {
    if (sample.scores === null) continue;
    const at = sums.get(prompt) ?? {
      n: 0,
      p: 0,
      exact: 0,
      position: 0,
      game: `${run.games ?? ''}/${sample.game}`,
      cluster,
    };
    if (at.n === 0) sums.set(prompt, at);
    at.n += weight;
    at.p += weight * lastP(sample.scores);
    at.exact += weight * Number(sample.scores.exact);
    at.position += weight * Number(sample.scores.position);
  }
  for (const at of sums.values()) {
    at.p /= at.n;
    at.exact /= at.n;
    at.position /= at.n;
  }
  return { name, floor, asked: new Set(placed.map(({ prompt }) => prompt)), answered: sums };
}

/**
 * Returns the samples of a model that are furthest from the truth: lowest p_m, then lowest r_m, then most edits. Only
 * answers with a board qualify; others show nothing.
 */
function worstSamples({ name, placed }: Series, count: number): WorstSample[] {
  // Sorted insertion of the worst so far: of 100,000 answers only a few are needed.
  const worst: { readonly of: Series['placed'][number]; readonly scores: SampleScores }[] = [];
  for (const of of placed) {
    const { scores, predicted } = of.sample;
    if (of.isCopy || scores === null || predicted === null || scores.verdict === 'unparsable' || scores.position)
      continue;
    let at = worst.length;
    for (let one = worst[at - 1]; one !== undefined && isWorse(scores, one.scores); one = worst[at - 1]) at--;
    if (at >= count) continue;
    worst.splice(at, 0, { of, scores });
    if (worst.length > count) worst.pop();
  }
  return worst.map(({ of: { sample, run, copies }, scores }) => ({
    ...pickColumns(listedSample(run, sample, { series: name }), WORST_COLUMNS),
    predicted: sample.predicted ?? '',
    verdict: scores.verdict,
    sentence: scores.sentence,
    cause: scores.cause.id,
    p: lastP(scores),
    r: lastR(scores),
    editDistance: scores.editDistance,
    wrongSquares: scores.wrongSquares,
    ...(isComparedWorld(sample.variant) && run.world !== undefined && { world: worldOption(run.world) }),
    copies,
  }));
}

/** Columns that worst answers share with the other lists. */
const WORST_COLUMNS = columnsIn('worst').filter((name) => name !== 'world' && name !== 'place' && name !== 'copies');

const lastR = ({ r }: SampleScores): number => r.at(-1) ?? 0;

const isWorse = (a: SampleScores, b: SampleScores): boolean =>
  (lastP(a) - lastP(b) || lastR(a) - lastR(b) || b.editDistance - a.editDistance) < 0;
