import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';

/** So many that are alike are a habit. */
const HABIT = 3;

/** What says the same of each place. */
const REPEATED: ReadonlySet<Code> = new Set([
  'MAV_STRAY_TEXT',
  'MAV_UNOPENED_LINE',
  'MAV_UNCLOSED_LINE',
  'MAV_LOOSE_COMMAND',
  'MAV_UNKNOWN_COMMAND',
]);

/**
 * The faults of a section's syntax, where three and more that are alike are one, at the first of them: lines without their
 * brackets, one line again and again, words before each decision. Its fix mends all of them.
 */
export function gatherAlike(found: readonly Diagnostic[], text: string): readonly Diagnostic[] {
  const bare = withoutBrackets(found);
  if (bare.length < found.length) return gatherAlike(bare, text);
  if (found.length < HABIT) return found;
  const groups = new Map<string, Diagnostic[]>();
  for (const one of found) {
    const key = keyOf(one, text);
    const same = key === undefined ? undefined : groups.get(key);
    if (same !== undefined) same.push(one);
    else if (key !== undefined) groups.set(key, [one]);
  }
  const gone = new Set<Diagnostic>();
  const first = new Map<Diagnostic, Diagnostic>();
  for (const same of groups.values()) {
    const [one] = same;
    if (one === undefined || same.length < HABIT) continue;
    for (const other of same.slice(1)) gone.add(other);
    first.set(one, together(one, same));
  }
  return found.flatMap((one) => (gone.has(one) ? [] : [first.get(one) ?? one]));
}

/** What findings have in common that are alike; undefined where each is of its own. */
function keyOf({ code, range, message }: Diagnostic, text: string): string | undefined {
  if (!REPEATED.has(code)) return undefined;
  const written = text.slice(range.start, range.end);
  if (code === 'MAV_STRAY_TEXT') return `${code} ${message} ${written}`;
  if (code === 'MAV_LOOSE_COMMAND') return `${code} ${/^\w/.test(written) ? '%' : message}`;
  return `${code} ${message}`;
}

function together(one: Diagnostic, same: readonly Diagnostic[]): Diagnostic {
  const fixes = same.map((other) => other.fixes?.[0]);
  const [fix] = fixes;
  const all = fixes.flatMap((other) => other?.edits ?? []);
  const message = `${one.message}, and ${same.length - 1} more alike`;
  return fix === undefined || fixes.includes(undefined)
    ? { ...one, message }
    : { ...one, message, fixes: [{ ...fix, title: `${fix.title} (all ${same.length})`, edits: all }] };
}

/** Lines without both brackets are told as lines without the first one, with a fix that adds both. */
function withoutBrackets(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const open = new Map(
    found.filter(({ code }) => code === 'MAV_UNOPENED_LINE').map((one): [number, Diagnostic] => [one.range.start, one]),
  );
  const closing = new Map<Diagnostic, Diagnostic>();
  for (const one of found) {
    const same = one.code === 'MAV_UNCLOSED_LINE' ? open.get(one.range.start) : undefined;
    if (same !== undefined) closing.set(same, one);
  }
  if (closing.size === 0) return found;
  const gone = new Set(closing.values());
  return found.flatMap((one) => {
    if (gone.has(one)) return [];
    const other = closing.get(one);
    if (other === undefined) return [one];
    const edits = [one, other].flatMap(({ fixes }) => fixes?.[0]?.edits ?? []);
    return [{ ...one, message: 'this line has no brackets', fixes: [{ title: 'Insert [ and ]', edits, safe: true }] }];
  });
}
