import { formatScore } from '../../../core/metrics/score-format.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import { sideAt, sideWord } from '../../../core/search/view/node-values.ts';
import {
  type ChildRow,
  childRows,
  type NodeNote,
  type RowKey,
  sortedRows,
} from '../../../core/search/view/table-rows.ts';
import { button, h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';
import { sparkline } from './sparkline.ts';

/** So many rows are made; more are made when asked for. */
const MAX = 300;

interface Column {
  readonly title: string;
  /** The explanation of the title. */
  readonly says: string;
  readonly key?: RowKey;
  /** Columns with a higher number go first where there is no room. */
  readonly rank?: 1 | 2 | 3 | 4;
  readonly cell: (row: ChildRow) => string | Node;
  /** What stands in the text of the model, '' for nothing; the side is the one that moves at the node. */
  readonly written?: (row: ChildRow, mover: string) => string;
}

/** A row of the table as it stands there. */
interface ShownRow {
  readonly element: HTMLElement;
  show(row: ChildRow): void;
}

interface SortedBy {
  readonly key: RowKey;
  readonly isAscending: boolean;
}

const MOVE: Column = { title: t('Move'), says: t('The move'), key: 'name', cell: ({ name }) => name };

const score = (value: number | undefined): string => (value === undefined ? '–' : formatScore(value));
const term = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));

/** A value as it was written, with its side: the cell has it for the side that moves at the root. */
const verbatim = (who: string, value: number | undefined, mover: string): string =>
  value === undefined ? '' : t('{0} {1} for {2}', who, formatScore(value), mover);

const visits: Column = {
  title: 'N',
  says: t('Visits, and virtual counts of descents with pending answers'),
  key: 'visits',
  cell: ({ visits, virtual }) => (virtual > 0 ? `${visits} +${virtual}` : String(visits)),
};
const listed: Column = {
  title: t('Listed'),
  says: t('The value that the model listed'),
  rank: 1,
  key: 'listed',
  cell: ({ listed }) => score(listed),
  written: ({ written }, mover) => verbatim(t('The model listed'), written.listed, mover),
};
const reference: Column = {
  title: t('Reference'),
  says: t('The value by the reference'),
  key: 'reference',
  cell: ({ reference }) => score(reference),
};
const chances: Column = {
  title: t('Buckets'),
  says: t('Probabilities of the 64 buckets, the lowest on the left'),
  rank: 2,
  cell: ({ chances }) => (chances === undefined ? '–' : sparkline(chances)),
};
const state: Column = {
  title: t('State'),
  says: t('Remarks on the move'),
  cell: ({ marks }) => marks.join(', '),
};

/** What Q is by the rule of the search. */
const BACKED_UP = {
  mean: t('Mean of the values that were backed up'),
  minimax: t('Value of the best known reply'),
} as const;

const ofSearch = (backup: keyof typeof BACKED_UP): readonly Column[] => [
  visits,
  { title: 'Q', says: BACKED_UP[backup], key: 'q', cell: ({ q }) => score(q) },
  { title: 'P', says: t('Prior (Eq. 1)'), rank: 2, key: 'prior', cell: ({ prior }) => score(prior) },
  listed,
];
/** The terms of PUCT are for the side that plays the move, and takes the highest: turned around they would say nothing. */
const ofPuct = (mover: string): readonly Column[] => [
  {
    title: t('{0}’s Q', mover),
    rank: 4,
    says: t('First term of PUCT: Q for {0}, to move here', mover),
    key: 'value',
    cell: ({ puct }) => term(puct?.value),
  },
  {
    title: t('+ explore'),
    rank: 4,
    says: t('Second term of PUCT: c P √(1 + ΣN) / (1 + N)'),
    key: 'exploration',
    cell: ({ puct }) => term(puct?.exploration),
  },
  {
    title: t('= PUCT'),
    rank: 3,
    says: t('Their sum for {0}, to move here: the next descent takes the highest', mover),
    key: 'sum',
    cell: ({ puct }) => term(puct?.sum),
  },
];
const OF_TRACE: readonly Column[] = [
  listed,
  {
    title: t('Weighed'),
    says: t('Its weight in the decision'),
    key: 'weighed',
    cell: ({ weighed }) => score(weighed),
    written: ({ written }, mover) => verbatim(t('The decision has'), written.weighed, mover),
  },
  { title: t('Minimax'), says: t('Minimax value of the subtree'), key: 'q', cell: ({ q }) => score(q) },
];

/** What a cell is for the style: a number, a remark, and how soon it goes. */
const classOf = ({
  key,
  rank,
}: {
  readonly key?: Column['key'] | undefined;
  readonly rank?: number | undefined;
}): string =>
  `${key === undefined ? (rank === undefined ? 'state' : 'picture') : 'number'}${rank === undefined ? '' : ` rank-${rank}`}`;

/** The actions of the selected node. */
export class ChildrenPanel implements Panel {
  readonly #store: PanelContext['store'];
  readonly #host: PanelContext['host'];
  /** As the user wants it; at first the most visited come first, and those of a trace in the order of its list. */
  #asked: SortedBy | undefined;
  #most = MAX;
  #shown: SearchNode | undefined;
  /** The layout that the existing rows were made for. */
  #laid = '';
  #lines: readonly ShownRow[] = [];
  readonly #heading = h('h2', { id: 'children-heading' });
  readonly #head = h('tr');
  readonly #body = h('tbody');
  /** Whose values these are; the other side where PUCT is that one's goes with its column. */
  readonly #side = h('span');
  readonly #ofPuct = h('span', { class: 'rank-3' });
  readonly #table = h(
    'table',
    { class: 'children', 'aria-labelledby': 'children-heading' },
    h('caption', {}, this.#side, this.#ofPuct),
    h('thead', {}, this.#head),
    this.#body,
  );
  readonly #more = button('', () => {
    this.#most = Number.POSITIVE_INFINITY;
    this.#fill();
  });
  readonly #ask = button(t('Reference values'), () => this.#request(), { title: t('Reference values of these moves') });
  readonly #said = h('p', { class: 'hint' });
  readonly #scroll = h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'children-heading' },
    this.#table,
  );
  readonly element = h(
    'section',
    { class: 'actions' },
    h('div', { class: 'bar' }, this.#heading, this.#ask),
    this.#said,
    this.#scroll,
    this.#more,
  );

  constructor({ store, host }: PanelContext) {
    this.#store = store;
    this.#host = host;
  }

  update(changed: ReadonlySet<Part>): void {
    if (this.#store.selected !== this.#shown) {
      this.#shown = this.#store.selected;
      this.#most = MAX;
    }
    if (hasAny(changed, 'source', 'tree', 'selection', 'values')) this.#fill();
  }

  #request(): void {
    const node = this.#store.selected;
    if (node === undefined) return;
    const truth = this.#store.states?.truthOf(node).state;
    this.#host.send({ type: 'values', node: node.id, state: truth ?? node.state });
    setText(this.#said, t('Computing reference values …'));
  }

  #columnsOf(rows: readonly ChildRow[], hasReference: boolean, mover: string): readonly Column[] {
    const has = (one: (row: ChildRow) => unknown): boolean => rows.some((row) => one(row) !== undefined);
    return [
      ...(this.#store.isTrace ? OF_TRACE : ofSearch(this.#store.stored?.header.settings.backup ?? 'mean')),
      ...(hasReference ? [reference] : []),
      ...(this.#store.isTrace ? [] : ofPuct(mover)),
      ...(has(({ chances }) => chances) ? [chances] : []),
      state,
    ];
  }

  #sortedBy(): SortedBy | undefined {
    return this.#asked ?? (this.#store.isTrace ? undefined : { key: 'visits', isAscending: false });
  }

  #header({ title, says, key, rank }: Column): HTMLElement {
    if (key === undefined) return h('th', { scope: 'col', title: says, class: classOf({ rank }) }, title);
    const sorted = this.#sortedBy();
    const way = sorted?.key === key ? (sorted.isAscending ? 'ascending' : 'descending') : undefined;
    const sort = (): void => {
      const isAscending = sorted?.key === key ? !sorted.isAscending : key === 'name';
      this.#asked = { key, isAscending };
      this.#fill();
      this.#head.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
    };
    const item = button(title, sort, { class: 'sort', title: says, 'data-key': key });
    return h(
      'th',
      { scope: 'col', class: key === 'name' ? undefined : classOf({ key, rank }), 'aria-sort': way },
      item,
    );
  }

  /** The move of a row: what leads to its node, where it has one. */
  #moveOf({ child, name, action, isChosen }: ChildRow): HTMLElement {
    const text = isChosen ? `${name} ★` : name;
    if (child === undefined) return h('span', { title: action }, text);
    return button(text, () => this.#store.select(child), { class: 'link', title: t('Go to {0}', name) });
  }

  /** A row that can be brought up to date where it stands: it may be clicked while a search runs. */
  #rowOf(columns: readonly Column[], mover: string): ShownRow {
    const move = h('th', { scope: 'row' });
    const cells = columns.map((column) => h('td', { class: classOf(column) }));
    let signature = '';
    let child: SearchNode | undefined;
    const line = h(
      'tr',
      {
        click: (event) => {
          if (child !== undefined && !(event.target instanceof HTMLButtonElement)) this.#store.select(child);
        },
      },
      move,
      ...cells,
    );
    return {
      element: line,
      show: (row) => {
        child = row.child;
        for (const [i, cell] of cells.entries()) cell.title = columns[i]?.written?.(row, mover) ?? '';
        const now = `${row.edge} ${row.name} ${row.isChosen} ${child?.id}`;
        if (now !== signature) {
          move.replaceChildren(this.#moveOf(row));
          line.classList.toggle('chosen', row.isChosen);
          line.classList.toggle('leads', child !== undefined);
          for (const [i, cell] of cells.entries()) cell.replaceChildren(columns[i]?.cell(row) ?? '');
          signature = now;
          return;
        }
        for (const [i, cell] of cells.entries()) {
          const content = columns[i]?.cell(row);
          if (typeof content === 'string') setText(cell, content);
        }
      },
    };
  }

  /** What a trace says of a node; its decision is not what is chosen where diverged nodes are left out. */
  #noteOf(node: SearchNode): NodeNote | undefined {
    const note = this.#store.facts.noteOf(node);
    return note !== undefined && this.#store.shown?.isWithoutDiverged === true
      ? { ...note, selected: undefined }
      : note;
  }

  #fill(): void {
    const { selected, stored, states, shown } = this.#store;
    if (selected === undefined || stored === undefined || states === undefined || shown === undefined) return;
    const values = this.#store.facts.referenceOf(selected);
    const hadFocus = this.#body.contains(document.activeElement);
    const mover = sideWord(sideAt(selected, shown));
    const rows = childRows(selected, {
      root: shown.root,
      settings: stored.header.settings,
      nameOf: (node, edge) => states.nameOf(node, edge),
      principal: this.#store.principal,
      reference: values?.values,
      note: this.#noteOf(selected),
      illegal: states.illegalIn(selected),
      differs: (child) => states.truthOf(child).kind === 'differs',
    });
    const hasReference = values !== undefined && values.values.size > 0;
    const columns = this.#columnsOf(rows, hasReference, mover);
    const sorted = this.#sortedBy();
    const order = sorted === undefined ? rows : sortedRows(rows, sorted.key, sorted.isAscending);
    const layout = [selected.id, mover, sorted?.key, sorted?.isAscending, ...columns.map(({ title }) => title)].join(
      ' ',
    );
    const wanted = order.slice(0, this.#most);
    if (layout !== this.#laid || this.#lines.length !== wanted.length) {
      this.#laid = layout;
      this.#lines = wanted.map(() => this.#rowOf(columns, mover));
      this.#head.replaceChildren(...[MOVE, ...columns].map((column) => this.#header(column)));
      this.#body.replaceChildren(...this.#lines.map(({ element }) => element));
    }
    setText(this.#side, t('Values for {0}', sideWord(shown.side)));
    setText(this.#ofPuct, this.#store.isTrace ? '' : t('; PUCT for {0}, to move here', mover));
    for (const [i, row] of wanted.entries()) this.#lines[i]?.show(row);
    // Keyboard focus stays in the table.
    if (hadFocus && !this.#body.contains(document.activeElement))
      this.#body.querySelector<HTMLElement>('button')?.focus();
    setText(this.#heading, rows.length === 0 ? t('No moves') : t('Moves ({0})', rows.length));
    this.#more.hidden = rows.length <= this.#most;
    setText(this.#more, t('Show all {0}', rows.length));
    this.#scroll.hidden = rows.length === 0;
    this.#ask.hidden = this.#store.source?.hasValues !== true || rows.length === 0 || hasReference;
    setText(this.#said, values === undefined || hasReference ? '' : t('No reference values: {0}', values.reason));
  }
}
