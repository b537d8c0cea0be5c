import type { RunGroup } from '../series.ts';
import { element, group, line, type Markup, text } from './markup.ts';
import type { Scale } from './scale.ts';

/** Colors that people with any color vision tell apart (Okabe and Ito), on a light ground. */
export const COLORS = {
  ink: '#1f2328',
  quiet: '#59636e',
  grid: '#e4e8ec',
  axis: '#8c959f',
  strip: '#f6f8fa',
  paper: '#ffffff',
  blue: '#0072b2',
  orange: '#d55e00',
  green: '#00795c',
} as const;

/** The rectangle of a plot, in pixels of the page. */
export interface Plot {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Grid, axes, tick labels and axis titles of a plot. */
export function axes(plot: Plot, x: Scale, y: Scale, titles: { readonly x: string; readonly y: string }): Markup {
  const { left, right, top, bottom } = plot;
  const rows = y.ticks.map(({ value, label }) => {
    const at = y.at(value);
    return (
      line(
        [
          [left, at],
          [right, at],
        ],
        { stroke: COLORS.grid },
      ) + text(left - 10, at + 4, label, { 'text-anchor': 'end', fill: COLORS.quiet })
    );
  });
  const columns = x.ticks.map(({ value, label }) => {
    const at = x.at(value);
    return (
      line(
        [
          [at, bottom],
          [at, bottom + 6],
        ],
        { stroke: COLORS.axis },
      ) + text(at, bottom + 21, label, { 'text-anchor': 'middle', fill: COLORS.quiet })
    );
  });
  const small = [
    ...y.minor.map((value) =>
      line(
        [
          [left - 4, y.at(value)],
          [left, y.at(value)],
        ],
        { stroke: COLORS.axis },
      ),
    ),
    ...x.minor.map((value) =>
      line(
        [
          [x.at(value), bottom],
          [x.at(value), bottom + 4],
        ],
        { stroke: COLORS.axis },
      ),
    ),
  ];
  const middle = (top + bottom) / 2;
  return group(
    { class: 'axes' },
    ...rows,
    ...columns,
    ...small,
    line(
      [
        [left, top],
        [left, bottom],
        [right, bottom],
      ],
      { stroke: COLORS.axis },
    ),
    text((left + right) / 2, bottom + 44, titles.x, { 'text-anchor': 'middle', fill: COLORS.ink }),
    text(0, 0, titles.y, {
      'text-anchor': 'middle',
      fill: COLORS.ink,
      transform: `translate(${left - 58} ${middle}) rotate(-90)`,
    }),
  );
}

/** How a series is drawn, in the plot and in the legend. */
export interface Style {
  readonly label: string;
  readonly color: string;
  readonly mark: 'line' | 'dashes' | 'dots' | 'points' | 'diamonds';
}

/** A legend in one column, its first line at (x, y). */
export function legend(x: number, y: number, styles: readonly Style[]): Markup {
  return group(
    { class: 'legend' },
    ...styles.map((style, i) => {
      const at = y + 19 * i;
      return sample(x, at - 4, style) + text(x + 38, at, style.label, { fill: COLORS.ink });
    }),
  );
}

function sample(x: number, y: number, { color, mark }: Style): Markup {
  switch (mark) {
    case 'line':
      return line(
        [
          [x, y],
          [x + 30, y],
        ],
        { stroke: color, 'stroke-width': 2 },
      );
    case 'dashes':
      return line(
        [
          [x, y],
          [x + 30, y],
        ],
        { stroke: color, 'stroke-width': 2, 'stroke-dasharray': '6 4' },
      );
    case 'dots':
      return dot(x + 6, y, color) + dot(x + 13, y - 2, color) + whisker(x + 23, y - 6, y + 6, y, color);
    case 'points':
      return (
        line(
          [
            [x, y],
            [x + 30, y],
          ],
          { stroke: color, 'stroke-width': 1.8 },
        ) + element('circle', { cx: x + 15, cy: y, r: 3.5, fill: color })
      );
    case 'diamonds':
      return diamond(x + 15, y, color);
  }
}

/** One run. */
export const dot = (x: number, y: number, color: string): Markup =>
  element('circle', { cx: x, cy: y, r: 2.4, fill: color, 'fill-opacity': 0.3 });

export const diamond = (x: number, y: number, color: string): Markup =>
  element('path', { d: `M${x} ${y - 5}l5 5l-5 5l-5 -5z`, fill: COLORS.paper, stroke: color, 'stroke-width': 1.6 });

/** A mean with its spread: a bar from `high` to `low` and a wide mark at `mean`. */
export const whisker = (x: number, high: number, low: number, mean: number, color: string): Markup =>
  line(
    [
      [x, high],
      [x, low],
    ],
    { stroke: color, 'stroke-width': 1.4 },
  ) +
  line(
    [
      [x - 5, mean],
      [x + 5, mean],
    ],
    { stroke: color, 'stroke-width': 2.6 },
  );

/** All runs of a group at one place; what lies below `least` is not drawn, and bars end there. */
export function runMarks(runs: RunGroup, x: number, y: Scale, least: number, color: string): Markup {
  const place = (value: number): number => y.at(Math.max(value, least));
  // runs stand side by side in an order that spreads neighbours
  const dots = runs.values.flatMap((value, i) =>
    value < least ? [] : [dot(x + (((i * 7) % 11) - 5) * 0.9, y.at(value), color)],
  );
  return group({}, ...dots, whisker(x, place(runs.high), place(runs.low), place(runs.mean), color));
}

/** The whole page: title, one line below it, and what was drawn. Ends with a line feed. */
export function page(
  size: { readonly width: number; readonly height: number },
  title: string,
  subtitle: readonly string[],
  ...content: readonly Markup[]
): Markup {
  const { width, height } = size;
  const body = [
    element('title', {}, title.replaceAll('_', '')),
    element('rect', { width, height, fill: COLORS.paper }),
    text(24, 34, title, { 'font-size': 18, 'font-weight': 600, fill: COLORS.ink }),
    ...subtitle.map((s, i) => text(24, 56 + 18 * i, s, { fill: COLORS.quiet })),
    ...content,
  ];
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: 'img',
      'font-family': "system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif",
      'font-size': 13,
    },
    '\n',
    body.join('\n'),
    '\n',
  )}\n`;
}
