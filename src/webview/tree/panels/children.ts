import { formatScore } from '../../../core/metrics/score-format.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import { type ChildRow, childRows, type RowKey, sortedRows } from '../../../core/search/view/child-rows.ts';
import { button, h } from '../../common/dom.ts';
import { hasAny, type Panel, type PanelContext, setText } from './panel.ts';
import { sparkline } from './sparkline.ts';

/** So many rows are made; more are made when asked for. */
const MAX = 300;

interface Column {
  readonly title: string;
  /** The explanation of the title. */
  readonly says: string;
  readonly key?: RowKey;
  readonly cell: (row: ChildRow) => string | Node;
}

/** A row of the table as it stands there. */
interface ShownRow {
  readonly element: HTMLElement;
  show(row: ChildRow): void;
}

const MOVE: Column = { title: 'Move', says: 'The move', key: 'name', cell: ({ name }) => name };

const score = (value: number | undefined): string => (value === undefined ? '–' : formatScore(value));
const term = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));

const visits: Column = {
  title: 'N',
  says: 'Visits, and virtual counts of descents with pending answers',
  key: 'visits',
  cell: ({ visits, virtual }) => (virtual > 0 ? `${visits} +${virtual}` : String(visits)),
};
const listed: Column = {
  title: 'Listed',
  says: 'The value as the model listed it',
  key: 'listed',
  cell: ({ listed }) => score(listed),
};
const reference: Column = {
  title: 'Reference',
  says: 'The value by the reference',
  key: 'reference',
  cell: ({ reference }) => score(reference),
};
const chances: Column = {
  title: 'Buckets',
  says: 'Probabilities of the 64 buckets, the lowest on the left',
  cell: ({ chances }) => (chances === undefined ? '–' : sparkline(chances)),
};
const state: Column = {
  title: 'State',
  says: 'Remarks on the move',
  cell: ({ marks }) => marks.join(', '),
};

const OF_SEARCH: readonly Column[] = [
  visits,
  { title: 'Q', says: 'Mean of the values that were backed up', key: 'q', cell: ({ q }) => score(q) },
  { title: 'P', says: 'Prior (Eq. 1)', key: 'prior', cell: ({ prior }) => score(prior) },
  listed,
];
const OF_PUCT: readonly Column[] = [
  { title: 'value', says: 'First term of PUCT: Q', key: 'value', cell: ({ puct }) => term(puct?.value) },
  {
    title: '+ explore',
    says: 'Second term of PUCT: c P √(1 + ΣN) / (1 + N)',
    key: 'exploration',
    cell: ({ puct }) => term(puct?.exploration),
  },
  {
    title: '= PUCT',
    says: 'Their sum: the next descent takes the highest',
    key: 'sum',
    cell: ({ puct }) => term(puct?.sum),
  },
];
const OF_TRACE: readonly Column[] = [
  listed,
  { title: 'Weighed', says: 'Its weight in the decision', key: 'weighed', cell: ({ weighed }) => score(weighed) },
  { title: 'Minimax', says: 'Minimax value of the subtree', key: 'q', cell: ({ q }) => score(q) },
];

/** The actions of the selected node. */
export function childrenPanel({ store, host }: PanelContext): Panel {
  /** As the user wants it; at first the most visited come first, and those of a trace in the order of its list. */
  let asked: { readonly key: RowKey; readonly isAscending: boolean } | undefined;
  let most = MAX;
  let shown: SearchNode | undefined;
  /** The layout that the existing rows were made for. */
  let laid = '';
  let lines: readonly ShownRow[] = [];
  const heading = h('h2', { id: 'children-heading' });
  const head = h('tr');
  const body = h('tbody');
  const table = h('table', { class: 'children', 'aria-labelledby': 'children-heading' }, h('thead', {}, head), body);
  const more = button('', () => {
    most = Number.POSITIVE_INFINITY;
    fill();
  });
  const ask = button('Reference values', () => request(), { title: 'Reference values of these moves' });
  const said = h('p', { class: 'hint' });
  const scroll = h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-labelledby': 'children-heading' },
    table,
  );
  const element = h('section', { class: 'actions' }, h('div', { class: 'bar' }, heading, ask), said, scroll, more);

  function request(): void {
    const node = store.selected;
    if (node === undefined) return;
    const truth = store.states?.truthOf(node).state;
    host.send({ type: 'values', node: node.id, state: truth ?? node.state });
    setText(said, 'Computing reference values …');
  }

  function columnsOf(rows: readonly ChildRow[], hasReference: boolean): readonly Column[] {
    const has = (one: (row: ChildRow) => unknown): boolean => rows.some((row) => one(row) !== undefined);
    return [
      ...(store.isTrace ? OF_TRACE : OF_SEARCH),
      ...(hasReference ? [reference] : []),
      ...(store.isTrace ? [] : OF_PUCT),
      ...(has(({ chances }) => chances) ? [chances] : []),
      state,
    ];
  }

  const sortedBy = () => asked ?? (store.isTrace ? undefined : ({ key: 'visits', isAscending: false } as const));

  function header({ title, says, key }: Column): HTMLElement {
    if (key === undefined) return h('th', { scope: 'col', title: says }, title);
    const sorted = sortedBy();
    const way = sorted?.key === key ? (sorted.isAscending ? 'ascending' : 'descending') : undefined;
    const sort = (): void => {
      const isAscending = sorted?.key === key ? !sorted.isAscending : key === 'name';
      asked = { key, isAscending };
      fill();
      head.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus();
    };
    const item = button(title, sort, { class: 'sort', title: says, 'data-key': key });
    return h('th', { scope: 'col', class: key === 'name' ? undefined : 'number', 'aria-sort': way }, item);
  }

  /** The move of a row: what leads to its node, where it has one. */
  function moveOf({ child, name, action, isChosen }: ChildRow): HTMLElement {
    const text = isChosen ? `${name} ★` : name;
    if (child === undefined) return h('span', { title: action }, text);
    return button(text, () => store.select(child), { class: 'link', title: `Go to ${name}` });
  }

  /** A row that can be brought up to date where it stands: it may be clicked while a search runs. */
  function rowOf(columns: readonly Column[]): ShownRow {
    const move = h('th', { scope: 'row' });
    const cells = columns.map(({ key }) => h('td', { class: key === undefined ? undefined : 'number' }));
    let signature = '';
    let child: SearchNode | undefined;
    const element = h(
      'tr',
      {
        click: (event) => {
          if (child !== undefined && !(event.target instanceof HTMLButtonElement)) store.select(child);
        },
      },
      move,
      ...cells,
    );
    return {
      element,
      show: (row) => {
        child = row.child;
        const now = `${row.edge} ${row.name} ${row.isChosen} ${child?.id}`;
        if (now !== signature) {
          move.replaceChildren(moveOf(row));
          element.classList.toggle('chosen', row.isChosen);
          element.classList.toggle('leads', child !== undefined);
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

  function fill(): void {
    const { selected, stored, states } = store;
    if (selected === undefined || stored === undefined || states === undefined) return;
    const values = store.referenceOf(selected);
    const hadFocus = body.contains(document.activeElement);
    const rows = childRows(selected, {
      settings: stored.header.settings,
      nameOf: (node, edge) => states.nameOf(node, edge),
      principal: store.principal,
      reference: values?.values,
      note: store.noteOf(selected),
      illegal: states.illegalIn(selected),
      differs: (child) => states.truthOf(child).kind === 'differs',
    });
    const hasReference = values !== undefined && values.values.size > 0;
    const columns = columnsOf(rows, hasReference);
    const sorted = sortedBy();
    const order = sorted === undefined ? rows : sortedRows(rows, sorted.key, sorted.isAscending);
    const layout = [selected.id, sorted?.key, sorted?.isAscending, ...columns.map(({ title }) => title)].join(' ');
    const wanted = order.slice(0, most);
    if (layout !== laid || lines.length !== wanted.length) {
      laid = layout;
      lines = wanted.map(() => rowOf(columns));
      head.replaceChildren(...[MOVE, ...columns].map(header));
      body.replaceChildren(...lines.map(({ element }) => element));
    }
    for (const [i, row] of wanted.entries()) lines[i]?.show(row);
    // Keyboard focus stays in the table.
    if (hadFocus && !body.contains(document.activeElement)) body.querySelector<HTMLElement>('button')?.focus();
    setText(heading, rows.length === 0 ? 'No moves' : `Moves (${rows.length})`);
    more.hidden = rows.length <= most;
    setText(more, `Show all ${rows.length}`);
    scroll.hidden = rows.length === 0;
    ask.hidden = store.source?.hasValues !== true || rows.length === 0 || hasReference;
    setText(said, values === undefined || hasReference ? '' : `No reference values: ${values.reason}`);
  }

  return {
    element,
    update: (changed) => {
      if (store.selected !== shown) {
        shown = store.selected;
        most = MAX;
      }
      if (hasAny(changed, 'source', 'tree', 'selection', 'values')) fill();
    },
  };
}
