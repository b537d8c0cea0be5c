import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import type {
  PositionCell,
  PositionOrder,
  PositionPage,
  PositionRow,
} from '../../core/evaluation/report/list/position-table.ts';
import { FAILURES, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { MAX_ROWS } from '../../protocol/sample-list.ts';
import { h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { statePicture } from '../common/state-picture.ts';
import { VirtualRows } from '../common/virtual-rows.ts';
import type { SampleSource } from './sample-source.ts';

/** Pixels of a row and of a board in it; the style sheet gives rows the same. */
const ROW = 156;
const BOARD = 100;
/** Rows that are kept. */
const MAX_KEPT = 1000;

/** What the grid tells. */
export interface GridEvents {
  /** Another answer is beside the grid; -1 for none. */
  chosen(sample: number): void;
  moved(): void;
  /** How many positions the query finds. */
  counted(positions: number): void;
}

/** Positions one below the other, the answers of all models side by side as boards with their wrong squares. */
export class PositionGrid {
  readonly #rows: VirtualRows;
  readonly #source: SampleSource;
  readonly #events: GridEvents;
  readonly #m: number;
  readonly #kept = new Map<number, PositionRow>();
  readonly #asked = new Map<number, Promise<void>>();
  #query: SampleQuery = FAILURES;
  #order: PositionOrder = 'disagreement';
  #series: readonly string[] = [];
  /** The current row and column; column -1 is the true board. */
  #row = 0;
  #column = 0;

  /** @param m depth of p */
  constructor(source: SampleSource, m: number, events: GridEvents) {
    this.#source = source;
    this.#events = events;
    this.#m = m;
    this.#rows = new VirtualRows(
      { height: ROW, row: (number) => this.#rowOf(number), drawn: () => this.#drawn(), current: () => this.#row },
      {
        class: 'grid positions',
        'aria-label': t('Positions, models side by side'),
        keydown: (event) => this.#key(event as KeyboardEvent),
      },
    );
  }

  get element(): HTMLElement {
    return this.#rows.element;
  }

  get first(): number {
    return this.#rows.first;
  }

  async show(query: SampleQuery, order: PositionOrder, first = 0): Promise<void> {
    this.#query = query;
    this.#order = order;
    this.#kept.clear();
    this.#asked.clear();
    const page = await this.#source.positions(query, order, 0, MAX_ROWS);
    if (query !== this.#query || order !== this.#order) return;
    this.#asked.set(0, Promise.resolve());
    this.#take(0, page);
    this.#series = page.series;
    this.#rows.total = page.total;
    this.#events.counted(page.total);
    this.#drawHead();
    this.#rows.element.scrollTop = 0;
    if (first > 0) this.#rows.scrollTo(first);
    this.#rows.draw();
    if (first === 0) this.#goTo(0, this.#column);
  }

  focus(): void {
    this.#rows.grid.focus({ preventScroll: true });
  }

  /** Goes so many positions on or back. */
  step(by: 1 | -1): void {
    this.#goTo(this.#row + by, this.#column);
  }

  #take(from: number, { rows }: PositionPage): void {
    if (this.#kept.size > MAX_KEPT) {
      this.#kept.clear();
      this.#asked.clear();
    }
    for (const [i, row] of rows.entries()) this.#kept.set(from + i, row);
  }

  #ask(row: number): void {
    const from = Math.floor(row / MAX_ROWS) * MAX_ROWS;
    if (this.#asked.has(from)) return;
    const [query, order] = [this.#query, this.#order];
    const asked = this.#source.positions(query, order, from, MAX_ROWS).then((page) => {
      if (query !== this.#query || order !== this.#order) return;
      this.#take(from, page);
      this.#rows.draw();
    });
    this.#asked.set(from, asked);
  }

  #goTo(row: number, column: number): void {
    this.#row = Math.max(0, Math.min(this.#rows.total - 1, row));
    this.#column = Math.max(0, Math.min(this.#series.length - 1, column));
    this.#rows.reveal(this.#row);
    this.#rows.draw();
    this.#rows.body.querySelector('.current-cell')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#events.chosen(this.#kept.get(this.#row)?.cells[this.#column]?.sample ?? -1);
  }

  #drawn(): void {
    const { grid, body } = this.#rows;
    const active = body.querySelector('.current-cell');
    if (active === null) grid.removeAttribute('aria-activedescendant');
    else grid.setAttribute('aria-activedescendant', active.id);
    this.#events.moved();
  }

  #drawHead(): void {
    const { grid, head } = this.#rows;
    grid.setAttribute('aria-colcount', String(this.#series.length + 1));
    grid.style.setProperty('--columns', String(this.#series.length));
    const names = [t('position'), ...this.#series].map((name) =>
      h('div', { role: 'columnheader', class: 'cell', title: name }, name),
    );
    head.replaceChildren(h('div', { role: 'row', class: 'row', 'aria-rowindex': 1 }, ...names));
  }

  #rowOf(number: number): HTMLElement {
    const row = this.#kept.get(number);
    const attributes = { role: 'row', class: 'row', 'aria-rowindex': number + 2 };
    if (row === undefined) {
      this.#ask(number);
      return h('div', attributes, h('div', { role: 'gridcell', class: 'cell' }, '…'));
    }
    const truth = thumbOf(row, row.trueFen, null, { role: 'true', name: t('True position, {0}', row.move) });
    const head = h(
      'div',
      { role: 'rowheader', class: 'cell place' },
      truth,
      h('span', { class: 'words', title: row.game }, h('strong', {}, row.move), h('br'), row.game),
    );
    const cells = row.cells.map((cell, column) => this.#cell(row, cell, number, column));
    return h('div', attributes, head, ...cells);
  }

  #cell(row: PositionRow, cell: PositionCell | null, number: number, column: number): HTMLElement {
    const isCurrent = number === this.#row && column === this.#column;
    const attributes = {
      role: 'gridcell',
      class: `cell${isCurrent ? ' current-cell' : ''}`,
      id: `position-${number}-${column}`,
      'aria-selected': isCurrent ? 'true' : 'false',
      click: () => {
        this.focus();
        this.#goTo(number, column);
      },
    };
    if (cell === null) return h('div', attributes, h('span', { class: 'quiet' }, t('not asked')));
    const { predicted, sentence, p, cause } = cell;
    const score = p === null ? '' : `p${subscript(this.#m)} ${formatScore(p)}`;
    const name = `${this.#series[column] ?? ''}: ${sentence.replaceAll('`', '')}`;
    const picture =
      predicted === null
        ? h('span', { class: 'thumb none' }, t('no state'))
        : thumbOf(row, predicted, row.trueFen, { role: 'predicted', name });
    const { lang } = document.documentElement;
    const words = cause === 'exact' ? t('= exact') : score;
    // its name is the sentence of the core
    return h('div', { ...attributes, title: name, lang: 'en' }, picture, h('span', { class: 'words', lang }, words));
  }

  #key(event: KeyboardEvent): void {
    const [row, column, page] = [this.#row, this.#column, this.#rows.inView];
    const to: Readonly<Record<string, readonly [row: number, column: number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [0, column],
      End: [this.#rows.total - 1, column],
    };
    const next = event.target === this.#rows.grid ? to[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    this.#goTo(...next);
  }
}

/** A small board; of a world without pictures the text of its state. */
function thumbOf(
  { variant }: PositionRow,
  state: string,
  other: string | null,
  naming: { readonly role: 'true' | 'predicted'; readonly name: string },
): HTMLElement {
  if (isComparedWorld(variant) && worldBoard(comparedBuiltInWorld(variant), state, null, naming.role) === undefined)
    return h('code', { class: 'thumb state', title: `${naming.name}: ${state}` }, state);
  return statePicture(variant, { ...boardOf(state, other), ...naming }, BOARD, 'thumb');
}

const boardOf = (state: string, other: string | null) => ({
  state,
  other,
  orientation: 'white' as const,
  lastMove: [],
});
