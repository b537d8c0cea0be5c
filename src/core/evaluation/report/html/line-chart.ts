import { escape, type Markup, svg, tenths } from './markup.ts';
import { LINE_CLASSES } from './style.ts';

/** Returns a chart with its caption and legend, and content beside it. */
export const figure = (title: string, text: string, chart: LineChart, beside: Markup): Markup =>
  `<figure><figcaption><strong>${escape(title)}</strong> ${escape(text)}</figcaption>${lineChart(chart)}${chartLegend(chart.lines)}</figure>${beside}`;

/** Filter of a list of samples to those that a part of a chart counts. */
export type Brush = Readonly<Record<string, string>>;

/** Value with its interval, and the text of both. */
export interface ChartPoint {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly text: string;
  readonly brush?: Brush;
}

export interface ChartLine {
  readonly name: string;
  readonly style: LineStyle;
  /** Points by category; undefined where there is no value. */
  readonly points: readonly (ChartPoint | undefined)[];
}

export interface LineChart {
  /** Text for screen readers. */
  readonly label: string;
  readonly categories: readonly string[];
  /** Filters by category; without them nothing in the chart is selectable. */
  readonly brushes?: readonly Brush[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly lines: readonly ChartLine[];
  /**
   * `log`: values of 0..1 by powers of ten. `unit`: 0..1. `signed`: down to where the values are, up to 1. `range`: any values, from below
   * the lowest to above the highest of them and of their intervals.
   */
  readonly scale: 'log' | 'unit' | 'signed' | 'range';
  /** True if a line continues across categories without a value, which were not measured there. */
  readonly isBridged?: boolean;
}

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 62;
const RIGHT = 14;
const TOP = 26;
const BOTTOM = 50;
/** Lowest power of ten on a logarithmic axis. */
const MIN_POWER = -5;

interface Axis {
  readonly at: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Values at or below it are drawn on the lower edge. */
  readonly least: number;
}

/** Draws lines over categories: intervals as whiskers, values below the axis as hollow marks on its edge. */
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
  // Drawn below the lines, from the top to the name under the axis: a click selects the length as a whole.
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
    ...chart.lines.map((line, i) =>
      drawLine(line, (category) => x(category) + shift(i, chart.lines.length), axis, chart.isBridged === true),
    ),
    '</svg>',
  ].join('\n');
}

const brushed = (brush: Brush | undefined): Record<string, string> =>
  brush === undefined ? {} : { 'data-brush': JSON.stringify(brush) };

/** Returns the offset of a line, so that equal values do not hide each other. */
const shift = (i: number, count: number): number => (i - (count - 1) / 2) * Math.min(5, 36 / count);

function drawLine(
  { name, style, points }: ChartLine,
  x: (category: number) => number,
  axis: Axis,
  isBridged: boolean,
): Markup {
  const placed = points.flatMap((point, i) => (point === undefined ? [] : [{ point, x: x(i), i }]));
  const path = placed.map(({ point, x: px, i }, n) => {
    const joined = n > 0 && (isBridged || points[i - 1] !== undefined);
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
  if (scale === 'range') return rangeAxis(lines, place);
  const low = scale === 'unit' ? 0 : Math.max(-1, Math.min(0, Math.floor(5 * Math.min(0, ...values)) / 5));
  const ticks = Array.from({ length: Math.round((1 - low) * 5) + 1 }, (_, i) => Math.round(low * 10 + 2 * i) / 10);
  return {
    at: (value) => place((value - low) / (1 - low)),
    ticks: ticks.map((value) => ({ value, label: value.toFixed(1).replace('-', '−') })),
    least: -Infinity,
  };
}

/** Approximate number of steps of an axis. */
const STEPS = 6;

/** Returns an axis over all values and the finite ends of their intervals, in steps of 1, 2 or 5 times a power of ten. */
function rangeAxis(lines: readonly ChartLine[], place: (share: number) => number): Axis {
  const ends = lines.flatMap(({ points }) =>
    points.flatMap((point) =>
      point === undefined ? [] : [point.value, point.low ?? point.value, point.high ?? point.value],
    ),
  );
  const finite = ends.filter(Number.isFinite);
  const [least, most] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const rough = Math.max(most - least, 1e-9) / STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const [first, last] = [Math.floor(least / step), Math.ceil(most / step)];
  const span = Math.max(1, last - first) * step;
  return {
    at: (value) => place((value - first * step) / span),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => {
      const value = (first + i) * step;
      return { value, label: String(Number(value.toPrecision(12))).replace('-', '−') };
    }),
    least: Number.NEGATIVE_INFINITY,
  };
}

/** Returns the names of the lines with a sample of each. */
export const chartLegend = (lines: readonly ChartLine[]): Markup =>
  `<ul class="legend" aria-label="Lines">${lines.map(({ name, style }) => `<li>${sample(style)}${escape(name)}</li>`).join('')}</ul>`;

/** Style of a series' line; distinguished by mark and dashes too, never by color alone. */
interface LineStyle {
  readonly className: string;
  readonly dashes: string;
  readonly mark: number;
}

/** Number of marks that models take in turn; from the second turn on lines are dashed. */
const MODEL_MARKS = 6;

const DASHES = ['7 4', '2 4', '10 3 2 3', '4 2'] as const;

/** Returns the style of the i-th model, or of the i-th baseline. */
export const lineStyle = (i: number, floor: boolean): LineStyle =>
  floor
    ? { className: 'baseline-line', dashes: DASHES[i % DASHES.length] ?? '', mark: MARKS.length - 1 - (i % 3) }
    : {
        className: `c${i % LINE_CLASSES}`,
        dashes: i < MODEL_MARKS ? '' : (DASHES[i % DASHES.length] ?? ''),
        mark: i % MODEL_MARKS,
      };

type Shape = (x: number, y: number) => string;
const polygon =
  (...points: readonly (readonly [number, number])[]): Shape =>
  (x, y) =>
    `M${points.map(([dx, dy]) => `${tenths(x + dx)} ${tenths(y + dy)}`).join('L')}z`;

/** Disc, square, triangle, diamond, triangle down, star; then the thin ones of baselines. */
const MARKS: readonly Shape[] = [
  (x, y) => `M${tenths(x - 4.6)} ${tenths(y)}a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0z`,
  polygon([-4.2, -4.2], [4.2, -4.2], [4.2, 4.2], [-4.2, 4.2]),
  polygon([0, -5.4], [5.2, 4], [-5.2, 4]),
  polygon([0, -5.8], [5.2, 0], [0, 5.8], [-5.2, 0]),
  polygon([0, 5.4], [5.2, -4], [-5.2, -4]),
  polygon(
    [-5, -1.6],
    [-1.6, -1.6],
    [-1.6, -5],
    [1.6, -5],
    [1.6, -1.6],
    [5, -1.6],
    [5, 1.6],
    [1.6, 1.6],
    [1.6, 5],
    [-1.6, 5],
    [-1.6, 1.6],
    [-5, 1.6],
  ),
  polygon([-3, -3], [3, -3], [3, 3], [-3, 3]),
  polygon([0, -4], [3.6, 2.8], [-3.6, 2.8]),
  polygon([0, -4], [4, 0], [0, 4], [-4, 0]),
];

/**
 * Draws a point of a line.
 *
 * @param more additional attributes
 */
const mark = (
  style: LineStyle,
  x: number,
  y: number,
  hollow: boolean,
  title: Markup,
  more: Readonly<Record<string, string>> = {},
): Markup => svg('path', { d: MARKS[style.mark]?.(x, y) ?? '', class: hollow ? 'hollow' : 'mark', ...more }, title);

/** Draws a piece of the line with its mark, for legends. */
export function sample(style: LineStyle): Markup {
  const line = svg('path', { d: 'M1 8H33', class: 'run', ...dashed(style) });
  return `<svg width="34" height="16" aria-hidden="true" class="${style.className}">${line}${mark(style, 17, 8, false, '')}</svg>`;
}

/** Returns the attributes of a dashed line. */
const dashed = ({ dashes }: LineStyle): Record<string, string> => (dashes === '' ? {} : { 'stroke-dasharray': dashes });
