import type { Range } from '../../../base/text/range.ts';
import type { KnownValues } from './complete-tags.ts';

/** How far around a game other games are looked at, in UTF-16 code units to each side. */
const REACH = 64 * 1024;
/** Most values of a tag. */
const MAX = 200;
/** What says that nothing is known. */
const UNKNOWN: ReadonlySet<string> = new Set(['', '?', '-', '*', '????.??.??']);

/** The values that games near a game have for a tag, most frequent first. `own` is the game's range in `text`. */
export function knownValues(text: string, own: Range): KnownValues {
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

/** How often each value of each tag occurs. */
type Counts = ReadonlyMap<string, ReadonlyMap<string, number>>;

function countValues(text: string): Counts {
  const counts = new Map<string, Map<string, number>>();
  for (const [, name, raw] of text.matchAll(/^\[(\w{1,40}) "((?:[^"\\\r\n]|\\.){0,250})"\]/gm)) {
    const value = raw.replace(/\\(["\\])/g, '$1');
    if (UNKNOWN.has(value)) continue;
    const values = counts.get(name) ?? new Map<string, number>();
    values.set(value, (values.get(value) ?? 0) + 1);
    counts.set(name, values);
  }
  return counts;
}
