import { formatScore } from '../../../metrics/score-format.ts';
import type { Verdict } from '../../../metrics/verdict.ts';
import type { LengthGroup } from '../report.ts';
import { isBaseline } from '../report-sample.ts';
import { NO_FIGURE } from '../words.ts';
import { GROUPINGS, type Grouped, type Grouping, groupSamples, type SampleGroup } from './groupings.ts';
import { gameTitle, type PageSample, samplePart, sampleStatement, statusName } from './listed-sample.ts';
import { type Change, LIST_COLUMNS, type ListColumn, type SampleQuery } from './sample-query.ts';

/** Row of the list: a sample with its texts in the order of the columns, or the heading of a group. */
export type SampleRow =
  /** Number of the sample, in the order of the runs. */
  { readonly sample: number; readonly cells: readonly string[] } | { readonly group: SampleGroup };

export interface SamplePage {
  /** Number of samples in the result, and of rows with the headings of their groups. */
  readonly samples: number;
  readonly total: number;
  readonly rows: readonly SampleRow[];
}

/** Properties of a result besides its rows. */
export interface SampleFacts {
  /** Groups of its grouping as if they did not filter, the largest first; lengths in ascending order. */
  readonly groups: readonly SampleGroup[];
  /** Row of the wanted sample; null where the result lacks it. */
  readonly row: number | null;
}

/** Verdicts on right answers. */
const RIGHT: ReadonlySet<string> = new Set<Verdict>(['exact', 'notation']);

/** Rows in order: numbers of samples, or -1 - index of a group for its heading. */
interface Found {
  readonly entries: Int32Array;
  readonly samples: number;
  readonly groups: readonly SampleGroup[];
}

/**
 * Table of all samples, which sorts, groups and filters; rows are created on request. It takes a few tens of
 * milliseconds for 200,000 samples.
 */
export class SampleTable {
  readonly samples: readonly PageSample[];
  readonly #lengths: readonly LengthGroup[];
  readonly #grouped = new Map<Grouping, Grouped>();
  readonly #baselines: Uint8Array;
  #last: { readonly key: string; readonly found: Found } | undefined;

  /** @param lengths groups of game lengths */
  constructor(samples: readonly PageSample[], lengths: readonly LengthGroup[]) {
    this.samples = samples;
    this.#lengths = lengths;
    this.#baselines = Uint8Array.from(samples, ({ series }) => Number(isBaseline(series)));
    // A report of baselines alone treats them as its models.
    if (this.#baselines.every((one) => one === 1)) this.#baselines.fill(0);
  }

  /** Returns the changes in the second of two runs where both answered; undefined unless there are two. */
  changes(): Readonly<Record<Change, number>> | undefined {
    const counts = { better: 0, worse: 0, same: 0 };
    for (const { change } of this.samples) if (change !== null) counts[changeOf(change)]++;
    return counts.better + counts.worse + counts.same === 0 ? undefined : counts;
  }

  /** Returns all groups of a grouping. */
  groups(by: Grouping): readonly SampleGroup[] {
    return this.#counted(by, () => true);
  }

  /** Returns the rows of a query from an index on. */
  page(query: SampleQuery, from: number, count: number): SamplePage {
    const { entries, samples, groups } = this.#found(query);
    const rows = Array.from(entries.subarray(from, from + count)).flatMap((entry): SampleRow[] => {
      const sample = this.samples[entry];
      const group = groups[-1 - entry];
      if (sample !== undefined)
        return [{ sample: entry, cells: LIST_COLUMNS.map((column) => CELL_TEXTS[column](sample)) }];
      return group === undefined ? [] : [{ group }];
    });
    return { samples, total: entries.length, rows };
  }

  /** @param sample sample to find the row of; -1 for none */
  facts(query: SampleQuery, sample: number): SampleFacts {
    const row = sample < 0 ? -1 : this.#found(query).entries.indexOf(sample);
    const { by } = query;
    if (by === null) return { groups: [], row: row < 0 ? null : row };
    const { [by]: _, ...only } = query.only;
    return { groups: this.#counted(by, this.#wanted({ ...query, only })), row: row < 0 ? null : row };
  }

  /** Returns the samples of a query, in order, without headings. */
  numbers(query: SampleQuery): Int32Array {
    return this.#found(query).entries.filter((entry) => entry >= 0);
  }

  /** Returns the result of a query; the last one is cached. */
  #found(query: SampleQuery): Found {
    const key = JSON.stringify(query);
    if (this.#last?.key === key) return this.#last.found;
    const isWanted = this.#wanted(query);
    const numbers: number[] = [];
    for (let i = 0; i < this.samples.length; i++) if (isWanted(i)) numbers.push(i);
    const sorted = this.#sorted(numbers, query);
    const found =
      query.by === null ? { entries: sorted, samples: sorted.length, groups: [] } : this.#divided(sorted, query.by);
    this.#last = { key, found };
    return found;
  }

  /** Returns a test of the samples of a query, by their numbers. */
  #wanted({ scope, only, change, search }: SampleQuery): (i: number) => boolean {
    const tests: ((i: number) => boolean)[] = [];
    const isAsked = only.series !== undefined;
    if (scope !== 'all' && !isAsked) tests.push((i) => this.#baselines[i] === 0);
    if (scope === 'failures') tests.push((i) => !RIGHT.has(this.samples[i]?.status ?? ''));
    for (const grouping of GROUPINGS) {
      const key = only[grouping];
      if (key === undefined) continue;
      const { keys, of } = this.#grouping(grouping);
      const place = keys.indexOf(key);
      tests.push((i) => of[i] === place);
    }
    if (change !== null) {
      tests.push((i) => {
        const by = this.samples[i]?.change ?? null;
        return by !== null && changeOf(by) === change;
      });
    }
    const text = search.trim().toLowerCase();
    if (text !== '') {
      tests.push((i) => {
        const sample = this.samples[i];
        return sample !== undefined && textOf(sample).includes(text);
      });
    }
    return (i) => tests.every((test) => test(i));
  }

  #sorted(numbers: readonly number[], { sort, descending }: SampleQuery): Int32Array {
    const keys = this.#keys(sort, numbers);
    const sign = descending ? -1 : 1;
    return Int32Array.from(numbers).sort((a, b) => {
      const [x, y] = [keys[a] ?? Number.NaN, keys[b] ?? Number.NaN];
      // Samples without a value come last in both directions.
      if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y)) || a - b;
      return sign * (x - y) || a - b;
    });
  }

  /** Returns a sort key for each of the samples. */
  #keys(column: ListColumn, numbers: readonly number[]): Float64Array {
    const keys = new Float64Array(this.samples.length);
    if (column === 'series' || column === 'cause' || column === 'verdict') {
      const { of } = this.#grouping(column);
      for (const i of numbers) keys[i] = of[i] ?? Number.NaN;
      return keys;
    }
    for (const i of numbers) keys[i] = this.samples[i]?.[column] ?? Number.NaN;
    return keys;
  }

  /** Divides sorted samples into groups, the largest first, each after its heading. */
  #divided(sorted: Int32Array, by: Grouping): Found {
    const { of } = this.#grouping(by);
    const wanted = new Set(sorted);
    const groups = this.#counted(by, (i) => wanted.has(i));
    const { keys } = this.#grouping(by);
    const places = new Map(groups.map(({ key }, place) => [keys.indexOf(key), place]));
    const entries = new Int32Array(sorted.length + groups.length);
    const next: number[] = [];
    let at = 0;
    for (const [place, { count }] of groups.entries()) {
      entries[at] = -1 - place;
      next.push(at + 1);
      at += 1 + count;
    }
    for (const sample of sorted) {
      const place = places.get(of[sample] ?? -1) ?? 0;
      const to = next[place] ?? 0;
      entries[to] = sample;
      next[place] = to + 1;
    }
    return { entries, samples: sorted.length, groups };
  }

  #counted(by: Grouping, isWanted: (i: number) => boolean): SampleGroup[] {
    const { keys, names, of } = this.#grouping(by);
    const counts = new Uint32Array(keys.length);
    for (let i = 0; i < of.length; i++) {
      const place = of[i] ?? 0;
      if (isWanted(i)) counts[place] = (counts[place] ?? 0) + 1;
    }
    const groups = keys.flatMap((key, place) => {
      const count = counts[place] ?? 0;
      return count === 0 ? [] : [{ key, name: names[place] ?? key, count }];
    });
    // Lengths are a scale: their order says more than their size.
    return by === 'length' ? groups : groups.sort((a, b) => b.count - a.count);
  }

  #grouping(by: Grouping): Grouped {
    const known = this.#grouped.get(by) ?? groupSamples(this.samples, by, this.#lengths);
    this.#grouped.set(by, known);
    return known;
  }
}

const changeOf = (change: number): Change => (change > SAME ? 'better' : change < -SAME ? 'worse' : 'same');

const textOf = (sample: PageSample): string => {
  const { series, gameName, opening, move, causeText, doubtful, trueFen, predicted } = sample;
  const doubt = doubtful ? 'doubtful' : '';
  return [series, gameName, opening, move, sampleStatement(sample), causeText, doubt, trueFen, predicted]
    .join('\n')
    .toLowerCase();
};

/** Texts of a sample by column. */
const CELL_TEXTS: Readonly<Record<ListColumn, (sample: PageSample) => string>> = {
  series: ({ series }) => series,
  game: (sample) => `${sample.game + 1}${gameTitle({ ...sample, opening: null })}`,
  ply: ({ ply, move }) => (move === null ? `ply ${ply}` : move),
  cause: sampleStatement,
  verdict: ({ status, variant, doubtful }) =>
    `${statusName(status, samplePart(variant))}${doubtful ? ', doubtful' : ''}`,
  p: ({ p }) => score(p),
  r: ({ r }) => score(r),
  editDistance: ({ editDistance }) => count(editDistance),
  wrongSquares: ({ wrongSquares }) => count(wrongSquares),
  change: ({ change }) => (change === null ? '' : signed(change)),
};

const score = (value: number | null): string => (value === null ? NO_FIGURE : formatScore(value));
const count = (value: number | null): string => (value === null ? NO_FIGURE : String(value));

/** Differences below this are rounding. */
const SAME = 1e-9;

function signed(change: number): string {
  const digits = Math.abs(change).toFixed(2);
  return digits === '0.00' && Math.abs(change) <= SAME ? '0' : `${change < 0 ? '−' : '+'}${digits}`;
}
