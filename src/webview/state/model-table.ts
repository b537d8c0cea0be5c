import { h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { StateLine, TimelineCell, TimelineRow } from '../../core/evaluation/game-trace/timeline.ts';
import { formatScore, subscript } from '../../core/metrics/score-format.ts';
import { button, english } from '../common/elements.ts';
import { t } from '../common/l10n.ts';
import { believedView, boardless } from '../common/pair-parts.ts';
import { statePicture } from '../common/state-picture.ts';
import { sentenceContent, verdictSign } from '../common/statement.ts';
import { boardPairView, type View } from './view.ts';

/** Pixels of a board. */
const SIZE = 128;
/** Milliseconds without a step after which the table follows: many boards take longer than a frame. */
const SETTLED = 80;

interface Column {
  readonly title: string;
  readonly value: (row: TimelineRow, cell: TimelineCell | null) => number | string;
  readonly bestFirst: 'ascending' | 'descending';
}

interface Sorting {
  readonly title: string;
  readonly isAscending: boolean;
}

interface ModelTableProps {
  readonly view: View;
  /** Opens the row of a label. */
  readonly open: (label: string) => void;
}

/** The table of all models at a position. */
export function ModelTable({ view, open }: ModelTableProps): JSX.Element {
  const [settled, settle] = useState(view);
  const [sorting, sort] = useState<Sorting | undefined>(undefined);
  useEffect(() => {
    const timer = setTimeout(() => settle(view), SETTLED);
    return () => clearTimeout(timer);
  }, [view]);
  const present = settled.line === view.line ? settled : view;
  const columns = columnsOf(view.line);
  return h(
    'section',
    { class: 'all', 'aria-label': t('All models') },
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': t('Table of all models') },
      h(
        'table',
        { class: 'models' },
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            h('th', { scope: 'col' }, t('board')),
            columns.map((column) => columnHead(column, sorting, sort)),
          ),
        ),
        h(
          'tbody',
          null,
          sortedRows(present, columns, sorting).map((row) => tableRow(present, row, open)),
        ),
      ),
    ),
  );
}

const columnsOf = ({ m, labels }: StateLine): readonly Column[] => [
  { title: labels === 'models' ? t('model') : t('state'), value: ({ label }) => label, bestFirst: 'ascending' },
  { title: `p${subscript(m)}`, value: (_, cell) => cell?.p ?? -1, bestFirst: 'descending' },
  { title: `r${subscript(m)}`, value: (_, cell) => cell?.r ?? -1, bestFirst: 'descending' },
  { title: t('wrong'), value: (_, cell) => wrongCount(cell) ?? 99, bestFirst: 'ascending' },
];

function columnHead(
  { title, bestFirst }: Column,
  sorting: Sorting | undefined,
  sort: (sorting: Sorting) => void,
): JSX.Element {
  const isSorted = sorting?.title === title;
  const next = isSorted ? !sorting.isAscending : bestFirst === 'ascending';
  return h(
    'th',
    { key: title, scope: 'col', 'aria-sort': isSorted ? (sorting.isAscending ? 'ascending' : 'descending') : null },
    button(title, () => sort({ title, isAscending: next }), { class: 'sort' }),
  );
}

function sortedRows(view: View, columns: readonly Column[], sorting: Sorting | undefined): readonly TimelineRow[] {
  const { line, at } = view;
  const column = columns.find(({ title }) => title === sorting?.title);
  if (column === undefined) return line.rows;
  const sign = sorting?.isAscending === true ? 1 : -1;
  const value = (row: TimelineRow): number | string => column.value(row, row.cells[at] ?? null);
  // Baselines stay last, whatever is sorted by.
  return [...line.rows].sort(
    (a, b) => Number(a.isBaseline) - Number(b.isBaseline) || sign * compareValues(value(a), value(b)),
  );
}

function tableRow(view: View, row: TimelineRow, open: (label: string) => void): JSX.Element {
  const cell = row.cells[view.at] ?? null;
  const number = (score: number | null | undefined): string =>
    score === undefined ? '' : score === null ? '…' : formatScore(score);
  return h(
    'tr',
    { key: row.label, ...(row.isBaseline && { class: 'baseline' }) },
    h('td', null, smallBoard(view, row, cell)),
    h(
      'th',
      { scope: 'row' },
      button(row.label, () => open(row.label), { class: 'link' }),
      h(
        'p',
        { class: 'verdict' },
        cell === null ? t('not asked') : [`${verdictSign(cell)} `, english(sentenceContent(cell.sentence))],
      ),
    ),
    h('td', { class: 'number' }, number(cell?.p)),
    h('td', { class: 'number' }, number(cell?.r)),
    h('td', { class: 'number' }, String(wrongCount(cell) ?? '')),
  );
}

/** Returns the number of wrong squares; undefined where there is no board. */
const wrongCount = (cell: TimelineCell | null): number | undefined =>
  cell === null || cell.fen === null ? undefined : cell.wrongSquares;

function smallBoard(view: View, row: TimelineRow, cell: TimelineCell | null): JSX.Element {
  const pair = { ...boardPairView({ ...view, row, cell }), cell };
  const believed = believedView(pair);
  if (believed === undefined) return h('span', { class: 'small none' }, boardless(pair));
  return statePicture(view.line.variant, believed, SIZE, 'small');
}

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
