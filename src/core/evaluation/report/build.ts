import { seeded } from '../../base/random.ts';
import { partSeed } from '../../base/text/fingerprint.ts';
import { LENGTH_GROUPS } from '../../metrics/summary.ts';
import { Cell, lastP, type PlacedSample } from './cell.ts';
import { pairTests } from './pairs.ts';
import { Positions } from './positions.ts';
import { type PositionMeans, rankingOf } from './ranking.ts';
import { type LengthGroup, REPORT_SCHEMA, type Report, type SeriesFigures, type WorstSample } from './report.ts';
import { isBaseline, type ReportRun, type ReportSample, seriesOf } from './report-sample.ts';
import type { SampleScores } from './sample-scores.ts';

export interface ReportOptions {
  readonly tool: Report['tool'];
  readonly m: number;
  /** Seed of intervals and tests. Default 0. */
  readonly seed?: number;
  /** Worst samples a model. Default 3. */
  readonly worst?: number;
  /** Lines of each run that could not be read, by the run's place. */
  readonly problems?: readonly number[];
  /** Baselines on the same positions. */
  readonly baselines?: readonly ReportRun[];
}

/** One model's samples, in the order of games and plies. */
export interface Series {
  readonly name: string;
  readonly floor: boolean;
  readonly files: readonly string[];
  readonly placed: readonly (PlacedSample & { readonly run: ReportRun })[];
}

/** The report of one or more runs. Runs of the same model are one series, unless they hold the same samples. */
export function buildReport(runs: readonly ReportRun[], options: ReportOptions): Report {
  const { tool, m, seed = 0, worst = 3, problems = [], baselines = [] } = options;
  const { series, positions } = seriesOfRuns([...runs, ...baselines]);
  const groups = groupsOf(series);
  const asked = positionCounts(series, groups, positions);
  const figures = series.map((one) => seriesFigures(one, groups, asked, seed));
  const means = series.map(positionMeans);
  const ranking = rankingOf(means);
  const order = new Map(ranking.missingAsZero.map(({ name }, i) => [name, i]));
  const byRank = (a: { name: string; floor: boolean }, b: { name: string; floor: boolean }): number =>
    Number(a.floor) - Number(b.floor) || (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0);
  const { pairs, leftOut } = pairTests([...means].sort(byRank), seed);
  const ordered = [...series].sort(byRank);
  return {
    schema: REPORT_SCHEMA,
    kind: 'report',
    tool,
    m,
    seed,
    runs: runs.map(({ file, samples }, i) => ({ file, samples: samples.length, problems: problems[i] ?? 0 })),
    groups,
    series: [...figures].sort(byRank),
    ranking,
    pairs,
    pairsLeftOut: leftOut,
    worst: ordered.filter(({ floor }) => !floor).flatMap((one): WorstSample[] => worstSamples(one, worst)),
  };
}

/** All figures of one model. */
function seriesFigures(
  { name, floor, files, placed }: Series,
  groups: readonly LengthGroup[],
  asked: PositionCounts,
  seed: number,
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
  const random = (part: string) => seeded(partSeed(seed, `${name}/${part}`));
  return {
    name,
    floor,
    files,
    all: all.figures(asked.all, random('all')),
    groups: groups.flatMap((group, i) => {
      const cell = cells.get(i);
      return cell === undefined
        ? []
        : [{ ...group, ...cell.figures(asked.groups[i] ?? 0, random(String(group.from))) }];
    }),
  };
}

function seriesOfRuns(runs: readonly ReportRun[]): { series: Series[]; positions: number } {
  const positions = new Positions();
  const found = new Map<string, { files: Set<string>; placed: (PlacedSample & { run: ReportRun })[] }>();
  const nameOf = seriesNames(runs);
  for (const run of runs) {
    for (const sample of run.samples) {
      const name = nameOf(run, sample);
      const one = found.get(name) ?? { files: new Set(), placed: [] };
      found.set(name, one);
      one.files.add(run.file);
      const position = positions.of(run, sample);
      const prices = run.prices?.[sample.label];
      one.placed.push({ sample, run, position, game: positions.gameOf(run, sample), prices });
    }
  }
  const series = Array.from(found, ([name, { files, placed }]) => ({
    name,
    floor: isBaseline(name),
    files: [...files],
    placed: placed.sort((a, b) => inOrder(a.sample, b.sample)),
  }));
  return { series, positions: positions.count };
}

const inOrder = (a: ReportSample, b: ReportSample): number => a.game - b.game || a.ply - b.ply || a.index - b.index;

/**
 * Names of series: the model alone, unless that would mix what does not belong together. A model that was asked about two
 * files of games has a series for each, and so has one of which two runs hold the same sample.
 */
export function seriesNames(runs: readonly ReportRun[]): (run: ReportRun, sample: ReportSample) => string {
  const holders = new Map<string, ReportRun[]>();
  for (const run of runs) {
    for (const name of new Set(run.samples.map(seriesOf))) holders.set(name, [...(holders.get(name) ?? []), run]);
  }
  const shared = new Map([...holders].filter(([, holding]) => holding.length > 1));
  const repeated = new Set<string>();
  const seen = new Set<string>();
  for (const run of shared.size === 0 ? [] : runs) {
    for (const sample of run.samples) {
      const name = seriesOf(sample);
      if (!shared.has(name)) continue;
      const id = `${run.games ?? ''}/${sample.id}`;
      if (seen.has(id)) repeated.add(name);
      seen.add(id);
    }
  }
  const severalGames = new Set(
    [...shared].flatMap(([name, holding]) => (new Set(holding.map(({ games }) => games ?? '')).size > 1 ? name : [])),
  );
  return (run, sample) => {
    const name = seriesOf(sample);
    if (repeated.has(name)) return `${name} (${run.file})`;
    return severalGames.has(name) ? `${name} (${run.games ?? 'unnamed games'})` : name;
  };
}

const isWithin = (ply: number, { from, to }: LengthGroup): boolean => ply >= from && (to === null || ply <= to);

/** So few lengths are a plan: then each is a group of its own, as in the paper. */
const MAX_PLANNED = 8;

/** The lengths of game that occur: each for itself when they are few, else in the groups of `score`. */
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

/** Number of positions were asked, over all and by group. */
interface PositionCounts {
  readonly all: number;
  readonly groups: readonly number[];
}

/** Those of models alone if there are any. */
function positionCounts(all: readonly Series[], groups: readonly LengthGroup[], positions: number): PositionCounts {
  const models = all.filter(({ floor }) => !floor);
  const plies = new Float64Array(positions).fill(Number.NaN);
  for (const { placed } of models.length > 0 ? models : all) {
    for (const { position, sample } of placed) plies[position] = sample.ply;
  }
  const asked = plies.filter((ply) => !Number.isNaN(ply));
  return { all: asked.length, groups: groups.map((group) => asked.filter((ply) => isWithin(ply, group)).length) };
}

function positionMeans({ name, floor, placed }: Series): PositionMeans {
  const sums = new Map<number, { n: number; p: number; exact: number; game: number }>();
  for (const { sample, position, game } of placed) {
    if (sample.scores === null) continue;
    const at = sums.get(position) ?? { n: 0, p: 0, exact: 0, game };
    if (at.n === 0) sums.set(position, at);
    at.n++;
    at.p += lastP(sample.scores);
    at.exact += Number(sample.scores.exact);
  }
  for (const at of sums.values()) {
    at.p /= at.n;
    at.exact /= at.n;
  }
  return { name, floor, answered: sums };
}

/**
 * The samples of a model that are furthest from the truth: lowest p_m, then lowest r_m, then most edits. Only answers with a
 * board are among them; what has none teaches nothing.
 */
function worstSamples({ name, placed }: Series, count: number): WorstSample[] {
  // The worst so far in order: of 100,000 answers a few are wanted.
  const worst: { readonly of: Series['placed'][number]; readonly scores: SampleScores }[] = [];
  for (const of of placed) {
    const { scores, predicted } = of.sample;
    if (scores === null || predicted === null || scores.verdict === 'unparsable' || scores.position) continue;
    let at = worst.length;
    for (let one = worst[at - 1]; one !== undefined && isWorse(scores, one.scores); one = worst[at - 1]) at--;
    if (at >= count) continue;
    worst.splice(at, 0, { of, scores });
    if (worst.length > count) worst.pop();
  }
  return worst.map(({ of: { sample, run }, scores }) => ({
    series: name,
    file: run.file,
    id: sample.id,
    games: run.games ?? null,
    game: sample.game,
    gameName: sample.gameName ?? null,
    ply: sample.ply,
    san: sample.san ?? null,
    variant: sample.variant,
    trueFen: sample.trueFen,
    predicted: sample.predicted ?? '',
    verdict: scores.verdict,
    p: lastP(scores),
    r: lastR(scores),
    edit: scores.edit,
    squaresWrong: scores.wrong,
  }));
}

const lastR = ({ r }: SampleScores): number => r.at(-1) ?? 0;

const isWorse = (a: SampleScores, b: SampleScores): boolean =>
  (lastP(a) - lastP(b) || lastR(a) - lastR(b) || b.edit - a.edit) < 0;
