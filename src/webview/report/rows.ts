import {
  ALL_SAMPLES,
  SAMPLE_COLUMNS,
  type SampleColumn,
  type SampleQuery,
  type SampleRow,
} from '../../core/evaluation/report/sample-table.ts';
import { MAX_ROWS } from '../../protocol/report-messages.ts';
import { button, h } from '../common/dom.ts';
import type { SampleActions } from './parts.ts';

/** Pixels of a row; the style sheet gives rows the same. */
const ROW = 26;
/** Rows that are drawn beyond what is seen, on either side. */
const MARGIN = 10;
/** Pixels that a browser allows an element to be high; beyond, the scroll bar moves by more than a row. */
const MAX_PIXELS = 8_000_000;
/** Rows that are kept; distant ones are requested again. */
const MAX_KEPT = 4000;

/** The short titles of columns; `NAMES` has the whole names where there is no room. */
const TITLES: Readonly<Record<SampleColumn, string>> = {
  series: 'model',
  game: 'game',
  ply: 'ply',
  verdict: 'verdict',
  p: 'p',
  r: 'r',
  edit: 'edit',
  wrong: 'wrong',
  change: 'p change',
};
const NAMES: Readonly<Partial<Record<SampleColumn, string>>> = { wrong: 'squares wrong' };
/** Which end comes first when a column is chosen. */
const DESCENDING: ReadonlySet<SampleColumn> = new Set(['edit', 'wrong']);

/** Asks for rows of a query. */
export type AskRows = (query: SampleQuery, from: number, count: number) => void;

/**
 * All samples as a table of which only what is seen is in the page: rows are asked for when they come into view. The table has the
 * keyboard as one: arrows, Page Up and Down, Home and End move the row, Enter opens the PGN, C compares.
 */
export class SampleRows {
  readonly element: HTMLElement;
  readonly #scroll: HTMLElement;
  readonly #spacer = h('div', { class: 'spacer', role: 'presentation' });
  readonly #body = h('div', { class: 'rows', role: 'rowgroup' });
  readonly #head = h('div', { class: 'head', role: 'rowgroup' });
  readonly #grid: HTMLElement;
  readonly #columns: readonly SampleColumn[];
  readonly #ask: AskRows;
  readonly #actions: SampleActions;
  readonly #kept = new Map<number, SampleRow>();
  readonly #asked = new Set<number>();
  #query: SampleQuery = ALL_SAMPLES;
  #total = 0;
  #current = 0;
  /** The first row that is to be in view, once the rows are known. */
  #wanted = 0;
  readonly #moved: () => void;

  /** @param moved is called when other rows are in view, or another one is current */
  constructor(hasChange: boolean, ask: AskRows, actions: SampleActions, moved: () => void) {
    this.#columns = SAMPLE_COLUMNS.filter((column) => hasChange || column !== 'change');
    this.#ask = ask;
    this.#actions = actions;
    this.#moved = moved;
    this.#spacer.append(this.#body);
    this.#grid = h(
      'div',
      {
        class: hasChange ? 'grid compares' : 'grid',
        role: 'grid',
        tabindex: 0,
        'aria-label': 'All samples',
        'aria-colcount': this.#columns.length + 1,
        keydown: (event) => this.#key(event as KeyboardEvent),
      },
      this.#head,
      this.#spacer,
    );
    this.#scroll = h('div', { class: 'samples', scroll: () => this.#draw() }, this.#grid);
    this.element = this.#scroll;
    new ResizeObserver(() => this.#draw()).observe(this.#scroll);
    this.#drawHead();
  }

  get query(): SampleQuery {
    return this.#query;
  }

  /** The row that the keyboard is on, and the first in view. */
  get place(): { readonly row: number; readonly first: number } {
    return { row: this.#current, first: this.#wanted > 0 ? this.#wanted : this.#first };
  }

  /** Shows the rows of another query, from its first or as they were. */
  show(query: SampleQuery, { row, first } = { row: 0, first: 0 }): void {
    this.#query = query;
    this.#kept.clear();
    this.#asked.clear();
    this.#current = row;
    this.#wanted = first;
    this.#scroll.scrollTop = 0;
    this.#drawHead();
    this.#askFor(first);
  }

  /** Takes rows of the present query. */
  take(from: number, total: number, rows: readonly SampleRow[]): void {
    this.#total = total;
    if (this.#kept.size > MAX_KEPT) {
      this.#kept.clear();
      this.#asked.clear();
    }
    for (const [i, row] of rows.entries()) this.#kept.set(from + i, row);
    this.#draw();
    if (this.#wanted > 0) this.#scrollTo(this.#wanted);
    this.#wanted = 0;
    this.#draw();
  }

  /** Pixels of all rows, as far as a browser allows. */
  get #height(): number {
    return Math.min(this.#total * ROW, MAX_PIXELS);
  }

  /** The first row in view. Where all rows are higher than a browser allows, the scroll bar stands for a share of them. */
  get #first(): number {
    const room = this.#height - this.#view;
    if (room <= 0) return 0;
    if (this.#height === this.#total * ROW) return Math.floor(this.#scroll.scrollTop / ROW);
    return Math.round((this.#scroll.scrollTop / room) * (this.#total - this.#inView));
  }

  get #view(): number {
    return Math.max(ROW, this.#scroll.clientHeight - this.#head.offsetHeight);
  }

  get #inView(): number {
    return Math.max(1, Math.floor(this.#view / ROW));
  }

  #askFor(row: number): void {
    const from = Math.floor(row / MAX_ROWS) * MAX_ROWS;
    if (this.#asked.has(from)) return;
    this.#asked.add(from);
    this.#ask(this.#query, from, MAX_ROWS);
  }

  #draw(): void {
    const first = Math.max(0, this.#first - MARGIN);
    const end = Math.min(this.#total, this.#first + this.#inView + MARGIN + 1);
    this.#grid.setAttribute('aria-rowcount', String(this.#total + 1));
    // Through the object model, for the page's policy forbids the attribute.
    this.#spacer.style.height = `${this.#height}px`;
    const isScaled = this.#height < this.#total * ROW;
    const top = isScaled ? this.#scroll.scrollTop - (this.#first - first) * ROW : first * ROW;
    this.#body.style.transform = `translateY(${Math.max(0, top)}px)`;
    const rows: HTMLElement[] = [];
    for (let row = first; row < end; row++) {
      const known = this.#kept.get(row);
      if (known === undefined) this.#askFor(row);
      rows.push(this.#row(row, known));
    }
    this.#body.replaceChildren(...rows);
    const active = this.#body.querySelector('.current');
    if (active === null) this.#grid.removeAttribute('aria-activedescendant');
    else this.#grid.setAttribute('aria-activedescendant', active.id);
    this.#moved();
  }

  #row(number: number, row: SampleRow | undefined): HTMLElement {
    const isCurrent = number === this.#current;
    const cells = this.#columns.map((column, i) => {
      const text = row?.cells[i] ?? '';
      return h(
        'div',
        { role: 'gridcell', class: `cell ${column}`, title: text },
        row === undefined && i === 0 ? '…' : text,
      );
    });
    const compare =
      row === undefined
        ? undefined
        : button('Compare', () => this.#actions.compare(row.sample), {
            tabindex: -1,
            'aria-label': `Compare row ${number + 1}`,
          });
    return h(
      'div',
      {
        role: 'row',
        class: `row${isCurrent ? ' current' : ''}`,
        id: `sample-${number}`,
        'aria-rowindex': number + 2,
        'aria-selected': isCurrent ? 'true' : 'false',
        click: (event) => {
          this.#current = number;
          this.#draw();
          if (row !== undefined && !(event.target instanceof HTMLButtonElement)) this.#actions.open(row.sample);
        },
      },
      ...cells,
      h('div', { role: 'gridcell', class: 'cell act' }, compare),
    );
  }

  #drawHead(): void {
    const { sort, descending } = this.#query;
    const cells = this.#columns.map((column) =>
      h(
        'div',
        {
          role: 'columnheader',
          class: `cell ${column}`,
          'aria-sort': column === sort ? (descending ? 'descending' : 'ascending') : 'none',
        },
        button(
          `${TITLES[column]}${column === sort ? (descending ? ' ▾' : ' ▴') : ''}`,
          () =>
            this.show({
              ...this.#query,
              sort: column,
              descending: column === sort ? !descending : DESCENDING.has(column),
            }),
          { 'aria-label': `Sort by ${NAMES[column] ?? TITLES[column]}`, title: NAMES[column] },
        ),
      ),
    );
    const act = h('div', { role: 'columnheader', class: 'cell act' }, h('span', { class: 'hidden' }, 'actions'));
    this.#head.replaceChildren(h('div', { role: 'row', class: 'row', 'aria-rowindex': 1 }, ...cells, act));
  }

  #key(event: KeyboardEvent): void {
    if (event.target !== this.#grid) return;
    const row = this.#kept.get(this.#current);
    const page = this.#inView;
    const to: Readonly<Record<string, number>> = {
      ArrowDown: this.#current + 1,
      ArrowUp: this.#current - 1,
      PageDown: this.#current + page,
      PageUp: this.#current - page,
      Home: 0,
      End: this.#total - 1,
    };
    const next = to[event.key];
    if (next !== undefined) this.#moveTo(next);
    else if (event.key === 'Enter' && row !== undefined) this.#actions.open(row.sample);
    else if (event.key === 'c' && row !== undefined) this.#actions.compare(row.sample);
    else return;
    event.preventDefault();
  }

  #moveTo(row: number): void {
    this.#current = Math.max(0, Math.min(this.#total - 1, row));
    const [first, count] = [this.#first, this.#inView];
    const wanted =
      this.#current < first ? this.#current : this.#current >= first + count ? this.#current - count + 1 : undefined;
    if (wanted !== undefined) this.#scrollTo(wanted);
    this.#draw();
  }

  /** Makes a row the first in view. */
  #scrollTo(row: number): void {
    const isScaled = this.#height < this.#total * ROW;
    const room = this.#height - this.#view;
    this.#scroll.scrollTop = isScaled ? (row / Math.max(1, this.#total - this.#inView)) * room : row * ROW;
  }
}
