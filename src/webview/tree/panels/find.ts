import { plural } from '../../../core/base/text/plural.ts';
import { NO_FILTER, type NodeFilter } from '../../../core/search/view/filter.ts';

import { button, h } from '../../common/dom.ts';
import { hasAny, type Panel, type PanelContext, setText } from './panel.ts';

const KINDS: readonly (readonly [NodeFilter['kind'], string])[] = [
  ['all', 'All nodes'],
  ['hallucinations', 'Hallucinations'],
  ['diverged', 'Diverged'],
  ['first', 'Diverged first'],
];

export interface FindPanel extends Panel {
  /** Puts the focus where one types what is looked for. */
  focus(): void;
  /** Goes to the next of what was found, or the one before. */
  go(by: 1 | -1): void;
}

/** The search of the tree: by kind of node, and by move or state. */
export function findPanel({ store }: PanelContext): FindPanel {
  const query = h('input', {
    type: 'search',
    'aria-label': 'Move or state',
    placeholder: 'Move or state',
    title: 'A move (Nf3, g1f3, x3) or a part of a state (/)',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    input: () => store.look({ query: query.value }),
    keydown: (event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      if (key !== 'Enter') return;
      event.preventDefault();
      go(shiftKey ? -1 : 1);
    },
  });
  const kind = h(
    'select',
    {
      'aria-label': 'Filter nodes',
      title:
        'Diverged: hallucinations, illegal moves and wrong states. Diverged first: none of these is above them (root causes)',
      change: () => filtered(),
    },
    ...KINDS.map(([value, name]) => h('option', { value }, name)),
  );
  const number = (label: string, title: string): HTMLInputElement =>
    h('input', { type: 'number', min: 0, step: 1, 'aria-label': label, title, input: () => filtered() });
  const deepest = number('Deepest', 'Edges below the root');
  const least = number('Min. N', 'Minimum visits');
  const back = button('‹', () => go(-1), { 'aria-label': 'Previous match', title: 'Previous match (N)' });
  const on = button('›', () => go(1), { 'aria-label': 'Next match', title: 'Next match (n)' });
  const clear = button('✕', () => reset(), { 'aria-label': 'Clear', title: 'Clear the search' });
  const count = h('span', { class: 'count', role: 'status' });
  const labelled = (text: string, input: HTMLElement): HTMLElement =>
    h('span', { class: 'labelled' }, h('span', { 'aria-hidden': 'true' }, text), input);
  const element = h(
    'div',
    { class: 'find', role: 'search', 'aria-label': 'The tree' },
    query,
    kind,
    labelled('depth ≤', deepest),
    labelled('N ≥', least),
    h('span', { class: 'stepper' }, back, on),
    clear,
    count,
  );

  function filtered(): void {
    const depth = deepest.valueAsNumber;
    const visits = least.valueAsNumber;
    store.look({
      filter: {
        kind: kind.value as NodeFilter['kind'],
        deepest: Number.isNaN(depth) ? undefined : depth,
        leastVisits: Number.isNaN(visits) ? 0 : visits,
      },
    });
  }

  function reset(): void {
    for (const input of [query, deepest, least]) input.value = '';
    kind.value = 'all';
    store.look({ query: '', filter: NO_FILTER });
  }

  function go(by: 1 | -1): void {
    const found = [...(store.nodeSearch.found ?? [])];
    const at = store.selected === undefined ? -1 : found.indexOf(store.selected);
    const from = at < 0 && by < 0 ? 0 : at;
    const next = found[(from + by + found.length) % found.length];
    if (next !== undefined) store.select(next);
  }

  return {
    element,
    focus: () => query.focus(),
    go,
    update: (changed) => {
      if (!hasAny(changed, 'source', 'found', 'selection')) return;
      const { found, isActive, isBusy } = store.nodeSearch;
      const size = found?.size ?? 0;
      const at = store.selected === undefined || found === undefined ? -1 : [...found].indexOf(store.selected);
      const place = at < 0 ? '' : `${(at + 1).toLocaleString('en-US')} of `;
      setText(count, !isActive ? '' : `${place}${plural(size, 'match', 'matches')}${isBusy ? ' …' : ''}`);
      for (const item of [back, on]) item.disabled = size === 0;
      clear.disabled = !isActive;
    },
  };
}
