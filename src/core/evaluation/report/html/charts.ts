import type { Interval } from '../../../base/stats/bootstrap.ts';
import type { CellFigures, Report, SeriesFigures } from '../report.ts';
import { depthName, groupName, NOTHING, pValue, scoreInterval, smallInterval } from '../words.ts';
import { type ChartLine, type ChartPoint, chartLegend, type LineChart, lineChart } from './line-chart.ts';
import { lineStyle } from './line-marks.ts';
import { escape, type Markup, table } from './markup.ts';

/** More lines than these cannot be told apart; the tables have all. */
const MAX_LINES = 12;

/** The charts of a report with their tables: p_m and tau-b by length, p by depth. */
export function charts(report: Report): Markup[] {
  const { m, groups, series } = report;
  const p = depthName('p', m);
  const byLength = groups.length < 2 ? [] : [pByLength(report), tauByLength(report)];
  const drawn = series.slice(0, MAX_LINES);
  const depths = Array.from({ length: m }, (_, i) => i);
  const cells = (figures: CellFigures, which: 'p' | 'r'): string[] =>
    depths.map((d) => scoreInterval(figures[which][d]));
  const byDepth = figure(
    'How fast errors spread.',
    `Mean precision by depth: p₁ asks for one legal move, ${p} for ${m} in a row.`,
    {
      label: `Mean p by depth, 1 to ${m}, a line per model`,
      categories: depths.map((d) => depthName('p', d + 1)),
      xTitle: 'depth',
      yTitle: 'mean',
      scale: 'unit',
      lines: linesOf(drawn, depths, ({ all }, depth) => point(all.p[depth])),
    },
    table(
      'Means by depth, precision and recall',
      ['model', ...depths.map((d) => depthName('p', d + 1)), ...depths.map((d) => depthName('r', d + 1))],
      series.map(({ name, floor, all }) => ({ head: name, floor, cells: [...cells(all, 'p'), ...cells(all, 'r')] })),
    ),
  );
  return [...byLength, ...(m > 1 ? [byDepth] : [])];
}

function pByLength({ m, groups, series }: Report): Markup {
  const p = depthName('p', m);
  const drawn = series.slice(0, MAX_LINES);
  return figure(
    `${p} by length of game.`,
    `Mean ${p} on a logarithmic scale (figure 4 of the paper). Bars are 95 % intervals; a hollow mark on the lower edge is 0, or below it.`,
    {
      label: `Mean ${p} by length of game, a line per model`,
      categories: groups.map(groupName),
      xTitle: 'half-moves played',
      yTitle: `mean ${p}`,
      scale: 'log',
      lines: linesOf(drawn, groups, (one, group) => point(groupOf(one, group)?.p.at(-1), smallInterval)),
    },
    table(
      `Mean ${p} by half-moves played`,
      ['model', ...groups.map(groupName)],
      series.map((one) => ({
        head: one.name,
        floor: one.floor,
        cells: groups.map((group) => smallInterval(groupOf(one, group)?.p.at(-1))),
      })),
    ),
  );
}

function tauByLength({ m, groups, series }: Report): Markup {
  const p = depthName('p', m);
  const models = series.filter(({ floor }) => !floor).slice(0, MAX_LINES);
  const drawn = models.length > 0 ? models : series.slice(0, MAX_LINES);
  const columns = [
    ...groups.map((group) => ({ name: groupName(group), of: (one: SeriesFigures) => groupOf(one, group) })),
    { name: 'all', of: ({ all }: SeriesFigures) => all },
  ];
  return figure(
    'Does the edit distance tell the same?',
    `Kendall's τ_b of ${p} with the negated edit distance (figure 3 of the paper): 1 where both order the answers alike, 0 where they have nothing to do with each other.`,
    {
      label: `Kendall's tau-b by length of game, a line per model`,
      categories: groups.map(groupName),
      xTitle: 'half-moves played',
      yTitle: 'τ_b',
      scale: 'signed',
      lines: linesOf(drawn, groups, (one, group): ChartPoint | undefined => {
        const tau = groupOf(one, group)?.tau;
        if (tau === undefined || tau === null) return undefined;
        return { value: tau.tauB, low: tau.tauB, high: tau.tauB, text: tauText(tau) };
      }),
    },
    table(
      `τ_b of ${p} with −edit distance, and the p-value of its being 0`,
      ['model', ...columns.map(({ name }) => name)],
      drawn.map((one) => ({
        head: one.name,
        floor: one.floor,
        cells: columns.map(({ of }) => tauText(of(one)?.tau ?? null)),
      })),
    ),
  );
}

const tauText = (tau: CellFigures['tau']): string =>
  tau === null ? NOTHING : `${tau.tauB.toFixed(2).replace('-', '−')} (p ${pValue(tau.p)})`;

const groupOf = (one: SeriesFigures, { from }: { readonly from: number }): CellFigures | undefined =>
  one.groups.find((group) => group.from === from);

const point = (interval: Interval | undefined, text = scoreInterval): ChartPoint | undefined =>
  interval && { value: interval.value, low: interval.low, high: interval.high, text: text(interval) };

/** Lines of models and floors, numbered apart, so that a model has the same style in every chart. */
function linesOf<T>(
  series: readonly SeriesFigures[],
  categories: readonly T[],
  pointOf: (one: SeriesFigures, category: T) => ChartPoint | undefined,
): ChartLine[] {
  let [models, floors] = [0, 0];
  return series.map((one) => ({
    name: one.name,
    style: lineStyle(one.floor ? floors++ : models++, one.floor),
    points: categories.map((category) => pointOf(one, category)),
  }));
}

const figure = (title: string, text: string, chart: LineChart, beside: Markup): Markup =>
  `<figure><figcaption><strong>${escape(title)}</strong> ${escape(text)}</figcaption>${lineChart(chart)}${chartLegend(chart.lines)}</figure>${beside}`;
