import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver';
import { shiftRange } from '../../core/base/text/range.ts';
import { completeMav } from '../../core/mav/features/complete.ts';
import type { Completion, CompletionKind } from '../../core/notation/authoring.ts';
import { completeFen } from '../../core/notation/fen/complete-fen.ts';
import type { Language } from '../../core/notation/language.ts';
import { completePgn } from '../../core/notation/pgn/authoring/complete.ts';
import { knownValues } from '../../core/notation/pgn/authoring/known-values.ts';
import { readGame } from '../../core/notation/pgn/replay.ts';
import { completeWalk } from '../../core/notation/walk/complete-walk.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';
import { walkOf } from '../walks/walk-at.ts';

/** The completions at an offset of a document, in offsets of the document. */
type Completer = (document: ServerDocument, offset: number, context: FeatureContext) => readonly Completion[];

/** A game is completed by itself, however large the file is. */
const completePgnDocument: Completer = (document, offset, { views }) => {
  const game = views.gameAt(document, offset);
  const base = game?.placed.offset ?? 0;
  const own = { start: base, end: base + (game?.placed.section.length ?? 0) };
  const found = completePgn(game?.view ?? readGame(''), offset - base, knownValues(document.buffer, own));
  return found.map((item) => ({ ...item, range: shiftRange(item.range, base) }));
};

/** An example or a trace is completed by itself. */
const completeMavDocument: Completer = (document, offset, context) => {
  const { sections } = document;
  if (sections.count === 0) return [];
  // Text at the end of a section belongs to it, though the next one may start there.
  const placed = sections.at(sections.indexAt(Math.max(0, offset - 1)));
  const { mavDialect: dialect } = context.settings();
  const found = completeMav(document.mavView(placed), offset - placed.offset, dialect);
  const { offset: base } = placed;
  return found.map((item) => ({ ...item, range: shiftRange(item.range, base) }));
};

/** A record is a line. */
const recordCompleter =
  (epd: boolean): Completer =>
  ({ buffer }, offset) => {
    const { start, end } = buffer.lineAt(offset);
    const found = completeFen(buffer.slice(start, end), offset - start, epd);
    return found.map((item) => ({ ...item, range: shiftRange(item.range, start) }));
  };

/** A walk is completed by itself. */
const completeWalkDocument: Completer = (document, offset) => {
  const { sections } = document;
  if (sections.count === 0) return completeWalk('', 0, undefined);
  // Text at the end of a walk belongs to it, though the next one may start there.
  const placed = sections.at(sections.indexAt(Math.max(0, offset - 1)));
  const found = completeWalk(document.sectionText(placed), offset - placed.offset, walkOf(document, placed));
  return found.map((item) => ({ ...item, range: shiftRange(item.range, placed.offset) }));
};

const COMPLETERS: Readonly<Partial<Record<Language, Completer>>> = {
  pgn: completePgnDocument,
  fen: recordCompleter(false),
  epd: recordCompleter(true),
  mav: completeMavDocument,
  walk: completeWalkDocument,
};

/** No blank: Enter behind a move would take the first entry. */
const TRIGGERS = ['[', '%', '"', '$', '(', '.'];
/** Before a value and a game of MAV; nothing starts there in a PGN. */
const MAV_TRIGGERS = [':', '='];

const KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  move: CompletionItemKind.EnumMember,
  tag: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  glyph: CompletionItemKind.Operator,
  result: CompletionItemKind.Constant,
  command: CompletionItemKind.Function,
  field: CompletionItemKind.Field,
};

/** Completion. The list is asked for again at every key, for what fits is decided here. */
export const completionFeature: ServerFeature = {
  name: 'completion',
  register(context) {
    const { connection, documents, work, client } = context;
    connection.onCompletion(async ({ textDocument, position, context: asked }) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document, position))) return null;
      const { triggerCharacter } = asked ?? {};
      if (document.language !== 'mav' && MAV_TRIGGERS.includes(triggerCharacter ?? '')) return null;
      const offset = document.buffer.offsetAt(position);
      const complete = document.language === undefined ? undefined : COMPLETERS[document.language];
      const items = (complete?.(document, offset, context) ?? []).map((item, i) =>
        toLsp(document, item, { offset, index: i, snippets: client.snippets }),
      );
      return { isIncomplete: true, items };
    });
    return { completionProvider: { triggerCharacters: [...TRIGGERS, ...MAV_TRIGGERS] } };
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
    // moves fit by their squares and in the other case too
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
