import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { type MavSymbol, mavSymbol } from '../../core/mav/features/outline.ts';
import { fenOutline } from '../../core/notation/fen/record-outline.ts';
import type { Language } from '../../core/notation/language.ts';
import { type GameSymbol, gameSymbol } from '../../core/notation/pgn/outline/symbols.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { DETAILED, gamesOf, mavSectionsOf } from './games.ts';

/** Entries of the highest level that are listed at most. */
const MAX_SYMBOLS = 50_000;

/** As in the protocol: class, property, array, function. */
const KINDS: Readonly<Record<GameSymbol['kind'], SymbolKind>> = { game: 5, tags: 7, movetext: 18, variation: 12 };
/** Class, event, array. */
const MAV_KINDS: Readonly<Record<MavSymbol['kind'], SymbolKind>> = { example: 5, trace: 24, node: 18 };

/** Document symbols: games with their players, result, tags and variations; records of FEN files; examples, and traces with their nodes. */
export const symbolsFeature: ServerFeature = {
  name: 'symbols',
  register({ connection, documents, work }) {
    connection.onDocumentSymbol(async ({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return document.language === undefined ? null : (SYMBOLS[document.language]?.(document) ?? null);
    });
    return { documentSymbolProvider: { label: 'StateLens' } };
  },
};

function gameSymbols(document: ServerDocument): DocumentSymbol[] {
  const { text } = document;
  const symbols: DocumentSymbol[] = [];
  for (const { placed, chunk } of gamesOf(document)) {
    if (symbols.length === MAX_SYMBOLS) break;
    const symbol = gameSymbol(text, chunk, placed.offset, placed.game + 1, text.length <= DETAILED);
    symbols.push(toSymbol(document, symbol));
  }
  return symbols;
}

/** Symbols nest no deeper than the outline lists them. */
const toSymbol = (document: ServerDocument, symbol: GameSymbol): DocumentSymbol => ({
  name: symbol.name,
  ...(symbol.detail !== '' && { detail: symbol.detail }),
  kind: KINDS[symbol.kind],
  range: document.rangeAt(symbol.range),
  selectionRange: document.rangeAt(symbol.nameRange),
  ...(symbol.children.length > 0 && { children: symbol.children.map((child) => toSymbol(document, child)) }),
});

function mavSymbols(document: ServerDocument): DocumentSymbol[] {
  const detailed = document.text.length <= DETAILED;
  const symbols: DocumentSymbol[] = [];
  for (const placed of mavSectionsOf(document)) {
    if (symbols.length === MAX_SYMBOLS) break;
    const symbol = mavSymbol(document.mavView(placed), placed.game + 1, detailed);
    if (symbol !== undefined) symbols.push(fromMav(document, placed.offset, symbol));
  }
  return symbols;
}

/** Nodes nest no deeper than the outline lists them. */
function fromMav(document: ServerDocument, by: number, { name, detail, kind, ...rest }: MavSymbol): DocumentSymbol {
  const place = (range: Range) => document.rangeAt(range, by);
  return {
    name,
    ...(detail !== '' && { detail }),
    kind: MAV_KINDS[kind],
    range: place(rest.range),
    selectionRange: place(rest.nameRange),
    ...(rest.children.length > 0 && { children: rest.children.map((child) => fromMav(document, by, child)) }),
  };
}

function recordSymbols(document: ServerDocument): DocumentSymbol[] {
  const { text, language } = document;
  const limits = { most: MAX_SYMBOLS, moves: text.length <= DETAILED };
  return fenOutline(text, language === 'epd', limits).map(({ range, line, name, detail }) => ({
    name,
    ...(detail !== '' && { detail }),
    kind: KINDS.game,
    range: document.rangeAt(range),
    selectionRange: document.rangeAt(line),
  }));
}

const SYMBOLS: Readonly<Partial<Record<Language, (document: ServerDocument) => DocumentSymbol[]>>> = {
  pgn: gameSymbols,
  fen: recordSymbols,
  epd: recordSymbols,
  mav: mavSymbols,
};
