import { shiftRange, type TextEdit } from '../base/text/range.ts';
import type { PredictionAbilities, Stripped } from './kit.ts';

/** Removes predictions that stand on lines: `strip` gets a text that begins where a record does. */
export const stripLines =
  (
    strip: (
      text: string,
      matches: (label: string) => boolean,
    ) => { readonly edits: readonly TextEdit[]; readonly removed: number },
  ): PredictionAbilities['strip'] =>
  ({ text, from, to }, matches): Stripped => {
    const { edits, removed } = strip(text.slice(from, to), matches);
    return { edits: edits.map(({ range, newText }) => ({ range: shiftRange(range, from), newText })), removed };
  };
