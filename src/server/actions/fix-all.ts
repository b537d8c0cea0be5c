import type { CodeAction } from 'vscode-languageserver';
import { plural } from '../../core/base/text/counts.ts';
import { type AllFixes, allFixes, firstHeld, heldText, isCode } from '../../core/notation/diagnostic.ts';
import type { Code } from '../../core/notation/diagnostic-codes.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext } from '../feature.ts';
import { type ActionSource, checkRest, editAction, findingsIn } from './source.ts';

/** Maximum number of edits per action; the next request continues with the following ones. */
const MAX_EDITS = 5000;

/** All safe fixes of a file, for a command or `editor.codeActionsOnSave`. */
export const fixAll: ActionSource = {
  kind: 'source.fixAll.statelens',
  actions({ document, only }, context) {
    checkRest(document, context);
    const found = [...findingsIn(document, 0, document.sections.count - 1, context.settings())];
    const all = allFixes(found, MAX_EDITS);
    if (all.fixed > 0) return [actionOf(document, all, fixAll.kind, undefined, context)];
    // A client shows the reason to a user who asked for nothing else.
    const held = only?.every((kind) => kind.startsWith('source.fixAll')) === true ? firstHeld(found) : undefined;
    if (held === undefined || !context.client.disablesActions) return [];
    const line = document.buffer.positionAt(held.range.start).line + 1;
    const others = found.length - 1;
    const more = others === 0 ? '' : `, and ${plural(others, 'more finding')}`;
    const reason = `Nothing fixed. Line ${line} holds it back: ${heldText(held)}${more}`;
    return [{ title: 'Nothing to fix without a look', kind: fixAll.kind, disabled: { reason } }];
  },
};

/** The safe fixes of all diagnostics that share a code with one that the selection touches. */
export const fixKind: ActionSource = {
  kind: 'quickfix',
  actions({ document, range }, context) {
    const { sections } = document;
    if (sections.count === 0) return [];
    checkRest(document, context);
    const settings = context.settings();
    const here = findingsIn(document, sections.indexAt(range.start), sections.indexAt(range.end), settings);
    const codes = new Set(
      [...here]
        .filter((d) => d.range.start <= range.end && range.start <= d.range.end && d.fixes?.some(({ safe }) => safe))
        .map(({ code }) => code),
    );
    if (codes.size === 0) return [];
    return [...codes].flatMap((code) => {
      const all = allFixes(findingsIn(document, 0, sections.count - 1, settings), MAX_EDITS, code);
      return all.total < 2 ? [] : [actionOf(document, all, 'quickfix', code, context)];
    });
  },
};

/** Data of an action without its edit; without a code, it fixes all. */
interface Deferred {
  readonly uri: string;
  readonly code?: Code;
}

/**
 * Returns an action, without its edit if the client can request it: thousands of edits take time and a megabyte, at
 * every position where the cursor rests.
 */
function actionOf(
  document: ServerDocument,
  all: AllFixes,
  kind: string,
  code: Code | undefined,
  { client }: FeatureContext,
): CodeAction {
  const shown = title(all, code ?? 'safe repair');
  if (!client.resolvesEdits) return editAction(document, shown, kind, all.edits);
  const data: Deferred = { uri: document.uri, ...(code !== undefined && { code }) };
  return { title: shown, kind, data };
}

/** Returns the document and code of an action that was sent without its edit; undefined for any other. */
export function deferredFix({ edit, data }: CodeAction): Deferred | undefined {
  if (edit !== undefined || typeof data !== 'object' || data === null) return undefined;
  const { uri, code } = data as Record<string, unknown>;
  if (typeof uri !== 'string') return undefined;
  if (code === undefined) return { uri };
  return typeof code === 'string' && isCode(code) ? { uri, code } : undefined;
}

/** Returns the action with its edit, from the current content of the document. */
export function withEdit(
  action: CodeAction,
  document: ServerDocument,
  { code }: Deferred,
  context: FeatureContext,
): CodeAction {
  checkRest(document, context);
  const found = findingsIn(document, 0, document.sections.count - 1, context.settings());
  const { edits } = allFixes(found, MAX_EDITS, code);
  return { ...action, ...editAction(document, action.title, action.kind ?? fixAll.kind, edits) };
}

function title({ fixed, total }: AllFixes, what: string): string {
  if (fixed < total) return `Fix ${fixed} of ${total} (${what}) in the file; repeat for the rest`;
  return total === 1 ? `Fix 1 (${what}) in the file` : `Fix all ${total} (${what}) in the file`;
}
