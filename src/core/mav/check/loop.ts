/** Items that repeat in a cycle up to the end. */
export interface Loop {
  /** Index of the first item of the cycle. */
  readonly start: number;
  /** Items of the cycle. */
  readonly period: number;
  /** How often it is there as a whole, 3 or more. */
  readonly count: number;
}

/** A cycle that is there so often is a loop. */
const LEAST = 3;

/**
 * The longest end of a sequence that goes round in circles, as a model does that cannot stop; its last item may be cut off.
 * Undefined where nothing repeats three times. Takes linear time.
 */
export const loopIn = (items: readonly string[]): Loop | undefined => loopAt(items) ?? loopAt(items.slice(0, -1));

function loopAt(items: readonly string[]): Loop | undefined {
  const { length } = items;
  // borders of the ends of the sequence, as Knuth, Morris and Pratt find them: an end has the period of its length without its border
  const borders = new Int32Array(length);
  const fromEnd = (at: number): string | undefined => items[length - 1 - at];
  let found: Loop | undefined;
  for (let at = 0, border = 0; at < length; at++) {
    while (border > 0 && fromEnd(at) !== fromEnd(border)) border = borders[border - 1] ?? 0;
    if (at > 0 && fromEnd(at) === fromEnd(border)) border++;
    borders[at] = border;
    const period = at + 1 - border;
    if (at + 1 >= LEAST * period) found = { start: length - at - 1, period, count: Math.floor((at + 1) / period) };
  }
  return found;
}
