import { h, type JSX } from 'preact';
import {
  type ListedValue,
  type ListRow,
  listedValueText,
  signedBuckets,
  statusText,
} from '../../core/mav/features/list-table.ts';
import { english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';

/** Signs before wrong actions, so that color is not their only mark. */
const SIGNS: Readonly<Partial<Record<ListRow['status'], string>>> = { illegal: '✗', missing: '□' };

/** The order of the rows, in words. */
const ORDER = t('Illegal and missing actions first, then the largest difference.');
const VALUES = t('Values are buckets, with the win probability.');

/**
 * Returns the rows of a list as a table, in a box that scrolls: action, model, reference, difference. Without a reference only the
 * first two.
 *
 * @param values source of the values of the reference; null where it has none itself
 */
export function listRows(
  label: string,
  rows: readonly ListRow[],
  values: string | null,
  isCompared: boolean,
): JSX.Element {
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
        null,
        h(
          'span',
          null,
          h('strong', null, title),
          ` ${VALUES}${source} ${isCompared ? ORDER : t('Illegal and missing actions first, then by value.')}`,
        ),
      ),
      h('thead', null, h('tr', null, head)),
      h(
        'tbody',
        null,
        rows.map((row) => listRow(row, isCompared)),
      ),
    ),
  );
}

function listRow(row: ListRow, isCompared: boolean): JSX.Element {
  const { name, written, status, model, reference, difference, isModelBest, isReferenceBest } = row;
  return h(
    'tr',
    { class: status.replace(' ', '-') },
    h(
      'th',
      { scope: 'row' },
      h('span', { class: 'action' }, name),
      name === written ? null : h('span', { class: 'written' }, ` ${written}`),
      statusNote(row),
    ),
    valueCell(model, isModelBest),
    isCompared
      ? [
          valueCell(reference, isReferenceBest),
          h('td', { class: 'number' }, difference === null ? '' : signedBuckets(difference)),
        ]
      : null,
  );
}

/** Returns the fault of an action, by sign and word; null where there is none. */
function statusNote(row: ListRow): JSX.Element | null {
  const text = statusText(row);
  if (text === '') return null;
  const sign = SIGNS[row.status];
  return h(
    'span',
    { class: 'says' },
    sign === undefined ? null : h('span', { class: 'sign', 'aria-hidden': 'true' }, `${sign}\u00a0`),
    english(text),
  );
}

const valueCell = (value: ListedValue | null, isBest: boolean): JSX.Element =>
  h(
    'td',
    { class: isBest && value !== null ? 'number best' : 'number' },
    // A share is never broken: where there is no room it stands below its bucket.
    listedValueText(value).replace(' %', '\u00a0%'),
    isBest && value !== null
      ? h('span', { class: 'says' }, h('span', { class: 'sign', 'aria-hidden': 'true' }, '★ '), t('best'))
      : null,
  );
