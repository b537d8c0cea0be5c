import type { TextEdit } from '../../base/text/range.ts';
import type { Code } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';

/** The combined safe repairs of a text. */
export interface AllFixes {
  /** Sorted, without overlaps. */
  readonly edits: readonly TextEdit[];
  /** Number of diagnostics that they repair. */
  readonly fixed: number;
  /** Number of diagnostics with a safe repair, whether it is among the edits or not. */
  readonly total: number;
}

/**
 * The first safe fix of each diagnostic. Of fixes that touch each other only the first is kept; the others are found
 * when the text is checked again.
 *
 * @param limit maximum number of edits
 * @param code restricts the fixes to one code
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
    const placed = fix.edits.map((edit) => ({ edit, place: placeFor(edits, edit.range.start) }));
    // Several problems of one field are repaired by the same edit.
    if (placed.every(({ edit, place }) => equal(edits[place], edit))) {
      fixed++;
      continue;
    }
    if (placed.some(({ edit, place }) => touches(edits[place - 1], edit) || touches(edit, edits[place]))) continue;
    placed.forEach(({ edit, place }, i) => edits.splice(place + i, 0, edit));
    fixed++;
  }
  return { edits, fixed, total };
}

/** Index of the first edit that starts at or after an offset. */
function placeFor(edits: readonly TextEdit[], offset: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.range.start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** True if an edit overlaps the next one; two edits at one offset have no order, so they overlap. */
const touches = (before: TextEdit | undefined, after: TextEdit | undefined): boolean =>
  before !== undefined &&
  after !== undefined &&
  (before.range.end > after.range.start || before.range.start === after.range.start);

const equal = (a: TextEdit | undefined, b: TextEdit): boolean =>
  a !== undefined && a.range.start === b.range.start && a.range.end === b.range.end && a.newText === b.newText;
