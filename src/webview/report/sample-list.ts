import { Component, createRef, h, type JSX, type RefObject } from 'preact';
import {
  FAILURES,
  LIST_COLUMNS,
  type ListColumn,
  MAX_ROWS,
  type SampleQuery,
} from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleRow } from '../../core/evaluation/report/list/sample-table.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { VirtualList } from '../common/virtual-list.ts';
import type { SampleSource } from './sample-source.ts';

/** Pixels of a row; the style sheet gives rows the same. */
const ROW = 26;
/** Rows that are kept; distant ones are requested again. */
const MAX_KEPT = 4000;

/** Titles of columns. */
export const COLUMN_NAMES: Readonly<Record<ListColumn, string>> = {
  series: t('model'),
  game: t('game'),
  ply: t('after'),
  cause: t('what is wrong'),
  verdict: t('verdict'),
  p: 'p',
  r: 'r',
  editDistance: t('edit distance'),
  wrongSquares: t('squares or other parts wrong'),
  change: t('p change'),
};
const SHORT: Readonly<Partial<Record<ListColumn, string>>> = { editDistance: t('edit'), wrongSquares: t('wrong') };
/** Columns whose highest value comes first when they are chosen. */
export const DESCENDING: ReadonlySet<ListColumn> = new Set(['editDistance', 'wrongSquares']);
/**
 * Columns from left to right; false for one that the list is only sorted by. Those that are left out where the list is
 * narrow are read beside it.
 */
const SHOWN: Readonly<Record<ListColumn, boolean>> = {
  cause: true,
  series: true,
  ply: true,
  game: true,
  p: true,
  r: true,
  wrongSquares: true,
  editDistance: true,
  change: true,
  verdict: false,
};
const COLUMNS = (Object.keys(SHOWN) as ListColumn[]).filter((column) => SHOWN[column]);

interface SampleListProps {
  /** Set to the component. */
  readonly handle: RefObject<SampleList | null>;
  readonly source: SampleSource;
  /** True for two runs, of which the list has the changes. */
  readonly hasChange: boolean;
  /** Called with the sample beside the list, -1 for none, and the one after it, -1 where that is not known. */
  readonly chosen: (sample: number, next: number) => void;
  readonly sorted: (sort: ListColumn, descending: boolean) => void;
  /** Called when other rows are in view, or another one is current. */
  readonly moved: () => void;
  /** Called with the number of samples that the query finds. */
  readonly counted: (samples: number) => void;
}

/** A place in the list. */
interface ListPlace {
  /** The current sample; -1 for none. */
  readonly sample: number;
  /** The first row in view. */
  readonly first: number;
}

/**
 * Samples one below the other, of which only the visible ones are in the page. The grid has the keyboard as one: arrows, Page Up and
 * Down, Home and End move the current sample; headings of groups are skipped.
 */
export class SampleList extends Component<SampleListProps> {
  readonly #list = createRef<VirtualList>();
  readonly #columns: readonly ListColumn[];
  readonly #kept = new Map<number, SampleRow>();
  readonly #requested = new Map<number, Promise<void>>();
  #query: SampleQuery = FAILURES;
  #total = 0;
  #current = 0;
  #sample = -1;
  /** Counts queries and moves: an answer about an earlier one is late. */
  #turn = 0;

  constructor(props: SampleListProps) {
    super(props);
    props.handle.current = this;
    this.#columns = COLUMNS.filter((column) => props.hasChange || column !== 'change');
  }

  get place(): ListPlace {
    return { sample: this.#sample, first: this.#list.current?.first ?? 0 };
  }

  override render({ hasChange }: SampleListProps): JSX.Element {
    return h(VirtualList, {
      handle: this.#list,
      height: ROW,
      source: { total: () => this.#total, current: () => this.#current, row: (number) => this.#row(number) },
      grid: {
        class: hasChange ? 'grid compares' : 'grid',
        'aria-label': t('Samples'),
        'aria-colcount': this.#columns.length,
        onKeyDown: (event) => this.#key(event),
      },
      head: this.#head(),
      onRendered: () => this.#rendered(),
    });
  }

  /**
   * Shows the rows of another query. The sample stays the current one where the query finds it; else the first is.
   *
   * @param place the place to continue at; by default that of the present sample
   */
  async show(query: SampleQuery, place: Partial<ListPlace> = {}): Promise<void> {
    const turn = ++this.#turn;
    this.#query = query;
    this.#kept.clear();
    this.#requested.clear();
    const { sample = this.#sample, first } = place;
    const [page, facts] = await Promise.all([
      this.props.source.rows(query, 0, MAX_ROWS),
      sample < 0 ? undefined : this.props.source.facts(query, sample),
    ]);
    if (turn !== this.#turn) return;
    this.#requested.set(0, Promise.resolve());
    for (const [i, row] of page.rows.entries()) this.#kept.set(i, row);
    this.#total = page.total;
    this.props.counted(page.samples);
    this.#list.current?.scrollTo(0);
    const row = facts?.row ?? null;
    if (row !== null && first !== undefined) this.#list.current?.scrollTo(first);
    this.forceUpdate();
    await this.#goTo(row ?? 0, 1, first === undefined || row === null);
  }

  /** Goes to the next or previous sample; at the ends it stays. */
  step(by: 1 | -1): Promise<void> {
    return this.#goTo(this.#current + by, by, true);
  }

  focus(): void {
    this.#list.current?.focus();
  }

  /** Makes a row the current one; from the heading of a group it continues in a direction. */
  async #goTo(wanted: number, direction: 1 | -1, isRevealed: boolean): Promise<void> {
    const turn = ++this.#turn;
    const total = this.#total;
    let row = Math.max(0, Math.min(total - 1, wanted));
    // The first row may be a heading: a sample follows.
    for (const way of [direction, 1] as const) {
      await this.#rowsAround(row);
      if (turn !== this.#turn) return;
      const found = this.#kept.get(row);
      if (found !== undefined && 'sample' in found) break;
      row = Math.max(0, Math.min(total - 1, row + way));
    }
    await this.#rowsAround(row);
    if (turn !== this.#turn) return;
    const found = this.#kept.get(row);
    this.#current = row;
    this.#sample = found !== undefined && 'sample' in found ? found.sample : -1;
    // The heading of a group is seen with its first sample.
    const above = this.#kept.get(row - 1);
    if (isRevealed && above !== undefined && 'group' in above) this.#list.current?.reveal(row - 1);
    if (isRevealed) this.#list.current?.reveal(row);
    this.forceUpdate();
    this.props.chosen(this.#sample, this.#sampleAt(row + 1) ?? this.#sampleAt(row + 2) ?? -1);
  }

  #sampleAt(row: number): number | undefined {
    const found = this.#kept.get(row);
    return found !== undefined && 'sample' in found ? found.sample : undefined;
  }

  /** Requests the rows that a row is among, unless they are there. */
  #rowsAround(row: number): Promise<void> {
    const from = Math.floor(row / MAX_ROWS) * MAX_ROWS;
    if (this.#kept.has(row)) return Promise.resolve();
    const query = this.#query;
    const request =
      this.#requested.get(from) ??
      this.props.source.rows(query, from, MAX_ROWS).then(({ rows }) => {
        if (query !== this.#query) return;
        if (this.#kept.size > MAX_KEPT) {
          this.#kept.clear();
          this.#requested.clear();
        }
        for (const [i, other] of rows.entries()) this.#kept.set(from + i, other);
        this.forceUpdate();
      });
    this.#requested.set(from, request);
    return request;
  }

  #rendered(): void {
    const grid = this.#list.current?.grid ?? null;
    const active = grid?.querySelector('.rows .current') ?? null;
    if (active === null) grid?.removeAttribute('aria-activedescendant');
    else grid?.setAttribute('aria-activedescendant', active.id);
    this.props.moved();
  }

  #row(number: number): JSX.Element {
    const row = this.#kept.get(number);
    if (row === undefined) void this.#rowsAround(number);
    if (row !== undefined && 'group' in row) return this.#heading(number, row.group.name, row.group.count);
    const isCurrent = number === this.#current && row !== undefined;
    const cells = this.#columns.map((column, i) => {
      const text = row?.cells[LIST_COLUMNS.indexOf(column)] ?? '';
      const shown = (column === 'cause' ? text.replaceAll('`', '') : text) || (row === undefined && i === 0 ? '…' : '');
      return h(
        'div',
        { role: 'gridcell', class: `cell ${column}`, title: shown, lang: column === 'cause' ? 'en' : null },
        shown,
      );
    });
    return h(
      'div',
      {
        key: number,
        role: 'row',
        class: `row${isCurrent ? ' current' : ''}`,
        id: `sample-${number}`,
        'aria-rowindex': number + 2,
        'aria-selected': isCurrent,
        onClick: () => {
          this.focus();
          void this.#goTo(number, 1, true);
        },
      },
      cells,
    );
  }

  #heading(number: number, name: string, count: number): JSX.Element {
    const cell = h(
      'div',
      { role: 'gridcell', class: 'cell', 'aria-colspan': this.#columns.length },
      h('strong', { lang: 'en' }, name),
      ` ×${count.toLocaleString('en')}`,
    );
    return h(
      'div',
      { key: number, role: 'row', class: 'row heading', id: `sample-${number}`, 'aria-rowindex': number + 2 },
      cell,
    );
  }

  #head(): JSX.Element {
    const { sort, descending } = this.#query;
    const cells = this.#columns.map((column) => {
      const isSorted = column === sort;
      const name = SHORT[column] ?? COLUMN_NAMES[column];
      const sign = isSorted ? (descending ? ' ▾' : ' ▴') : '';
      return h(
        'div',
        {
          role: 'columnheader',
          class: `cell ${column}`,
          'aria-sort': isSorted ? (descending ? 'descending' : 'ascending') : 'none',
        },
        button(`${name}${sign}`, () => this.props.sorted(column, isSorted ? !descending : DESCENDING.has(column)), {
          'aria-label': t('Sort by {0}', COLUMN_NAMES[column]),
          title: COLUMN_NAMES[column],
        }),
      );
    });
    return h('div', { role: 'row', class: 'row', 'aria-rowindex': 1 }, cells);
  }

  #key(event: KeyboardEvent): void {
    const total = this.#total;
    const inView = this.#list.current?.inView ?? 1;
    const to: Readonly<Record<string, readonly [row: number, direction: 1 | -1]>> = {
      ArrowDown: [this.#current + 1, 1],
      ArrowUp: [this.#current - 1, -1],
      PageDown: [this.#current + inView, 1],
      PageUp: [this.#current - inView, -1],
      Home: [0, 1],
      End: [total - 1, -1],
    };
    const next = event.target === this.#list.current?.grid ? to[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    void this.#goTo(next[0], next[1], true);
  }
}
