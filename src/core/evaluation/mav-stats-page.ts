import { MIN_CLUSTERS } from '../base/stats/confidence-interval.ts';
import { plural } from '../base/text/counts.ts';
import type { StatsGroup } from '../mav/stats/collected-stats.ts';
import type { MeanSummary, RateSummary, SideSummary, ValueSummary } from '../mav/stats/summary.ts';
import { type ChartLine, type ChartPoint, figure, lineStyle } from './report/html/line-chart.ts';
import { type Markup, paragraph, table } from './report/html/markup.ts';
import { type PageSection, plainPage } from './report/html/plain-page.ts';
import type { ReportTable } from './report/tables.ts';

const NONE = '-';
/** Default decimals of shares. */
export const STATS_DIGITS = 3;

/** Texts of figures with some decimals. */
interface FigureTexts {
  readonly share: (value: number | null) => string;
  readonly rate: (rate: RateSummary) => string;
  readonly mean: (mean: MeanSummary) => string;
}

function figureTexts(digits: number): FigureTexts {
  /** Rounds down near 1: 1.000 means all. */
  const share = (value: number | null): string => {
    if (value === null) return NONE;
    const text = value.toFixed(digits);
    return value < 1 && Number(text) === 1 ? (1 - 10 ** -digits).toFixed(digits) : text;
  };
  const interval = (value: number | null, low: number | null, high: number | null): string => {
    if (value === null) return NONE;
    return low === null ? share(value) : `${share(value)} [${share(low)}, ${share(high)}]`;
  };
  return {
    share,
    rate: ({ rate: value, low, high, n }) =>
      value === null ? NONE : `${interval(value, low, high)} of ${n.toLocaleString('en-US')}`,
    mean: ({ mean: value, low, high }) => interval(value, low, high),
  };
}

const TITLES = { all: '', in: ', in distribution', out: ', out of distribution' } as const;

/** Returns `hex, in distribution`. */
const statsGroupName = ({ game, split }: StatsGroup): string => `${game}${TITLES[split]}`;

/** Returns a group's figures without its calibration: a head, and rows of a name and its cells. */
export function figureRows(group: StatsGroup, digits: number): { head: string[]; rows: string[][] } {
  const { truth, printed, traces, updated, rights } = group;
  const { share, rate, mean } = figureTexts(digits);
  const both = (name: string, cell: (side: SideSummary) => string): string[] => [name, cell(truth), cell(printed)];
  const rows = [
    both('%best_action legal', ({ best }) => rate(best)),
    both('%top_all precision', ({ all }) => mean(all.precision)),
    both('%top_all recall', ({ all }) => mean(all.recall)),
    both('%top_all F1 score', ({ all }) => mean(all.f1)),
    both('  over all actions: precision', ({ all }) => share(all.micro.precision)),
    both('  recall', ({ all }) => share(all.micro.recall)),
    both('  F1 score', ({ all }) => share(all.micro.f1)),
    both('%top_all exact', ({ all }) => rate(all.exact)),
    both('%top_k correct', ({ top }) => rate(top)),
    both('  actions legal', ({ topActions }) => share(topActions.rate)),
    ['updated state correct', rate(updated), NONE],
    ['castling rights, en passant correct', rate(rights), NONE],
    both('final state correct', ({ final }) => rate(final)),
    both('end of game correct', ({ terminal }) => rate(terminal)),
    ['shape of traces correct', rate(traces.shape), NONE],
    ['traces without an error', rate(traces.clean), NONE],
    ...valueRows(group.values, digits),
  ].filter(([, ...cells]) => cells.some((cell) => cell !== NONE));
  return { head: [statsGroupName(group), 'on the true state', 'on the printed state'], rows };
}

/** Returns the rows of values, which are scored on the state that the model printed. */
function valueRows(values: ValueSummary | null, digits: number): string[][] {
  if (values === null) return [];
  const { n, signed, absolute, tau, best, regret, recall, proved, habit } = values;
  const { rate, mean } = figureTexts(digits);
  const inBuckets = (summary: MeanSummary, isSigned: boolean): string => buckets(summary, isSigned, digits - 1);
  return [
    ['value error in buckets, signed', NONE, `${inBuckets(signed, true)} of ${n.toLocaleString('en-US')}`],
    ['  absolute', NONE, inBuckets(absolute, false)],
    ["  order: Kendall's tau", NONE, mean(tau)],
    ['best action has the highest value', NONE, rate(best)],
    ['  win probability lost by it', NONE, mean(regret)],
    ['best k actions listed', NONE, mean(recall)],
    ...(proved.n === 0 ? [] : [['proved results contradicted', NONE, `${proved.contradicted} of ${proved.n}`]]),
    ...(habit === null ? [] : [['all values wrong in one way', NONE, habit]]),
  ];
}

/** Returns the calibration table: stated values and those of the source, by buckets. */
export function calibrationRows(values: ValueSummary | null, digits: number): string[][] {
  if (values === null) return [];
  const { share } = figureTexts(digits);
  const bins = values.calibration.map(({ from, to, n: count, said, source }) => [
    `  buckets ${from} to ${to}: ${count.toLocaleString('en-US')}`,
    `say ${share(said)}`,
    `are ${share(source)}`,
  ]);
  return [['calibration by bucket', 'win probability', 'by the source'], ...bins];
}

/** Formats a mean in buckets with its interval. */
function buckets({ mean: value, low, high }: MeanSummary, isSigned: boolean, digits: number): string {
  const shown = (figure: number): string => (isSigned && figure > 0 ? '+' : '') + figure.toFixed(digits);
  if (value === null) return NONE;
  return low === null || high === null ? shown(value) : `${shown(value)} [${shown(low)}, ${shown(high)}]`;
}

/** Returns the number of examples and independent games, and the parts without scores. */
export function exampleCountsText({ examples, clusters, unknownGames, notJudged }: StatsGroup): string {
  const { prompts, unknown, missing, elided } = notJudged;
  const counts = [
    [prompts, 'without an answer'],
    [unknown, 'with an unknown position'],
    [missing, 'missing outputs'],
    [elided, 'lists with an ellipsis'],
  ] as const;
  const left = counts.flatMap(([n, what]) => (n === 0 ? [] : `${n.toLocaleString('en-US')} ${what}`));
  const few = (clusters ?? 0) < MIN_CLUSTERS ? ' (fewer than ten: no intervals)' : '';
  const some = unknownGames === examples ? '' : ` of ${unknownGames.toLocaleString('en-US')}`;
  const games =
    clusters === null ? `, games${some} unknown: no intervals` : ` of ${plural(clusters, 'independent game')}${few}`;
  const all = `${plural(examples, 'example')}${games}`;
  return left.length === 0 ? all : `${all}; not evaluated: ${left.join(', ')}`;
}

/**
 * Returns the groups as one HTML file without scripts: their figures, and the calibration of values as a plot with its table.
 *
 * @param tool name and version of the tool that wrote it
 * @param digits decimals of shares
 */
export function mavStatsPage(groups: readonly StatsGroup[], tool: string, digits = STATS_DIGITS): string {
  return plainPage({
    name: 'StateLens MAV',
    heading: 'Answers in MAV',
    lead: statsLead(groups),
    sections: mavStatsParts(groups, digits),
    end: `${tool}.`,
  });
}

/** Returns the number of examples of all groups, in words. */
export const statsLead = (groups: readonly StatsGroup[]): string =>
  plural(
    groups.filter(({ game }) => game !== 'all').reduce((sum, group) => sum + group.examples, 0),
    'example',
  );

/**
 * Returns a section for each group: its figures, and the calibration of values as a plot with its table.
 *
 * @param digits decimals of shares
 */
export const mavStatsParts = (groups: readonly StatsGroup[], digits = STATS_DIGITS): PageSection[] =>
  groups.map((group, i): PageSection => {
    const { head, rows } = figureRows(group, digits);
    const [caption, ...columns] = head;
    const figures: ReportTable = {
      caption: `Figures of ${caption}${hasIntervals(rows) ? '; brackets are 95 % intervals' : ''}`,
      head: ['figure', ...columns],
      rows: rows.map(([name = '', ...cells]) => ({ head: name, cells })),
    };
    return {
      id: `group-${i}`,
      title: statsGroupName(group),
      body: [table(figures), paragraph(`${exampleCountsText(group)}.`, 'quiet'), ...calibrationPlot(group, digits)],
    };
  });

const hasIntervals = (rows: readonly (readonly string[])[]): boolean => rows.some((row) => row.join().includes('['));

type Bin = ValueSummary['calibration'][number];

const binName = ({ from, to }: Pick<Bin, 'from' | 'to'>): string => `${from}–${to}`;

/** Returns all eighths of the buckets, of which `bins` has those with values. */
function eighths([{ from, to }]: readonly [Bin, ...Bin[]]): readonly Pick<Bin, 'from' | 'to'>[] {
  const width = to - from + 1;
  const base = from % width;
  return Array.from({ length: 8 }, (_, i) => ({ from: base + i * width, to: base + (i + 1) * width - 1 }));
}

/**
 * Returns the calibration plot: stated values and those of the source, by buckets; empty if no values were compared.
 */
function calibrationPlot(group: StatsGroup, digits: number): Markup[] {
  const [first, ...others] = group.values?.calibration ?? [];
  if (first === undefined) return [];
  const bins = [first, ...others] as const;
  const all = eighths(bins);
  const text = (value: number): string => value.toFixed(digits);
  const total = bins.reduce((sum, { n }) => sum + n, 0);
  const apart = bins.reduce((sum, { n, said, source }) => sum + n * Math.abs(said - source), 0) / total;
  const pointsOf = (of: 'said' | 'source'): (ChartPoint | undefined)[] =>
    all.map(({ from }) => {
      const bin = bins.find((item) => item.from === from);
      const words = (entry: Bin): string =>
        `buckets ${binName(entry)} say ${text(entry.said)}, are ${text(entry.source)}, ${plural(entry.n, 'value')}`;
      return bin && { value: bin[of], low: null, high: null, text: words(bin) };
    });
  const lines: ChartLine[] = [
    { name: 'as the values say (calibrated)', style: lineStyle(0, true), points: pointsOf('said') },
    { name: 'by the source', style: lineStyle(0, false), points: pointsOf('source') },
  ];
  const worst = bins.reduce((a, b) => (Math.abs(b.said - b.source) > Math.abs(a.said - a.source) ? b : a));
  return [
    figure(
      'Calibration by bucket.',
      `Mean win probability that the values of these buckets say, and that of their source: of calibrated values both lines are one. Weighed by values they are ${text(apart)} apart, most in buckets ${binName(worst)}, which say ${text(worst.said)} and are ${text(worst.source)}.`,
      {
        label: `Win probability by bucket: what the values say, and what the source says; ${text(apart)} apart on average`,
        categories: all.map(binName),
        xTitle: 'buckets',
        yTitle: 'win probability',
        scale: 'unit',
        lines,
        isBridged: true,
      },
      table({
        caption: `Calibration by bucket, ${statsGroupName(group)}`,
        head: ['buckets', 'values', 'say', 'are, by the source', 'say minus are'],
        rows: bins.map((bin) => ({
          head: binName(bin),
          cells: [
            bin.n.toLocaleString('en-US'),
            text(bin.said),
            text(bin.source),
            signed(bin.said - bin.source, digits),
          ],
        })),
      }),
    ),
  ];
}

const signed = (value: number, digits: number): string => {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
};
