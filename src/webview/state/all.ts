import type {
  StateLine,
  TimelineCell as StripCell,
  TimelineRow as StripRow,
} from '../../core/evaluation/game-trace/timeline.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { button, english, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { believedView, boardless } from '../common/pair-parts.ts';
import { statePicture } from '../common/state-picture.ts';
import { sentenceNodes, verdictSign } from '../common/statement.ts';
import { pairOf, type View } from './view.ts';

/** Pixels of a board. */
const SIZE = 128;
/** Milliseconds without a step after which the table follows: many boards take longer than a frame. */
const SETTLED = 80;

interface Column {
  readonly title: string;
  readonly value: (row: StripRow, cell: StripCell | null) => number | string;
  readonly bestFirst: 'ascending' | 'descending';
}

/** The table of all models at a position. */
export class AllPart {
  readonly element: HTMLElement;
  readonly #open: (label: string) => void;
  readonly #body = h('tbody');
  readonly #head = h('tr');
  #columns: readonly Column[] = [];
  #line: StateLine | undefined;
  #sorted: { readonly title: string; readonly ascending: boolean } | undefined;
  #view: View | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param open opens a label */
  constructor(open: (label: string) => void) {
    this.#open = open;
    this.element = h(
      'section',
      { class: 'all', 'aria-label': t('All models') },
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Table of all models') },
        h('table', { class: 'models' }, h('thead', {}, this.#head), this.#body),
      ),
    );
  }

  show(view: View): void {
    this.element.hidden = view.row !== null || view.line.rows.length === 0;
    clearTimeout(this.#timer);
    if (this.element.hidden) return;
    const isNew = this.#line !== view.line || this.#view === undefined;
    this.#view = view;
    this.#line = view.line;
    if (isNew) this.#columnsOf(view.line);
    if (isNew) this.#fill();
    else this.#timer = setTimeout(() => this.#fill(), SETTLED);
  }

  #columnsOf({ m, labels }: StateLine): void {
    this.#columns = [
      { title: labels === 'models' ? t('model') : t('state'), value: ({ label }) => label, bestFirst: 'ascending' },
      { title: `p${subscript(m)}`, value: (_, cell) => cell?.p ?? -1, bestFirst: 'descending' },
      { title: `r${subscript(m)}`, value: (_, cell) => cell?.r ?? -1, bestFirst: 'descending' },
      { title: t('wrong'), value: (_, cell) => wrongCount(cell) ?? 99, bestFirst: 'ascending' },
    ];
    const headers = this.#columns.map((column) => this.#header(column));
    this.#head.replaceChildren(h('th', { scope: 'col' }, t('board')), ...headers);
  }

  #header(column: Column): HTMLElement {
    const { title, bestFirst } = column;
    const sort = (): void => {
      const before = this.#sorted;
      const ascending = before?.title === title ? !before.ascending : bestFirst === 'ascending';
      this.#sorted = { title, ascending };
      for (const cell of this.#head.children) cell.removeAttribute('aria-sort');
      header.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
      this.#fill();
    };
    const header = h('th', { scope: 'col' }, button(title, sort, { class: 'sort' }));
    return header;
  }

  #fill(): void {
    const view = this.#view;
    if (view === undefined) return;
    const rows = [...view.line.rows];
    const column = this.#columns.find(({ title }) => title === this.#sorted?.title);
    const sign = this.#sorted?.ascending === true ? 1 : -1;
    const value = (row: StripRow): number | string => column?.value(row, row.cells[view.at] ?? null) ?? 0;
    if (column !== undefined) {
      // Baselines stay last, whatever is sorted by.
      rows.sort((a, b) => Number(a.isBaseline) - Number(b.isBaseline) || sign * order(value(a), value(b)));
    }
    this.#body.replaceChildren(...rows.map((row) => this.#row(view, row)));
  }

  #row(view: View, row: StripRow): HTMLElement {
    const cell = row.cells[view.at] ?? null;
    const number = (score: number | null | undefined): string =>
      score === undefined ? '' : score === null ? '…' : formatScore(score);
    return h(
      'tr',
      row.isBaseline ? { class: 'baseline' } : {},
      h('td', {}, board(view, row, cell)),
      h(
        'th',
        { scope: 'row' },
        button(row.label, () => this.#open(row.label), { class: 'link' }),
        h(
          'p',
          { class: 'verdict' },
          ...(cell === null ? [t('not asked')] : [`${verdictSign(cell)} `, english(...sentenceNodes(cell.sentence))]),
        ),
      ),
      h('td', { class: 'number' }, number(cell?.p)),
      h('td', { class: 'number' }, number(cell?.r)),
      h('td', { class: 'number' }, String(wrongCount(cell) ?? '')),
    );
  }
}

/** Wrong squares; undefined where there is no board. */
const wrongCount = (cell: StripCell | null): number | undefined =>
  cell === null || cell.fen === null ? undefined : cell.wrongSquares;

function board(view: View, row: StripRow, cell: StripCell | null): HTMLElement {
  const pair = { ...pairOf({ ...view, row, cell }), cell };
  const believed = believedView(pair);
  if (believed === undefined) return h('span', { class: 'small none' }, boardless(pair));
  return statePicture(view.line.variant, believed, SIZE, 'small');
}

function order(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
