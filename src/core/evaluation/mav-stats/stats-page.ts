import { plural } from '../../base/text/counts.ts';
import type { StatsGroup } from '../../mav/stats/collected-stats.ts';
import type { ValueSummary } from '../../mav/stats/summary.ts';
import { type ChartLine, type ChartPoint, figure, lineStyle } from '../report/html/line-chart.ts';
import { type Markup, paragraph, table } from '../report/html/markup.ts';
import { type PageSection, plainPage } from '../report/html/plain-page.ts';
import type { ReportTable } from '../report/tables.ts';
import { exampleCountsText, figureRows, STATS_DIGITS, statsGroupName } from './stats-figures.ts';

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
