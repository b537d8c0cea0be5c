import { formatScore } from '../../../core/metrics/score-format.ts';
import { backedUpValue, edgeValue } from '../../../core/search/backup.ts';
import type { SearchNode } from '../../../core/search/tree.ts';
import { seenChildren } from '../../../core/search/view/shown.ts';
import { type TreeRow, treeRows } from '../../../core/search/view/tree-rows.ts';
import { h } from '../../common/dom.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

/** Pixels of a row; the style says the same. */
const ROW = 26;
/** Rows beyond what is seen, above and below. */
const SPARE = 12;

const HEADERS = ['Move', 'N', 'Q', 'P', 'v', 'State'] as const;

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
    ...HEADERS.map((name, i) =>
      h('span', { role: 'columnheader', class: i > 0 && i < 5 ? 'number' : undefined }, name),
    ),
  );
  readonly #body = h('div', { role: 'rowgroup', class: 'rows' });
  readonly #grid = h(
    'div',
    { role: 'treegrid', class: 'grid', 'aria-label': 'The tree', 'aria-colcount': HEADERS.length },
    h('div', { role: 'rowgroup' }, this.#header),
    this.#body,
  );
  readonly element = h(
    'div',
    { class: 'tree-table', scroll: () => this.#draw(), keydown: (event) => this.#onKey(event as KeyboardEvent) },
    this.#grid,
  );
  #rows: readonly TreeRow[] = [];
  #places = new Map<SearchNode, number>();
  #wasHidden = true;

  readonly #nameOf = (node: SearchNode): string => this.#store.states?.nameTo(node) ?? '';

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
    if (parent === undefined) words.push('root');
    if (this.#store.principal.has(node)) words.push('principal');
    if (node.kind === 'hallucination') words.push(`hallucination: ${node.reason ?? ''}`);
    if (node.kind === 'terminal') words.push(`ends ${node.outcome ?? ''}`.trim());
    const truth = node.kind === 'hallucination' ? undefined : this.#store.states?.truthOf(node).kind;
    if (truth === 'differs') words.push('state differs');
    if (truth === 'illegal') words.push('illegal move');
    if (this.#store.states?.divergesAt(node) === true && this.#store.states.divergedAbove(node) !== undefined)
      words.push('follows');
    if (this.#store.trail.has(node)) words.push('on the simulation path');
    return words.join(', ');
  }

  /** Q of its edge; of the root what was backed up to it. */
  #backedUp(node: SearchNode): string {
    const { parent, edge } = node;
    const { stored } = this.#store;
    if (parent !== undefined) return parent.visits[edge] === 0 ? '' : formatScore(edgeValue(parent, edge));
    return stored === undefined ? '' : formatScore(backedUpValue(node, stored.header.settings));
  }

  #rowOf({ node, level, position, siblings, state }: TreeRow, index: number): HTMLElement {
    const { parent, edge } = node;
    const isSelected = node === this.#store.selected;
    const isLost = this.#store.selected === undefined || !this.#places.has(this.#store.selected);
    const number = (text: string): HTMLElement => h('span', { role: 'gridcell', class: 'number' }, text);
    const visits = parent?.visits[edge];
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
      number(visits === undefined ? '' : virtual > 0 ? `${visits} +${virtual}` : String(visits)),
      number(this.#backedUp(node)),
      number(parent === undefined ? '' : formatScore(parent.prior[edge] ?? 0)),
      number(node.kind === 'hallucination' ? '' : formatScore(node.value)),
      h('span', { role: 'gridcell', class: 'state' }, this.#stateOf(node)),
    );
    line.style.top = `${index * ROW}px`;
    return line;
  }

  /** The rows that are seen, and the selected one, which has the focus. */
  #draw(): void {
    if (this.element.hidden) return;
    const hadFocus = this.#body.contains(document.activeElement);
    const from = Math.max(0, Math.floor((this.element.scrollTop - ROW) / ROW) - SPARE);
    const to = Math.min(this.#rows.length, from + Math.ceil(this.element.clientHeight / ROW) + 2 * SPARE);
    const shown: HTMLElement[] = [];
    for (const [i, row] of this.#rows.slice(from, to).entries()) shown.push(this.#rowOf(row, from + i));
    const at = this.#store.selected === undefined ? undefined : this.#places.get(this.#store.selected);
    const row = at === undefined ? undefined : this.#rows[at];
    if (at !== undefined && row !== undefined && (at < from || at >= to)) shown.push(this.#rowOf(row, at));
    this.#body.replaceChildren(...shown);
    if (hadFocus) this.#body.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  #build(): void {
    const { tree } = this.#store;
    if (tree === undefined) return;
    this.#rows = treeRows(tree.root, this.#store.opened);
    this.#places = new Map(this.#rows.map(({ node }, i) => [node, i]));
    this.#grid.setAttribute('aria-rowcount', String(this.#rows.length + 1));
    this.#body.style.height = `${this.#rows.length * ROW}px`;
  }

  #reveal(): void {
    const at = this.#store.selected === undefined ? undefined : this.#places.get(this.#store.selected);
    if (at === undefined) return;
    const top = at * ROW;
    const height = this.element.clientHeight - 2 * ROW;
    if (top < this.element.scrollTop) this.element.scrollTop = top;
    else if (top > this.element.scrollTop + height) this.element.scrollTop = top - height;
  }

  #onKey(event: KeyboardEvent): void {
    const { selected } = this.#store;
    if (selected === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = this.#places.get(selected) ?? 0;
    const page = Math.max(1, Math.floor(this.element.clientHeight / ROW) - 2);
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
