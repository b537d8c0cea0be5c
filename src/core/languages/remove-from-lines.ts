import { shiftRange, type TextEdit } from '../base/text/range.ts';
import type { PredictionAbilities, Removal } from './kit.ts';

/** Removes predictions that stand on lines: `remove` gets a text that begins where a record does. */
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
