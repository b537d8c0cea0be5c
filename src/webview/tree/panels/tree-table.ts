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
import { type TreeRow, treeRows } from '../../../core/search/view/table-rows.ts';
import { h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

/** Pixels of a row; the style says the same. */
const ROW = 26;
/** Rows beyond what is seen, above and below. */
const SPARE = 12;

const HEADERS: readonly string[] = [t('Move'), 'N', 'Q', 'P', 'v', t('State')];
/** Where there is no room, P goes first, then v. */
const CLASSES = [undefined, 'number', 'number', 'number rank-2', 'number rank-1', 'state'] as const;

export interface TreeTable extends Panel {
  focus(): void;
}

/**
 * The opened part of the tree as a table (WAI-ARIA treegrid pattern): one row is a stop of the tab key, arrows walk. Rows that are not
 * seen are not there, so that a tree of any size can be opened.
 */
export class TreeTablePanel implements TreeTable {
  readonly #store: PanelContext['store'];
  readonly #header = h(
    'div',
    { role: 'row', class: 'row head', 'aria-rowindex': 1 },
    ...HEADERS.map((name, i) => h('span', { role: 'columnheader', class: CLASSES[i] }, name)),
  );
  readonly #body = h('div', { role: 'rowgroup', class: 'rows' });
  readonly #grid = h(
    'div',
    {
      role: 'treegrid',
      class: 'grid',
      'aria-label': t('The tree'),
      'aria-describedby': 'tree-side',
      'aria-colcount': HEADERS.length,
    },
    h('div', { role: 'rowgroup' }, this.#header),
    this.#body,
  );
  readonly #side = h('p', { class: 'caption', id: 'tree-side' });
  readonly #scroller = h(
    'div',
    { class: 'scroller', scroll: () => this.#draw(), keydown: (event) => this.#onKey(event as KeyboardEvent) },
    this.#grid,
  );
  readonly element = h('div', { class: 'tree-table' }, this.#side, this.#scroller);
  #rows: readonly TreeRow[] = [];
  #places = new Map<SearchNode, number>();
  #wasHidden = true;

  readonly #nameOf = (node: SearchNode): string =>
    node.parent === undefined ? t('start') : (this.#store.states?.nameTo(node) ?? '');

  constructor({ store }: PanelContext) {
    this.#store = store;
  }

  focus(): void {
    this.#body.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }

  update(changed: ReadonlySet<Part>): void {
    if (this.element.hidden) {
      this.#wasHidden = true;
      return;
    }
    if (this.#wasHidden || hasAny(changed, 'source', 'tree', 'view')) this.#build();
    if (this.#wasHidden || changed.has('selection')) this.#reveal();
    if (this.#wasHidden || hasAny(changed, 'source', 'tree', 'view', 'selection', 'found')) this.#draw();
    this.#wasHidden = false;
  }

  #stateOf(node: SearchNode): string {
    const { parent } = node;
    const words: string[] = [];
    if (parent === undefined) words.push(t('root'));
    if (this.#store.principal.has(node)) words.push(t('expected line'));
    if (node.kind === 'hallucination') words.push(t('hallucination: {0}', node.reason ?? ''));
    if (node.kind === 'terminal') words.push(node.outcome === undefined ? t('ends') : t('ends {0}', node.outcome));
    const truth = node.kind === 'hallucination' ? undefined : this.#store.states?.truthOf(node).kind;
    if (truth === 'differs') words.push(t('diverged'));
    if (truth === 'illegal') words.push(t('illegal move'));
    if (this.#store.states?.divergesAt(node) === true && this.#store.states.divergedAbove(node) !== undefined)
      words.push(t('follows'));
    if (this.#store.trail.has(node)) words.push(t('on the simulation path'));
    return words.join(', ');
  }

  /** Q of its edge, of the root what was backed up to it, and v: for the side that moves at the root. */
  #valuesOf(node: SearchNode): { readonly q: string; readonly v: string } {
    const { stored, shown } = this.#store;
    if (stored === undefined || shown === undefined) return { q: '', v: '' };
    const hasQ = node.parent === undefined || (node.parent.visits[node.edge] ?? 0) > 0;
    const q = hasQ ? formatNodeValue(valueAtRoot(node, shown.root, stored.header.settings)) : '';
    return { q, v: formatNodeValue(ownValueAtRoot(node, shown.root)) };
  }

  #rowOf({ node, level, position, siblings, state }: TreeRow, index: number): HTMLElement {
    const { parent, edge } = node;
    const isSelected = node === this.#store.selected;
    const isLost = this.#store.selected === undefined || !this.#places.has(this.#store.selected);
    const number = (text: string, rank = ''): HTMLElement =>
      h('span', { role: 'gridcell', class: `number${rank}` }, text);
    const { q, v } = this.#valuesOf(node);
    const words = this.#stateOf(node);
    const visits = countVisits(node);
    const virtual = parent?.virtual[edge] ?? 0;
    const isFound = this.#store.nodeSearch.found?.has(node) === true;
    const looks = this.#store.nodeSearch.isActive ? (isFound ? ' match' : ' dim') : '';
    const move = h('span', { role: 'gridcell', class: 'move' });
    move.style.paddingInlineStart = `${6 + 14 * Math.min(level - 1, 40)}px`;
    move.append(
      h(
        'span',
        {
          class: 'twisty',
          'aria-hidden': 'true',
          click: (event) => {
            event.stopPropagation();
            if (state !== 'leaf') this.#store.toggle(node);
          },
        },
        state === 'leaf' ? '' : state === 'open' ? '▾' : '▸',
      ),
      this.#nameOf(node),
    );
    const line = h(
      'div',
      {
        role: 'row',
        class: `row${isSelected ? ' selected' : ''}${looks}${this.#store.principal.has(node) ? ' principal' : ''}`,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-rowindex': index + 2,
        'aria-expanded': state === 'leaf' ? undefined : String(state === 'open'),
        'aria-selected': String(isSelected),
        tabindex: isSelected || (isLost && index === 0) ? 0 : -1,
        click: () => this.#store.select(node),
        dblclick: () => (state === 'leaf' ? undefined : this.#store.toggle(node)),
      },
      move,
      number(virtual > 0 ? `${visits} +${virtual}` : String(visits)),
      number(q),
      number(parent === undefined ? '' : formatScore(parent.prior[edge] ?? 0), ' rank-2'),
      number(v, ' rank-1'),
      h('span', { role: 'gridcell', class: 'state', title: words }, words),
    );
    line.style.top = `${index * ROW}px`;
    return line;
  }

  /** The rows that are seen, and the selected one, which has the focus. */
  #draw(): void {
    if (this.element.hidden) return;
    const hadFocus = this.#body.contains(document.activeElement);
    const from = Math.max(0, Math.floor((this.#scroller.scrollTop - ROW) / ROW) - SPARE);
    const to = Math.min(this.#rows.length, from + Math.ceil(this.#scroller.clientHeight / ROW) + 2 * SPARE);
    const shown: HTMLElement[] = [];
    for (const [i, row] of this.#rows.slice(from, to).entries()) shown.push(this.#rowOf(row, from + i));
    const at = this.#store.selected === undefined ? undefined : this.#places.get(this.#store.selected);
    const row = at === undefined ? undefined : this.#rows[at];
    if (at !== undefined && row !== undefined && (at < from || at >= to)) shown.push(this.#rowOf(row, at));
    this.#body.replaceChildren(...shown);
    if (hadFocus) this.#body.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  #build(): void {
    const { shown } = this.#store;
    if (shown === undefined) return;
    setText(this.#side, t('Values for {0}', sideWord(shown.side)));
    this.#rows = treeRows(shown.root, this.#store.opened);
    this.#places = new Map(this.#rows.map(({ node }, i) => [node, i]));
    this.#grid.setAttribute('aria-rowcount', String(this.#rows.length + 1));
    this.#body.style.height = `${this.#rows.length * ROW}px`;
  }

  #reveal(): void {
    const at = this.#store.selected === undefined ? undefined : this.#places.get(this.#store.selected);
    if (at === undefined) return;
    const top = at * ROW;
    const height = this.#scroller.clientHeight - 2 * ROW;
    if (top < this.#scroller.scrollTop) this.#scroller.scrollTop = top;
    else if (top > this.#scroller.scrollTop + height) this.#scroller.scrollTop = top - height;
  }

  #onKey(event: KeyboardEvent): void {
    const { selected } = this.#store;
    if (selected === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#places.get(selected) ?? 0;
    const page = Math.max(1, Math.floor(this.#scroller.clientHeight / ROW) - 2);
    const state = this.#rows[at]?.state;
    const to = (index: number): void => {
      const row = this.#rows[Math.max(0, Math.min(this.#rows.length - 1, index))];
      if (row !== undefined) this.#store.select(row.node);
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
        if (state === 'closed') this.#store.toggle(selected, true);
        else if (state === 'open') this.#store.select(seenChildren(selected)[0] ?? selected);
        break;
      case 'ArrowLeft':
        if (state === 'open') this.#store.toggle(selected, false);
        else if (selected.parent !== undefined) this.#store.select(selected.parent);
        break;
      case 'Enter':
        if (state !== 'leaf') this.#store.toggle(selected);
        break;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
