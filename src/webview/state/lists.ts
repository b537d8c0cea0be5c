import { h, type JSX } from 'preact';
import { formatWholeNumber } from '../../core/base/text/counts.ts';
import {
  type ListedValue,
  type ListRow,
  listedValueText,
  signedBuckets,
  statusText,
} from '../../core/mav/features/list-table.ts';
import type { ComparedList, ComparisonResult } from '../../protocol/lsp.ts';
import type { ReferenceView } from '../../protocol/state.ts';
import { button, type Content, english, Section } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { statePicture } from '../common/state-picture.ts';
import { sentenceContent } from '../common/statement.ts';
import { commandButtons, type RunCommand } from './commands.ts';
import type { StepDetails, View } from './view.ts';

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
function listRows(label: string, rows: readonly ListRow[], values: string | null, isCompared: boolean): JSX.Element {
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

const SIZE = 280;

/**
 * Returns the list of an answer as a table: beside its reference once that was asked for, else by the rules alone, with the offer to
 * ask. Then the best action in words, and the scores on a printed board that is another one. Undefined where the answer is not known
 * yet, or has none of that.
 */
export function listDetails({ view, result, reference }: StepDetails, run: RunCommand): Content | undefined {
  const lists = result?.lists ?? [];
  const [list] = lists;
  const isAnswered = lists.length > 0 || (result?.predictions.length ?? 0) > 0;
  if (reference === null && !isAnswered) return undefined;
  const offer =
    view.inDocument && reference === null
      ? [
          h('p', { class: 'hint' }, t('Whether the values are right only a reference can say: an engine or a solver.')),
          commandButtons(['statelens.compareReference'], run),
        ]
      : null;
  const label = list?.label ?? t('The list');
  const rows = reference === null ? (list?.rows ?? []) : reference.rows;
  return [
    reference === null ? null : referenceLines(reference),
    rows.length === 0 ? null : listRows(label, rows, reference?.values ?? null, reference !== null),
    reference === null ? offer : comparisonActions(run),
    result === undefined ? null : lists.map((each) => listScores(result, each, view)),
  ];
}

/** Formats the faults of a list, `1 illegal, 2 missing`; of one with neither the number of its actions. */
export function listCount(result: ComparisonResult | undefined, reference: ReferenceView | null): string {
  const rows = reference === null || reference.rows.length === 0 ? result?.lists[0]?.rows : reference.rows;
  if (rows === undefined || rows.length === 0) return '';
  const count = (status: ListRow['status']): number => rows.filter((row) => row.status === status).length;
  const [illegal, missing] = [count('illegal'), count('missing')];
  const faults = [
    ...(illegal > 0 ? [t('{0} illegal', illegal)] : []),
    ...(missing > 0 ? [t('{0} missing', missing)] : []),
  ];
  if (faults.length > 0) return faults.join(', ');
  const actions = rows.filter(({ model }) => model !== null).length;
  return actions === 1 ? t('1 action') : t('{0} actions', formatWholeNumber(actions));
}

/** Returns each line of the answer beside that of the reference, in words. */
const referenceLines = ({ lines }: ReferenceView): JSX.Element =>
  h(
    Section,
    { title: t('Beside the reference'), class: 'beside' },
    h(
      'ul',
      null,
      lines.map(({ label, text }) => h('li', { lang: 'en' }, h('code', null, label), ': ', sentenceContent(text))),
    ),
  );

/** Returns the actions of a comparison: keep it as text, or ask once more, as after a change of the engine. */
const comparisonActions = (run: RunCommand): JSX.Element =>
  h(
    'p',
    { class: 'again' },
    button(t('Open as Markdown'), () => run('statelens.openReferenceText'), { class: 'link' }),
    button(t('Compare again'), () => run('statelens.compareReference'), { class: 'link' }),
  );

/** Returns the scores of a list, and those on the printed board where that is another one. */
function listScores(
  { variant }: ComparisonResult,
  { judged: on, best, notes }: ComparedList,
  { orientation }: View,
): JSX.Element[] {
  const [first, printed] = on;
  const lines = [
    ...(first === undefined ? [] : [`${first.scores}.`]),
    ...(best === null ? [] : [`${best[0]?.toUpperCase()}${best.slice(1)}.`]),
    ...notes,
  ].map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`);
  const scores = h(
    Section,
    { title: t('By the rules alone'), class: 'mistakes' },
    h(
      'ul',
      { lang: 'en' },
      lines.map((line) => h('li', null, line)),
    ),
  );
  if (printed === undefined) return [scores];
  const actions = (title: string, items: readonly string[]): JSX.Element[] => [
    h('dt', null, `${title} (${items.length})`),
    h('dd', null, items.length === 0 ? t('none') : items.map((item) => h('span', null, item))),
  ];
  const board = {
    state: printed.state,
    // Its wrong squares are marked.
    other: first?.state ?? null,
    role: 'predicted' as const,
    orientation,
    lastMove: [],
    name: t('The printed board'),
  };
  return [
    scores,
    h(
      'div',
      { class: 'judged' },
      h(
        'figure',
        null,
        h('figcaption', null, h('strong', null, t('The printed board'))),
        statePicture(variant, board, SIZE, 'picture'),
        h('code', { class: 'fen' }, printed.state),
      ),
      h(
        Section,
        { title: t('Judged on the printed board'), class: 'moves' },
        h('p', { lang: 'en' }, printed.scores),
        h('dl', null, actions(t('Illegal'), printed.illegal), actions(t('Missing'), printed.missing)),
      ),
    ),
  ];
}
