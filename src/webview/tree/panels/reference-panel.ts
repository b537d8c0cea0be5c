import { h, type JSX } from 'preact';
import { formatWholeNumber } from '../../../core/base/text/counts.ts';
import type { ComparedNode } from '../../../core/search/comparison/compare-nodes.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import { REFERENCE_SIGNS } from '../reference.ts';
import type { TreeStore } from '../store.ts';

/** Maximum number of nodes that are listed. */
const MAX_LISTED = 200;

interface ReferenceProps {
  readonly store: TreeStore;
}

/** Draws the tree of the reference under that of the trace, or removes it; does nothing without one. */
export function toggleReference(store: TreeStore): void {
  const { reference } = store;
  if (reference.tree === undefined) return;
  reference.isShown = !reference.isShown;
  store.touch('reference');
}

/** The figures of the comparison with the reference, and the switch for its ghost. */
export function ReferenceSummary({ store }: ReferenceProps): JSX.Element {
  const { comparison, isShown } = store.reference;
  const toggle = (): void => toggleReference(store);
  return h(
    'p',
    { class: 'reference', role: 'status', hidden: comparison === undefined },
    comparison === undefined ? '' : h('span', { lang: 'en' }, `${comparison.summary}. `),
    comparison === undefined ? '' : h('span', { class: 'source' }, `${t('Reference: {0}', comparison.label)} `),
    button(t('Reference'), toggle, {
      class: 'toggle',
      'aria-pressed': isShown,
      title: t('Draw the tree of the reference behind that of the trace (r)'),
    }),
  );
}

/** All nodes that are not as in the reference, each with what differs and a link to it. */
export function ReferenceList({ store }: ReferenceProps): JSX.Element {
  const others = (store.reference.comparison?.nodes ?? []).filter(({ agreement }) => agreement !== 'same');
  const left = others.length - MAX_LISTED;
  return h(
    'details',
    { class: 'reference-list', hidden: others.length === 0, open: others.length <= 12 },
    h('summary', null, t('Other than the reference ({0})', formatWholeNumber(others.length))),
    h(
      'ul',
      null,
      others.slice(0, MAX_LISTED).map((node) => h(ReferenceItem, { store, node })),
    ),
    h('p', { hidden: left <= 0 }, left <= 0 ? '' : t('{0} further nodes', formatWholeNumber(left))),
  );
}

/** A node of the list; a missing one leads to the node below which it belongs. */
function ReferenceItem({ store, node: compared }: ReferenceProps & { readonly node: ComparedNode }): JSX.Element {
  const { tree } = store.reference;
  const node = store.shown?.nodes.get(tree?.nearestTo(compared) ?? -1);
  const { agreement, differences } = compared;
  const sign = agreement === 'missing' || agreement === 'extra' ? REFERENCE_SIGNS[agreement] : REFERENCE_SIGNS.other;
  const title = agreement === 'missing' ? t('Select the node below which it is missing') : t('Select the node');
  return h(
    'li',
    null,
    h('span', { class: 'sign', 'aria-hidden': 'true' }, sign),
    ' ',
    button(tree?.lineTo(compared.path) || t('Start'), () => node !== undefined && store.select(node), {
      class: 'link',
      title,
    }),
    ' ',
    h('span', { lang: 'en' }, differences.join('; ')),
  );
}
