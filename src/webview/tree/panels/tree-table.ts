import { formatScore } from '../../../core/metrics/score-format.ts';
import { edgeValue, type SearchNode } from '../../../core/search/tree.ts';
import { seenChildren } from '../../../core/search/view/shown.ts';
import { type TreeRow, treeRows } from '../../../core/search/view/tree-rows.ts';
import { h } from '../../common/dom.ts';
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
export function treeTable({ store }: PanelContext): TreeTable {
  const header = h(
    'div',
    { role: 'row', class: 'row head', 'aria-rowindex': 1 },
    ...HEADERS.map((name, i) =>
      h('span', { role: 'columnheader', class: i > 0 && i < 5 ? 'number' : undefined }, name),
    ),
  );
  const body = h('div', { role: 'rowgroup', class: 'rows' });
  const grid = h(
    'div',
    { role: 'treegrid', class: 'grid', 'aria-label': 'The tree', 'aria-colcount': HEADERS.length },
    h('div', { role: 'rowgroup' }, header),
    body,
  );
  const element = h(
    'div',
    { class: 'tree-table', scroll: () => draw(), keydown: (event) => onKey(event as KeyboardEvent) },
    grid,
  );
  let rows: readonly TreeRow[] = [];
  let places = new Map<SearchNode, number>();
  let wasHidden = true;

  const nameOf = (node: SearchNode): string => store.states?.nameTo(node) ?? '';

  function stateOf(node: SearchNode): string {
    const { parent } = node;
    const words: string[] = [];
    if (parent === undefined) words.push('root');
    if (store.principal.has(node)) words.push('principal');
    if (node.kind === 'hallucination') words.push(`hallucination: ${node.reason ?? ''}`);
    if (node.kind === 'terminal') words.push(`ends ${node.outcome ?? ''}`.trim());
    const truth = node.kind === 'hallucination' ? undefined : store.states?.truthOf(node).kind;
    if (truth === 'differs') words.push('state differs');
    if (truth === 'illegal') words.push('illegal move');
    if (store.states?.divergesAt(node) === true && store.states.divergedAbove(node) !== undefined)
      words.push('follows');
    if (store.trail.has(node)) words.push('on the simulation path');
    return words.join(', ');
  }

  function rowOf({ node, level, position, siblings, state }: TreeRow, index: number): HTMLElement {
    const { parent, edge } = node;
    const isSelected = node === store.selected;
    const isLost = store.selected === undefined || !places.has(store.selected);
    const number = (text: string): HTMLElement => h('span', { role: 'gridcell', class: 'number' }, text);
    const visits = parent?.visits[edge];
    const virtual = parent?.virtual[edge] ?? 0;
    const isFound = store.nodeSearch.found?.has(node) === true;
    const looks = store.nodeSearch.isActive ? (isFound ? ' match' : ' dim') : '';
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
            if (state !== 'leaf') store.toggle(node);
          },
        },
        state === 'leaf' ? '' : state === 'open' ? '▾' : '▸',
      ),
      nameOf(node),
    );
    const element = h(
      'div',
      {
        role: 'row',
        class: `row${isSelected ? ' selected' : ''}${looks}${store.principal.has(node) ? ' principal' : ''}`,
        'aria-level': level,
        'aria-posinset': position,
        'aria-setsize': siblings,
        'aria-rowindex': index + 2,
        'aria-expanded': state === 'leaf' ? undefined : String(state === 'open'),
        'aria-selected': String(isSelected),
        tabindex: isSelected || (isLost && index === 0) ? 0 : -1,
        click: () => store.select(node),
        dblclick: () => (state === 'leaf' ? undefined : store.toggle(node)),
      },
      move,
      number(visits === undefined ? '' : virtual > 0 ? `${visits} +${virtual}` : String(visits)),
      number(parent === undefined || visits === 0 ? '' : formatScore(edgeValue(parent, edge))),
      number(parent === undefined ? '' : formatScore(parent.prior[edge] ?? 0)),
      number(node.kind === 'hallucination' ? '' : formatScore(node.value)),
      h('span', { role: 'gridcell', class: 'state' }, stateOf(node)),
    );
    element.style.top = `${index * ROW}px`;
    return element;
  }

  /** The rows that are seen, and the selected one, which has the focus. */
  function draw(): void {
    if (element.hidden) return;
    const hadFocus = body.contains(document.activeElement);
    const from = Math.max(0, Math.floor((element.scrollTop - ROW) / ROW) - SPARE);
    const to = Math.min(rows.length, from + Math.ceil(element.clientHeight / ROW) + 2 * SPARE);
    const shown: HTMLElement[] = [];
    for (const [i, row] of rows.slice(from, to).entries()) shown.push(rowOf(row, from + i));
    const at = store.selected === undefined ? undefined : places.get(store.selected);
    const row = at === undefined ? undefined : rows[at];
    if (at !== undefined && row !== undefined && (at < from || at >= to)) shown.push(rowOf(row, at));
    body.replaceChildren(...shown);
    if (hadFocus) body.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true });
  }

  function build(): void {
    const { tree } = store;
    if (tree === undefined) return;
    rows = treeRows(tree.root, store.opened);
    places = new Map(rows.map(({ node }, i) => [node, i]));
    grid.setAttribute('aria-rowcount', String(rows.length + 1));
    body.style.height = `${rows.length * ROW}px`;
  }

  function reveal(): void {
    const at = store.selected === undefined ? undefined : places.get(store.selected);
    if (at === undefined) return;
    const top = at * ROW;
    const height = element.clientHeight - 2 * ROW;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top > element.scrollTop + height) element.scrollTop = top - height;
  }

  function onKey(event: KeyboardEvent): void {
    const { selected } = store;
    if (selected === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = places.get(selected) ?? 0;
    const page = Math.max(1, Math.floor(element.clientHeight / ROW) - 2);
    const state = rows[at]?.state;
    const to = (index: number): void => {
      const row = rows[Math.max(0, Math.min(rows.length - 1, index))];
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
        to(rows.length - 1);
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

  return {
    element,
    focus: () => body.querySelector<HTMLElement>('[aria-selected="true"]')?.focus(),
    update: (changed) => {
      if (element.hidden) {
        wasHidden = true;
        return;
      }
      if (wasHidden || hasAny(changed, 'source', 'tree', 'view')) build();
      if (wasHidden || changed.has('selection')) reveal();
      if (wasHidden || hasAny(changed, 'source', 'tree', 'view', 'selection', 'found')) draw();
      wasHidden = false;
    },
  };
}
