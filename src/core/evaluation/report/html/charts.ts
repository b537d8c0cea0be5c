import type { Interval } from '../../../base/stats/intervals.ts';
import { lengthKey } from '../list/groupings.ts';
import type { CellFigures, LengthGroup, Report, SeriesFigures } from '../report.ts';
import { depthTable, precisionTable, tauTable, tauText } from '../tables.ts';
import { depthName, groupName, scoreInterval, smallInterval } from '../words.ts';
import { type Brush, type ChartLine, type ChartPoint, figure } from './line-chart.ts';
import { lineStyle } from './line-marks.ts';
import { type Markup, table } from './markup.ts';

/** More lines than these cannot be distinguished; the tables have all. */
const MAX_LINES = 12;

/** The charts of a report with their tables: p_m and tau-b by length, p by depth. */
export function charts(report: Report): Markup[] {
  const { m, groups, series } = report;
  const p = depthName('p', m);
  const byLength = groups.length < 2 ? [] : [pByLength(report), tauByLength(report)];
  const drawn = series.slice(0, MAX_LINES);
  const depths = Array.from({ length: m }, (_, i) => i);
  const byDepth = figure(
    'How fast errors spread.',
    `Mean precision by depth: p₁ tests one legal move, ${p} tests ${m} in a row.`,
    {
      label: `Mean p by depth, 1 to ${m}, one line per model`,
      categories: depths.map((d) => depthName('p', d + 1)),
      xTitle: 'depth',
      yTitle: 'mean',
      scale: 'unit',
      lines: linesOf(drawn, depths, ({ all }, depth) =>
        point(all.p[depth], (interval) => scoreInterval(interval, report.digits)),
      ),
    },
    table(depthTable(report)),
  );
  return [...byLength, ...(m > 1 ? [byDepth] : [])];
}

function pByLength(report: Report): Markup {
  const { m, groups, series, digits } = report;
  const p = depthName('p', m);
  const drawn = series.slice(0, MAX_LINES);
  return figure(
    `${p} by game length.`,
    `Mean ${p} on a logarithmic scale (figure 4 of the paper). Bars are 95 % intervals; a hollow mark on the lower edge is 0 or a value below the scale.`,
    {
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
    table(precisionTable(report)),
  );
}

function tauByLength(report: Report): Markup {
  const { m, groups, series } = report;
  const p = depthName('p', m);
  const models = series.filter(({ floor }) => !floor).slice(0, MAX_LINES);
  const drawn = models.length > 0 ? models : series.slice(0, MAX_LINES);
  return figure(
    'Does the edit distance agree?',
    `Kendall's τ_b of ${p} with the negated edit distance (figure 3 of the paper): 1 if both rank the answers identically, 0 if the rankings are unrelated.`,
    {
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
    table(tauTable(report, drawn)),
  );
}

/** The samples of a length of game, as lists know them. */
const brushOf = (group: LengthGroup): Brush => ({ length: lengthKey(group) });

const groupOf = (one: SeriesFigures, { from }: { readonly from: number }): CellFigures | undefined =>
  one.groups.find((group) => group.from === from);

const point = (interval: Interval | undefined, text: (interval: Interval) => string): ChartPoint | undefined =>
  interval && { value: interval.value, low: interval.low, high: interval.high, text: text(interval) };

/**
 * Lines of models and baselines, numbered apart, so that a model has the same style in every chart.
 *
 * @param at names the category of a point, with the samples behind it; answers of the report's own baselines are in no run
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
