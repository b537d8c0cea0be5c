import type { Range } from './range.ts';

/** A replacement of a span of a text; `range` is in the text before any edit. */
export interface TextEdit {
  readonly range: Range;
  readonly newText: string;
}

/** Applies edits that are sorted and do not overlap. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { range, newText } of edits) {
    parts.push(text.slice(done, range.start), newText);
    done = range.end;
  }
  parts.push(text.slice(done));
  return parts.join('');
}
