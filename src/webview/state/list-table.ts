import {
  type ListedValue,
  type ListRow,
  listedValueText,
  signedBuckets,
  statusText,
} from '../../core/mav/features/list-rows.ts';
import { english, h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';

/** Before what is wrong, so that no color tells it alone. */
const SIGNS: Readonly<Partial<Record<ListRow['status'], string>>> = { illegal: '✗', missing: '□' };

/** How the rows are sorted, in words. */
const ORDER = t('Illegal and missing actions first, then the largest difference.');
const VALUES = t('Values are buckets, with the win probability.');

/**
 * The rows of a list as a table, in a box of its own that scrolls: action, model, reference, difference. Without a reference only
 * the first two.
 *
 * @param values where the values of the reference come from; null where it has none of its own
 */
export function listRows(
  label: string,
  rows: readonly ListRow[],
  values: string | null,
  isCompared: boolean,
): HTMLElement {
  const title = isCompared ? t('{0} beside the reference', label) : t('{0} of the answer', label);
  const source = isCompared && values !== null ? ` ${t('Reference: {0}.', values)}` : '';
  const columns = [t('action'), t('model'), ...(isCompared ? [t('reference'), t('difference')] : [])];
  const head = columns.map((name, i) => h('th', { scope: 'col', ...(i > 0 && { class: 'number' }) }, name));
  return h(
    'div',
    { class: 'scroll list-box', tabindex: 0, role: 'region', 'aria-label': title },
    h(
      'table',
      { class: 'list-table' },
      h(
        'caption',
        {},
        h(
          'span',
          {},
          h('strong', {}, title),
          ` ${VALUES}${source} ${isCompared ? ORDER : t('Illegal and missing actions first, then by value.')}`,
        ),
      ),
      h('thead', {}, h('tr', {}, ...head)),
      h('tbody', {}, ...rows.map((row) => rowOf(row, isCompared))),
    ),
  );
}

function rowOf(row: ListRow, isCompared: boolean): HTMLElement {
  const { name, written, status, model, reference, difference, isModelBest, isReferenceBest } = row;
  return h(
    'tr',
    { class: status.replace(' ', '-') },
    h(
      'th',
      { scope: 'row' },
      h('span', { class: 'action' }, name),
      name === written ? undefined : h('span', { class: 'written' }, ` ${written}`),
      ...says(row),
    ),
    valueCell(model, isModelBest),
    ...(isCompared
      ? [
          valueCell(reference, isReferenceBest),
          h('td', { class: 'number' }, difference === null ? '' : signedBuckets(difference)),
        ]
      : []),
  );
}

/** What is wrong with an action, by sign and word; nothing where all is in order. */
function says(row: ListRow): HTMLElement[] {
  const text = statusText(row);
  if (text === '') return [];
  const sign = SIGNS[row.status];
  return [
    h(
      'span',
      { class: 'says' },
      ...(sign === undefined ? [] : [h('span', { class: 'sign', 'aria-hidden': 'true' }, `${sign}\u00a0`)]),
      english(text),
    ),
  ];
}

const valueCell = (value: ListedValue | null, isBest: boolean): HTMLElement =>
  h(
    'td',
    { class: isBest && value !== null ? 'number best' : 'number' },
    // a share is never broken: where there is no room it stands below its bucket
    listedValueText(value).replace(' %', '\u00a0%'),
    isBest && value !== null
      ? h('span', { class: 'says' }, h('span', { class: 'sign', 'aria-hidden': 'true' }, '★ '), t('best'))
      : undefined,
  );
