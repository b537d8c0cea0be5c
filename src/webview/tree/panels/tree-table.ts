import { Component, createRef, h, type JSX } from 'preact';
import { formatScore } from '../../../core/metrics/score-format.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import {
  countVisits,
  ownValueAtRoot,
  seenChildren,
  sideWord,
  valueAtRoot,
} from '../../../core/search/view/node-values.ts';
import { formatNodeValue } from '../../../core/search/view/picture.ts';
import { formatStatus, STATUS_SYMBOLS } from '../../../core/search/view/status-look.ts';
import { type TreeRow, treeRows } from '../../../core/search/view/table-rows.ts';
import { t } from '../../common/l10n.ts';
import type { Part } from '../kept.ts';
import type { TreeStore } from '../store.ts';
import { hasAny } from './panel.ts';

/** Pixels of a row, as in the style sheet. */
const ROW = 26;
/** Rows beyond the visible ones, above and below. */
const SPARE = 12;

const HEADERS: readonly string[] = [t('Move'), 'N', 'Q', 'P', 'v', t('State')];
/** Headers of a trace whose nodes have a status. */
const MARKED: readonly string[] = [t('Action'), 'N', 'g', 'h', t('Value'), t('Status')];
/** Classes of the columns: where there is no room, P is left out first, then v. */
const CLASSES = [undefined, 'number', 'number', 'number rank-2', 'number rank-1', 'state'] as const;

interface TreeTableProps {
  readonly store: TreeStore;
  /** Parts of the store that have changed since the page was last rendered. */
  readonly changed: ReadonlySet<Part>;
  readonly isHidden: boolean;
}

/**
 * The opened part of the tree as a table (WAI-ARIA treegrid pattern): one row is a stop of the tab key, arrows walk. Only visible rows
 * are in the page, so that a tree of any size can be opened.
 */
export class TreeTable extends Component<TreeTableProps> {
  readonly #scroller = createRef<HTMLDivElement>();
  readonly #body = createRef<HTMLDivElement>();
  #rows: readonly TreeRow[] = [];
  #places = new Map<SearchNode, number>();
  #wasHidden = true;
  /** True if rows are those of an earlier tree. */
  #isOutdated = true;
  /** True if the selected row is to be scrolled to. */
  #reveals = true;
  #hadFocus = false;

  override shouldComponentUpdate({ changed, isHidden }: TreeTableProps): boolean {
    if (isHidden) return !this.#wasHidden;
    this.#isOutdated ||= this.#wasHidden || hasAny(changed, 'source', 'tree', 'view');
    this.#reveals = this.#wasHidden || changed.has('selection');
    return this.#wasHidden || hasAny(changed, 'source', 'tree', 'view', 'selection', 'found');
  }

  override componentDidUpdate(): void {
    this.#wasHidden = this.props.isHidden;
    if (this.#wasHidden) return;
    // The selected row has the focus; where it was not in the page it is now.
    if (this.#hadFocus)
      this.#body.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
    const reveals = this.#reveals;
    this.#reveals = false;
    if (reveals && this.#reveal()) this.forceUpdate();
  }

  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override render({ store, isHidden }: TreeTableProps): JSX.Element {
    if (!isHidden && this.#isOutdated) this.#build();
    this.#hadFocus = this.#body.current?.contains(document.activeElement) === true;
    const side = store.shown?.side;
    const headers = store.isMarked ? MARKED : HEADERS;
    const caption =
      side === undefined ? '' : store.isMarked ? t('Costs as stated') : t('Values for {0}', sideWord(side));
    return h(
      'div',
      { class: 'tree-table', hidden: isHidden },
      h('p', { class: 'caption', id: 'tree-side' }, caption),
      h(
        'div',
        {
          class: 'scroller',
          ref: this.#scroller,
          onScroll: () => this.forceUpdate(),
          onKeyDown: (event: KeyboardEvent) => this.#onKey(event),
        },
        h(
          'div',
          {
            role: 'treegrid',
            class: 'grid',
            'aria-label': t('The tree'),
            'aria-describedby': 'tree-side',
            'aria-colcount': HEADERS.length,
            'aria-rowcount': this.#rows.length + 1,
          },
          h(
            'div',
            { role: 'rowgroup' },
            h(
              'div',
              { role: 'row', class: 'row head', 'aria-rowindex': 1 },
              headers.map((name, i) => h('span', { role: 'columnheader', class: CLASSES[i] ?? null }, name)),
            ),
          ),
          h(
            'div',
            {
              role: 'rowgroup',
              class: 'rows',
              ref: this.#body,
              style: { height: `${this.#rows.length * ROW}px` },
            },
            isHidden ? null : this.#visibleRows(),
          ),
        ),
      ),
    );
  }

  /** Returns the visible rows, and the selected one, which has the focus. */
  #visibleRows(): JSX.Element[] {
    const { store } = this.props;
    const { scrollTop = 0, clientHeight = 0 } = this.#scroller.current ?? {};
    const from = Math.max(0, Math.floor((scrollTop - ROW) / ROW) - SPARE);
    const to = Math.min(this.#rows.length, from + Math.ceil(clientHeight / ROW) + 2 * SPARE);
    const shown = this.#rows.slice(from, to).map((row, i) => this.#row(row, from + i));
    const at = store.selected === undefined ? undefined : this.#places.get(store.selected);
    const row = at === undefined ? undefined : this.#rows[at];
    if (at !== undefined && row !== undefined && (at < from || at >= to)) shown.push(this.#row(row, at));
    return shown;
  }

  #row({ node, level, position, siblings, state }: TreeRow, index: number): JSX.Element {
    const { store } = this.props;
    const { parent, edge } = node;
    const isSelected = node === store.selected;
    const isLost = store.selected === undefined || !this.#places.has(store.selected);
    const number = (text: string, rank = ''): JSX.Element =>
      h('span', { role: 'gridcell', class: `number${rank}` }, text);
    const { q, p, v } = nodeValues(store, node);
    const words = stateWords(store, node);
    const visits = countVisits(node);
    const virtual = parent?.virtual[edge] ?? 0;
    const isFound = store.nodeSearch.found?.has(node) === true;
    const looks = store.nodeSearch.isActive ? (isFound ? ' match' : ' dim') : '';
    const toggle = (event: Event): void => {
      event.stopPropagation();
      if (state !== 'leaf') store.toggle(node);
    };
    return h(
      'div',
      {
        key: node.id,
        role: 'row',
        class: `row${isSelected ? ' selected' : ''}${looks}${store.principal.has(node) ? ' principal' : ''}`,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-rowindex': index + 2,
        'aria-expanded': state === 'leaf' ? undefined : state === 'open',
        'aria-selected': isSelected,
        tabindex: isSelected || (isLost && index === 0) ? 0 : -1,
        style: { top: `${index * ROW}px` },
        onClick: () => store.select(node),
        onDblClick: () => (state === 'leaf' ? undefined : store.toggle(node)),
      },
      h(
        'span',
        {
          role: 'gridcell',
          class: 'move',
          style: { paddingInlineStart: `${6 + 14 * Math.min(level - 1, 40)}px` },
        },
        h(
          'span',
          { class: 'twisty', 'aria-hidden': 'true', onClick: toggle },
          state === 'leaf' ? '' : state === 'open' ? '▾' : '▸',
        ),
        parent === undefined ? t('start') : (store.states?.nameTo(node) ?? ''),
      ),
      number(virtual > 0 ? `${visits} +${virtual}` : String(visits)),
      number(q),
      number(p, ' rank-2'),
      number(v, ' rank-1'),
      h('span', { role: 'gridcell', class: 'state', title: words }, words),
    );
  }

  #build(): void {
    const { store } = this.props;
    if (store.shown === undefined) return;
    this.#isOutdated = false;
    this.#rows = treeRows(store.shown.root, store.opened);
    this.#places = new Map(this.#rows.map(({ node }, i) => [node, i]));
  }

  /** Scrolls to the selected row; returns true if that was not in view. */
  #reveal(): boolean {
    const { selected } = this.props.store;
    const scroller = this.#scroller.current;
    const at = selected === undefined ? undefined : this.#places.get(selected);
    if (at === undefined || scroller === null) return false;
    const top = at * ROW;
    const height = scroller.clientHeight - 2 * ROW;
    if (top < scroller.scrollTop) scroller.scrollTop = top;
    else if (top > scroller.scrollTop + height) scroller.scrollTop = top - height;
    else return false;
    return true;
  }

  #onKey(event: KeyboardEvent): void {
    const { store } = this.props;
    const { selected } = store;
    if (selected === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#places.get(selected) ?? 0;
    const page = Math.max(1, Math.floor((this.#scroller.current?.clientHeight ?? 0) / ROW) - 2);
    const state = this.#rows[at]?.state;
    const to = (index: number): void => {
      const row = this.#rows[Math.max(0, Math.min(this.#rows.length - 1, index))];
      if (row !== undefined) store.select(row.node);
    };
    switch (event.key) {
      case 'ArrowDown':
        to(at + 1);
        break;
      case 'ArrowUp':
        to(at - 1);
        break;
      case 'PageDown':
        to(at + page);
        break;
      case 'PageUp':
        to(at - page);
        break;
      case 'Home':
        to(0);
        break;
      case 'End':
        to(this.#rows.length - 1);
        break;
      case 'ArrowRight':
        if (state === 'closed') store.toggle(selected, true);
        else if (state === 'open') store.select(seenChildren(selected)[0] ?? selected);
        break;
      case 'ArrowLeft':
        if (state === 'open') store.toggle(selected, false);
        else if (selected.parent !== undefined) store.select(selected.parent);
        break;
      case 'Enter':
        if (state !== 'leaf') store.toggle(selected);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Names what is remarkable about a node. */
function stateWords({ principal, states, trail }: TreeStore, node: SearchNode): string {
  const words: string[] = [];
  if (node.status !== undefined) {
    words.push(`${STATUS_SYMBOLS[node.status]} ${formatStatus(node)}`);
    if (principal.has(node)) words.push(t('chosen'));
    if (trail.has(node)) words.push(t('on the path of the step'));
    return words.join(', ');
  }
  if (node.parent === undefined) words.push(t('root'));
  if (principal.has(node)) words.push(t('expected line'));
  if (node.kind === 'hallucination') words.push(t('hallucination: {0}', node.reason ?? ''));
  if (node.kind === 'terminal') words.push(node.outcome === undefined ? t('ends') : t('ends {0}', node.outcome));
  const truth = node.kind === 'hallucination' ? undefined : states?.truthOf(node).kind;
  if (truth === 'differs') words.push(t('diverged'));
  if (truth === 'illegal') words.push(t('illegal move'));
  if (states?.divergesAt(node) === true && states.divergedAbove(node) !== undefined) words.push(t('follows'));
  if (trail.has(node)) words.push(t('on the simulation path'));
  return words.join(', ');
}

/** Numbers in a row: Q, P and v; of a trace g, h and the value that it states. */
type NodeValues = Readonly<Record<'q' | 'p' | 'v', string>>;

/** Formats Q of the edge of a node, of the root the value that was backed up to it, and v: for the side that moves at the root. */
function nodeValues({ stored, shown }: TreeStore, node: SearchNode): NodeValues {
  if (stored === undefined || shown === undefined) return { q: '', p: '', v: '' };
  const { marks, parent, edge } = node;
  if (marks !== undefined) {
    const [q, p, v] = [marks.cost, marks.heuristic, marks.stated].map((cost) => String(cost ?? ''));
    return { q: q ?? '', p: p ?? '', v: v ?? '' };
  }
  const hasQ = node.parent === undefined || (node.parent.visits[node.edge] ?? 0) > 0;
  const q = hasQ ? formatNodeValue(valueAtRoot(node, shown.root, stored.header.settings)) : '';
  const p = parent === undefined ? '' : formatScore(parent.prior[edge] ?? 0);
  return { q, p, v: formatNodeValue(ownValueAtRoot(node, shown.root)) };
}
