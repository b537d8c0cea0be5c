import { h, type JSX, type RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import { formatWholeNumber } from '../../../core/base/text/counts.ts';
import { TREE_STATUSES } from '../../../core/search/tree-status.ts';
import { NO_FILTER, type NodeFilter } from '../../../core/search/view/node-search.ts';
import { STATUS_SYMBOLS, statusWord } from '../../../core/search/view/status-look.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';

const KINDS: readonly (readonly [NodeFilter['kind'], string])[] = [
  ['all', t('All nodes')],
  ['hallucinations', t('Hallucinations')],
  ['diverged', t('Diverged')],
  ['first', t('Diverged first')],
];

/** Kinds of nodes of a trace whose nodes have a status. */
const STATUSES: readonly (readonly [NodeFilter['kind'], string])[] = [
  ['all', t('All nodes')],
  ...TREE_STATUSES.map((status) => [status, `${STATUS_SYMBOLS[status]} ${statusWord(status)}`] as const),
  ['diverged', t('Diverged')],
];

/** Goes to the next match, or the previous one. */
export function goToMatch(store: TreeStore, by: 1 | -1): void {
  const found = [...(store.nodeSearch.found ?? [])];
  const at = store.selected === undefined ? -1 : found.indexOf(store.selected);
  const from = at < 0 && by < 0 ? 0 : at;
  const next = found[(from + by + found.length) % found.length];
  if (next !== undefined) store.select(next);
}

interface NodeFinderProps {
  readonly store: TreeStore;
  /** Set to the field of the search. */
  readonly field: RefObject<HTMLInputElement | null>;
  readonly isHidden: boolean;
}

/** The search of the tree: by kind of node, and by move or state. */
export function NodeFinder({ store, field, isHidden }: NodeFinderProps): JSX.Element {
  const kind = useRef<HTMLSelectElement>(null);
  const [deepest, least] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const { found, isActive } = store.nodeSearch;
  const filter = (): void => {
    const depth = deepest.current?.valueAsNumber ?? Number.NaN;
    const visits = least.current?.valueAsNumber ?? Number.NaN;
    store.look({
      filter: {
        kind: (kind.current?.value ?? 'all') as NodeFilter['kind'],
        deepest: Number.isNaN(depth) ? undefined : depth,
        minVisits: Number.isNaN(visits) ? 0 : visits,
      },
    });
  };
  const reset = (): void => {
    for (const input of [field, deepest, least]) if (input.current !== null) input.current.value = '';
    if (kind.current !== null) kind.current.value = 'all';
    store.look({ query: '', filter: NO_FILTER });
  };
  const isEmpty = (found?.size ?? 0) === 0;
  return h(
    'div',
    { class: 'find', role: 'search', 'aria-label': t('The tree'), hidden: isHidden },
    queryField(store, field),
    h(
      'select',
      {
        ref: kind,
        'aria-label': t('Filter nodes'),
        title: store.isMarked
          ? t('Diverged: wrong states and illegal actions, and all states that follow from them')
          : t(
              'Diverged: hallucinations, illegal moves and wrong states. Diverged first: none of these is above them (root causes)',
            ),
        onChange: filter,
      },
      (store.isMarked ? STATUSES : KINDS).map(([value, name]) => h('option', { value }, name)),
    ),
    numberField(t('depth ≤'), t('Deepest'), t('Edges below the root'), deepest, filter),
    numberField(
      'N ≥',
      t('Min. N'),
      store.isMarked ? t('Minimum nodes of its subtree') : t('Minimum visits'),
      least,
      filter,
    ),
    h(
      'span',
      { class: 'stepper' },
      button('‹', () => goToMatch(store, -1), {
        'aria-label': t('Previous match'),
        title: t('Previous match (N)'),
        disabled: isEmpty,
      }),
      button('›', () => goToMatch(store, 1), {
        'aria-label': t('Next match'),
        title: t('Next match (n)'),
        disabled: isEmpty,
      }),
    ),
    button('✕', reset, { 'aria-label': t('Clear'), title: t('Clear the search'), disabled: !isActive }),
    h('span', { class: 'count', role: 'status' }, matchCount(store)),
  );
}

function queryField(store: TreeStore, field: RefObject<HTMLInputElement | null>): JSX.Element {
  const name = store.isMarked ? t('Action or state') : t('Move or state');
  return h('input', {
    ref: field,
    type: 'search',
    'aria-label': name,
    placeholder: name,
    title: store.isMarked
      ? t('An action, the name of a node or a part of a state (/)')
      : t('A move (Nf3, g1f3, x3) or a part of a state (/)'),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: false,
    onInput: () => store.look({ query: field.current?.value ?? '' }),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      goToMatch(store, event.shiftKey ? -1 : 1);
    },
  });
}

const numberField = (
  text: string,
  label: string,
  title: string,
  ref: RefObject<HTMLInputElement | null>,
  onInput: () => void,
): JSX.Element =>
  h(
    'span',
    { class: 'labelled' },
    h('span', { 'aria-hidden': 'true' }, text),
    h('input', { ref, type: 'number', min: 0, step: 1, 'aria-label': label, title, onInput }),
  );

/** Formats the number of matches, and the one that is selected; empty where nothing is looked for. */
function matchCount({ nodeSearch: { found, isActive, isBusy }, selected }: TreeStore): string {
  if (!isActive) return '';
  const size = found?.size ?? 0;
  const at = selected === undefined || found === undefined ? -1 : [...found].indexOf(selected);
  const all = size === 1 ? t('1 match') : t('{0} matches', formatWholeNumber(size));
  const words = at < 0 ? all : t('{0} of {1}', (at + 1).toLocaleString('en-US'), all);
  return isBusy ? `${words} …` : words;
}
