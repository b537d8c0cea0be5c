import type { Interval } from '../../../base/stats/bootstrap.ts';
import { lengthKey } from '../list/groupings.ts';
import type { CellFigures, LengthGroup, Report, SeriesFigures } from '../report.ts';
import { depthTable, precisionTable, tauTable, tauText } from '../tables.ts';
import { depthName, groupName, scoreInterval, smallInterval } from '../words.ts';
import { dashed, type LineStyle, lineStyle, mark, sample } from './line-marks.ts';
import { escape, type Markup, svg, table, tenths } from './markup.ts';

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
      lines: linesOf(drawn, depths, ({ all }, depth) => point(all.p[depth])),
    },
    table(depthTable(report)),
  );
  return [...byLength, ...(m > 1 ? [byDepth] : [])];
}

function pByLength(report: Report): Markup {
  const { m, groups, series } = report;
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
        (one, group) => point(groupOf(one, group)?.p.at(-1), smallInterval),
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
          return { value: tau.tauB, low: null, high: null, text: tauText(tau) };
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

const point = (interval: Interval | undefined, text = scoreInterval): ChartPoint | undefined =>
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

const figure = (title: string, text: string, chart: LineChart, beside: Markup): Markup =>
  `<figure><figcaption><strong>${escape(title)}</strong> ${escape(text)}</figcaption>${lineChart(chart)}${chartLegend(chart.lines)}</figure>${beside}`;

/** Which samples are behind a part of a chart: what a list of them is narrowed to. */
type Brush = Readonly<Record<string, string>>;

/** A value with its interval, and how both are written. */
interface ChartPoint {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
  readonly brush?: Brush;
}

export interface ChartLine {
  readonly name: string;
  readonly style: LineStyle;
  /** One per category; undefined where there is nothing. */
  readonly points: readonly (ChartPoint | undefined)[];
}

export interface LineChart {
  /** Text for screen readers. */
  readonly label: string;
  readonly categories: readonly string[];
  /** One per category; left out: there is nothing to be chosen. */
  readonly brushes?: readonly Brush[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly lines: readonly ChartLine[];
  /** `log`: values of 0..1 by powers of ten. `unit`: 0..1. `signed`: down to where the values are, up to 1. */
  readonly scale: 'log' | 'unit' | 'signed';
}

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 62;
const RIGHT = 14;
const TOP = 26;
const BOTTOM = 50;
/** Least power of ten that a logarithmic axis shows. */
const MIN_POWER = -5;

interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Values at or below it stand on the lower edge. */
  readonly least: number;
}

/** A chart of lines over categories: intervals as whiskers, values below the axis hollow on its edge. */
export function lineChart(chart: LineChart): Markup {
  const axis = axisOf(chart);
  const step = (WIDTH - LEFT - RIGHT) / chart.categories.length;
  const x = (i: number): number => LEFT + step * (i + 0.5);
  const edge = HEIGHT - BOTTOM;
  const grid = axis.ticks.map(({ value, label }) => {
    const y = axis.at(value);
    return (
      svg('path', { d: `M${LEFT} ${tenths(y)}H${WIDTH - RIGHT}`, class: 'grid' }) +
      svg('text', { x: LEFT - 9, y: y + 4.5, 'text-anchor': 'end', class: 'tick' }, escape(label))
    );
  });
  const names = chart.categories.map((name, i) =>
    svg('text', { x: x(i), y: edge + 20, 'text-anchor': 'middle', class: 'tick' }, escape(name)),
  );
  // Behind the lines, from top to the name below the axis: the length as a whole can be chosen.
  const columns = (chart.brushes ?? []).map((brush, i) =>
    svg(
      'rect',
      { x: x(i) - step / 2, y: TOP, width: step, height: edge + 27 - TOP, class: 'column', ...brushed(brush) },
      `<title>${escape(`${chart.categories[i] ?? ''} ${chart.xTitle}`)}</title>`,
    ),
  );
  const middle = LEFT + (WIDTH - LEFT - RIGHT) / 2;
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escape(chart.label)}">`,
    ...grid,
    svg('path', { d: `M${LEFT} ${edge}H${WIDTH - RIGHT}`, class: 'axis' }),
    ...names,
    ...columns,
    svg('text', { x: middle, y: HEIGHT - 8, 'text-anchor': 'middle', class: 'tick' }, escape(chart.xTitle)),
    svg('text', { x: 2, y: 15, class: 'tick' }, escape(chart.yTitle)),
    ...chart.lines.map((line, i) => drawLine(line, (category) => x(category) + shift(i, chart.lines.length), axis)),
    '</svg>',
  ].join('\n');
}

const brushed = (brush: Brush | undefined): Record<string, string> =>
  brush === undefined ? {} : { 'data-brush': JSON.stringify(brush) };

/** Lines stand a little apart, so that equal values do not hide each other. */
const shift = (i: number, count: number): number => (i - (count - 1) / 2) * Math.min(5, 36 / count);

function drawLine({ name, style, points }: ChartLine, x: (category: number) => number, axis: Axis): Markup {
  const placed = points.flatMap((point, i) => (point === undefined ? [] : [{ point, x: x(i), i }]));
  const path = placed.map(({ point, x: px, i }, n) => {
    const joined = n > 0 && points[i - 1] !== undefined;
    return `${joined ? 'L' : 'M'}${tenths(px)} ${tenths(axis.at(point.value))}`;
  });
  const whiskers = placed.map(({ point: { low, high }, x: px }) =>
    low === null || high === null || low >= high
      ? ''
      : `M${tenths(px)} ${tenths(axis.at(low))}V${tenths(axis.at(high))}`,
  );
  const marks = placed.map(({ point, x: px }) => {
    const title = `<title>${escape(`${name}: ${point.text}`)}</title>`;
    return mark(style, px, axis.at(point.value), point.value <= axis.least, title, brushed(point.brush));
  });
  return svg(
    'g',
    { class: style.className },
    svg('path', { d: whiskers.join(''), class: 'whisker' }) +
      svg('path', { d: path.join(''), class: 'run', ...dashed(style) }) +
      marks.join(''),
  );
}

function axisOf({ scale, lines }: LineChart): Axis {
  const values = lines.flatMap(({ points }) => points.flatMap((point) => (point === undefined ? [] : [point.value])));
  const span = HEIGHT - TOP - BOTTOM;
  const place = (share: number): number => HEIGHT - BOTTOM - Math.max(0, Math.min(1, share)) * span;
  if (scale === 'log') {
    const least = Math.min(0.1, ...values.filter((value) => value > 0));
    const power = Math.max(MIN_POWER, Math.floor(Math.log10(least) + 1e-9));
    const powers = Array.from({ length: 1 - power }, (_, i) => power + i);
    return {
      at: (value) => place(value <= 0 ? 0 : 1 - Math.log10(value) / power),
      ticks: powers.map((p) => ({ value: Number(`1e${p}`), label: p === 0 ? '1' : Number(`1e${p}`).toFixed(-p) })),
      least: Number(`1e${power}`) * (1 - 1e-9),
    };
  }
  const low = scale === 'unit' ? 0 : Math.max(-1, Math.min(0, Math.floor(5 * Math.min(0, ...values)) / 5));
  const ticks = Array.from({ length: Math.round((1 - low) * 5) + 1 }, (_, i) => Math.round(low * 10 + 2 * i) / 10);
  return {
    at: (value) => place((value - low) / (1 - low)),
    ticks: ticks.map((value) => ({ value, label: value.toFixed(1).replace('-', '−') })),
    least: -Infinity,
  };
}

/** The lines' names with a piece of each. */
const chartLegend = (lines: readonly ChartLine[]): Markup =>
  `<ul class="legend" aria-label="Lines">${lines.map(({ name, style }) => `<li>${sample(style)}${escape(name)}</li>`).join('')}</ul>`;
