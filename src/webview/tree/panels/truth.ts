import { h, type JSX } from 'preact';
import { formatCount } from '../../../core/search/view/picture.ts';
import { button } from '../../common/elements.ts';
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

/** The verdict on the tree, its fault first. */
export function Verdict({ store }: TruthProps): JSX.Element {
  const { shown, isLoading, isWeighing } = store;
  const headline = shown?.headline;
  const classes = ['verdict', ...(isWeighing ? ['stale'] : []), ...(headline?.isFault === true ? ['fault'] : [])];
  const isChecking = headline !== undefined && shown?.sentence === '';
  return h(
    'p',
    { class: classes.join(' '), role: 'status', hidden: headline === undefined || isLoading },
    headline === undefined ? '' : `${headline.text}.`,
    isChecking ? h('span', { class: 'checking' }, ` ${t('Comparing the states with the rules …')}`) : null,
  );
}

/** The switch between the tree with the model's states, and the one that is left with true states. */
export function StatesSwitch({ store }: TruthProps): JSX.Element {
  const { withoutDiverged } = store.kept;
  return h(
    'span',
    { class: 'joined', role: 'group', 'aria-label': t('States that count'), hidden: !canLeaveOut(store) },
    button(t("With model's states"), () => store.leaveOut(false), {
      class: 'toggle',
      'aria-pressed': !withoutDiverged,
      title: t('The search itself (d)'),
    }),
    button(t('With true states'), () => store.leaveOut(true), {
      class: 'toggle',
      'aria-pressed': withoutDiverged,
      title: t('Show what is left of the tree when diverged nodes and all below them are taken out (d)'),
    }),
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
