import { formatScore } from '../../metrics/score-format.ts';
import { VERDICTS } from '../../metrics/verdict.ts';
import { VERDICT_NAMES } from '../../metrics/wording-aggregate.ts';

import { lastP } from './cell.ts';
import type { ReportRun, ReportSample } from './report-sample.ts';
import { seriesNames } from './series.ts';
import { NOTHING } from './words.ts';

/** Columns of the table of all samples. `change` is there when two runs are compared. */
export const SAMPLE_COLUMNS = ['series', 'game', 'ply', 'verdict', 'p', 'r', 'edit', 'wrong', 'change'] as const;
export type SampleColumn = (typeof SAMPLE_COLUMNS)[number];

export const CHANGES = ['better', 'worse', 'same'] as const;
export type Change = (typeof CHANGES)[number];

/** Which samples are wanted, and in which order; what is null does not narrow. */
export interface SampleQuery {
  readonly sort: SampleColumn;
  readonly descending: boolean;
  readonly series: string | null;
  /** A verdict, `failed` or `unscored`. */
  readonly verdict: string | null;
  /** Half-moves, both ends included; `to` null for an open end. */
  readonly group: { readonly from: number; readonly to: number | null } | null;
  readonly change: Change | null;
  /** Part of the name of the game, the last move, the model or a FEN, in any case; empty for all. */
  readonly search: string;
}

export const ALL_SAMPLES: SampleQuery = {
  sort: 'p',
  descending: false,
  series: null,
  verdict: null,
  group: null,
  change: null,
  search: '',
};

/** A row as it is shown: texts in the order of the columns. */
export interface SampleRow {
  /** Number of the sample, in the order of the runs. */
  readonly sample: number;
  readonly cells: readonly string[];
}

export interface SamplePage {
  /** Number of samples the query finds. */
  readonly total: number;
  readonly rows: readonly SampleRow[];
}

/** A sample with its run and the name that it has in the report. */
export interface TableSample {
  readonly run: ReportRun;
  readonly sample: ReportSample;
  readonly series: string;
  /** p_m here minus p_m of the same sample in the other run; undefined where there is no other. */
  readonly change?: number | undefined;
}

const RANKS = new Map<string, number>(['failed', 'unscored', ...VERDICTS].map((name, i) => [name, i]));

/** All samples of some runs, sorted and narrowed; a page of rows is built on request. */
export class SampleTable {
  readonly samples: readonly TableSample[];
  #last: { readonly key: string; readonly found: Int32Array } | undefined;

  constructor(runs: readonly ReportRun[]) {
    const nameOf = seriesNames(runs);
    const [first] = runs;
    const before = first !== undefined && runs.length === 2 ? answersOf(first) : undefined;
    this.samples = runs.flatMap((run, place) =>
      run.samples.map((sample): TableSample => {
        const other = place === 1 ? before?.get(pairKey(sample)) : undefined;
        const change = other === undefined || sample.scores === null ? undefined : lastP(sample.scores) - other;
        return { run, sample, series: nameOf(run, sample), change };
      }),
    );
  }

  /** How the second of two runs did where both answered; undefined unless there are two. */
  changes(): Readonly<Record<Change, number>> | undefined {
    const counts = { better: 0, worse: 0, same: 0 };
    for (const { change } of this.samples) if (change !== undefined) counts[changeOf(change)]++;
    return counts.better + counts.worse + counts.same === 0 ? undefined : counts;
  }

  /** The rows of a query from a place on. */
  page(query: SampleQuery, from: number, count: number): SamplePage {
    const found = this.#found(query);
    const rows = Array.from(found.subarray(from, from + count)).flatMap((sample) => {
      const one = this.samples[sample];
      return one === undefined ? [] : [{ sample, cells: cellsOf(one) }];
    });
    return { total: found.length, rows };
  }

  /** Numbers of the samples that a query finds, in order; those of the last query are kept. */
  #found(query: SampleQuery): Int32Array {
    const key = JSON.stringify(query);
    if (this.#last?.key === key) return this.#last.found;
    const search = query.search.trim().toLowerCase();
    const numbers: number[] = [];
    for (const [i, one] of this.samples.entries()) {
      if (isWanted(one, query) && (search === '' || textOf(one).includes(search))) numbers.push(i);
    }
    const keys = this.#keys(query.sort, numbers);
    const sign = query.descending ? -1 : 1;
    const found = Int32Array.from(numbers).sort((a, b) => {
      const [x, y] = [keys[a] ?? Number.NaN, keys[b] ?? Number.NaN];
      // What has no value stands at the end in both directions.
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
      return sign * (x - y) || a - b;
    });
    this.#last = { key, found };
    return found;
  }

  /** A number to sort by, for each sample that is wanted. */
  #keys(column: SampleColumn, numbers: readonly number[]): Float64Array {
    const keys = new Float64Array(this.samples.length);
    const names = column === 'series' ? [...new Set(this.samples.map(({ series }) => series))].sort() : [];
    const ranks = new Map(names.map((name, i) => [name, i]));
    for (const i of numbers) {
      const one = this.samples[i];
      if (one !== undefined) keys[i] = keyOf(one, column, ranks);
    }
    return keys;
  }
}

function answersOf({ samples }: ReportRun): Map<string, number> {
  const answers = new Map<string, number>();
  for (const sample of samples) if (sample.scores !== null) answers.set(pairKey(sample), lastP(sample.scores));
  return answers;
}

/** The same position asked about for the same time. */
const pairKey = ({ game, ply, index, trueFen }: ReportSample): string => `${game}/${ply}/${index}/${trueFen}`;

export const changeOf = (change: number): Change => (change > 1e-9 ? 'better' : change < -1e-9 ? 'worse' : 'same');

const statusOf = ({ error, scores }: ReportSample): string =>
  error !== undefined ? 'failed' : scores === null ? 'unscored' : scores.verdict;

function isWanted({ sample, series, change }: TableSample, query: SampleQuery): boolean {
  const { group } = query;
  return (
    (query.series === null || series === query.series) &&
    (query.verdict === null || statusOf(sample) === query.verdict) &&
    (group === null || (sample.ply >= group.from && (group.to === null || sample.ply <= group.to))) &&
    (query.change === null || (change !== undefined && changeOf(change) === query.change))
  );
}

const textOf = ({ sample, series }: TableSample): string =>
  `${series}\n${sample.gameName ?? ''}\n${sample.san ?? ''}\n${sample.trueFen}\n${sample.predicted ?? ''}`.toLowerCase();

function keyOf({ sample, series, change }: TableSample, column: SampleColumn, names: Map<string, number>): number {
  const { scores } = sample;
  switch (column) {
    case 'series':
      return names.get(series) ?? Number.NaN;
    case 'game':
      return sample.game;
    case 'ply':
      return sample.ply;
    case 'verdict':
      return RANKS.get(statusOf(sample)) ?? Number.NaN;
    case 'p':
      return scores === null ? Number.NaN : lastP(scores);
    case 'r':
      return scores?.r.at(-1) ?? Number.NaN;
    case 'edit':
      return scores?.edit ?? Number.NaN;
    case 'wrong':
      return scores?.wrong ?? Number.NaN;
    case 'change':
      return change ?? Number.NaN;
  }
}

function cellsOf({ sample, series, change }: TableSample): string[] {
  const { game, gameName, ply, san, scores, error } = sample;
  const score = (value: number | undefined): string => (value === undefined ? NOTHING : formatScore(value));
  const verdict =
    scores === null ? (error === undefined ? 'not scored' : `failed: ${error}`) : VERDICT_NAMES[scores.verdict];
  return [
    series,
    gameName === undefined ? String(game + 1) : `${game + 1} (${gameName})`,
    san === undefined ? String(ply) : `${ply} ${san}`,
    verdict,
    score(scores?.p.at(-1)),
    score(scores?.r.at(-1)),
    scores === null ? NOTHING : String(scores.edit),
    scores === null ? NOTHING : String(scores.wrong),
    change === undefined ? '' : signed(change),
  ];
}

const signed = (change: number): string => {
  const digits = Math.abs(change).toFixed(2);
  return digits === '0.00' && changeOf(change) === 'same' ? '0' : `${change < 0 ? '−' : '+'}${digits}`;
};
