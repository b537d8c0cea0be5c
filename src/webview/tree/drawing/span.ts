/** The part of an icicle's width that is on the screen: 0 to 1 is all of it. */
export type Span = readonly [from: number, to: number];

/** The smallest part that is zoomed to: a hundred thousand visits are seen one by one, and numbers still distinguish neighbors. */
const SMALLEST = 1e-7;

/** The span inside of 0 to 1, of the same size where that is possible. */
export function clamped([from, to]: Span): Span {
  const size = Math.min(1, Math.max(SMALLEST, to - from));
  const middle = (from + to) / 2;
  const start = Math.min(1 - size, Math.max(0, to - from === size ? from : middle - size / 2));
  return [start, start + size];
}

/** Zooms by a factor (2 is twice as large) about a place of the screen, 0 its left and 1 its right edge. */
export function zoomed([from, to]: Span, at: number, factor: number): Span {
  const size = Math.min(1, Math.max(SMALLEST, (to - from) / factor));
  const fixed = from + at * (to - from);
  return clamped([fixed - at * size, fixed - at * size + size]);
}

/** The span that shows the same part of `after` as `span` showed of `before`: of a box that has changed its place. */
export function carried([from, to]: Span, before: Span, after: Span): Span {
  const scale = (after[1] - after[0]) / (before[1] - before[0]);
  return clamped([after[0] + (from - before[0]) * scale, after[0] + (to - before[0]) * scale]);
}

/**
 * Moves as little as is needed for a box to be seen. One that is smaller than `least` cannot be: it is made as large as `wanted`
 * (both as shares of the screen).
 */
export function revealed(span: Span, box: Span, least: number, wanted: number): Span {
  const size = span[1] - span[0];
  const width = box[1] - box[0];
  if (width < least * size) {
    const wide = Math.max(SMALLEST, width / wanted);
    return clamped([(box[0] + box[1] - wide) / 2, (box[0] + box[1] + wide) / 2]);
  }
  if (box[0] >= span[0] && box[1] <= span[1]) return span;
  // A box that is wider than the screen is seen when it fills it.
  if (width >= size) {
    if (box[0] <= span[0] && box[1] >= span[1]) return span;
    const start = box[0] > span[0] ? box[0] : box[1] - size;
    return clamped([start, start + size]);
  }
  const start = box[0] < span[0] ? box[0] : box[1] - size;
  return clamped([start, start + size]);
}
