import { formatWholeNumber } from '../../../core/base/text/counts.ts';
import { NO_FILTER, type NodeFilter } from '../../../core/search/view/node-search.ts';
import { button, h, setText } from '../../common/dom.ts';
import { t } from '../../common/l10n.ts';
import type { Part } from '../store.ts';
import { hasAny, type Panel, type PanelContext } from './panel.ts';

const KINDS: readonly (readonly [NodeFilter['kind'], string])[] = [
  ['all', t('All nodes')],
  ['hallucinations', t('Hallucinations')],
  ['diverged', t('Diverged')],
  ['first', t('Diverged first')],
];

export interface FindPanel extends Panel {
  /** Puts the focus where one types what is looked for. */
  focus(): void;
  /** Goes to the next of what was found, or the one before. */
  go(by: 1 | -1): void;
}

/** The search of the tree: by kind of node, and by move or state. */
export class SearchPanel implements FindPanel {
  readonly #store: PanelContext['store'];
  readonly #query = h('input', {
    type: 'search',
    'aria-label': t('Move or state'),
    placeholder: t('Move or state'),
    title: t('A move (Nf3, g1f3, x3) or a part of a state (/)'),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    input: () => this.#store.look({ query: this.#query.value }),
    keydown: (event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      if (key !== 'Enter') return;
      event.preventDefault();
      this.go(shiftKey ? -1 : 1);
    },
  });
  readonly #kind = h(
    'select',
    {
      'aria-label': t('Filter nodes'),
      title: t(
        'Diverged: hallucinations, illegal moves and wrong states. Diverged first: none of these is above them (root causes)',
      ),
      change: () => this.#filtered(),
    },
    ...KINDS.map(([value, name]) => h('option', { value }, name)),
  );
  readonly #number = (label: string, title: string): HTMLInputElement =>
    h('input', { type: 'number', min: 0, step: 1, 'aria-label': label, title, input: () => this.#filtered() });
  readonly #deepest = this.#number(t('Deepest'), t('Edges below the root'));
  readonly #least = this.#number(t('Min. N'), t('Minimum visits'));
  readonly #back = button('‹', () => this.go(-1), {
    'aria-label': t('Previous match'),
    title: t('Previous match (N)'),
  });
  readonly #on = button('›', () => this.go(1), { 'aria-label': t('Next match'), title: t('Next match (n)') });
  readonly #clear = button('✕', () => this.#reset(), { 'aria-label': t('Clear'), title: t('Clear the search') });
  readonly #count = h('span', { class: 'count', role: 'status' });
  readonly #labelled = (text: string, input: HTMLElement): HTMLElement =>
    h('span', { class: 'labelled' }, h('span', { 'aria-hidden': 'true' }, text), input);
  readonly element = h(
    'div',
    { class: 'find', role: 'search', 'aria-label': t('The tree') },
    this.#query,
    this.#kind,
    this.#labelled(t('depth ≤'), this.#deepest),
    this.#labelled('N ≥', this.#least),
    h('span', { class: 'stepper' }, this.#back, this.#on),
    this.#clear,
    this.#count,
  );

  constructor({ store }: PanelContext) {
    this.#store = store;
  }

  focus(): void {
    this.#query.focus();
  }

  go(by: 1 | -1): void {
    const found = [...(this.#store.nodeSearch.found ?? [])];
    const at = this.#store.selected === undefined ? -1 : found.indexOf(this.#store.selected);
    const from = at < 0 && by < 0 ? 0 : at;
    const next = found[(from + by + found.length) % found.length];
    if (next !== undefined) this.#store.select(next);
  }

  update(changed: ReadonlySet<Part>): void {
    if (!hasAny(changed, 'source', 'found', 'selection')) return;
    const { found, isActive, isBusy } = this.#store.nodeSearch;
    const size = found?.size ?? 0;
    const at =
      this.#store.selected === undefined || found === undefined ? -1 : [...found].indexOf(this.#store.selected);
    const all = size === 1 ? t('1 match') : t('{0} matches', formatWholeNumber(size));
    const words = at < 0 ? all : t('{0} of {1}', (at + 1).toLocaleString('en-US'), all);
    setText(this.#count, isActive ? `${words}${isBusy ? ' …' : ''}` : '');
    for (const item of [this.#back, this.#on]) item.disabled = size === 0;
    this.#clear.disabled = !isActive;
  }

  #filtered(): void {
    const depth = this.#deepest.valueAsNumber;
    const visits = this.#least.valueAsNumber;
    this.#store.look({
      filter: {
        kind: this.#kind.value as NodeFilter['kind'],
        deepest: Number.isNaN(depth) ? undefined : depth,
        minVisits: Number.isNaN(visits) ? 0 : visits,
      },
    });
  }

  #reset(): void {
    for (const input of [this.#query, this.#deepest, this.#least]) input.value = '';
    this.#kind.value = 'all';
    this.#store.look({ query: '', filter: NO_FILTER });
  }
}
