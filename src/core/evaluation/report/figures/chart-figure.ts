import { type ChartAxis, type ChartLine, chartAxis, type LineChart, lineShift } from '../html/line-chart.ts';
import { BASELINE_COLOR, lineColor, MARKS } from '../html/style.ts';
import {
  type FigureDrawing,
  FONT_SIZE,
  GRID,
  INK,
  type InkColor,
  type LegendEntry,
  legendShapes,
  type Point,
  QUIET,
  type Shape,
  textWidth,
} from './drawing.ts';

const RIGHT = 6;
const TOP = 18;
/** Height of the names of the categories and of the title below the axis. */
const BELOW = 28;
/** Size of marks in figures, as a share of that on a page. */
const MARK_SCALE = 0.55;
/** Height of the plot as a share of the width, at least and at most in points. */
const SHARE = 0.5;
const [LEAST, MOST] = [110, 190];

/** Rectangle of the plot. */
interface Plot {
  readonly left: number;
  readonly right: number;
  readonly edge: number;
  readonly height: number;
}

/** Draws a chart at a width, with its legend below. */
export function chartFigure(chart: LineChart, width: number): FigureDrawing {
  const axis = chartAxis(chart);
  const left = 8 + Math.max(...axis.ticks.map(({ label }) => textWidth(label, FONT_SIZE)));
  const height = Math.min(MOST, Math.max(LEAST, SHARE * width));
  const plot = { left, right: width - RIGHT, edge: TOP + height, height };
  const step = (plot.right - left) / chart.categories.length;
  const x = (category: number): number => left + step * (category + 0.5);
  const legend = legendShapes(chart.lines.map(legendEntry), plot.edge + BELOW, width);
  return {
    width,
    height: legend.bottom,
    title: chart.label,
    shapes: [
      ...frameShapes(chart, axis, plot, x),
      ...chart.lines.flatMap((line, i) =>
        lineShapes(line, {
          x: (category) => x(category) + lineShift(i, chart.lines.length, step / 2),
          y: (value) => plot.edge - axis.share(value) * height,
          least: axis.least,
          isBridged: chart.isBridged === true,
        }),
      ),
      ...legend.shapes,
    ],
  };
}

function frameShapes(chart: LineChart, axis: ChartAxis, plot: Plot, x: (category: number) => number): Shape[] {
  const { left, right, edge, height } = plot;
  const grid = axis.ticks.flatMap(({ value, label }): Shape[] => {
    const y = edge - axis.share(value) * height;
    const line: readonly Point[] = [
      [left, y],
      [right, y],
    ];
    return [
      { type: 'path', lines: [line], stroke: GRID, width: 0.5 },
      { type: 'text', at: [left - 4, y + 0.35 * FONT_SIZE], text: label, size: FONT_SIZE, anchor: 'end', fill: QUIET },
    ];
  });
  const every = namedEvery(chart.categories, (right - left) / chart.categories.length);
  const names = chart.categories.flatMap((text, i): Shape[] =>
    i % every === 0
      ? [{ type: 'text', at: [x(i), edge + 10], text, size: FONT_SIZE, anchor: 'middle', fill: QUIET }]
      : [],
  );
  const middle = (left + right) / 2;
  return [
    ...grid,
    {
      type: 'path',
      lines: [
        [
          [left, edge],
          [right, edge],
        ],
      ],
      stroke: QUIET,
      width: 0.7,
    },
    ...names,
    { type: 'text', at: [middle, edge + 21], text: chart.xTitle, size: FONT_SIZE, anchor: 'middle', fill: INK },
    { type: 'text', at: [1, 9], text: chart.yTitle, size: FONT_SIZE, anchor: 'start', fill: INK },
  ];
}

/** Returns the distance of the categories whose names have room. */
function namedEvery(names: readonly string[], step: number): number {
  const widest = Math.max(0, ...names.map((name) => textWidth(name, FONT_SIZE))) + 3;
  return Math.max(1, Math.ceil(widest / step));
}

/** Places of the values of a line. */
interface Places {
  readonly x: (category: number) => number;
  readonly y: (value: number) => number;
  readonly least: number;
  readonly isBridged: boolean;
}

function lineShapes(line: ChartLine, { x, y, least, isBridged }: Places): Shape[] {
  const color = colorOfLine(line);
  const { points } = line;
  const parts: Point[][] = [];
  const whiskers: Point[][] = [];
  const marks: Shape[] = [];
  for (const [i, point] of points.entries()) {
    if (point === undefined) continue;
    const at: Point = [x(i), y(point.value)];
    const part = isBridged || points[i - 1] !== undefined ? parts.at(-1) : undefined;
    if (part === undefined) parts.push([at]);
    else part.push(at);
    const { low, high } = point;
    if (low !== null && high !== null && low < high)
      whiskers.push([
        [at[0], y(low)],
        [at[0], y(high)],
      ]);
    marks.push(markShape(line.style.mark, at, color, point.value <= least));
  }
  const whisker: Shape[] = whiskers.length === 0 ? [] : [{ type: 'path', lines: whiskers, stroke: color, width: 0.6 }];
  return [...whisker, { type: 'path', lines: parts, stroke: color, width: 1.1, dashes: dashesOf(line) }, ...marks];
}

/** Draws a mark; a hollow one for a value below the scale. */
function markShape(number: number, [x, y]: Point, color: InkColor, isHollow: boolean): Shape {
  const mark = MARKS[number] ?? MARKS[0];
  const paint = isHollow
    ? ({ fill: '#ffffff', stroke: color, width: 1 } as const)
    : ({ fill: color, stroke: '#ffffff', width: 0.4 } as const);
  if (mark === undefined || mark.type === 'disc')
    return { type: 'disc', center: [x, y], radius: MARK_SCALE * (mark?.radius ?? 4), ...paint };
  const points = mark.points.map(([dx, dy]): Point => [x + MARK_SCALE * dx, y + MARK_SCALE * dy]);
  return { type: 'path', lines: [points], isClosed: true, ...paint };
}

const colorOfLine = ({ style }: ChartLine): InkColor => lineColor(style.className) ?? BASELINE_COLOR;

const dashesOf = ({ style }: ChartLine): readonly number[] =>
  style.dashes === '' ? [] : style.dashes.split(' ').map((dash) => Number(dash) / 2);

const legendEntry = (line: ChartLine): LegendEntry => ({
  text: line.name,
  sample: (left, middle) => [
    {
      type: 'path',
      lines: [
        [
          [left, middle],
          [left + 16, middle],
        ],
      ],
      stroke: colorOfLine(line),
      width: 1.1,
      dashes: dashesOf(line),
    },
    markShape(line.style.mark, [left + 8, middle], colorOfLine(line), false),
  ],
  width: 16,
});
