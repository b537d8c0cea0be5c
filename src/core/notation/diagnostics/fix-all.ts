import type { TextEdit } from '../../base/text/range.ts';
import type { Code } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** The safe repairs of a text put together. */
export interface AllFixes {
  /** Sorted, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** Diagnostics that they repair. */
  readonly fixed: number;
  /** Diagnostics with a safe repair, whether it is among the edits or not. */
  readonly total: number;
}

/**
 * The first safe fix of each diagnostic. Of fixes that touch each other the first stays, whole; the others are found again
 * when the text is checked anew.
 *
 * @param limit most edits
 * @param code only this one, if given
 */
export function allFixes(found: Iterable<Diagnostic>, limit: number, code?: Code): AllFixes {
  const edits: TextEdit[] = [];
  let fixed = 0;
  let total = 0;
  for (const d of found) {
    if (code !== undefined && d.code !== code) continue;
    const fix = d.fixes?.find(({ safe }) => safe);
    if (fix === undefined) continue;
    total++;
    if (edits.length + fix.edits.length > limit) continue;
    const places = fix.edits.map(({ range }) => placeFor(edits, range.start));
    // Several faults of one field are repaired by the same edit.
    if (fix.edits.every((edit, i) => equal(edits[places[i]], edit))) {
      fixed++;
      continue;
    }
    if (fix.edits.some((edit, i) => touches(edits[places[i] - 1], edit) || touches(edit, edits[places[i]]))) continue;
    fix.edits.forEach((edit, i) => edits.splice(places[i] + i, 0, edit));
    fixed++;
  }
  return { edits, fixed, total };
}

/** Index of the first edit that starts at or behind an offset. */
function placeFor(edits: readonly TextEdit[], offset: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle].range.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an edit reaches into the one behind it; two at one place have no order, so they do. */
const touches = (before: TextEdit | undefined, after: TextEdit | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  (before.range.end > after.range.start || before.range.start === after.range.start);

const equal = (a: TextEdit | undefined, b: TextEdit): boolean =>
  a !== undefined && a.range.start === b.range.start && a.range.end === b.range.end && a.newText === b.newText;
