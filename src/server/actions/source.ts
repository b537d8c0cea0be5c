import type { CodeAction } from 'vscode-languageserver';
import type { Cancellation } from '../../core/base/cancellation.ts';
import type { Range, TextEdit } from '../../core/base/text/range.ts';
import { type Diagnostic, shiftDiagnostic, withSeverities } from '../../core/notation/diagnostic.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext } from '../feature.ts';
import { DETAILED } from '../languages/section-texts.ts';

/** A request for code actions. */
export interface ActionRequest {
  readonly document: ServerDocument;
  /** The selection, in offsets of the document; empty for a cursor. */
  readonly range: Range;
  /** Requested kinds (`quickfix`, `refactor`, `source.fixAll` and those below them); undefined for all. */
  readonly only: readonly string[] | undefined;
  /** Canceled when the client no longer waits. */
  readonly cancel: Cancellation;
}

/** A source of actions of one kind: fixes, rewrites of variations. Called when all of the document is read. */
export interface ActionSource<Actions = readonly CodeAction[]> {
  /** Kind of all its actions. */
  readonly kind: string;
  actions(request: ActionRequest, context: FeatureContext): Actions;
}

/** Returns true if a source's kind is requested; a kind includes those below it, and the empty one includes all. */
export const isWanted = (kind: string, only: readonly string[] | undefined): boolean =>
  only === undefined || only.some((wanted) => wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`));

/** Checks a small file to its end, so that nothing is missing after an edit. */
export function checkRest(document: ServerDocument, context: FeatureContext): void {
  if (document.length > DETAILED) return;
  const { strictExport, mavDialect } = context.settings();
  while (document.step({ strictExport, mavDialect }));
}

/** Returns an action that changes this document alone. `edits` are in offsets of the document. */
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
 * Yields the diagnostics of the sections from `first` to `last` as published, in offsets of the document; sections that
 * are not checked yet have none.
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
