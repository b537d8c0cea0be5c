import { escapeXml } from '../../../board/board-svg.ts';

/** InkColor as `#rrggbb`. */
export type InkColor = `#${string}`;

/** Point in points (1/72 inch) from the upper left corner. */
export type Point = readonly [x: number, y: number];

/** Lines or an area. */
export interface PathShape {
  readonly type: 'path';
  /** Polygons or lines; each is a sequence of points. */
  readonly lines: readonly (readonly Point[])[];
  readonly isClosed?: boolean;
  readonly fill?: InkColor;
  readonly stroke?: InkColor;
  readonly width?: number;
  readonly dashes?: readonly number[];
}

export interface DiscShape {
  readonly type: 'disc';
  readonly center: Point;
  readonly radius: number;
  readonly fill: InkColor;
  readonly stroke: InkColor;
  readonly width: number;
}

export interface TextShape {
  readonly type: 'text';
  /** Point on the baseline. */
  readonly at: Point;
  readonly text: string;
  readonly size: number;
  readonly anchor: 'start' | 'middle' | 'end';
  readonly fill: InkColor;
}

export type Shape = PathShape | DiscShape | TextShape;

/** FigureDrawing of a figure, in points: one model for SVG and PDF. */
export interface FigureDrawing {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly Shape[];
}

/** Part of a text in one font: a subscript is smaller and lower, Greek letters and the minus are in the symbol font. */
interface TextRun {
  readonly text: string;
  readonly isSub: boolean;
  readonly isSymbol: boolean;
}

/** Size of subscripts, and how far they are below the line and after the letter, as shares of the size of the text. */
export const SUBSCRIPT = { size: 0.7, drop: 0.2, gap: 0.06 };

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈₉';
/** Characters of the symbol font by the Unicode ones, with their widths in thousandths of the size. */
export const SYMBOLS: Readonly<Record<string, { readonly code: string; readonly width: number }>> = {
  τ: { code: 't', width: 439 },
  λ: { code: 'l', width: 549 },
  '−': { code: '-', width: 549 },
  '≤': { code: '\u00A3', width: 549 },
  '≥': { code: '\u00B3', width: 549 },
};

/** Returns a text in plain letters: `p4` for `p₄`. */
export const plainText = (text: string): string => text.replace(/[₀-₉]/g, (digit) => String(SUBSCRIPTS.indexOf(digit)));

/** Splits a text into runs: `p₄` and `τ_b` end in subscripts. */
export function textRuns(text: string): TextRun[] {
  const runs: TextRun[] = [];
  for (const [part, sub] of text.matchAll(/[₀-₉]+|(?<=τ)_(b)|[^]/gu)) {
    const digits = SUBSCRIPTS.includes(part.charAt(0));
    const isSub = digits || sub !== undefined;
    const isSymbol = !isSub && Object.hasOwn(SYMBOLS, part);
    const shown = sub ?? (digits ? Array.from(part, (digit) => String(SUBSCRIPTS.indexOf(digit))).join('') : part);
    const last = runs.at(-1);
    if (last !== undefined && last.isSub === isSub && last.isSymbol === isSymbol)
      runs[runs.length - 1] = { ...last, text: last.text + shown };
    else runs.push({ text: shown, isSub, isSymbol });
  }
  return runs;
}

/** Widths of the characters from space to tilde in Helvetica, in thousandths of the size (Adobe's metrics). */
const HELVETICA = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
  556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
  722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
  556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
  260, 334, 584,
];
const USUAL_WIDTH = 556;

/** Returns the width of a run in points. */
export function runWidth({ text, isSub, isSymbol }: TextRun, size: number): number {
  let sum = 0;
  for (const letter of text)
    sum += isSymbol
      ? (SYMBOLS[letter]?.width ?? USUAL_WIDTH)
      : (HELVETICA[(letter.codePointAt(0) ?? 0) - 32] ?? USUAL_WIDTH);
  return (sum / 1000) * size * (isSub ? SUBSCRIPT.size : 1) + (isSub ? SUBSCRIPT.gap * size : 0);
}

/** Returns the width of a text in points. */
export const textWidth = (text: string, size: number): number =>
  textRuns(text).reduce((sum, run) => sum + runWidth(run, size), 0);

const FONTS = 'Helvetica, Arial, &quot;Liberation Sans&quot;, sans-serif';
const POINTS_PER_INCH = 72;

/** Returns a drawing as an SVG file of its size in inches. */
export function drawingSvg({ width, height, title, shapes }: FigureDrawing): string {
  const inches = (points: number): string => `${number(points / POINTS_PER_INCH)}in`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${inches(width)}" height="${inches(height)}" viewBox="0 0 ${number(width)} ${number(height)}" font-family="${FONTS}">`,
    `<title>${escapeXml(title)}</title>`,
    ...shapes.map(shapeSvg),
    '</svg>',
    '',
  ].join('\n');
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

function shapeSvg(shape: Shape): string {
  if (shape.type === 'text') return textSvg(shape);
  if (shape.type === 'path') return pathSvg(shape);
  const { center, radius, fill, stroke, width } = shape;
  return `<circle cx="${number(center[0])}" cy="${number(center[1])}" r="${number(radius)}" fill="${fill}" stroke="${stroke}" stroke-width="${number(width)}"/>`;
}

function pathSvg({ lines, isClosed = false, fill, stroke, width = 1, dashes = [] }: PathShape): string {
  const d = lines
    .map((points) => `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}${isClosed ? 'z' : ''}`)
    .join('');
  const line =
    stroke === undefined
      ? ''
      : ` stroke="${stroke}" stroke-width="${number(width)}" stroke-linejoin="round"${dashes.length === 0 ? '' : ` stroke-dasharray="${dashes.map(number).join(' ')}"`}`;
  return `<path d="${d}" fill="${fill ?? 'none'}"${line}/>`;
}

function textSvg({ at, text, size, anchor, fill }: TextShape): string {
  let isLow = false;
  const spans = textRuns(text).map((run) => {
    const dy = run.isSub === isLow ? '' : ` dy="${number((run.isSub ? 1 : -1) * SUBSCRIPT.drop * size)}"`;
    isLow = run.isSub;
    const small = run.isSub ? ` dx="${number(SUBSCRIPT.gap * size)}" font-size="${number(SUBSCRIPT.size * size)}"` : '';
    return dy === '' && small === '' ? escapeXml(run.text) : `<tspan${dy}${small}>${escapeXml(run.text)}</tspan>`;
  });
  return `<text x="${number(at[0])}" y="${number(at[1])}" font-size="${number(size)}" text-anchor="${anchor}" fill="${fill}" xml:space="preserve">${spans.join('')}</text>`;
}

/** Size of all text in figures, in points: legible in print at the figure's own size. */
export const FONT_SIZE = 8;
export const INK: InkColor = '#1b2127';
export const QUIET: InkColor = '#525c66';
export const GRID: InkColor = '#d5dbe0';

const ROW = 12;
const GAP = 12;
const BETWEEN = 4;

/** Entry of a legend. */
export interface LegendEntry {
  readonly text: string;
  /** Draws a sample at its left end and its middle height. */
  readonly sample: (left: number, middle: number) => Shape[];
  /** Width of the sample. */
  readonly width: number;
}

/** Draws a legend in rows that fit a width; longer names are shortened. */
export function legendShapes(
  entries: readonly LegendEntry[],
  top: number,
  width: number,
): { readonly shapes: Shape[]; readonly bottom: number } {
  const shapes: Shape[] = [];
  let [x, row] = [0, 0];
  for (const entry of entries) {
    const text = fittedText(entry.text, width - entry.width - BETWEEN);
    const wide = entry.width + BETWEEN + textWidth(text, FONT_SIZE);
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    const middle = top + ROW * (row + 0.5);
    shapes.push(...entry.sample(x, middle), {
      type: 'text',
      at: [x + entry.width + BETWEEN, middle + 0.35 * FONT_SIZE],
      text,
      size: FONT_SIZE,
      anchor: 'start',
      fill: INK,
    });
    x += wide + GAP;
  }
  return { shapes, bottom: top + ROW * (entries.length === 0 ? 0 : row + 1) + 2 };
}

/** Returns a text that fits a width, in the middle replaced by an ellipsis where it is too long. */
export function fittedText(text: string, width: number): string {
  if (textWidth(text, FONT_SIZE) <= width) return text;
  const letters = Array.from(text);
  for (let kept = letters.length - 1; kept > 2; kept--) {
    const head = Math.ceil(kept / 2);
    const short = `${letters.slice(0, head).join('')}…${letters.slice(letters.length - (kept - head)).join('')}`;
    if (textWidth(short, FONT_SIZE) <= width) return short;
  }
  return '…';
}
