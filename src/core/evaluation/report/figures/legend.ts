import { type InkColor, type Shape, textWidth } from './drawing.ts';

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
