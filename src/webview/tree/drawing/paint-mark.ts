import { crossAt, diamondAt, type NodeMark } from '../../../core/search/view/picture.ts';
import { statusShape } from '../../../core/search/view/status-look.ts';
import type { Pen } from './pen.ts';

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
