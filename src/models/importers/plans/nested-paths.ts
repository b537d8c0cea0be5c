import { keyPath } from '../../../core/mav/records/fields.ts';
import { isFields } from '../logs/fields.ts';

/** Values of a record that are looked at, and how deep. */
const MAX_VALUES = 300;
const DEEPEST = 4;
/** Records that are looked at: those of a log are alike. */
const MAX_RECORDS = 20;

/** Paths below the top of records at which a value is what is looked for, those met first before others; nothing within such a value. */
export function nestedPaths(
  records: readonly Readonly<Record<string, unknown>>[],
  isFound: (path: string, value: unknown) => boolean,
): readonly string[] {
  const paths = new Set<string>();
  for (const record of records.slice(0, MAX_RECORDS)) {
    const open: { readonly path: string; readonly value: unknown; readonly depth: number }[] = [
      { path: '', value: record, depth: 0 },
    ];
    for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen++) {
      const next = open.shift();
      if (next === undefined) break;
      if (next.depth > 1 && isFound(next.path, next.value)) paths.add(next.path);
      else if (isFields(next.value) && next.depth < DEEPEST)
        for (const [key, value] of Object.entries(next.value).slice(0, MAX_VALUES))
          open.push({ path: keyPath(next.path, key), value, depth: next.depth + 1 });
    }
  }
  return [...paths];
}
