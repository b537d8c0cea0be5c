import { type Diagnostic, shiftDiagnostic } from '../../core/notation/diagnostics/diagnostic.ts';
import { withSeverities } from '../../core/notation/diagnostics/severities.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';

/**
 * The diagnostics of the sections from `first` to `last` as they are shown, with offsets of the document; those that were
 * not checked yet have none.
 */
export function* foundIn(
  document: ServerDocument,
  first: number,
  last: number,
  { severities }: ServerSettings,
): Generator<Diagnostic> {
  for (let i = first; i <= last; i++) {
    const found = document.foundOf(i);
    if (found.length === 0) continue;
    const { offset, game } = document.sections.at(i);
    for (const d of withSeverities(found, severities)) yield shiftDiagnostic(d, offset, game);
  }
}
