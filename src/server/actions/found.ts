import { type Diagnostic, shiftDiagnostic } from '../../core/notation/diagnostics/diagnostic.ts';
import { withSeverities } from '../../core/notation/diagnostics/severities.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';

/**
 * The diagnostics of the sections from `first` to `last` as they are shown, with offsets of the document; those that were
 * not checked yet have none.
 */
export function* foundIn(
  { sections }: ServerDocument,
  first: number,
  last: number,
  { severities }: ServerSettings,
): Generator<Diagnostic> {
  for (let i = first; i <= last; i++) {
    const { section, offset, game } = sections.at(i);
    if (section.found === undefined || section.found.length === 0) continue;
    for (const d of withSeverities(section.found, severities)) yield shiftDiagnostic(d, offset, game);
  }
}
