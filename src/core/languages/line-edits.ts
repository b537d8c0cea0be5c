import type { LineEndings } from '../base/text/lines.ts';
import type { BlockEditor } from '../base/text/long-text-edits.ts';
import { shiftRange, type TextEdit } from '../base/text/range.ts';
import { isLineEnded } from '../notation/fen/format-fen.ts';
import type { PredictionAbilities, Removal } from './kit.ts';

/** Removes predictions on separate lines: `remove` gets a text that begins where a record does. */
export const removeFromLines =
  (
    remove: (
      text: string,
      matches: (label: string) => boolean,
    ) => { readonly edits: readonly TextEdit[]; readonly removed: number },
  ): PredictionAbilities['remove'] =>
  ({ text, from, to }, matches): Removal => {
    const { edits, removed } = remove(text.slice(from, to), matches);
    return { edits: edits.map(({ range, newText }) => ({ range: shiftRange(range, from), newText })), removed };
  };

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
