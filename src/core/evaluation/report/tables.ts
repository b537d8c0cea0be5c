import { formatShareSum as number, plural } from '../../base/text/counts.ts';
import { SQUARE } from '../../metrics/comparison-rules.ts';
import { formatScore, SCORE_DIGITS } from '../../metrics/score-format.ts';
import { verdictName } from '../../metrics/wording.ts';
import { costText } from './cost.ts';
import {
  type CellFigures,
  type PairTest,
  type Rank,
  type Report,
  type SeriesFigures,
  seriesWithRequests,
} from './report.ts';
import { ERROR_KINDS } from './sample-scores.ts';
import {
  BEST_FIRST,
  costCells,
  countInterval,
  depthName,
  differenceText,
  groupName,
  NO_FIGURE,
  percent,
  percentInterval,
  pValue,
  scoreInterval,
  smallInterval,
} from './words.ts';

/** Table of a report as texts, for the page and Markdown. All but the first columns are numbers. */
export interface ReportTable {
  readonly caption: string;
  readonly head: readonly string[];
  readonly rows: readonly ReportRow[];
  /** Number of text columns at the start, the first included; default 1. */
  readonly texts?: number;
}

export interface ReportRow {
  readonly head: string;
  readonly cells: readonly string[];
  /** True for a baseline. */
  readonly floor?: boolean;
  /** Filter of the list of samples to those that the row counts. */
  readonly brush?: Readonly<Record<string, string>>;
}

const table = (caption: string, head: readonly string[], rows: readonly ReportRow[]): ReportTable => ({
  caption,
  head,
  rows,
});

const shareText = (share: number | null, digits?: number): string =>
  share === null ? NO_FIGURE : percent(share, digits);

/** Returns a table without the columns that are 0 or empty in every row. */
export function withoutEmpty({ head, rows, ...rest }: ReportTable): ReportTable {
  const says = (i: number): boolean => rows.some(({ cells }) => !['0', NO_FIGURE, ''].includes(cells[i] ?? ''));
  return {
    ...rest,
    head: head.filter((_, i) => i === 0 || says(i - 1)),
    rows: rows.map(({ cells, ...row }) => ({ ...row, cells: cells.filter((_, i) => says(i)) })),
  };
}

/** Returns the main figures of each model. */
export const modelTable = ({ series, m, part = SQUARE, digits }: Report): ReportTable =>
  table(
    'Main figures, 95 % intervals',
    [
      'model',
      'samples',
      'distinct positions',
      'independent games',
      'failed',
      'coverage',
      'exact',
      'same position',
      `correct ${part}s`,
      'edit distance',
      'kernel',
      depthName('p', m),
      depthName('r', m),
      depthName('f', m),
      `${depthName('p', m)} vacuous`,
    ],
    series.map(({ name, floor, all }) => ({
      head: name,
      floor,
      cells: [
        number(all.n),
        number(all.positions),
        number(all.clusters),
        number(all.failed),
        shareText(all.coverage, digits),
        percentInterval(all.exact, digits),
        percentInterval(all.position, digits),
        percentInterval(all.accuracy, digits),
        countInterval(all.editDistance, digits),
        scoreInterval(all.kernel, digits),
        scoreInterval(all.p.at(-1), digits),
        scoreInterval(all.r.at(-1), digits),
        scoreInterval(all.f, digits),
        number(all.vacuous.p),
      ],
    })),
  );

/** Returns counts of verdicts by model. */
export const verdictTable = ({ series, part }: Report): ReportTable =>
  withoutEmpty(
    table(
      'Answers by verdict (the first fault that applies)',
      ['model', 'answers', ...BEST_FIRST.map((v) => verdictName(v, part))],
      series.map(({ name, floor, all }) => ({
        head: name,
        floor,
        cells: [all.answers, ...BEST_FIRST.map((v) => all.verdicts[v])].map(number),
      })),
    ),
  );

/** Returns a table with a column for each length of game and one for all. */
const byLength = (
  { groups }: Report,
  caption: string,
  series: readonly SeriesFigures[],
  cell: (figures: CellFigures) => string,
): ReportTable =>
  table(
    caption,
    ['model', ...groups.map(groupName), 'all'],
    series.map(({ name, floor, all, groups: own }) => ({
      head: name,
      floor,
      cells: [...groups.map(({ from }) => own.find((group) => group.from === from)), all].map((figures) =>
        figures === undefined ? NO_FIGURE : cell(figures),
      ),
    })),
  );

/** Returns mean p_m by game length. */
export const precisionTable = (report: Report): ReportTable =>
  byLength(report, `Mean ${depthName('p', report.m)} by half-moves played`, report.series, ({ p }) =>
    smallInterval(p.at(-1), report.digits),
  );

/** Returns agreement of p_m with the edit distance by game length. */
export const tauTable = (report: Report, series: readonly SeriesFigures[] = report.series): ReportTable =>
  byLength(
    report,
    `τ_b of ${depthName('p', report.m)} with −edit distance, and the p-value of τ_b = 0`,
    series,
    ({ tau }) => tauText(tau, report.digits),
  );

/** Formats tau-b with its interval; a dash without a value. */
export const tauText = (tau: CellFigures['tau'], digits = SCORE_DIGITS): string =>
  tau === null
    ? NO_FIGURE
    : `${tau.tauB.toFixed(digits).replace('-', '−')}${tau.p === null ? '' : ` (p ${pValue(tau.p)})`}`;

/** Returns precision and recall by depth. */
export function depthTable({ series, m, digits }: Report): ReportTable {
  const depths = Array.from({ length: m }, (_, i) => i);
  const cells = (figures: CellFigures, which: 'p' | 'r'): string[] =>
    depths.map((d) => scoreInterval(figures[which][d], digits));
  return table(
    'Means by depth, precision and recall',
    ['model', ...depths.map((d) => depthName('p', d + 1)), ...depths.map((d) => depthName('r', d + 1))],
    series.map(({ name, floor, all }) => ({ head: name, floor, cells: [...cells(all, 'p'), ...cells(all, 'r')] })),
  );
}

/** Returns all figures by length of game, a table per quantity. */
export function lengthTables(report: Report): ReportTable[] {
  const { digits } = report;
  const of = (caption: string, cell: (figures: CellFigures) => string): ReportTable =>
    byLength(report, `${caption}, by half-moves played`, report.series, cell);
  return [
    of('Exact answers', ({ exact }) => percentInterval(exact, digits)),
    of('Same position (board, side, castling, en passant)', ({ position }) => percentInterval(position, digits)),
    of('Valid positions', ({ valid }) => percentInterval(valid, digits)),
    of(`Correct ${report.part ?? SQUARE}s`, ({ accuracy }) => percentInterval(accuracy, digits)),
    of('Edit distance', ({ editDistance }) => countInterval(editDistance, digits)),
    of('Kernel exp(−λ · edit distance)', ({ kernel }) => scoreInterval(kernel, digits)),
    of(`Mean ${depthName('f', report.m)}`, ({ f }) => scoreInterval(f, digits)),
    of(
      'Scored answers and position coverage',
      ({ scored, coverage }) => `${number(scored)} (${shareText(coverage, digits)})`,
    ),
    of('Independent games', ({ clusters }) => number(clusters)),
  ];
}

/** Returns the two rankings; a sentence where one of them is not possible. */
export function rankingTables({ ranking, m, worlds, digits }: Report): (ReportTable | string)[] {
  const of = (caption: string, ranks: readonly Rank[]): ReportTable =>
    table(
      caption,
      ['model', 'rank', `mean ${depthName('p', m)}`, worlds === true ? 'right state' : 'same position'],
      ranks.map(({ name, floor, rank, p, position }) => ({
        head: name,
        floor,
        cells: [String(rank), formatScore(p, { digits }), percent(position, digits)],
      })),
    );
  const { common, positions, onCommon, missingAsZero } = ranking;
  return [
    common === 0
      ? 'No position was answered by all models, so only the second ranking is possible.'
      : of(`On the ${plural(common, 'position')} that all models answered`, onCommon),
    of(`On all ${plural(positions, 'position')}; missing answers count as 0`, missingAsZero),
  ];
}

/** Returns paired tests, a table per metric; a sentence where some are left out. */
export function pairTables({ pairs, m, pairsLeftOut, worlds, digits }: Report): (ReportTable | string)[] {
  const head = ['A − B', 'positions', 'independent games', 'difference', 'p', 'p, Holm', 'differ (5 %)'];
  const of = (metric: PairTest['metric'], name: string): ReportTable =>
    table(
      `Differences in ${name} on the positions that both answered, 95 % intervals`,
      head,
      pairs
        .filter((pair) => pair.metric === metric)
        .map((pair) => ({
          head: `${pair.a} − ${pair.b}`,
          cells: [
            number(pair.positions),
            number(pair.clusters),
            differenceText(pair.difference, { digits, isShare: pair.metric === 'position' }),
            pValue(pair.difference.p),
            pValue(pair.holm),
            pair.holm === null ? NO_FIGURE : pair.holm <= 0.05 ? 'yes' : 'no',
          ],
        })),
    );
  if (pairs.length === 0) return [];
  return [
    of('p', `mean ${depthName('p', m)}`),
    of('position', `answers with the ${worlds === true ? 'right state' : 'same position'}, in percentage points,`),
    ...(pairsLeftOut === 0 ? [] : [`${plural(pairsLeftOut, 'pair')} beyond the best twelve models are omitted.`]),
  ];
}

/** Returns mistakes in the terms of a game: board and fields, kinds, blame. Empty where all states are of other worlds. */
export const gameTables = (report: Report): ReportTable[] =>
  report.worlds === true ? [] : [conditionalTable(report), errorTable(report), ...blameTables(report)];

/** Returns the counts of the kinds of mistakes. */
export const errorTable = ({ series }: Report): ReportTable =>
  withoutEmpty(
    table(
      'Answers with at least one mistake of each kind',
      ['model', 'answers', ...ERROR_KINDS],
      series.map(({ name, floor, all }) => ({
        head: name,
        floor,
        cells: [all.answers, ...ERROR_KINDS.map((kind) => all.errors[kind])].map(number),
      })),
    ),
  );

/** Returns the shares of stale squares with the share by chance, and the ages of missed moves. */
export function blameTables({ series, digits }: Report): ReportTable[] {
  const bins = series[0]?.all.blame.ages.bins ?? [];
  return [
    table(
      'Stale share of wrong squares (true earlier in the game), compared with chance; age of the missed moves in half-moves',
      ['model', 'wrong squares', 'stale', 'by chance', 'median age', ...bins.map(groupName)],
      series.map(({ name, floor, all }) => ({
        head: name,
        floor,
        cells: [
          number(all.blame.wrong),
          shareText(all.blame.stale, digits),
          shareText(all.blame.control, digits),
          all.blame.ages.median === null ? NO_FIGURE : String(all.blame.ages.median),
          ...all.blame.ages.bins.map(({ count }) => number(count)),
        ],
      })),
    ),
    table(
      'Answers by lag: half-moves since the earlier position that the board matches best; opening fallbacks',
      ['model', ...(series[0]?.all.blame.lags.bins ?? []).map(groupName), 'median', 'opening fallbacks'],
      series.map(({ name, floor, all: { blame } }) => ({
        head: name,
        floor,
        cells: [
          ...blame.lags.bins.map(({ count }) => number(count)),
          blame.lags.median === null ? NO_FIGURE : String(blame.lags.median),
          number(blame.fallbacks),
        ],
      })),
    ),
  ];
}

/** Returns scores with the true side to move, and of the board alone. */
export const conditionalTable = ({ series, m, digits }: Report): ReportTable => {
  const [p, r] = [depthName('p', m), depthName('r', m)];
  const score = (value: number | undefined): string =>
    value === undefined ? NO_FIGURE : formatScore(value, { digits });
  return table(
    'Board or bookkeeping: mean scores as answered, with the true side to move, and of the board alone',
    ['model', p, `${p}, true side`, `${p}, board`, r, `${r}, true side`, `${r}, board`],
    series.map(({ name, floor, all }) => ({
      head: name,
      floor,
      cells: [
        score(all.p.at(-1)?.value),
        score(all.trueSide?.p),
        score(all.boardOnly?.p),
        score(all.r.at(-1)?.value),
        score(all.trueSide?.r),
        score(all.boardOnly?.r),
      ],
    })),
  );
};

/** Returns failed requests and tokens; undefined when no run states either. */
export function effortTable(report: Report): ReportTable | undefined {
  const known = seriesWithRequests(report);
  if (known.length === 0) return undefined;
  const tokens = (n: number | undefined): string => (n === undefined ? NO_FIGURE : number(n));
  return withoutEmpty(
    table(
      'Requests and tokens; failed requests count in no other figure',
      [
        'model',
        'asked',
        'failed',
        'faults',
        'not scored',
        'input tokens',
        'output tokens',
        'reasoning tokens',
        'cached',
        'cost',
      ],
      known.map(({ name, floor, all }) => ({
        head: name,
        floor,
        cells: [
          number(all.n),
          number(all.failed),
          Object.entries(all.faults)
            .map(([code, n]) => `${code} ${n}`)
            .join(', ') || NO_FIGURE,
          number(all.unscored),
          tokens(all.tokens?.input),
          tokens(all.tokens?.output),
          tokens(all.tokens?.reasoning),
          number(all.cached),
          all.cost === null ? NO_FIGURE : costText(all.cost),
        ],
      })),
    ),
  );
}

/** Returns the cost of models by game length; undefined without prices or lengths. */
export function costTable(report: Report): ReportTable | undefined {
  const { series, groups } = report;
  const priced = series.filter(isPriced);
  if (priced.length === 0 || groups.length < 2) return undefined;
  return table(
    'Cost, by half-moves played',
    ['model', ...groups.map(groupName), 'all'],
    priced.map((one) => ({ head: one.name, floor: one.floor, cells: costCells(one, groups) })),
  );
}

/** Returns true if the prices of a series are known. */
export const isPriced = ({ all, groups }: SeriesFigures): boolean => [all, ...groups].some(({ cost }) => cost !== null);
