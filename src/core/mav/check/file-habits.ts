import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { UNCHANGED } from './states.ts';
import { looksOf } from './value-habits.ts';

/** So many examples, and this share of all, show a habit. */
const LEAST = 3;
const MOST = 0.8;

const SINGLE = /^(\S+) is not a bucket/;

/** What many findings may say that are one mistake of the whole file; undefined for all others. */
function habitIn({ code, message }: Diagnostic): string | undefined {
  if (code === 'MAV_WRONG_STATE' || code === 'MAV_WRONG_FINAL_STATE')
    return message.endsWith(UNCHANGED) ? code : undefined;
  if (code === 'MAV_NO_VALUES') return code;
  if (code !== 'MAV_BUCKET') return undefined;
  const [, value] = SINGLE.exec(message) ?? [];
  return value === undefined ? /: ((?:they|values) look like .*)$/.exec(message)?.[1] : looksOf([value]);
}

/**
 * The findings of a file in the order of its text, where one mistake that nearly all of its examples have is one finding, at the
 * first of them: previous states in place of the next ones, probabilities in place of buckets, no values at all.
 *
 * @param examples number of examples and traces of the file
 */
export function gatherFile(found: readonly Diagnostic[], examples: number): readonly Diagnostic[] {
  if (examples < LEAST || found.length < LEAST) return found;
  const groups = new Map<string, Diagnostic[]>();
  for (const one of found) {
    const habit = habitIn(one);
    if (habit === undefined) continue;
    const same = groups.get(habit);
    if (same === undefined) groups.set(habit, [one]);
    else same.push(one);
  }
  const gone = new Set<Diagnostic>();
  const first = new Map<Diagnostic, Diagnostic>();
  for (const [habit, same] of groups) {
    const count = new Set(same.map(({ game }) => game)).size;
    const [one, ...others] = same;
    if (one === undefined || count < LEAST || count < MOST * examples) continue;
    for (const other of others) gone.add(other);
    const what = one.code === 'MAV_BUCKET' ? `values are no buckets: ${habit}` : one.message;
    first.set(one, { ...one, ...together(same), message: `${what}; so in ${count} of ${examples} examples` });
  }
  return first.size === 0 ? found : found.flatMap((one) => (gone.has(one) ? [] : [first.get(one) ?? one]));
}

/** One fix for all places, where each has one. */
function together(same: readonly Diagnostic[]): Pick<Diagnostic, 'fixes'> {
  const fixes = same.map(({ fixes: own }) => own?.[0]);
  const [fix] = fixes;
  if (fix === undefined || fixes.includes(undefined)) return { fixes: [] };
  return {
    fixes: [{ ...fix, title: `${fix.title} (all ${same.length})`, edits: fixes.flatMap((one) => one?.edits ?? []) }],
  };
}
