import { type Markup, svg, tenths } from './markup.ts';
import { LINE_CLASSES } from './style.ts';

/** How the line of a series looks; distinguished by mark and dashes too, never by color alone. */
export interface LineStyle {
  readonly className: string;
  readonly dashes: string;
  readonly mark: number;
}

/** Marks that models take in turn; their second turn is dashed. */
const MODEL_MARKS = 6;

const DASHES = ['7 4', '2 4', '10 3 2 3', '4 2'] as const;

/** The style of the i-th model, or of the i-th baseline. */
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
 * A point of a line.
 *
 * @param more attributes of it
 */
export const mark = (
  style: LineStyle,
  x: number,
  y: number,
  hollow: boolean,
  title: Markup,
  more: Readonly<Record<string, string>> = {},
): Markup => svg('path', { d: MARKS[style.mark]?.(x, y) ?? '', class: hollow ? 'hollow' : 'mark', ...more }, title);

/** A piece of the line with its mark, for legends. */
export function sample(style: LineStyle): Markup {
  const line = svg('path', { d: 'M1 8H33', class: 'run', ...dashed(style) });
  return `<svg width="34" height="16" aria-hidden="true" class="${style.className}">${line}${mark(style, 17, 8, false, '')}</svg>`;
}

/** The attributes of a dashed line. */
export const dashed = ({ dashes }: LineStyle): Record<string, string> =>
  dashes === '' ? {} : { 'stroke-dasharray': dashes };
