import { replaceBidiControls } from '../../../core/base/text/characters.ts';
import {
  crossAt,
  diamondAt,
  type MeasureText,
  type NodeMark,
  type Segment,
} from '../../../core/search/view/picture.ts';
import { statusShape } from '../../../core/search/view/status-look.ts';
import type { DrawingTheme } from './theme.ts';

/** Size of texts in pixels; of a card at zoom 1. */
export const TEXT = 12;

/** Most widths of texts that are kept. */
const MAX_WIDTHS = 5000;

/** A text that is still to be written. */
interface Writing {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly alpha: number;
  readonly align: CanvasTextAlign;
}

/** Draws plain things on a canvas in the colors of a theme. Texts are written at the end, a font at a time: to change the font is dear. */
export class Pen {
  readonly context: CanvasRenderingContext2D;
  readonly #widths = [new Map<string, number>(), new Map<string, number>()] as const;
  readonly #plain: Writing[] = [];
  readonly #bold: Writing[] = [];
  theme: DrawingTheme;

  constructor(context: CanvasRenderingContext2D, theme: DrawingTheme) {
    this.context = context;
    this.theme = theme;
  }

  /** Applies a theme, which may have another font. */
  use(theme: DrawingTheme): void {
    this.theme = theme;
    for (const widths of this.#widths) widths.clear();
  }

  /** Measures a text of the size `TEXT`. */
  readonly measure: MeasureText = (text, isBold) => {
    const widths = this.#widths[isBold ? 1 : 0];
    let width = widths.get(text);
    if (width === undefined) {
      if (widths.size > MAX_WIDTHS) widths.clear();
      this.context.font = this.fontOf(isBold, TEXT);
      width = this.context.measureText(text).width;
      widths.set(text, width);
    }
    return width;
  };

  /** Returns a font of the theme in the syntax of canvases. */
  fontOf(isBold: boolean, size: number): string {
    return `${isBold ? '600 ' : ''}${size}px ${this.theme.font}`;
  }

  write(text: string, x: number, y: number, alpha: number, isBold = false, align: CanvasTextAlign = 'left'): void {
    if (text !== '') (isBold ? this.#bold : this.#plain).push({ text, x, y, alpha, align });
  }

  /** Writes all texts that wait. */
  flush(size: number, color: string): void {
    const { context } = this;
    context.textBaseline = 'middle';
    context.fillStyle = color;
    for (const isBold of [false, true]) {
      const texts = isBold ? this.#bold : this.#plain;
      if (texts.length === 0) continue;
      context.font = this.fontOf(isBold, size);
      for (const { text, x, y, alpha, align } of texts) {
        context.globalAlpha = alpha;
        context.textAlign = align;
        context.fillText(replaceBidiControls(text), x, y);
      }
      texts.length = 0;
    }
    context.globalAlpha = 1;
  }

  lines(segments: readonly Segment[], color: string, width: number): void {
    const { context } = this;
    context.beginPath();
    for (const [x0, y0, x1, y1] of segments) {
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
    }
    context.strokeStyle = color;
    context.lineWidth = width;
    context.stroke();
  }

  shape(points: readonly (readonly [x: number, y: number])[], fill: string, line: string, width: number): void {
    const { context } = this;
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.closePath();
    context.fillStyle = fill;
    context.fill();
    context.strokeStyle = line;
    context.lineWidth = width;
    context.stroke();
  }

  rounded(x: number, y: number, width: number, height: number, radius: number, fill?: string, line?: string): void {
    const { context } = this;
    context.beginPath();
    context.roundRect(x, y, width, height, radius);
    if (fill !== undefined) {
      context.fillStyle = fill;
      context.fill();
    }
    if (line !== undefined) {
      context.strokeStyle = line;
      context.stroke();
    }
  }

  /** Draws a small number on a plate, with its right end at `x`. */
  badge(text: string, x: number, y: number, scale: number): void {
    const { context, theme } = this;
    const size = 10 * scale;
    const width = this.measure(text, true) * (size / TEXT) + 8 * scale;
    context.lineWidth = 1;
    this.rounded(x - width, y, width, 13 * scale, 6 * scale, theme.badge, theme.background);
    context.font = this.fontOf(true, size);
    context.textBaseline = 'middle';
    context.textAlign = 'center';
    context.fillStyle = theme.badgeText;
    context.fillText(text, x - width / 2, y + 7 * scale);
  }
}

/**
 * Draws the mark of a node around a point, in the color of texts: what the color of the node says has a shape as well.
 *
 * @param size half of its width, in pixels
 * @param clears true for a cross on a hatched ground, which needs a rim
 */
export function paintMark(pen: Pen, mark: NodeMark, x: number, y: number, size: number, clears = false): void {
  const { theme } = pen;
  const { text, none } = theme.values;
  const line = Math.max(1, size / 3.2);
  if (mark === 'none') return;
  if (mark === 'cross') {
    if (clears) pen.lines(crossAt(x, y, size), none, size * 1.25);
    pen.lines(crossAt(x, y, size), text, Math.max(1.25, size / 2));
    return;
  }
  const shape = mark === 'diamond' ? undefined : statusShape(mark, x, y, size);
  const outline = shape?.outline ?? diamondAt(x, y, size + 0.5);
  pen.shape(outline, shape?.isFilled === true ? text : theme.background, text, line);
}
