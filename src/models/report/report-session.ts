import type { Jobs } from '../../compute/jobs/jobs.ts';
import type { Pool } from '../../compute/pool/pool.ts';
import { buildReport } from '../../core/evaluation/report/build.ts';
import { type ReportPart, reportParts } from '../../core/evaluation/report/html/parts.ts';
import type { LengthGroup, Report } from '../../core/evaluation/report/report.ts';
import { type ReportFormat, reportText } from '../../core/evaluation/report/report-text.ts';
import {
  type Change,
  type SamplePage,
  type SampleQuery,
  SampleTable,
} from '../../core/evaluation/report/sample-table.ts';
import { DEFAULT_OPTIONS } from '../../core/metrics/affordance.ts';
import type { CompareOptions } from '../../core/metrics/compare.ts';
import { VERDICTS } from '../../core/metrics/verdict.ts';
import type { Clock } from '../../protocol/clock.ts';
import { type GamesByName, linksTo, withPlaces } from './game-places.ts';
import { namedMetrics, scoringOptions } from './named-metrics.ts';
import type { RunSource } from './run-source.ts';
import { scoreBaselines } from './score-baselines.ts';
import { type ScoredRun, type Scoring, scoreRun } from './score-run.ts';

/** The settings of a report in the editor. Runs that name metrics are scored by those. */
export interface ReportSettings {
  readonly options: CompareOptions;
  readonly m: number;
  /** Worst answers a model. */
  readonly worst: number;
  readonly version: string;
}

/** The progress of scoring. */
export interface ReportProgress {
  readonly file: string;
  /** Samples that were gone through, of about `total` in the file. */
  readonly done: number;
  readonly total: number;
  /** Samples a second. */
  readonly rate: number;
  /** Seconds; undefined where nothing can be said yet. */
  readonly left?: number;
}

/** A report as it is first shown. */
export interface ShownReport {
  readonly parts: readonly ReportPart[];
  readonly series: readonly string[];
  readonly verdicts: readonly string[];
  readonly groups: readonly LengthGroup[];
  readonly samples: number;
  /** Numbers of the worst answers among the samples. */
  readonly worst: readonly number[];
  /** Numbers of one worst answer for each PGN that they are about: if it is found, their places are shown. */
  readonly games: readonly number[];
  /** For two runs: the changes from the first to the second where both answered. */
  readonly changes?: Readonly<Record<Change, number>>;
  readonly runs: readonly string[];
  /** Notes for the reader: lines that were not read, scoring that was cut short. */
  readonly notes: readonly string[];
  readonly isComplete: boolean;
}

/** All that is needed to show a sample elsewhere. */
export interface SamplePlace {
  /** The run file it is in. */
  readonly run: string;
  /** Name of its PGN; undefined where the run does not say. */
  readonly games?: string;
  readonly game: number;
  readonly ply: number;
  readonly variant: 'chess' | 'chess960';
  readonly label: string;
  readonly template?: string;
  readonly trueFen: string;
  /** Null where the answer holds no state. */
  readonly predicted: string | null;
}

/** A report for the editor, wherever it is computed. */
export interface ReportService {
  open(onProgress: (progress: ReportProgress) => void, signal: AbortSignal): Promise<ShownReport>;
  page(query: SampleQuery, from: number, count: number): Promise<SamplePage>;
  place(sample: number): Promise<SamplePlace | undefined>;
  /** @param games PGNs that were found, for places of worst answers */
  text(format: ReportFormat, games: GamesByName): Promise<string>;
  dispose(): void;
}

/** The time between progress reports, in milliseconds. */
const PROGRESS_MS = 200;

/** Scores runs, sums them up, and answers questions about their samples; in whatever thread it is made. */
export class ReportSession {
  readonly #sources: readonly RunSource[];
  readonly #settings: ReportSettings;
  readonly #pool: () => Promise<Pool<Jobs>>;
  readonly #clock: Clock;
  #report: Report | undefined;
  #table: SampleTable | undefined;
  #scored: readonly ScoredRun[] = [];

  /** @param pool opened only when there is something to score */
  constructor(sources: readonly RunSource[], settings: ReportSettings, pool: () => Promise<Pool<Jobs>>, clock: Clock) {
    this.#sources = sources;
    this.#settings = settings;
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Scores what is not scored yet and makes the report; an abort makes it of what is scored by then. */
  async open(onProgress: (progress: ReportProgress) => void, signal: AbortSignal): Promise<ShownReport> {
    const { version } = this.#settings;
    const notes: string[] = [];
    const { metrics, agree } = await namedMetrics(this.#sources);
    if (!agree) notes.push('The runs name different metrics. The report uses those of the settings.');
    const options = metrics === undefined ? this.#settings.options : scoringOptions(metrics);
    const m = metrics === undefined ? this.#settings.m : (metrics.depth ?? DEFAULT_OPTIONS.m);
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
      m,
      affordance: options.affordance,
      worst: this.#settings.worst,
      problems: scored.map(({ problems }) => problems),
      baselines,
    });
    const table = new SampleTable(runs);
    this.#report = report;
    this.#table = table;
    this.#scored = scored;
    const present = new Set(table.samples.map(({ sample }) => sample.scores?.verdict));
    const changes = table.changes();
    const worst = numbersOf(report.worst, table);
    return {
      parts: reportParts(report),
      series: [...new Set(table.samples.map(({ series }) => series))].sort(),
      verdicts: VERDICTS.filter((verdict) => present.has(verdict)),
      groups: report.groups,
      samples: table.samples.length,
      worst,
      games: [...new Map(worst.map((number) => [table.samples[number]?.run.games, number])).values()],
      ...(changes !== undefined && { changes }),
      runs: runs.map(({ file }) => file),
      notes,
      isComplete: scored.length === this.#sources.length && scored.every(({ incomplete }) => !incomplete),
    };
  }

  page(query: SampleQuery, from: number, count: number): SamplePage {
    return this.#table?.page(query, from, count) ?? { total: 0, rows: [] };
  }

  place(number: number): SamplePlace | undefined {
    const found = this.#table?.samples[number];
    if (found === undefined) return undefined;
    const { sample, run } = found;
    const { label, template, game, ply, variant, trueFen, predicted } = sample;
    const source = this.#scored.find((one) => one.run === run)?.source;
    return {
      run: source?.path ?? '',
      ...(run.games !== undefined && { games: run.games }),
      game,
      ply,
      variant,
      label,
      ...(template !== undefined && { template }),
      trueFen,
      predicted,
    };
  }

  text(format: ReportFormat, games: GamesByName): string {
    if (this.#report === undefined) return '';
    return reportText(withPlaces(this.#report, games), format, { linkOf: linksTo(games) });
  }
}

/** Where the worst answers stand among all samples; -1 for one that is not there. */
function numbersOf(worst: Report['worst'], { samples }: SampleTable): number[] {
  const ids = new Set(worst.map(({ id }) => id));
  const numbers = new Map<string, number>();
  for (const [i, { run, sample }] of samples.entries())
    if (ids.has(sample.id)) numbers.set(`${run.file}\n${sample.id}`, i);
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

  /** May be called again with a better estimate. */
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
