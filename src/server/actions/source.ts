import type { CodeAction } from 'vscode-languageserver';
import type { Cancellation } from '../../core/base/cancellation.ts';
import type { Range, TextEdit } from '../../core/base/text/range.ts';
import { type Diagnostic, shiftDiagnostic, withSeverities } from '../../core/notation/diagnostic.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext } from '../feature.ts';
import { DETAILED } from '../languages/section-texts.ts';

/** A request for actions. */
export interface ActionRequest {
  readonly document: ServerDocument;
  /** The selection, in offsets of the document; empty for a cursor. */
  readonly range: Range;
  /** The kinds that are wanted (`quickfix`, `refactor`, `source.fixAll` and those below them); undefined: all. */
  readonly only: readonly string[] | undefined;
  /** Cancelled when the client no longer waits. */
  readonly cancel: Cancellation;
}

/** Actions of one sort: repairs, rewrites of variations. Called when all of the document is read. */
export interface ActionSource<Actions = readonly CodeAction[]> {
  /** The kind of all its actions. */
  readonly kind: string;
  actions(request: ActionRequest, context: FeatureContext): Actions;
}

/** True if a source's kind is among those wanted; a kind stands for those below it, the empty one for all. */
export const isWanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));

/** A small file is checked to its end, so that nothing is left out because it was just edited. */
export function checkRest(document: ServerDocument, context: FeatureContext): void {
  if (document.length > DETAILED) return;
  const { strictExport, mavDialect } = context.settings();
  while (document.step({ strictExport, mavDialect }));
}

/** An action that changes this document alone. `edits` are in offsets of the document. */
export function editAction(
  document: ServerDocument,
  title: string,
  kind: string,
  edits: readonly TextEdit[],
  more: Partial<CodeAction> = {},
): CodeAction {
  const changes = edits.map(({ range, newText }) => ({ range: document.rangeAt(range), newText }));
  return { title, kind, edit: { changes: { [document.uri]: changes } }, ...more };
}

/**
 * The diagnostics of the sections from `first` to `last` as they are shown, with offsets of the document; those that were
 * not checked yet have none.
 */
export function* findingsIn(
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
