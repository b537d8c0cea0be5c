import * as vscode from 'vscode';
import { promptAt } from '../../core/mav/write/placed-prompt.ts';
import type { ShownReference } from '../../protocol/state.ts';
import { openDocument } from '../platform/files/document-at.ts';
import type { MavReferences } from '../platform/mav-references.ts';
import { mavDialect } from '../platform/settings.ts';
import { shownReference } from './shown-reference.ts';
import type { ReferencedPlace } from './state-host.ts';

/**
 * The answer of the example at a place beside its reference, as the text is now; null where none was asked for, or the text is
 * another one: then it is asked for again.
 */
export function referenceAt(
  references: MavReferences,
  { uri, version, cursor }: ReferencedPlace,
): ShownReference | null {
  if (references.isEmpty) return null;
  const document = openDocument(uri);
  if (document?.version !== version) return null;
  const text = document.getText();
  const found = promptAt(text, document.offsetAt(new vscode.Position(cursor.line, cursor.character)));
  return found.ok ? shownReference(references, text, found.value, mavDialect()) : null;
}
