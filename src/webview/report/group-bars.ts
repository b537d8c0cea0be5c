import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SampleGroup } from '../../core/evaluation/report/list/groupings.ts';
import { button } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Formats a whole number with its digits in groups: `10,000`. */
export const groupDigits = (value: number): string => value.toLocaleString('en-US');

/** Bars shown by default, fewer where the page is narrow; the rest comes on request. */
const firstBars = (): number => (matchMedia('(max-width: 800px)').matches ? 6 : 12);

interface GroupBarsProps {
  /** The grouping in words, for screen readers. */
  readonly title: string;
  readonly groups: readonly SampleGroup[];
  /** Key of the chosen group. */
  readonly chosen: string | undefined;
  /** Called with the key of a group, or null where the choice is taken back. */
  readonly choose: (key: string | null) => void;
}

/** The groups of the samples as bars to be chosen: the list follows. A second click takes the choice back. */
export function GroupBars({ title, groups, chosen, choose }: GroupBarsProps): JSX.Element {
  const [isWhole, showWhole] = useState(false);
  const most = Math.max(1, ...groups.map(({ count }) => count));
  const least = firstBars();
  const shown = isWhole ? groups : groups.filter(({ key }, i) => i < least || key === chosen);
  const rest = groups.length - shown.length;
  const hasMore = groups.length > least && (rest > 0 || isWhole);
  return h(
    'div',
    { class: 'bars', role: 'group', 'aria-label': t('Groups by {0}', title), hidden: groups.length === 0 },
    shown.map((group) => groupBar(group, most, group.key === chosen, choose)),
    hasMore ? button(isWhole ? t('Fewer') : t('{0} more…', rest), () => showWhole(!isWhole)) : null,
  );
}

function groupBar(
  { key, name, count }: SampleGroup,
  most: number,
  isChosen: boolean,
  choose: GroupBarsProps['choose'],
): JSX.Element {
  return button(
    [h('span', { class: 'name', lang: 'en' }, name), h('span', { class: 'count' }, `×${groupDigits(count)}`)],
    () => choose(isChosen ? null : key),
    {
      key,
      class: 'group-bar',
      'aria-pressed': isChosen,
      'data-key': key,
      style: { '--share': `${((100 * count) / most).toFixed(1)}%` },
    },
  );
}
