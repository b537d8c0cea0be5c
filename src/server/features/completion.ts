import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver';
import type { Completion, CompletionKind } from '../../core/notation/language.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { OWN_TRIGGERS, serverPart } from '../languages/parts.ts';

/** No space: Enter after a move would accept the first entry. */
const TRIGGERS = ['[', '%', '"', '$', '(', '.'];

const KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  move: CompletionItemKind.EnumMember,
  tag: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  glyph: CompletionItemKind.Operator,
  result: CompletionItemKind.Constant,
  command: CompletionItemKind.Function,
  field: CompletionItemKind.Field,
};

/** Completion. The list is requested again at every key, since the server decides what fits. */
export const completionFeature: ServerFeature = {
  name: 'completion',
  register(context) {
    const { connection, documents, work, client } = context;
    connection.onCompletion(async ({ textDocument, position, context: asked }) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document, position))) return null;
      const { triggerCharacter = '' } = asked ?? {};
      const { complete, triggers = [] } = serverPart(document);
      if (OWN_TRIGGERS.includes(triggerCharacter) && !triggers.includes(triggerCharacter)) return null;
      const offset = document.buffer.offsetAt(position);
      const items = (complete?.(document, offset, context) ?? []).map((item, i) =>
        toLsp(document, item, { offset, index: i, snippets: client.snippets }),
      );
      return { isIncomplete: true, items };
    });
    return { completionProvider: { triggerCharacters: [...TRIGGERS, ...OWN_TRIGGERS] } };
  },
};

function toLsp(
  document: ServerDocument,
  { label, kind, range, text, isSnippet, detail, isLikely }: Completion,
  { offset, index, snippets }: { readonly offset: number; readonly index: number; readonly snippets: boolean },
): CompletionItem {
  const typed = document.buffer.slice(range.start, offset);
  const asSnippet = isSnippet === true && snippets;
  return {
    label,
    kind: KINDS[kind],
    // moves match by their squares and in the other case too
    filterText: typed === '' ? label : typed,
    sortText: String(index).padStart(4, '0'),
    insertTextFormat: asSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: {
      range: document.rangeAt(range),
      newText: isSnippet === true && !asSnippet ? text.replace(/\$\{\d+:([^}]*)\}/g, '$1') : text,
    },
    ...(detail !== undefined && { detail }),
    ...(isLikely === true && { preselect: true }),
  };
}
