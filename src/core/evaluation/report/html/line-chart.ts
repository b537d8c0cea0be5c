import { escape, type Markup, svg, tenths } from './markup.ts';
import { LINE_CLASSES, MARKS } from './style.ts';

/** Line of values with their intervals. */
interface ValueLine {
  readonly points: readonly (
    | { readonly value: number; readonly low: number | null; readonly high: number | null }
    | undefined
  )[];
}

/** Values of a chart, and how they are scaled. */
export interface ScaledValues {
  readonly lines: readonly ValueLine[];
  /**
   * `log`: values of 0..1 by powers of ten. `unit`: 0..1. `signed`: down to where the values are, up to 1. `range`: any values, from below
   * the lowest to above the highest of them and of their intervals.
   */
  readonly scale: 'log' | 'unit' | 'signed' | 'range';
}

/** Axis of the values of a chart. */
export interface ChartAxis {
  /** Returns the height of a value on the axis, 0 at the lower edge to 1 at the upper one. */
  readonly share: (value: number) => number;
  readonly ticks: readonly { readonly value: number; readonly label: string }[];
  /** Values at or below it are drawn on the lower edge. */
  readonly least: number;
}

/** Lowest power of ten on a logarithmic axis. */
const MIN_POWER = -5;

const clamped = (share: number): number => Math.max(0, Math.min(1, share));

/** Returns the axis of the values of a chart. */
export function chartAxis({ scale, lines }: ScaledValues): ChartAxis {
  const values = lines.flatMap(({ points }) => points.flatMap((point) => (point === undefined ? [] : [point.value])));
  if (scale === 'log') {
    const least = Math.min(0.1, ...values.filter((value) => value > 0));
    const power = Math.max(MIN_POWER, Math.floor(Math.log10(least) + 1e-9));
    const powers = Array.from({ length: 1 - power }, (_, i) => power + i);
    return {
      share: (value) => clamped(value <= 0 ? 0 : 1 - Math.log10(value) / power),
      ticks: powers.map((p) => ({ value: Number(`1e${p}`), label: p === 0 ? '1' : Number(`1e${p}`).toFixed(-p) })),
      least: Number(`1e${power}`) * (1 - 1e-9),
    };
  }
  if (scale === 'range') return rangeAxis(lines);
  const low = scale === 'unit' ? 0 : Math.max(-1, Math.min(0, Math.floor(5 * Math.min(0, ...values)) / 5));
  const ticks = Array.from({ length: Math.round((1 - low) * 5) + 1 }, (_, i) => Math.round(low * 10 + 2 * i) / 10);
  return {
    share: (value) => clamped((value - low) / (1 - low)),
    ticks: ticks.map((value) => ({ value, label: value.toFixed(1).replace('-', '−') })),
    least: -Infinity,
  };
}

/** Approximate number of steps of an axis. */
const STEPS = 6;

/** Returns an axis over all values and the finite ends of their intervals, in steps of 1, 2 or 5 times a power of ten. */
function rangeAxis(lines: readonly ValueLine[]): ChartAxis {
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
    share: (value) => clamped((value - first * step) / span),
    ticks: Array.from({ length: last - first + 1 }, (_, i) => {
      const value = (first + i) * step;
      return { value, label: String(Number(value.toPrecision(12))).replace('-', '−') };
    }),
    least: Number.NEGATIVE_INFINITY,
  };
}

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
  /** Place of each category on the axis, 0 to 1, in ascending order; default: side by side. */
  readonly places?: readonly number[];
  /** Filters by category; without them nothing in the chart is selectable. */
  readonly brushes?: readonly Brush[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly lines: readonly ChartLine[];
  readonly scale: ScaledValues['scale'];
  /** True if a line continues across categories without a value, which were not measured there. */
  readonly isBridged?: boolean;
}

const WIDTH = 720;
const HEIGHT = 380;
const LEFT = 62;
const RIGHT = 14;
const TOP = 26;
const BOTTOM = 50;
/** Free space beside the first and the last of placed categories, in px. */
const EDGE = 30;

/** Axis in the units of the drawing. */
interface Axis extends Pick<ChartAxis, 'ticks' | 'least'> {
  readonly at: (value: number) => number;
}

/** Draws lines over categories: intervals as whiskers, values below the axis as hollow marks on its edge. */
export function lineChart(chart: LineChart): Markup {
  const scale = chartAxis(chart);
  const axis = { ...scale, at: (value: number) => HEIGHT - BOTTOM - scale.share(value) * (HEIGHT - TOP - BOTTOM) };
  const step = (WIDTH - LEFT - RIGHT) / chart.categories.length;
  const { places } = chart;
  const x = (i: number): number =>
    places === undefined ? LEFT + step * (i + 0.5) : LEFT + EDGE + (places[i] ?? 0) * (WIDTH - LEFT - RIGHT - 2 * EDGE);
  const edge = HEIGHT - BOTTOM;
  const grid = axis.ticks.map(({ value, label }) => {
    const y = axis.at(value);
    return (
      svg('path', { d: `M${LEFT} ${tenths(y)}H${WIDTH - RIGHT}`, class: 'grid' }) +
      svg('text', { x: LEFT - 9, y: y + 4.5, 'text-anchor': 'end', class: 'tick' }, escape(label))
    );
  });
  const names = shownNames(chart, x).map(([name, i]) =>
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
      drawLine(line, (category) => x(category) + lineShift(i, chart.lines.length), axis, chart.isBridged === true),
    ),
    '</svg>',
  ].join('\n');
}

/** Width of a character of an axis, and the gap between two names, in px. */
const CHARACTER = 8;
const GAP = 8;

/** Returns the names of the categories with their indices; of placed ones only those that do not overlap. */
function shownNames({ categories, places }: LineChart, x: (i: number) => number): [name: string, i: number][] {
  const all = categories.map((name, i): [string, number] => [name, i]);
  if (places === undefined) return all;
  let end = Number.NEGATIVE_INFINITY;
  return all.filter(([name, i]) => {
    const half = (name.length * CHARACTER) / 2;
    if (x(i) - half < end + GAP) return false;
    end = x(i) + half;
    return true;
  });
}

const brushed = (brush: Brush | undefined): Record<string, string> =>
  brush === undefined ? {} : { 'data-brush': JSON.stringify(brush) };

/**
 * Returns the offset of a line, so that equal values do not hide each other.
 *
 * @param room width for all lines
 */
export const lineShift = (i: number, count: number, room = 36): number =>
  (i - (count - 1) / 2) * Math.min(5, room / count);

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

/** Returns the outline of a mark around a point. */
function markPath(number: number, x: number, y: number): string {
  const mark = MARKS[number];
  if (mark === undefined) return '';
  if (mark.type === 'disc') {
    const d = tenths(2 * mark.radius);
    const r = tenths(mark.radius);
    return `M${tenths(x - mark.radius)} ${tenths(y)}a${r} ${r} 0 1 0 ${d} 0a${r} ${r} 0 1 0 -${d} 0z`;
  }
  return `M${mark.points.map(([dx, dy]) => `${tenths(x + dx)} ${tenths(y + dy)}`).join('L')}z`;
}

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
): Markup => svg('path', { d: markPath(style.mark, x, y), class: hollow ? 'hollow' : 'mark', ...more }, title);

/** Draws a piece of the line with its mark, for legends. */
export function sample(style: LineStyle): Markup {
  const line = svg('path', { d: 'M1 8H33', class: 'run', ...dashed(style) });
  return `<svg width="34" height="16" aria-hidden="true" class="${style.className}">${line}${mark(style, 17, 8, false, '')}</svg>`;
}

/** Returns the attributes of a dashed line. */
const dashed = ({ dashes }: LineStyle): Record<string, string> => (dashes === '' ? {} : { 'stroke-dasharray': dashes });
