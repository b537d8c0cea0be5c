import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import { shiftRange } from '../../core/base/text/range.ts';
import type { LanguageKit, OutlineEntry } from '../../core/languages/kit.ts';
import { type Fold } from '../../core/notation/pgn/outline/folding-and-selection.ts';
import type { ServerDocument } from '../documents/document.ts';
import { DETAILED, sectionTexts } from './section-texts.ts';

/** Symbol kind of a record or walk: class. */
export const RECORD_SYMBOL: SymbolKind = 5;

/** Symbol kinds of the protocol: class, module, property, function, boolean, field. */
const KINDS: Readonly<Record<OutlineEntry['kind'], SymbolKind>> = {
  record: RECORD_SYMBOL,
  definition: 2,
  section: 7,
  action: 12,
  predicate: 17,
  node: 8,
};

/** Yields the outline of a kit as symbols of a document. */
export function* kitSymbols(kit: LanguageKit, document: ServerDocument): Generator<DocumentSymbol> {
  const detailed = document.length <= DETAILED;
  for (const { text, offset } of sectionTexts(document))
    for (const entry of kit.outline?.(text, detailed) ?? []) yield toSymbol(document, offset, entry);
}

/** Entries nest no deeper than a kit lists them. */
const toSymbol = (document: ServerDocument, by: number, entry: OutlineEntry): DocumentSymbol => ({
  name: entry.name,
  ...(entry.detail !== '' && { detail: entry.detail }),
  kind: KINDS[entry.kind],
  range: document.rangeAt(entry.range, by),
  selectionRange: document.rangeAt(entry.nameRange, by),
  ...(entry.children.length > 0 && { children: entry.children.map((child) => toSymbol(document, by, child)) }),
});

/** Yields the folds of a kit, in offsets of a document. */
export function* kitFolds(kit: LanguageKit, document: ServerDocument): Generator<Fold> {
  for (const { text, offset } of sectionTexts(document))
    for (const fold of kit.folds?.(text) ?? []) yield { ...fold, range: shiftRange(fold.range, offset) };
}
