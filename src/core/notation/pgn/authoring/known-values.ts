import type { Range } from '../../../base/text/range.ts';
import type { TextSource } from '../../../base/text/text-source.ts';
import type { KnownValues } from './complete-tags.ts';

/** The distance around a game in which other games are read, in UTF-16 code units to each side. */
const REACH = 64 * 1024;
/** Maximum number of values of a tag. */
const MAX = 200;
/** Values that mean "unknown". */
const UNKNOWN: ReadonlySet<string> = new Set(['', '?', '-', '*', '????.??.??']);

/**
 * The values of a tag in nearby games, most frequent first. `own` is the range of this game in `text`, of which no more than
 * what is near is looked at.
 */
export function knownValues(text: TextSource, own: Range): KnownValues {
  let counts: Counts | undefined;
  return (tag) => {
    counts ??= countValues(
      `${text.slice(Math.max(0, own.start - REACH), own.start)}\n${text.slice(own.end, own.end + REACH)}`,
    );
    const values = [...(counts.get(tag) ?? [])];
    values.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return values.slice(0, MAX).map(([value]) => value);
  };
}

/** The number of occurrences of each value of each tag. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function countValues(text: string): Counts {
  const counts = new Map<string, Map<string, number>>();
  for (const [, name = '', raw = ''] of text.matchAll(/^\[(\w{1,40}) "((?:[^"\\\r\n]|\\.){0,250})"\]/gm)) {
    const value = raw.replace(/\\(["\\])/g, '$1');
    if (UNKNOWN.has(value)) continue;
    const values = counts.get(name) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    counts.set(name, values);
  }
  return counts;
}
