import { promptComparison } from '../../core/mav/features/answer-comparison.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import type { PlacedPrompt } from '../../core/mav/write/placed-prompt.ts';
import type { ShownReference } from '../../protocol/state.ts';
import type { MavReferences } from '../platform/mav-references.ts';

/** The outputs of an example of a text beside its reference; null where it has none, or no reference is known. */
export function shownReference(
  references: MavReferences,
  text: string,
  example: PlacedPrompt,
  dialect: MavDialect,
): ShownReference | null {
  const known = example.outputs === undefined ? undefined : references.of(example, dialect);
  const compared = known && promptComparison(text, example, known.draft, dialect);
  if (compared === undefined) return null;
  return { values: known?.values ?? null, lines: compared.lines, rows: compared.rows };
}
