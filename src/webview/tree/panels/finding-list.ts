import { h, type JSX } from 'preact';
import { formatWholeNumber } from '../../../core/base/text/counts.ts';
import { button } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';

/** Maximum number of findings that are listed. */
const MAX_LISTED = 200;

/** All findings on a trace, in the order of its nodes: each with a link to the node that its text is about. */
export function FindingList({ store }: { readonly store: TreeStore }): JSX.Element {
  const { shown, states } = store;
  const items: JSX.Element[] = [];
  let count = 0;
  for (const { node: id, findings } of store.facts.notes()) {
    const node = shown?.nodes.get(id);
    for (const finding of findings) {
      if (++count > MAX_LISTED || node === undefined) continue;
      const name = states?.moveTo(node) ?? t('Start');
      items.push(
        h(
          'li',
          null,
          button(name, () => store.select(node), { class: 'link', title: t('Select the node') }),
          ' ',
          h('span', { lang: 'en' }, finding),
        ),
      );
    }
  }
  const left = count - items.length;
  return h(
    'details',
    { class: 'all-findings', hidden: count === 0, open: count <= 12 },
    h('summary', null, t('Findings ({0})', formatWholeNumber(count))),
    h('ul', null, items),
    h('p', { hidden: left === 0 }, left === 0 ? '' : t('{0} further findings', formatWholeNumber(left))),
  );
}
