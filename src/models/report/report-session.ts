import type { Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { buildReport } from '../../core/evaluation/report/build.ts';
import { type RunFigures, runFigures } from '../../core/evaluation/report/cell.ts';
import type { PageScript } from '../../core/evaluation/report/html/page.ts';
import { type ReportPart, reportParts } from '../../core/evaluation/report/html/parts.ts';
import { GROUPINGS, type Grouping, type SampleGroup } from '../../core/evaluation/report/list/groupings.ts';
import type { PositionOrder, PositionPage } from '../../core/evaluation/report/list/position-table.ts';
import type { Change, SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleFacts, SamplePage, SampleTable } from '../../core/evaluation/report/list/sample-table.ts';
import type { Report } from '../../core/evaluation/report/report.ts';
import { type ReportRecipe, UNKNOWN_ORIGIN } from '../../core/evaluation/report/report-methods.ts';
import { type ReportFormat, reportText } from '../../core/evaluation/report/report-text.ts';
import { namedRuns } from '../../core/evaluation/report/series.ts';
import type { RunMetrics } from '../../core/evaluation/runs/run-metrics.ts';
import type { ChessVariant } from '../../core/games/chess/chess-variants.ts';
import { DEFAULT_OPTIONS } from '../../core/metrics/affordance.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { SampleDetail } from '../../protocol/report-messages.ts';
import type { StandaloneLine } from '../../protocol/state.ts';
import { pageAnswers, ReportSamples } from './report-samples.ts';
import { namedMetrics, type RunSource, scoringOptions } from './run-source.ts';
import { type GamesByName, linksTo, type PgnLine, withPlaces } from './sample-game.ts';
import { scoreBaselines } from './score-baselines.ts';
import { type ScoredRun, type Scoring, scoreRun } from './score-run.ts';

/** Settings of a report in the editor. Runs that name metrics are scored by those. */
export interface ReportSettings {
  readonly options: CompareOptions;
  readonly m: number;
  /** Number of worst answers per model. */
  readonly worst: number;
  readonly version: string;
  /** Version of Node; undefined in a browser. */
  readonly node?: string;
}

/** Progress of scoring. */
export interface ReportProgress {
  readonly file: string;
  /** Number of processed samples, of about `total` in the file. */
  readonly done: number;
  readonly total: number;
  /** Samples per second. */
  readonly rate: number;
  /** Remaining seconds; undefined while they cannot be estimated. */
  readonly left?: number;
}

/** A report as first shown. */
export interface ReportOverview {
  readonly parts: readonly ReportPart[];
  /** All groups of the samples, by grouping. */
  readonly groups: Readonly<Record<Grouping, readonly SampleGroup[]>>;
  /** Depth of p and r. */
  readonly m: number;
  readonly samples: number;
  /** Numbers of the worst answers among the samples. */
  readonly worst: readonly number[];
  /** Numbers of one worst answer for each PGN that they are about: if it is found, their locations are shown. */
  readonly games: readonly number[];
  /** For two runs: the changes from the first to the second, over positions that both answered. */
  readonly changes?: Readonly<Record<Change, number>>;
  readonly runs: readonly { readonly file: string; readonly name: string }[];
  /** Notes for the reader: unreadable lines, interrupted scoring. */
  readonly notes: readonly string[];
  readonly isComplete: boolean;
}

/** Data for showing a sample in its file. */
export interface SamplePlace {
  /** Run file of the sample. */
  readonly run: string;
  /** Name of its PGN; undefined if the run does not state it. */
  readonly games?: string;
  readonly game: number;
  readonly ply: number;
  readonly variant: ChessVariant;
  readonly label: string;
  readonly template?: string;
  readonly trueFen: string;
  /** Null if the answer holds no state. */
  readonly predicted: string | null;
}

/** A report for the editor, wherever it is computed. */
export interface ReportService {
  /**
   * Returns the figures of its first run in a line, without baselines; undefined if nothing is scored.
   *
   * @param keep true to store the scores beside the run
   */
  figures(keep: boolean, signal: AbortSignal): Promise<RunFigures | undefined>;
  open(onProgress: (progress: ReportProgress) => void, signal: AbortSignal): Promise<ReportOverview>;
  page(query: SampleQuery, from: number, count: number): Promise<SamplePage>;
  /** @param sample sample whose row is wanted; -1 for none */
  facts(query: SampleQuery, sample: number): Promise<SampleFacts>;
  /** Returns the positions that the samples of a query are about, with the answers of all models. */
  positions(query: SampleQuery, order: PositionOrder, from: number, count: number): Promise<PositionPage>;
  /** Returns the details of a sample; undefined if there is no such sample. */
  detail(sample: number): Promise<SampleDetail | undefined>;
  place(sample: number): Promise<SamplePlace | undefined>;
  /**
   * Returns the game of a sample with all questions about it; undefined if there is no such sample.
   *
   * @param found the game in its PGN, if that was found
   */
  state(sample: number, found?: PgnLine): Promise<StandaloneLine | undefined>;
  /**
   * @param games PGNs found, for the locations of worst answers
   * @param page script of the HTML page with the wrong answers; undefined: no answers
   */
  text(format: ReportFormat, games: GamesByName, page?: PageScript): Promise<string>;
  dispose(): void;
}

/** Interval of progress reports, in milliseconds. */
const PROGRESS_MS = 200;

/** Scores runs, aggregates them, and answers queries about their samples, in whatever thread it is created. */
export class ReportSession {
  readonly #sources: readonly RunSource[];
  readonly #settings: ReportSettings;
  readonly #pool: () => Promise<Pool<Jobs>>;
  readonly #clock: Clock;
  #report: Report | undefined;
  #samples: ReportSamples | undefined;

  /** @param pool opens the pool when there is something to score */
  constructor(sources: readonly RunSource[], settings: ReportSettings, pool: () => Promise<Pool<Jobs>>, clock: Clock) {
    this.#sources = sources;
    this.#settings = settings;
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Scores the remaining samples of the first run; returns its figures in a line, undefined if nothing is scored. */
  async figures(keep: boolean, signal: AbortSignal): Promise<RunFigures | undefined> {
    const [source] = this.#sources;
    if (source === undefined) return undefined;
    const { options, m } = this.#scoring((await namedMetrics([source])).metrics);
    const nothing = (): void => undefined;
    const scored = await scoreRun(source, { options, keep, signal, onScored: nothing, note: nothing }, this.#pool);
    return runFigures(scored.run, m);
  }

  /** Returns options and depth of the metrics that runs name, else those of the settings. */
  #scoring(metrics: RunMetrics | undefined): Pick<ReportSettings, 'options' | 'm'> {
    return metrics === undefined
      ? this.#settings
      : { options: scoringOptions(metrics), m: metrics.depth ?? DEFAULT_OPTIONS.m };
  }

  /** Scores the remaining samples and creates the report; after an abort, of the samples scored so far. */
  async open(onProgress: (progress: ReportProgress) => void, signal: AbortSignal): Promise<ReportOverview> {
    const { version } = this.#settings;
    const notes: string[] = [];
    const { metrics, agree } = await namedMetrics(this.#sources);
    if (!agree) notes.push('The runs name different metrics. The report uses those of the settings.');
    const { options, m } = this.#scoring(metrics);
    const scored: ScoredRun[] = [];
    const scoring = (file: string): Scoring => {
      const reporter = new ProgressReporter(file, onProgress, this.#clock);
      return {
        options,
        keep: true,
        signal,
        onTotal: (total) => reporter.expect(total),
        onScored: () => reporter.step(),
        onKnown: () => reporter.step(),
        note: (text) => notes.push(text),
      };
    };
    for (const source of this.#sources) {
      if (signal.aborted) break;
      scored.push(await scoreRun(source, scoring(source.name), this.#pool));
    }
    const baselines = signal.aborted ? [] : await scoreBaselines(scored, scoring('baselines'), this.#pool);
    if (signal.aborted) notes.push('Scoring was canceled. The report covers the samples scored so far.');
    const runs = scored.map(({ run }) => run);
    const report = buildReport(runs, {
      tool: { name: 'statelens', version },
      origin: { ...UNKNOWN_ORIGIN, node: this.#settings.node ?? null, recipe: this.#recipe(options) },
      m,
      affordance: options.affordance,
      worst: this.#settings.worst,
      problems: scored.map(({ problems }) => problems),
      baselines,
    });
    const samples = new ReportSamples(scored, report.groups);
    const { table } = samples;
    this.#report = report;
    this.#samples = samples;
    const changes = table.changes();
    const worst = sampleNumbers(report.worst, table);
    return {
      parts: reportParts(report),
      groups: Object.fromEntries(GROUPINGS.map((by) => [by, table.groups(by)])) as ReportOverview['groups'],
      m,
      samples: table.samples.length,
      worst,
      games: [...new Map(worst.map((number) => [table.samples[number]?.games, number])).values()],
      ...(changes !== undefined && { changes }),
      runs: namedRuns(runs),
      notes,
      isComplete: scored.length === this.#sources.length && scored.every(({ incomplete }) => !incomplete),
    };
  }

  #recipe(compare: CompareOptions): ReportRecipe {
    const { worst } = this.#settings;
    return { compare, baselines: true, worst, groupBy: [], lists: [], clusters: {}, games: null };
  }

  page(query: SampleQuery, from: number, count: number): SamplePage {
    return this.#samples?.table.page(query, from, count) ?? { samples: 0, total: 0, rows: [] };
  }

  facts(query: SampleQuery, sample: number): SampleFacts {
    return this.#samples?.table.facts(query, sample) ?? { groups: [], row: null };
  }

  positions(query: SampleQuery, order: PositionOrder, from: number, count: number): PositionPage {
    const { table, positions } = this.#samples ?? {};
    if (table === undefined || positions === undefined) return { total: 0, series: [], rows: [] };
    return positions.page(table.numbers(query), JSON.stringify(query), order, from, count);
  }

  async detail(sample: number): Promise<SampleDetail | undefined> {
    return await this.#samples?.detail(sample);
  }

  async state(sample: number, found?: PgnLine): Promise<StandaloneLine | undefined> {
    return await this.#samples?.state(sample, this.#report?.m ?? this.#settings.m, found);
  }

  /** Returns the location of a sample; undefined also for a state of a walk, which is in no file. */
  place(number: number): SamplePlace | undefined {
    const found = this.#samples?.at(number);
    if (found === undefined) return undefined;
    const { sample, run, source } = found;
    const { model, template, game, ply, variant, trueFen, predicted } = sample;
    if (isComparedWorld(variant)) return undefined;
    return {
      run: source?.path ?? '',
      ...(run.games !== undefined && { games: run.games }),
      game,
      ply,
      variant,
      label: model,
      ...(template !== undefined && { template }),
      trueFen,
      predicted,
    };
  }

  async text(format: ReportFormat, games: GamesByName, page?: PageScript): Promise<string> {
    if (this.#report === undefined || this.#samples === undefined) return '';
    const answers =
      format === 'html' && page !== undefined
        ? await pageAnswers(this.#samples, 'failures', this.#report.m, page)
        : undefined;
    return reportText(withPlaces(this.#report, games), format, { linkOf: linksTo(games), answers });
  }
}

/** Returns the numbers of the worst answers among all samples; -1 for a missing one. */
function sampleNumbers(worst: Report['worst'], { samples }: SampleTable): number[] {
  const ids = new Set(worst.map(({ id }) => id));
  const numbers = new Map<string, number>();
  for (const [i, { file, id }] of samples.entries()) if (ids.has(id)) numbers.set(`${file}\n${id}`, i);
  return worst.map(({ file, id }) => numbers.get(`${file}\n${id}`) ?? -1);
}

/** Reports progress from time to time. */
class ProgressReporter {
  readonly #file: string;
  readonly #report: (progress: ReportProgress) => void;
  readonly #clock: Clock;
  #started = 0;
  #reportedAt = -Infinity;
  #total = 0;
  #done = 0;

  constructor(file: string, report: (progress: ReportProgress) => void, clock: Clock) {
    this.#file = file;
    this.#report = report;
    this.#clock = clock;
    this.#started = clock.now();
  }

  /** Sets the estimate of the total; may be called again with a better one. */
  expect(total: number): void {
    if (this.#total === 0) this.#started = this.#clock.now();
    this.#total = total;
  }

  step(): void {
    this.#done++;
    const now = this.#clock.now();
    if (now - this.#reportedAt < PROGRESS_MS) return;
    this.#reportedAt = now;
    const seconds = (now - this.#started) / 1000;
    const rate = seconds > 0 ? this.#done / seconds : 0;
    const left = rate > 0 ? Math.max(0, this.#total - this.#done) / rate : undefined;
    this.#report({
      file: this.#file,
      done: this.#done,
      total: Math.max(this.#total, this.#done),
      rate,
      ...(left !== undefined && { left }),
    });
  }
}
