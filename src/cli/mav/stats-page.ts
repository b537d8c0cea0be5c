import { type ChartLine, type ChartPoint, figure } from '../../core/evaluation/report/html/line-chart.ts';
import { lineStyle } from '../../core/evaluation/report/html/line-marks.ts';
import { type Markup, paragraph, table } from '../../core/evaluation/report/html/markup.ts';
import { type PageSection, plainPage } from '../../core/evaluation/report/html/plain-page.ts';
import type { ReportTable } from '../../core/evaluation/report/tables.ts';
import type { ValueSummary } from '../../core/mav/stats/value-summary.ts';
import { plural } from '../io/terminal.ts';
import { countsOf, figureRows, groupName, STATS_DIGITS, type StatsGroup } from './stats-table.ts';

/**
 * The groups as one HTML file without a script: their figures, and the calibration of values as a plot with its table.
 *
 * @param tool that wrote it, with its version
 * @param digits decimals of shares
 */
export function mavStatsPage(groups: readonly StatsGroup[], tool: string, digits = STATS_DIGITS): string {
  const examples = groups.filter(({ game }) => game !== 'all').reduce((sum, group) => sum + group.examples, 0);
  return plainPage({
    name: 'StateLens MAV',
    heading: 'Answers in MAV',
    lead: plural(examples, 'example'),
    sections: groups.map((group, i): PageSection => {
      const { head, rows } = figureRows(group, digits);
      const [caption, ...columns] = head;
      const figures: ReportTable = {
        caption: `Figures of ${caption}${hasIntervals(rows) ? '; brackets are 95 % intervals' : ''}`,
        head: ['figure', ...columns],
        rows: rows.map(([name = '', ...cells]) => ({ head: name, cells })),
      };
      return {
        id: `group-${i}`,
        title: groupName(group),
        body: [table(figures), paragraph(`${countsOf(group)}.`, 'quiet'), ...calibrationPlot(group.values, digits)],
      };
    }),
    end: `${tool}.`,
  });
}

const hasIntervals = (rows: readonly (readonly string[])[]): boolean => rows.some((row) => row.join().includes('['));

type Bin = ValueSummary['calibration'][number];

const binName = ({ from, to }: Pick<Bin, 'from' | 'to'>): string => `${from}–${to}`;

/** All eighths of the buckets, of which `bins` has those with values. */
function eighths([{ from, to }]: readonly [Bin, ...Bin[]]): readonly Pick<Bin, 'from' | 'to'>[] {
  const width = to - from + 1;
  const base = from % width;
  return Array.from({ length: 8 }, (_, i) => ({ from: base + i * width, to: base + (i + 1) * width - 1 }));
}

/** Calibration plot: stated values and those of the source, by buckets; empty if no values were compared. */
function calibrationPlot(values: ValueSummary | null, digits: number): Markup[] {
  const [first, ...others] = values?.calibration ?? [];
  if (first === undefined) return [];
  const bins = [first, ...others] as const;
  const all = eighths(bins);
  const text = (value: number): string => value.toFixed(digits);
  const total = bins.reduce((sum, { n }) => sum + n, 0);
  const apart = bins.reduce((sum, { n, said, source }) => sum + n * Math.abs(said - source), 0) / total;
  const pointsOf = (of: 'said' | 'source'): (ChartPoint | undefined)[] =>
    all.map(({ from }) => {
      const bin = bins.find((one) => one.from === from);
      const words = (one: Bin): string =>
        `buckets ${binName(one)} say ${text(one.said)}, are ${text(one.source)}, ${plural(one.n, 'value')}`;
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
        caption: 'Calibration by bucket',
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
