import {
  FAILURES,
  LIST_COLUMNS,
  type ListColumn,
  type SampleQuery,
} from '../../core/evaluation/report/list/sample-query.ts';
import type { SampleRow } from '../../core/evaluation/report/list/sample-table.ts';
import { MAX_ROWS } from '../../protocol/sample-list.ts';
import { button, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { VirtualRows } from '../common/virtual-rows.ts';
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
const SHORT: Readonly<Partial<Record<ListColumn, string>>> = {
  editDistance: t('edit'),
  wrongSquares: t('wrong'),
};
/** Which end comes first when a column is chosen. */
export const DESCENDING: ReadonlySet<ListColumn> = new Set(['editDistance', 'wrongSquares']);
/** What is left out of the list where it is narrow is read beside it. */
const COLUMNS: readonly ListColumn[] = [
  'cause',
  'series',
  'ply',
  'game',
  'p',
  'r',
  'wrongSquares',
  'editDistance',
  'change',
];

/** What the list tells. */
export interface ListEvents {
  /** Another sample is beside the list; -1 for none. `next` is the one after it, where that is known. */
  chosen(sample: number, next: number): void;
  sorted(sort: ListColumn, descending: boolean): void;
  /** Other rows are in view, or another one is current. */
  moved(): void;
  /** How many samples the query finds. */
  counted(samples: number): void;
}

/** Where somebody is in the list. */
export interface ListPlace {
  /** The current sample; -1 for none. */
  readonly sample: number;
  /** The first row in view. */
  readonly first: number;
}

/**
 * Samples one below the other, of which only what is seen is in the page. The grid has the keyboard as one: arrows, Page Up and
 * Down, Home and End move the current sample; headings of groups are passed over.
 */
export class SampleList {
  readonly #rows: VirtualRows;
  readonly #columns: readonly ListColumn[];
  readonly #source: SampleSource;
  readonly #events: ListEvents;
  readonly #kept = new Map<number, SampleRow>();
  readonly #asked = new Map<number, Promise<void>>();
  #query: SampleQuery = FAILURES;
  #current = 0;
  #sample = -1;
  /** Counts queries and moves: what was asked for an earlier one is late. */
  #turn = 0;

  constructor(source: SampleSource, hasChange: boolean, events: ListEvents) {
    this.#source = source;
    this.#events = events;
    this.#columns = COLUMNS.filter((column) => hasChange || column !== 'change');
    this.#rows = new VirtualRows(
      { height: ROW, row: (number) => this.#row(number), drawn: () => this.#drawn(), current: () => this.#current },
      {
        class: hasChange ? 'grid compares' : 'grid',
        'aria-label': t('Samples'),
        'aria-colcount': this.#columns.length,
        keydown: (event) => this.#key(event as KeyboardEvent),
      },
    );
  }

  get element(): HTMLElement {
    return this.#rows.element;
  }

  get place(): ListPlace {
    return { sample: this.#sample, first: this.#rows.first };
  }

  /**
   * Shows the rows of another query. The sample stays the current one where the query finds it; else the first is.
   *
   * @param place where to go on; left out: at the present sample
   */
  async show(query: SampleQuery, place: Partial<ListPlace> = {}): Promise<void> {
    const turn = ++this.#turn;
    this.#query = query;
    this.#kept.clear();
    this.#asked.clear();
    const { sample = this.#sample, first } = place;
    const [page, facts] = await Promise.all([
      this.#source.rows(query, 0, MAX_ROWS),
      sample < 0 ? undefined : this.#source.facts(query, sample),
    ]);
    if (turn !== this.#turn) return;
    this.#asked.set(0, Promise.resolve());
    for (const [i, row] of page.rows.entries()) this.#kept.set(i, row);
    this.#rows.total = page.total;
    this.#events.counted(page.samples);
    this.#drawHead();
    this.#rows.element.scrollTop = 0;
    const row = facts?.row ?? null;
    if (row !== null && first !== undefined) this.#rows.scrollTo(first);
    this.#rows.draw();
    await this.#goTo(row ?? 0, 1, first === undefined || row === null);
  }

  /** Goes so many samples on or back; at the ends it stays. */
  step(by: 1 | -1): Promise<void> {
    return this.#goTo(this.#current + by, by, true);
  }

  focus(): void {
    this.#rows.grid.focus({ preventScroll: true });
  }

  /** Makes a row the current one; from the heading of a group it goes on in a direction. */
  async #goTo(wanted: number, direction: 1 | -1, isRevealed: boolean): Promise<void> {
    const turn = ++this.#turn;
    const { total } = this.#rows;
    let row = Math.max(0, Math.min(total - 1, wanted));
    // The first row may be a heading: behind it is a sample.
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
    if (isRevealed && above !== undefined && 'group' in above) this.#rows.reveal(row - 1);
    if (isRevealed) this.#rows.reveal(row);
    this.#rows.draw();
    this.#events.chosen(this.#sample, this.#sampleAt(row + 1) ?? this.#sampleAt(row + 2) ?? -1);
  }

  #sampleAt(row: number): number | undefined {
    const found = this.#kept.get(row);
    return found !== undefined && 'sample' in found ? found.sample : undefined;
  }

  /** Asks for the rows that a row is among, unless they are there. */
  #rowsAround(row: number): Promise<void> {
    const from = Math.floor(row / MAX_ROWS) * MAX_ROWS;
    if (this.#kept.has(row)) return Promise.resolve();
    const query = this.#query;
    const asked =
      this.#asked.get(from) ??
      this.#source.rows(query, from, MAX_ROWS).then(({ rows }) => {
        if (query !== this.#query) return;
        if (this.#kept.size > MAX_KEPT) {
          this.#kept.clear();
          this.#asked.clear();
        }
        for (const [i, one] of rows.entries()) this.#kept.set(from + i, one);
        this.#rows.draw();
      });
    this.#asked.set(from, asked);
    return asked;
  }

  #drawn(): void {
    const { grid, body } = this.#rows;
    const active = body.querySelector('.current');
    if (active === null) grid.removeAttribute('aria-activedescendant');
    else grid.setAttribute('aria-activedescendant', active.id);
    this.#events.moved();
  }

  #row(number: number): HTMLElement {
    const row = this.#kept.get(number);
    if (row === undefined) void this.#rowsAround(number);
    if (row !== undefined && 'group' in row) return this.#heading(number, row.group.name, row.group.count);
    const isCurrent = number === this.#current && row !== undefined;
    const cells = this.#columns.map((column, i) => {
      const text = row?.cells[LIST_COLUMNS.indexOf(column)] ?? '';
      const shown = (column === 'cause' ? text.replaceAll('`', '') : text) || (row === undefined && i === 0 ? '…' : '');
      return h(
        'div',
        { role: 'gridcell', class: `cell ${column}`, title: shown, lang: column === 'cause' ? 'en' : undefined },
        shown,
      );
    });
    return h(
      'div',
      {
        role: 'row',
        class: `row${isCurrent ? ' current' : ''}`,
        id: `sample-${number}`,
        'aria-rowindex': number + 2,
        'aria-selected': isCurrent ? 'true' : 'false',
        click: () => {
          this.focus();
          void this.#goTo(number, 1, true);
        },
      },
      ...cells,
    );
  }

  #heading(number: number, name: string, count: number): HTMLElement {
    const cell = h(
      'div',
      { role: 'gridcell', class: 'cell', 'aria-colspan': this.#columns.length },
      h('strong', { lang: 'en' }, name),
      ` ×${count.toLocaleString('en')}`,
    );
    return h('div', { role: 'row', class: 'row heading', id: `sample-${number}`, 'aria-rowindex': number + 2 }, cell);
  }

  #drawHead(): void {
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
        button(`${name}${sign}`, () => this.#events.sorted(column, isSorted ? !descending : DESCENDING.has(column)), {
          'aria-label': t('Sort by {0}', COLUMN_NAMES[column]),
          title: COLUMN_NAMES[column],
        }),
      );
    });
    this.#rows.head.replaceChildren(h('div', { role: 'row', class: 'row', 'aria-rowindex': 1 }, ...cells));
  }

  #key(event: KeyboardEvent): void {
    const { inView, total } = this.#rows;
    const to: Readonly<Record<string, readonly [row: number, direction: 1 | -1]>> = {
      ArrowDown: [this.#current + 1, 1],
      ArrowUp: [this.#current - 1, -1],
      PageDown: [this.#current + inView, 1],
      PageUp: [this.#current - inView, -1],
      Home: [0, 1],
      End: [total - 1, -1],
    };
    const next = event.target === this.#rows.grid ? to[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    void this.#goTo(next[0], next[1], true);
  }
}
