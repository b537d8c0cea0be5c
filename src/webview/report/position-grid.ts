import { Component, createRef, h, type JSX, type RefObject } from 'preact';
import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import type {
  PositionCell,
  PositionOrder,
  PositionPage,
  PositionRow,
} from '../../core/evaluation/report/list/position-table.ts';
import { FAILURES, MAX_ROWS, type SampleQuery } from '../../core/evaluation/report/list/sample-query.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { t } from '../common/l10n.ts';
import { statePicture } from '../common/state-picture.ts';
import { VirtualList } from '../common/virtual-list.ts';
import type { SampleSource } from './sample-source.ts';

/** Pixels of a row and of a board in it; the style sheet gives rows the same. */
const ROW = 156;
const BOARD = 100;
/** Rows that are kept. */
const MAX_KEPT = 1000;

interface PositionGridProps {
  /** Set to the component. */
  readonly handle: RefObject<PositionGrid | null>;
  readonly source: SampleSource;
  /** Depth of p. */
  readonly m: number;
  /** Called with the answer beside the grid; -1 for none. */
  readonly chosen: (sample: number) => void;
  readonly moved: () => void;
  /** Called with the number of positions that the query finds. */
  readonly counted: (positions: number) => void;
}

/** Positions one below the other, the answers of all models side by side as boards with their wrong squares. */
export class PositionGrid extends Component<PositionGridProps> {
  readonly #list = createRef<VirtualList>();
  readonly #kept = new Map<number, PositionRow>();
  readonly #requested = new Map<number, Promise<void>>();
  #query: SampleQuery = FAILURES;
  #order: PositionOrder = 'disagreement';
  #series: readonly string[] = [];
  #total = 0;
  /** The current row and column. */
  #row = 0;
  #column = 0;

  constructor(props: PositionGridProps) {
    super(props);
    props.handle.current = this;
  }

  override render(): JSX.Element {
    const names = this.#series.length === 0 ? [] : [t('position'), ...this.#series];
    return h(VirtualList, {
      handle: this.#list,
      height: ROW,
      source: { total: () => this.#total, current: () => this.#row, row: (number) => this.#rowElement(number) },
      grid: {
        class: 'grid positions',
        'aria-label': t('Positions, models side by side'),
        'aria-colcount': this.#series.length + 1,
        style: { '--columns': String(this.#series.length) },
        onKeyDown: (event) => this.#key(event),
      },
      head: h(
        'div',
        { role: 'row', class: 'row', 'aria-rowindex': 1 },
        names.map((name) => h('div', { role: 'columnheader', class: 'cell', title: name }, name)),
      ),
      onRendered: () => this.#rendered(),
    });
  }

  get first(): number {
    return this.#list.current?.first ?? 0;
  }

  /** Shows the positions that a query finds, in an order. */
  async show(query: SampleQuery, order: PositionOrder, first = 0): Promise<void> {
    this.#query = query;
    this.#order = order;
    this.#kept.clear();
    this.#requested.clear();
    const page = await this.props.source.positions(query, order, 0, MAX_ROWS);
    if (query !== this.#query || order !== this.#order) return;
    this.#requested.set(0, Promise.resolve());
    this.#take(0, page);
    this.#series = page.series;
    this.#total = page.total;
    this.props.counted(page.total);
    // The head has its height before rows are scrolled to.
    await new Promise<void>((resolve) => this.forceUpdate(resolve));
    if (query !== this.#query || order !== this.#order) return;
    this.#list.current?.scrollTo(first);
    this.forceUpdate();
    if (first === 0) this.#goTo(0, this.#column);
  }

  focus(): void {
    this.#list.current?.focus();
  }

  /** Goes to the next or previous position. */
  step(by: 1 | -1): void {
    this.#goTo(this.#row + by, this.#column);
  }

  #take(from: number, { rows }: PositionPage): void {
    if (this.#kept.size > MAX_KEPT) {
      this.#kept.clear();
      this.#requested.clear();
    }
    for (const [i, row] of rows.entries()) this.#kept.set(from + i, row);
  }

  /** Requests the rows that a row is among. */
  #ask(row: number): void {
    const from = Math.floor(row / MAX_ROWS) * MAX_ROWS;
    if (this.#requested.has(from)) return;
    const [query, order] = [this.#query, this.#order];
    const request = this.props.source.positions(query, order, from, MAX_ROWS).then((page) => {
      if (query !== this.#query || order !== this.#order) return;
      this.#take(from, page);
      this.forceUpdate();
    });
    this.#requested.set(from, request);
  }

  #goTo(row: number, column: number): void {
    this.#row = Math.max(0, Math.min(this.#total - 1, row));
    this.#column = Math.max(0, Math.min(this.#series.length - 1, column));
    this.#list.current?.reveal(this.#row);
    this.forceUpdate(() => this.#currentCell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' }));
    this.props.chosen(this.#kept.get(this.#row)?.cells[this.#column]?.sample ?? -1);
  }

  #currentCell(): Element | null {
    return this.#list.current?.grid?.querySelector('.rows .current-cell') ?? null;
  }

  #rendered(): void {
    const grid = this.#list.current?.grid ?? null;
    const active = this.#currentCell();
    if (active === null) grid?.removeAttribute('aria-activedescendant');
    else grid?.setAttribute('aria-activedescendant', active.id);
    this.props.moved();
  }

  #rowElement(number: number): JSX.Element {
    const row = this.#kept.get(number);
    const attributes = { key: number, role: 'row', class: 'row', 'aria-rowindex': number + 2 } as const;
    if (row === undefined) {
      this.#ask(number);
      return h('div', attributes, h('div', { role: 'gridcell', class: 'cell' }, '…'));
    }
    const truth = thumbnail(row, row.trueFen, null, { role: 'true', name: t('True position, {0}', row.move) });
    const head = h(
      'div',
      { role: 'rowheader', class: 'cell place' },
      truth,
      h('span', { class: 'words', title: row.game }, h('strong', null, row.move), h('br', null), row.game),
    );
    const cells = row.cells.map((cell, column) => this.#cell(row, cell, number, column));
    return h('div', attributes, head, cells);
  }

  #cell(row: PositionRow, cell: PositionCell | null, number: number, column: number): JSX.Element {
    const isCurrent = number === this.#row && column === this.#column;
    const attributes = {
      role: 'gridcell' as const,
      class: `cell${isCurrent ? ' current-cell' : ''}`,
      id: `position-${number}-${column}`,
      'aria-selected': isCurrent,
      onClick: () => {
        this.focus();
        this.#goTo(number, column);
      },
    };
    if (cell === null) return h('div', attributes, h('span', { class: 'quiet' }, t('not asked')));
    const { predicted, sentence, p, cause } = cell;
    const score = p === null ? '' : `p${subscript(this.props.m)} ${formatScore(p)}`;
    const name = `${this.#series[column] ?? ''}: ${sentence.replaceAll('`', '')}`;
    const picture =
      predicted === null
        ? h('span', { class: 'thumb none' }, t('no state'))
        : thumbnail(row, predicted, row.trueFen, { role: 'predicted', name });
    const { lang } = document.documentElement;
    const words = cause === 'exact' ? t('= exact') : score;
    // Its name is the sentence of the core.
    return h('div', { ...attributes, title: name, lang: 'en' }, picture, h('span', { class: 'words', lang }, words));
  }

  #key(event: KeyboardEvent): void {
    const [row, column, page] = [this.#row, this.#column, this.#list.current?.inView ?? 1];
    const to: Readonly<Record<string, readonly [row: number, column: number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      PageDown: [row + page, column],
      PageUp: [row - page, column],
      Home: [0, column],
      End: [this.#total - 1, column],
    };
    const next = event.target === this.#list.current?.grid ? to[event.key] : undefined;
    if (next === undefined) return;
    event.preventDefault();
    this.#goTo(...next);
  }
}

/** Returns a small board; for a world without pictures the text of the state. */
function thumbnail(
  { variant }: PositionRow,
  state: string,
  other: string | null,
  naming: { readonly role: 'true' | 'predicted'; readonly name: string },
): JSX.Element {
  if (isComparedWorld(variant) && worldBoard(comparedBuiltInWorld(variant), state, null, naming.role) === undefined)
    return h('code', { class: 'thumb state', title: `${naming.name}: ${state}` }, state);
  return statePicture(variant, { ...plainBoard(state, other), ...naming }, BOARD, 'thumb');
}

const plainBoard = (state: string, other: string | null) => ({
  state,
  other,
  orientation: 'white' as const,
  lastMove: [],
});
