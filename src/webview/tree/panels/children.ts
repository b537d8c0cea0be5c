import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
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
import { button, type Content } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';
import type { PanelContext } from './panel.ts';
import { sparkline } from './sparkline.ts';

/** Rows that are shown before all are requested. */
const MAX = 300;

interface Column {
  readonly title: string;
  /** The explanation of the title. */
  readonly explanation: string;
  readonly key?: RowKey;
  /** Columns with a higher number go first where there is no room. */
  readonly rank?: 1 | 2 | 3 | 4;
  readonly cell: (row: ChildRow) => Content;
  /** Returns the value as the model wrote it, '' for none; `mover` is the side that moves at the node. */
  readonly verbatim?: (row: ChildRow, mover: string) => string;
}

interface SortedBy {
  readonly key: RowKey;
  readonly isAscending: boolean;
}

const MOVE: Column = { title: t('Move'), explanation: t('The move'), key: 'name', cell: ({ name }) => name };

const score = (value: number | undefined): string => (value === undefined ? '–' : formatScore(value));
const term = (value: number | undefined): string => (value === undefined ? '–' : value.toFixed(3));

/** Formats a value as it was written, with its side: the cell has it for the side that moves at the root. */
const verbatimText = (subject: string, value: number | undefined, mover: string): string =>
  value === undefined ? '' : t('{0} {1} for {2}', subject, formatScore(value), mover);

const visits: Column = {
  title: 'N',
  explanation: t('Visits, and virtual counts of descents with pending answers'),
  key: 'visits',
  cell: ({ visits, virtual }) => (virtual > 0 ? `${visits} +${virtual}` : String(visits)),
};
const listed: Column = {
  title: t('Listed'),
  explanation: t('The value that the model listed'),
  rank: 1,
  key: 'listed',
  cell: ({ listed }) => score(listed),
  verbatim: ({ written }, mover) => verbatimText(t('The model listed'), written.listed, mover),
};
const reference: Column = {
  title: t('Reference'),
  explanation: t('The value by the reference'),
  key: 'reference',
  cell: ({ reference }) => score(reference),
};
const chances: Column = {
  title: t('Buckets'),
  explanation: t('Probabilities of the 64 buckets, the lowest on the left'),
  rank: 2,
  cell: ({ chances }) => (chances === undefined ? '–' : sparkline(chances)),
};
const state: Column = {
  title: t('State'),
  explanation: t('Remarks on the move'),
  cell: ({ marks }) => marks.join(', '),
};

/** Explanations of Q by the rule of the search. */
const BACKED_UP = {
  mean: t('Mean of the values that were backed up'),
  minimax: t('Value of the best known reply'),
} as const;

const ofSearch = (backup: keyof typeof BACKED_UP): readonly Column[] => [
  visits,
  { title: 'Q', explanation: BACKED_UP[backup], key: 'q', cell: ({ q }) => score(q) },
  { title: 'P', explanation: t('Prior (Eq. 1)'), rank: 2, key: 'prior', cell: ({ prior }) => score(prior) },
  listed,
];
/** Columns of PUCT, whose terms are for the side that plays the move, and takes the highest: for the other side they mean nothing. */
const ofPuct = (mover: string): readonly Column[] => [
  {
    title: t('{0}’s Q', mover),
    rank: 4,
    explanation: t('First term of PUCT: Q for {0}, to move here', mover),
    key: 'value',
    cell: ({ puct }) => term(puct?.value),
  },
  {
    title: t('+ explore'),
    rank: 4,
    explanation: t('Second term of PUCT: c P √(1 + ΣN) / (1 + N)'),
    key: 'exploration',
    cell: ({ puct }) => term(puct?.exploration),
  },
  {
    title: t('= PUCT'),
    rank: 3,
    explanation: t('Their sum for {0}, to move here: the next descent takes the highest', mover),
    key: 'sum',
    cell: ({ puct }) => term(puct?.sum),
  },
];
const OF_TRACE: readonly Column[] = [
  listed,
  {
    title: t('Weighed'),
    explanation: t('Its weight in the decision'),
    key: 'weighed',
    cell: ({ weighed }) => score(weighed),
    verbatim: ({ written }, mover) => verbatimText(t('The decision has'), written.weighed, mover),
  },
  { title: t('Minimax'), explanation: t('Minimax value of the subtree'), key: 'q', cell: ({ q }) => score(q) },
];

/** Returns the classes of a cell: a number, a remark, and how soon it is left out. */
const cellClass = ({
  key,
  rank,
}: {
  readonly key?: Column['key'] | undefined;
  readonly rank?: number | undefined;
}): string =>
  `${key === undefined ? (rank === undefined ? 'state' : 'picture') : 'number'}${rank === undefined ? '' : ` rank-${rank}`}`;

/** The actions of the selected node. */
export function Children({ store, host }: PanelContext): JSX.Element | null {
  const { selected, stored, states, shown } = store;
  /** The order that the user chose; by default the most visited come first, and those of a trace in the order of its list. */
  const [chosen, sort] = useState<SortedBy | undefined>(undefined);
  /** The node whose rows are all shown, and the one whose reference values are computed. */
  const [wholeNode, showWhole] = useState<SearchNode | undefined>(undefined);
  const [pending, setPending] = useState<SearchNode | undefined>(undefined);
  if (selected === undefined || stored === undefined || states === undefined || shown === undefined)
    return h('section', { class: 'actions' });
  const values = store.facts.referenceOf(selected);
  const hasReference = values !== undefined && values.values.size > 0;
  const mover = sideWord(sideAt(selected, shown));
  const rows = rowsOf(store, selected);
  const sorted = chosen ?? (store.isTrace ? undefined : { key: 'visits' as const, isAscending: false });
  const order = sorted === undefined ? rows : sortedRows(rows, sorted.key, sorted.isAscending);
  const columns = columnsOf(store, rows, hasReference, mover);
  const most = wholeNode === selected ? Number.POSITIVE_INFINITY : MAX;
  const request = (): void => {
    const truth = states.truthOf(selected).state;
    host.send({ type: 'values', node: selected.id, state: truth ?? selected.state });
    setPending(selected);
  };
  const hint =
    values !== undefined
      ? hasReference
        ? ''
        : t('No reference values: {0}', values.reason)
      : pending === selected
        ? t('Computing reference values …')
        : '';
  return h(
    'section',
    { class: 'actions' },
    h(
      'div',
      { class: 'bar' },
      h('h2', { id: 'children-heading' }, rows.length === 0 ? t('No moves') : t('Moves ({0})', rows.length)),
      button(t('Reference values'), request, {
        title: t('Reference values of these moves'),
        hidden: store.source?.hasValues !== true || rows.length === 0 || hasReference,
      }),
    ),
    h('p', { class: 'hint' }, hint),
    h(
      'div',
      {
        class: 'scroll',
        tabindex: 0,
        role: 'region',
        'aria-labelledby': 'children-heading',
        hidden: rows.length === 0,
      },
      h(
        'table',
        { class: 'children', 'aria-labelledby': 'children-heading' },
        caption(sideWord(shown.side), store.isTrace ? '' : t('; PUCT for {0}, to move here', mover)),
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            [MOVE, ...columns].map((column) => columnHead(column, sorted, sort)),
          ),
        ),
        h(
          'tbody',
          null,
          order.slice(0, most).map((row) => childRow(row, columns, mover, store, selected)),
        ),
      ),
    ),
    button(t('Show all {0}', rows.length), () => showWhole(selected), { hidden: rows.length <= most }),
  );
}

/** Returns whose values these are; the other side, where PUCT is for that one, is left out with its column. */
const caption = (side: string, puct: string): JSX.Element =>
  h('caption', null, h('span', null, t('Values for {0}', side)), h('span', { class: 'rank-3' }, puct));

function rowsOf(store: TreeStore, node: SearchNode): readonly ChildRow[] {
  const { stored, states, shown } = store;
  if (stored === undefined || states === undefined || shown === undefined) return [];
  return childRows(node, {
    root: shown.root,
    settings: stored.header.settings,
    nameOf: (child, edge) => states.nameOf(child, edge),
    principal: store.principal,
    reference: store.facts.referenceOf(node)?.values,
    note: nodeNote(store, node),
    illegal: states.illegalIn(node),
    differs: (child) => states.truthOf(child).kind === 'differs',
  });
}

/** Returns the note of a trace on a node; where diverged nodes are left out, its decision is not the choice. */
function nodeNote({ facts, shown }: TreeStore, node: SearchNode): NodeNote | undefined {
  const note = facts.noteOf(node);
  return note !== undefined && shown?.isWithoutDiverged === true ? { ...note, selected: undefined } : note;
}

function columnsOf(
  { isTrace, stored }: TreeStore,
  rows: readonly ChildRow[],
  hasReference: boolean,
  mover: string,
): readonly Column[] {
  return [
    ...(isTrace ? OF_TRACE : ofSearch(stored?.header.settings.backup ?? 'mean')),
    ...(hasReference ? [reference] : []),
    ...(isTrace ? [] : ofPuct(mover)),
    ...(rows.some((row) => row.chances !== undefined) ? [chances] : []),
    state,
  ];
}

function columnHead(
  { title, explanation, key, rank }: Column,
  sorted: SortedBy | undefined,
  sort: (sorted: SortedBy) => void,
): JSX.Element {
  if (key === undefined)
    return h('th', { key: title, scope: 'col', title: explanation, class: cellClass({ rank }) }, title);
  const isSorted = sorted?.key === key;
  const isAscending = isSorted ? !sorted.isAscending : key === 'name';
  return h(
    'th',
    {
      key: title,
      scope: 'col',
      class: key === 'name' ? null : cellClass({ key, rank }),
      'aria-sort': isSorted ? (sorted.isAscending ? 'ascending' : 'descending') : null,
    },
    button(title, () => sort({ key, isAscending }), { class: 'sort', title: explanation, 'data-key': key }),
  );
}

/** Returns a row, which stays the same element while a search runs: it may be clicked then. */
function childRow(
  row: ChildRow,
  columns: readonly Column[],
  mover: string,
  store: TreeStore,
  node: SearchNode,
): JSX.Element {
  const { child, isChosen, edge, name } = row;
  const classes = [...(isChosen ? ['chosen'] : []), ...(child === undefined ? [] : ['leads'])];
  return h(
    'tr',
    {
      key: `${node.id} ${edge} ${name}`,
      class: classes.join(' '),
      onClick: ({ target }: Event) => {
        if (child !== undefined && !(target instanceof HTMLButtonElement)) store.select(child);
      },
    },
    h('th', { scope: 'row' }, moveCell(row, store)),
    columns.map((column) =>
      h('td', { class: cellClass(column), title: column.verbatim?.(row, mover) ?? '' }, column.cell(row)),
    ),
  );
}

/** Returns the move of a row, a link to its node where it has one. */
function moveCell({ child, name, action, isChosen }: ChildRow, store: TreeStore): JSX.Element {
  const text = isChosen ? `${name} ★` : name;
  if (child === undefined) return h('span', { title: action }, text);
  return button(text, () => store.select(child), { class: 'link', title: t('Go to {0}', name) });
}
