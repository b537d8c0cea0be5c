import type { BlockEditor } from '../base/text/block-edits.ts';
import type { LineEndings } from '../base/text/line-ending.ts';
import { shiftRange, type TextEdit } from '../base/text/range.ts';
import { isLineEnded } from '../notation/fen/format-fen.ts';

/** Formats line by line, and ends the last line. */
export function lineFormatter(
  format: (lines: string) => Iterable<readonly TextEdit[]>,
  { most }: Pick<LineEndings, 'most'>,
): BlockEditor {
  let isEmpty = true;
  return ({ text, from, to, isLast }) => {
    const lines = text.slice(from, to);
    const edits: TextEdit[] = [...format(lines)]
      .flat()
      .map(({ range, newText }) => ({ range: shiftRange(range, from), newText }));
    isEmpty &&= lines.trim() === '';
    if (isLast && !isEmpty && !isLineEnded(lines)) edits.push({ range: { start: to, end: to }, newText: most });
    return edits;
  };
}
