import type { StatedState } from '../reading.ts';
import { fragment } from './board-only.ts';
import { rankWidth } from './placements.ts';

/** Ranks at the end of a text, at least three, of which the last may be unfinished. More than six are a placement of their own. */
const RANKS = /(?<![A-Za-z0-9/])(?:[1-8pnbrqk]{1,8}\\?\/){2,6}[1-8pnbrqk]{0,8}[\s`"'*]{0,4}$/i;
/** Characters at the end of a text that are looked at. */
const REACH = 80;

/** The FEN within whose first ranks a text breaks off; none where it ends in another way. */
export function findCutOff(text: string): StatedState[] {
  const { length } = text.trimEnd();
  const from = Math.max(0, length - REACH);
  const slash = text.lastIndexOf('/', length - 1);
  // a slash stands in the last rank but one
  if (slash < length - 12) return [];
  const match = RANKS.exec(text.slice(from));
  if (match === null) return [];
  const ranks = match[0].replace(/[\s`"'*\\]+/g, '').split('/');
  const last = ranks.pop() ?? '';
  if (rankWidth(last) > 8 || ranks.some((rank) => rankWidth(rank) !== 8)) return [];
  const start = from + match.index;
  return [fragment({ start, end: start + match[0].trimEnd().length }, match[0].trimEnd())];
}
