import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import { readFenFile } from '../../core/fen/fen-file.ts';
import { type MavSymbol, mavSymbol } from '../../core/mav/features/outline.ts';
import { mavView } from '../../core/mav/features/view.ts';
import { type GameSymbol, gameSymbol } from '../../core/pgn/outline/symbols.ts';
import type { Range } from '../../core/text/range.ts';
import type { ServerDocument } from '../documents.ts';
import type { ServerFeature } from '../feature.ts';
import { DETAILED, gamesOf, mavSectionsOf } from './games.ts';

/** Entries of the highest level that are listed at most. */
const MOST_SYMBOLS = 50_000;
/** A line names its record by so much of it. */
const NAME_LENGTH = 80;

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
      if (document.language === 'mav') return mavSymbols(document);
      return document.language === 'pgn' ? gameSymbols(document) : recordSymbols(document);
    });
    return { documentSymbolProvider: { label: 'StateLens' } };
  },
};

function gameSymbols(document: ServerDocument): DocumentSymbol[] {
  const { text } = document;
  const symbols: DocumentSymbol[] = [];
  for (const { placed, chunk } of gamesOf(document)) {
    if (symbols.length === MOST_SYMBOLS) break;
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
  const symbols: DocumentSymbol[] = [];
  for (const placed of mavSectionsOf(document)) {
    if (symbols.length === MOST_SYMBOLS) break;
    const symbol = mavSymbol(mavView(document.sectionText(placed)), placed.game + 1);
    if (symbol !== undefined) symbols.push(fromMav(document, placed.offset, symbol));
  }
  return symbols;
}

/** Nodes nest no deeper than the outline lists them. */
function fromMav(document: ServerDocument, by: number, { name, detail, kind, ...rest }: MavSymbol): DocumentSymbol {
  const place = ({ start, end }: Range) => document.rangeAt({ start: start + by, end: end + by });
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
  return readFenFile(document.text)
    .records.slice(0, MOST_SYMBOLS)
    .map(({ range }) => {
      const line = document.text.slice(range.start, Math.min(range.end, range.start + 1000));
      const id = /\bid\s+"([^"]+)"/.exec(line)?.[1];
      const place = document.rangeAt(range);
      const [placement, turn] = line.split(/\s+/);
      const side = turn === 'b' ? 'Black to move' : turn === 'w' ? 'White to move' : undefined;
      return {
        name: (id ?? placement).slice(0, NAME_LENGTH),
        ...(side !== undefined && { detail: side }),
        kind: KINDS.game,
        range: place,
        selectionRange: place,
      };
    });
}
