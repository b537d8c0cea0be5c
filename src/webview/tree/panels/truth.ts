import { h, type JSX } from 'preact';
import { countVisits, valueAtRoot } from '../../../core/search/view/node-values.ts';
import { formatCount, formatNodeValue } from '../../../core/search/view/picture.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';

/** Returns true if diverged nodes can be left out, or are. */
const canLeaveOut = ({ kept, shown }: TreeStore): boolean =>
  shown !== undefined && (kept.withoutDiverged || (shown.truth?.nodesLeftOut ?? 0) > 0);

/** Shows the tree without diverged nodes, or all of the search; does nothing where nothing is left out. */
export function toggleDiverged(store: TreeStore): void {
  if (canLeaveOut(store)) store.leaveOut(!store.kept.withoutDiverged);
}

interface TruthProps {
  readonly store: TreeStore;
}

/** The choice of a search, the share of it in or below diverged nodes, in a sentence, and the switch to the tree without them. */
export function Truth({ store }: TruthProps): JSX.Element {
  const { kept, shown, isLoading, isWeighing } = store;
  const sentence = shown?.sentence ?? '';
  const classes = ['sentence', ...(isWeighing ? ['stale'] : []), ...((shown?.truth?.lost ?? 0) > 0 ? ['lost'] : [])];
  return h(
    'div',
    { class: 'truth', hidden: shown === undefined || isLoading },
    h('strong', null, choiceText(store)),
    h(
      'p',
      { class: classes.join(' '), role: 'status', lang: sentence === '' ? '' : 'en' },
      sentence === '' ? t('Comparing the states with the rules …') : `${capital(sentence)}.`,
    ),
    h(
      'button',
      {
        type: 'button',
        role: 'switch',
        'aria-checked': kept.withoutDiverged,
        class: 'toggle',
        title: t('Show what is left of the tree when diverged nodes and all below them are taken out (d)'),
        hidden: !canLeaveOut(store),
        onClick: () => toggleDiverged(store),
      },
      t('Without diverged nodes'),
    ),
  );
}

/** The warning over a drawing that is not the search itself. */
export function TruthBanner({ store: { shown } }: TruthProps): JSX.Element {
  const isWithout = shown?.isWithoutDiverged === true;
  const left = shown?.nodes.size ?? 0;
  return h(
    'p',
    { class: 'without', role: 'status', hidden: !isWithout },
    isWithout
      ? t(
          'Not the search itself: {0} of {1} nodes, visits and values without diverged nodes',
          formatCount(left),
          formatCount(left + (shown.truth?.nodesLeftOut ?? 0)),
        )
      : '',
  );
}

/** Names the choice of the search itself; without diverged nodes no choice was made. */
function choiceText({ shown, stored }: TreeStore): string {
  if (shown === undefined || stored === undefined || shown.isWithoutDiverged) return '';
  const { root, states, principal } = shown;
  const [first] = principal;
  if (first === undefined) return '';
  const [visits, all] = [formatCount(countVisits(first)), formatCount(countVisits(root))];
  const value = formatNodeValue(valueAtRoot(first, root, stored.header.settings));
  return t('Chooses {0} ({1} of {2} visits, {3})', states.nameTo(first), visits, all, value);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
