import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { formatScore } from '../../../core/metrics/score-format.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import { TREE_STATUSES } from '../../../core/search/tree-status.ts';
import { sideAt, sideWord } from '../../../core/search/view/node-values.ts';
import { formatCosts, formatStatus, STATUS_SYMBOLS, statusWord } from '../../../core/search/view/status-look.ts';
import {
  type ChildRow,
  childRows,
  type NodeNote,
  ROW_STATES,
  type RowKey,
  type RowState,
  STATE_SYMBOLS,
  sortedRows,
} from '../../../core/search/view/table-rows.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { ReferenceValues } from '../node-facts.ts';
import type { TreeStore } from '../store.ts';
import { actionColumn, actionColumns, type Column } from './action-columns.ts';
import type { PanelContext } from './panel.ts';

/** Rows that are shown before all are requested. */
const MAX = 300;
/** The same where the page is one column, and more stands below. */
const MAX_NARROW = 12;

interface SortedBy {
  readonly key: RowKey;
  readonly isAscending: boolean;
}

/** Returns the symbol of a row, its meaning, and its class. */
function signOf({ child, state }: ChildRow): readonly [symbol: string, words: string, name: string] {
  const { status } = child ?? {};
  return status === undefined || child === undefined
    ? [STATE_SYMBOLS[state], STATE_WORDS[state], state]
    : [STATUS_SYMBOLS[status], formatStatus(child), status];
}

/** Meanings of the symbols of states. */
const STATE_WORDS: Readonly<Record<RowState, string>> = {
  true: t('true state'),
  diverged: t('state that does not exist'),
  none: t('no state, or not legal'),
  open: t('not expanded'),
  unknown: t('unknown: no rule gives the state'),
};

const cellClass = ({ key, isSpare }: Pick<Column, 'key' | 'isSpare'>): string =>
  [key === undefined ? 'picture' : 'number', ...(isSpare === true ? ['spare'] : [])].join(' ');

/** The actions of the selected node, or of the root beside the fault that a tree opens with. */
export function Children({ store, host }: PanelContext): JSX.Element | null {
  const { listed: node, stored, states, shown } = store;
  /** The order that the user chose; by default the most visited come first, and those of a trace in the order of its list. */
  const [chosen, sort] = useState<SortedBy | undefined>(undefined);
  /** The node whose rows are all shown, the one whose reference values are computed, and the row under pointer or keyboard. */
  const [wholeNode, showWhole] = useState<SearchNode | undefined>(undefined);
  const [pending, setPending] = useState<SearchNode | undefined>(undefined);
  const [pointed, point] = useState<string | undefined>(undefined);
  if (node === undefined || stored === undefined || states === undefined || shown === undefined)
    return h('section', { class: 'actions' });
  const values = store.facts.referenceOf(node);
  const hasReference = values !== undefined && values.values.size > 0;
  const rows = rowsOf(store, node);
  const sorted =
    chosen ?? (store.isTrace || store.isMarked ? undefined : { key: 'visits' as const, isAscending: false });
  const order = sorted === undefined ? rows : sortedRows(rows, sorted.key, sorted.isAscending);
  const columns = actionColumns(store, rows, hasReference);
  const most = wholeNode === node ? Number.POSITIVE_INFINITY : store.isNarrow ? MAX_NARROW : MAX;
  const request = (): void => {
    host.send({ type: 'values', node: node.id, state: states.truthOf(node).state ?? node.state });
    setPending(node);
  };
  const mover = sideWord(sideAt(node, shown));
  const wordsOf = (row: ChildRow): string => rowWords(row, mover, store.isTrace);
  const told = rows.find(({ action }) => action === pointed) ?? rows.find(({ isChosen }) => isChosen);
  return h(
    'section',
    { class: 'actions' },
    h(
      'div',
      { class: 'bar' },
      h('h2', { id: 'children-heading' }, headingText(store, node, rows.length)),
      h('span', { class: 'hint', id: 'children-side' }, sideText(store, shown.side, columns)),
      button(t('Reference values'), request, {
        title: t('Reference values of these moves'),
        hidden: store.source?.hasValues !== true || rows.length === 0 || hasReference,
      }),
    ),
    h('p', { class: 'hint' }, hintText(values, pending === node)),
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
        { class: 'children', 'aria-labelledby': 'children-heading', 'aria-describedby': 'children-side' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col', class: 'mark' }, h('span', { class: 'unseen' }, t('State'))),
            [actionColumn(store), ...columns].map((column) => columnHead(column, sorted, sort)),
          ),
        ),
        h(
          'tbody',
          { onMouseLeave: () => point(undefined) },
          order.slice(0, most).map((row) => childRow({ row, columns, store, node, words: wordsOf(row), point })),
        ),
      ),
    ),
    button(t('Show all {0}', rows.length), () => showWhole(node), { hidden: rows.length <= most }),
    h(
      'div',
      { class: 'row-words', hidden: rows.length === 0 },
      h('p', { class: 'terms' }, told === undefined ? '' : wordsOf(told)),
      stateLegend(rows),
    ),
  );
}

/** Returns whose values the table has. */
function sideText({ isMarked }: TreeStore, side: string, columns: readonly Column[]): string {
  if (!isMarked) return t('Values for {0}', sideWord(side));
  return columns.length > 1 ? t('Costs as stated') : '';
}

/** Returns the heading: where the table is not about the selected node, whose moves it has. */
function headingText(store: TreeStore, node: SearchNode, count: number): string {
  const isSelected = node === store.selected;
  if (store.isMarked) {
    if (count === 0) return t('No actions');
    const name = node.parent === undefined ? t('the start') : (store.states?.nameTo(node) ?? '');
    return isSelected ? t('Actions ({0})', count) : t('Actions at {0} ({1})', name, count);
  }
  if (count === 0) return t('No moves');
  return isSelected ? t('Moves ({0})', count) : t('Moves at the start ({0})', count);
}

function hintText(values: ReferenceValues | undefined, isPending: boolean): string {
  if (values === undefined) return isPending ? t('Computing reference values …') : '';
  return values.values.size > 0 ? '' : t('No reference values: {0}', values.reason);
}

/** Returns the meanings of the symbols that occur. */
function stateLegend(rows: readonly ChildRow[]): JSX.Element {
  const states = ROW_STATES.filter((state) => STATE_SYMBOLS[state] !== '' && rows.some((row) => row.state === state));
  const statuses = TREE_STATUSES.filter((status) => rows.some(({ child }) => child?.status === status));
  const signs =
    statuses.length > 0
      ? statuses.map((status) => [status, STATUS_SYMBOLS[status], statusWord(status)] as const)
      : states.map((state) => [state, STATE_SYMBOLS[state], STATE_WORDS[state]] as const);
  return h(
    'ul',
    { class: 'row-legend', 'aria-label': t('Symbols') },
    signs.map(([name, symbol, words]) =>
      h('li', { key: name }, h('b', { class: name, 'aria-hidden': 'true' }, symbol), ` ${words}`),
    ),
  );
}

/** Returns what the columns leave out of a row: its remarks, the values as they were written, the terms of PUCT for the side that plays it. */
function rowWords(row: ChildRow, mover: string, isTrace: boolean): string {
  const { name, marks, written, puct, state, child } = row;
  if (child?.marks !== undefined) {
    const { name: id = '' } = child.marks;
    const chosen = row.isChosen ? t('chosen') : '';
    return `${name}: ${[formatStatus(child), chosen, formatCosts(child.marks), id].filter((part) => part !== '').join(' · ')}`;
  }
  // Marks say which of the two reasons there is for no state.
  const words = state === 'none' && marks.length > 0 ? marks : [STATE_WORDS[state], ...marks];
  const parts = [words.join(', ')];
  if (written.listed !== undefined) parts.push(t('the model listed {0} for {1}', formatScore(written.listed), mover));
  if (written.weighed !== undefined) parts.push(t('the decision has {0} for {1}', formatScore(written.weighed), mover));
  if (puct !== undefined && !isTrace) {
    const [value, exploration, sum] = [puct.value, puct.exploration, puct.sum].map((term) => term.toFixed(3));
    parts.push(t('PUCT for {0}: Q {1} + exploration {2} = {3}', mover, value ?? '', exploration ?? '', sum ?? ''));
  }
  return `${name}: ${parts.join(' · ')}`;
}

function rowsOf(store: TreeStore, node: SearchNode): readonly ChildRow[] {
  const { stored, states, shown } = store;
  if (stored === undefined || states === undefined || shown === undefined) return [];
  return childRows(node, {
    root: shown.root,
    settings: stored.header.settings,
    nameOf: (child, edge) => states.nameOf(child, edge),
    nameOfAction: (child, action) => states.nameOfAction(child, action),
    principal: store.principal,
    reference: store.facts.referenceOf(node)?.values,
    note: nodeNote(store, node),
    illegal: states.illegalIn(node),
    truthOf: (child) => states.truthOf(child).kind,
  });
}

/** Returns the note of a trace on a node; where diverged nodes are left out, its decision is not the choice. */
function nodeNote({ facts, shown }: TreeStore, node: SearchNode): NodeNote | undefined {
  const { weighed, selected, unlisted = [] } = facts.noteOf(node) ?? {};
  if (weighed === undefined) return undefined;
  return { weighed, selected: shown?.isWithoutDiverged === true ? undefined : selected, unlisted };
}

function columnHead(
  { title, explanation, key, isSpare }: Column,
  sorted: SortedBy | undefined,
  sort: (sorted: SortedBy) => void,
): JSX.Element {
  if (key === undefined)
    return h('th', { key: title, scope: 'col', title: explanation, class: cellClass({ isSpare }) }, title);
  const isSorted = sorted?.key === key;
  const isAscending = isSorted ? !sorted.isAscending : key === 'name';
  return h(
    'th',
    {
      key: title,
      scope: 'col',
      class: key === 'name' ? 'move' : cellClass({ key, isSpare }),
      'aria-sort': isSorted ? (sorted.isAscending ? 'ascending' : 'descending') : null,
    },
    button(title, () => sort({ key, isAscending }), { class: 'sort', title: explanation, 'data-key': key }),
  );
}

interface RowOptions {
  readonly row: ChildRow;
  readonly columns: readonly Column[];
  readonly store: TreeStore;
  /** The node whose rows are shown. */
  readonly node: SearchNode;
  readonly words: string;
  /** Called with the action of the row that the pointer or the keyboard is on. */
  readonly point: (action: string) => void;
}

/** Returns a row, which stays the same element while a search runs: it may be clicked then. */
function childRow({ row, columns, store, node, words, point }: RowOptions): JSX.Element {
  const { child, isChosen, edge, name, action } = row;
  const [symbol, meaning, sign] = signOf(row);
  const isSelected = child !== undefined && child === store.selected;
  const classes = [
    ...(isChosen ? ['chosen'] : []),
    ...(child === undefined ? [] : ['leads']),
    ...(isSelected ? ['selected'] : []),
  ];
  return h(
    'tr',
    {
      key: `${node.id} ${edge} ${name}`,
      class: classes.join(' '),
      title: words,
      'aria-current': isSelected ? 'true' : undefined,
      onMouseEnter: () => point(action),
      onFocusIn: () => point(action),
      onClick: ({ target }: Event) => {
        if (child !== undefined && !(target instanceof HTMLButtonElement)) store.select(child);
      },
    },
    h(
      'td',
      { class: `mark ${sign}` },
      symbol === '' ? null : h('span', { role: 'img', 'aria-label': meaning }, symbol),
    ),
    h('th', { scope: 'row' }, moveCell(row, store, words)),
    columns.map((column) => h('td', { class: cellClass(column) }, column.cell(row))),
  );
}

/** Returns the move of a row, a link to its node where it has one; the words of the row are its description. */
function moveCell({ child, name, isChosen }: ChildRow, store: TreeStore, words: string): JSX.Element {
  const text = isChosen ? `${name} ★` : name;
  if (child === undefined) return h('span', { title: words, tabindex: 0 }, text);
  return button(text, () => store.select(child), { class: 'link', title: words });
}
