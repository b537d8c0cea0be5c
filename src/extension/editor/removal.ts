import type { Range, TextEdit } from '../../core/base/text/range.ts';
import { predictionsIn, removePredictions } from '../../core/languages/predictions.ts';
import type { Language } from '../../core/notation/language.ts';
import type { Prediction } from '../../core/notation/predictions/types.ts';

/** Which predictions are removed: those of the positions of the cursors, of their games, or all. */
export const SCOPES = ['here', 'games', 'file'] as const;
export type Scope = (typeof SCOPES)[number];

/** The labels in a document with the number of their predictions, most frequent first. */
export function labelCounts(text: string, language: Language): { readonly label: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const { label } of predictionsIn(text, language)) counts.set(label.text, (counts.get(label.text) ?? 0) + 1);
  return [...counts].map(([label, count]) => ({ label, count })).sort((a, b) => b.count - a.count);
}

/** Edits that take out predictions of a label (undefined: all) in a scope, and how many they are. */
export function removalOf(
  text: string,
  language: Language,
  label: string | undefined,
  inScope: (prediction: Prediction) => boolean,
): { readonly edits: readonly TextEdit[]; readonly removed: number } {
  const wanted = predictionsIn(text, language)
    .filter((found) => (label === undefined || found.label.text === label) && inScope(found))
    .map(({ range }) => range);
  const { edits } = removePredictions(text, language, label === undefined ? {} : { label });
  return { edits: touching(edits, wanted), removed: wanted.length };
}

/** The edits that overlap one of the ranges; both are sorted. */
function touching(edits: readonly TextEdit[], ranges: readonly Range[]): TextEdit[] {
  let r = 0;
  return edits.filter(({ range }) => {
    while (r < ranges.length && (ranges[r]?.end ?? 0) <= range.start) r++;
    const next = ranges[r];
    return next !== undefined && next.start < range.end;
  });
}
