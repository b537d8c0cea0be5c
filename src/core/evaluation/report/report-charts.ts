import type { Interval } from '../../base/stats/confidence-interval.ts';
import { type Brush, type ChartLine, type ChartPoint, type LineChart, lineStyle } from './html/line-chart.ts';
import { lengthKey } from './list/groupings.ts';
import type { CellFigures, LengthGroup, Report, SeriesFigures } from './report.ts';
import { depthTable, precisionTable, type ReportTable, tauTable, tauText } from './tables.ts';
import { depthName, groupName, scoreInterval, smallInterval } from './words.ts';

/** Chart of a report with its words and the table of its values. */
export interface ReportChart {
  /** Name for files: `p-by-length`. */
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly chart: LineChart;
  readonly table: ReportTable;
}

/** Maximum number of distinguishable lines; the tables have all. */
const MAX_LINES = 12;

/** Returns the charts of a report: p_m and tau-b by length, p by depth. */
export function reportCharts(report: Report): ReportChart[] {
  const { m, groups, series } = report;
  const p = depthName('p', m);
  const byLength = groups.length < 2 ? [] : [pByLength(report), tauByLength(report)];
  const drawn = series.slice(0, MAX_LINES);
  const depths = Array.from({ length: m }, (_, i) => i);
  const byDepth: ReportChart = {
    id: 'p-by-depth',
    title: 'How fast errors spread.',
    text: `Mean precision by depth: p₁ tests one legal move, ${p} tests ${m} in a row.`,
    chart: {
      label: `Mean p by depth, 1 to ${m}, one line per model`,
      categories: depths.map((d) => depthName('p', d + 1)),
      xTitle: 'depth',
      yTitle: 'mean',
      scale: 'unit',
      lines: linesOf(drawn, depths, ({ all }, depth) =>
        point(all.p[depth], (interval) => scoreInterval(interval, report.digits)),
      ),
    },
    table: depthTable(report),
  };
  return [...byLength, ...(m > 1 ? [byDepth] : [])];
}

function pByLength(report: Report): ReportChart {
  const { m, groups, series, digits } = report;
  const p = depthName('p', m);
  const drawn = series.slice(0, MAX_LINES);
  return {
    id: 'p-by-length',
    title: `${p} by game length.`,
    text: `Mean ${p} on a logarithmic scale (figure 4 of the paper). Bars are 95 % intervals; a hollow mark on the lower edge is 0 or a value below the scale.`,
    chart: {
      label: `Mean ${p} by game length, one line per model`,
      categories: groups.map(groupName),
      brushes: groups.map(brushOf),
      xTitle: 'half-moves played',
      yTitle: `mean ${p}`,
      scale: 'log',
      lines: linesOf(
        drawn,
        groups,
        (one, group) => point(groupOf(one, group)?.p.at(-1), (interval) => smallInterval(interval, digits)),
        (group) => ({ name: `${groupName(group)} half-moves`, brush: brushOf(group) }),
      ),
    },
    table: precisionTable(report),
  };
}

function tauByLength(report: Report): ReportChart {
  const { m, groups, series } = report;
  const p = depthName('p', m);
  const models = series.filter(({ floor }) => !floor).slice(0, MAX_LINES);
  const drawn = models.length > 0 ? models : series.slice(0, MAX_LINES);
  return {
    id: 'tau-by-length',
    title: 'Does the edit distance agree?',
    text: `Kendall's τ_b of ${p} with the negated edit distance (figure 3 of the paper): 1 if both rank the answers identically, 0 if the rankings are unrelated.`,
    chart: {
      label: `Kendall's tau-b by game length, one line per model`,
      categories: groups.map(groupName),
      brushes: groups.map(brushOf),
      xTitle: 'half-moves played',
      yTitle: 'τ_b',
      scale: 'signed',
      lines: linesOf(
        drawn,
        groups,
        (one, group): ChartPoint | undefined => {
          const tau = groupOf(one, group)?.tau;
          if (tau === undefined || tau === null) return undefined;
          return { value: tau.tauB, low: null, high: null, text: tauText(tau, report.digits) };
        },
        (group) => ({ name: `${groupName(group)} half-moves`, brush: brushOf(group) }),
      ),
    },
    table: tauTable(report, drawn),
  };
}

/** Returns the filter of a length of game, in the syntax of lists. */
const brushOf = (group: LengthGroup): Brush => ({ length: lengthKey(group) });

const groupOf = (one: SeriesFigures, { from }: { readonly from: number }): CellFigures | undefined =>
  one.groups.find((group) => group.from === from);

const point = (interval: Interval | undefined, text: (interval: Interval) => string): ChartPoint | undefined =>
  interval && { value: interval.value, low: interval.low, high: interval.high, text: text(interval) };

/**
 * Returns the lines of models and baselines, numbered separately, so that a model has the same style in every chart.
 *
 * @param at names the category of a point, with the filter to its samples; answers of the report's own baselines are in
 * no run
 */
function linesOf<T>(
  series: readonly SeriesFigures[],
  categories: readonly T[],
  pointOf: (one: SeriesFigures, category: T) => ChartPoint | undefined,
  at?: (category: T) => { readonly name: string; readonly brush: Brush },
): ChartLine[] {
  let [models, baselines] = [0, 0];
  return series.map((one) => ({
    name: one.name,
    style: lineStyle(one.floor ? baselines++ : models++, one.floor),
    points: categories.map((category) => {
      const point = pointOf(one, category);
      const place = at?.(category);
      if (point === undefined || place === undefined) return point;
      const text = `${place.name}: ${point.text}`;
      return { ...point, text, ...(!one.floor && { brush: { ...place.brush, series: one.name } }) };
    }),
  }));
}
