import { h, type JSX } from 'preact';
import { formatScore } from '../../../core/metrics/score-format.ts';
import { bucketShares, chancesWords } from '../../../core/search/bucket-chances.ts';
import type { ChildRow, RowKey } from '../../../core/search/view/table-rows.ts';
import type { BucketChances } from '../../../core/search/world-model.ts';
import type { Content } from '../../common/elements.ts';
import { t } from '../../common/l10n.ts';
import type { TreeStore } from '../store.ts';

const HEIGHT = 16;
/** Height of a share above 0, in pixels, at least: it is to be seen. */
const LEAST = 0.75;

/** Draws the probabilities of the 64 buckets as bars, the lowest bucket on the left, the likeliest as high as the picture. */
function sparkline(chances: BucketChances): JSX.Element {
  const shares = bucketShares(chances);
  const highest = Math.max(...shares, Number.MIN_VALUE);
  const words = chancesWords(chances);
  let path = '';
  for (const [bucket, share] of shares.entries()) {
    const height = share > 0 ? Math.max(LEAST, (HEIGHT * share) / highest) : 0;
    if (height > 0) path += `M${bucket} ${HEIGHT}v${(-height).toFixed(2)}h1v${height.toFixed(2)}z`;
  }
  return h(
    'svg',
    {
      class: 'spark',
      viewBox: `0 0 ${shares.length} ${HEIGHT}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': words,
    },
    h('title', null, words),
    h('path', { class: 'ground', d: `M0 ${HEIGHT - 0.25}h${shares.length}` }),
    h('path', { class: 'bars', d: path }),
  );
}

/** Column of the table of a node's actions. */
export interface Column {
  readonly title: string;
  /** The explanation of the title. */
  readonly explanation: string;
  readonly key?: RowKey;
  /** True for a column that is left out where there is no room: the words of a row have it. */
  readonly isSpare?: true | undefined;
  readonly cell: (row: ChildRow) => Content;
}

/** Column of the actions, whose word depends on the tree. */
const MOVE: Column = { title: t('Move'), explanation: t('The move'), key: 'name', cell: ({ name }) => name };

const score = (value: number | undefined): string => (value === undefined ? '–' : formatScore(value));

const visits: Column = {
  title: 'N',
  explanation: t('Visits, and virtual counts of descents with pending answers'),
  key: 'visits',
  cell: ({ visits, virtual }) => (virtual > 0 ? `${visits} +${virtual}` : String(visits)),
};
const listed: Column = {
  title: t('Listed'),
  explanation: t('The value that the model listed'),
  key: 'listed',
  cell: ({ listed }) => score(listed),
};
const reference: Column = {
  title: t('Reference'),
  explanation: t('The value by the reference'),
  key: 'reference',
  cell: ({ reference }) => score(reference),
};
const chances: Column = {
  title: t('Buckets'),
  explanation: t('Probabilities of the 64 buckets, the lowest on the left'),
  isSpare: true,
  cell: ({ chances }) => (chances === undefined ? '–' : sparkline(chances)),
};

/** Explanations of Q by the rule of the search. */
const BACKED_UP = {
  mean: t('Mean of the values that were backed up'),
  minimax: t('Value of the best known reply'),
} as const;

const ofSearch = (backup: keyof typeof BACKED_UP): readonly Column[] => [
  visits,
  { title: 'Q', explanation: BACKED_UP[backup], key: 'q', cell: ({ q }) => score(q) },
  { title: 'P', explanation: t('Prior (Eq. 1)'), key: 'prior', cell: ({ prior }) => score(prior) },
  { ...listed, isSpare: true },
];
const OF_TRACE: readonly Column[] = [
  listed,
  {
    title: t('Weighed'),
    explanation: t('Its weight in the decision'),
    key: 'weighed',
    cell: ({ weighed }) => score(weighed),
  },
  { title: t('Minimax'), explanation: t('Minimax value of the subtree'), key: 'q', cell: ({ q }) => score(q) },
];

const cost = (value: number | undefined): string => (value === undefined ? '–' : String(Math.round(1e6 * value) / 1e6));

/** Columns of a trace whose nodes have a status, with those of costs that some row has. */
function ofMarked(rows: readonly ChildRow[]): readonly Column[] {
  const has = (key: 'cost' | 'heuristic' | 'sum' | 'stated'): boolean => rows.some((row) => row[key] !== undefined);
  const all: readonly Column[] = [
    { title: 'N', explanation: t('Nodes of the subtree'), key: 'visits', cell: (row) => String(row.visits) },
    { title: 'g', explanation: t('Cost of the path so far'), key: 'cost', cell: (row) => cost(row.cost) },
    {
      title: 'h',
      explanation: t('Estimate of the remaining cost'),
      key: 'heuristic',
      cell: (row) => cost(row.heuristic),
    },
    { title: 'f', explanation: t('Sum of both'), key: 'sum', cell: (row) => cost(row.sum) },
    {
      title: t('Value'),
      explanation: t('The value that the trace states'),
      key: 'stated',
      cell: (row) => cost(row.stated),
    },
  ];
  return all.filter(({ key }) => key === 'visits' || has(key as 'cost'));
}

/** Returns the columns of the rows of a node: those of a search, of a trace with values, or of one with statuses. */
export function actionColumns(
  { isTrace, isMarked, stored }: TreeStore,
  rows: readonly ChildRow[],
  hasReference: boolean,
): readonly Column[] {
  return [
    ...(isMarked ? ofMarked(rows) : isTrace ? OF_TRACE : ofSearch(stored?.header.settings.backup ?? 'mean')),
    ...(hasReference ? [reference] : []),
    ...(rows.some((row) => row.chances !== undefined) ? [chances] : []),
  ];
}

/** Returns the column of the names of actions. */
export const actionColumn = ({ isMarked }: Pick<TreeStore, 'isMarked'>): Column =>
  isMarked ? { ...MOVE, title: t('Action'), explanation: t('The action') } : MOVE;
