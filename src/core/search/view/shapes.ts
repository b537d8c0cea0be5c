import type { NodeLook } from './picture.ts';
import { countText, valueText } from './picture.ts';

/** A line from one point to another. */
export type Segment = readonly [x0: number, y0: number, x1: number, y1: number];

/** Room between the edge of a box and its text, and between two texts. */
export const PAD = 5;
const GAP = 8;

/** At most so many lines of a hatching: a box is as wide as its tree is zoomed. */
const MAX_LINES = 400;

/** Parallel lines from the lower left to the upper right that fill a box. */
export function hatching(x: number, y: number, width: number, height: number, step: number): Segment[] {
  const lines: Segment[] = [];
  const stop = Math.min(width + height, MAX_LINES * step);
  for (let at = step / 2; at < stop; at += step) {
    const from = Math.max(0, at - height);
    const to = Math.min(width, at);
    if (to > from) lines.push([x + from, y + at - from, x + to, y + at - to]);
  }
  return lines;
}

/** A cross about a point. */
export const crossAt = (x: number, y: number, size: number): readonly Segment[] => [
  [x - size, y - size, x + size, y + size],
  [x - size, y + size, x + size, y - size],
];

/** The corners of a diamond about a point. */
export const diamondAt = (x: number, y: number, size: number): readonly (readonly [x: number, y: number])[] => [
  [x, y - size],
  [x + size, y],
  [x, y + size],
  [x - size, y],
];

/** The mark of a node, which says by its shape what color cannot. */
export type NodeMark = 'cross' | 'diamond' | 'none';

export const markOf = ({ isHallucination, differs }: NodeLook): NodeMark =>
  isHallucination ? 'cross' : differs ? 'diamond' : 'none';

/** Room that a mark takes in a row of an icicle. */
export const MARK_ROOM = 14;

/** Labels in a row of an icicle; '' without room. */
export interface RowLabels {
  readonly name: string;
  readonly count: string;
  /** The value, or how the game ended. */
  readonly value: string;
}

/** The width of a text in pixels. */
export type Measure = (text: string, isBold: boolean) => number;

/** Rows that are so high have a second line for N and the value. */
export const TWO_LINES = 38;

/** Returns the labels that fit into a width in pixels: the name, then N, then the value. A high row has the last two below the name. */
export function rowLabels(look: NodeLook, room: number, height: number, measure: Measure): RowLabels {
  const name = room < 12 ? '' : shortened(look.name, room, measure);
  if (name !== look.name || look.isHallucination || look.isGroup) return { name, count: '', value: '' };
  const left = height >= TWO_LINES ? room : room - measure(name, true) - GAP;
  const value = look.isTerminal && look.outcome !== undefined ? outcomeText(look.outcome) : valueText(look.value);
  const count = look.visits === undefined ? '' : `N ${countText(look.visits)}`;
  if (measure(count, false) + GAP + measure(value, false) <= left) return { name, count, value };
  // How a game ended says more than how often it was seen.
  const [first, second] = look.isTerminal ? ['', value] : [count, ''];
  return measure(first + second, false) <= left
    ? { name, count: first, value: second }
    : { name, count: '', value: '' };
}

/** Shorter texts, such as moves, are useless when cut. */
const SHORT = 8;

/** A text cut to the room; '' if almost nothing fits. */
export function shortened(text: string, room: number, measure: Measure): string {
  if (measure(text, true) <= room) return text;
  if (text.length < SHORT) return '';
  const fits = Math.floor((text.length * (room - measure('…', true))) / measure(text, true));
  return fits < 3 ? '' : `${text.slice(0, fits)}…`;
}

export const outcomeText = (outcome: string): string => outcome.replaceAll('1/2', '½');
