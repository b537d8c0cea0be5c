import type { DocumentSymbol, SymbolInformation, SymbolKind } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { type MavSymbol, mavSymbol } from '../../core/mav/features/outline.ts';
import { fenOutline } from '../../core/notation/fen/record-outline.ts';
import type { Language } from '../../core/notation/language.ts';
import { type PddlSymbol, pddlOutline } from '../../core/notation/pddl/pddl-outline.ts';
import { type GameSymbol, gameSymbol } from '../../core/notation/pgn/outline/symbols.ts';
import { walkEntry } from '../../core/notation/walk/walk-outline.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/in-turns.ts';
import type { ServerFeature } from '../feature.ts';
import { walkOf } from '../walks/walk-at.ts';
import { DETAILED, firstOf, gamesOf, mavSectionsOf, recordsOf, walkSectionsOf } from './games.ts';

/** Entries of the highest level that are listed at most. */
const MAX_SYMBOLS = 50_000;

/** As in the protocol: class, property, array, function. */
const KINDS: Readonly<Record<GameSymbol['kind'], SymbolKind>> = { game: 5, tags: 7, movetext: 18, variation: 12 };
/** Class, event, array. */
const MAV_KINDS: Readonly<Record<MavSymbol['kind'], SymbolKind>> = { example: 5, trace: 24, node: 18 };

/** Module, property, function, boolean. */
const PDDL_KINDS: Readonly<Record<PddlSymbol['kind'], SymbolKind>> = {
  definition: 2,
  section: 7,
  action: 12,
  predicate: 17,
};

/** Document symbols: games with their players, result, tags and variations; records of FEN files; walks; examples, and traces with their nodes. */
export const symbolsFeature: ServerFeature = {
  name: 'symbols',
  register(context) {
    const { connection, documents, client } = context;
    connection.onDocumentSymbol(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      const symbols = document?.language === undefined ? undefined : SYMBOLS[document.language];
      if (document === undefined || symbols === undefined) return null;
      const found = await inTurns(context, document, token, () => firstOf(MAX_SYMBOLS, symbols(document)));
      if (found === undefined) return null;
      return client.nestsSymbols ? found : flatSymbols(textDocument.uri, found);
    });
    return { documentSymbolProvider: { label: 'StateLens' } };
  },
};

/** The symbols of trees, parents first, for a client that shows a list. */
function flatSymbols(uri: string, trees: readonly DocumentSymbol[]): SymbolInformation[] {
  const flat: SymbolInformation[] = [];
  // the next of the open symbols is last
  const open = trees.map((symbol): [DocumentSymbol, string | undefined] => [symbol, undefined]).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [{ name, kind, range, children = [] }, containerName] = next;
    flat.push({ name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) });
    for (const child of [...children].reverse()) open.push([child, name]);
  }
  return flat;
}

function* gameSymbols(document: ServerDocument): Generator<DocumentSymbol> {
  const detailed = document.length <= DETAILED;
  for (const { placed, chunk } of gamesOf(document)) {
    const symbol = gameSymbol(document.sectionText(placed), chunk, 0, placed.game + 1, detailed);
    yield toSymbol(document, placed.offset, symbol);
  }
}

/** Symbols nest no deeper than the outline lists them. */
const toSymbol = (document: ServerDocument, by: number, symbol: GameSymbol): DocumentSymbol => ({
  name: symbol.name,
  ...(symbol.detail !== '' && { detail: symbol.detail }),
  kind: KINDS[symbol.kind],
  range: document.rangeAt(symbol.range, by),
  selectionRange: document.rangeAt(symbol.nameRange, by),
  ...(symbol.children.length > 0 && { children: symbol.children.map((child) => toSymbol(document, by, child)) }),
});

function* mavSymbols(document: ServerDocument): Generator<DocumentSymbol> {
  const detailed = document.length <= DETAILED;
  for (const placed of mavSectionsOf(document)) {
    const symbol = mavSymbol(document.mavView(placed), placed.game + 1, detailed);
    if (symbol !== undefined) yield fromMav(document, placed.offset, symbol);
  }
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

function* recordSymbols(document: ServerDocument): Generator<DocumentSymbol> {
  const moves = document.length <= DETAILED;
  for (const { text, offset } of recordsOf(document))
    for (const { range, line, name, detail } of fenOutline(text, document.language === 'epd', moves))
      yield {
        name,
        ...(detail !== '' && { detail }),
        kind: KINDS.game,
        range: document.rangeAt(range, offset),
        selectionRange: document.rangeAt(line, offset),
      };
}

function* walkSymbols(document: ServerDocument): Generator<DocumentSymbol> {
  for (const placed of walkSectionsOf(document)) {
    const replayed = walkOf(document, placed);
    if (replayed === undefined) continue;
    const { range, line, name, detail } = walkEntry(replayed);
    yield {
      name,
      detail,
      kind: KINDS.game,
      range: document.rangeAt(range, placed.offset),
      selectionRange: document.rangeAt(line, placed.offset),
    };
  }
}

function* pddlSymbols(document: ServerDocument): Generator<DocumentSymbol> {
  // a text is read as a whole
  if (document.length > DETAILED) return;
  for (const symbol of pddlOutline(document.text)) yield fromPddl(document, symbol);
}

/** Symbols nest no deeper than predicates in their section. */
const fromPddl = (document: ServerDocument, { name, detail, kind, ...rest }: PddlSymbol): DocumentSymbol => ({
  name,
  ...(detail !== '' && { detail }),
  kind: PDDL_KINDS[kind],
  range: document.rangeAt(rest.range),
  selectionRange: document.rangeAt(rest.nameRange),
  ...(rest.children.length > 0 && { children: rest.children.map((child) => fromPddl(document, child)) }),
});

const SYMBOLS: Readonly<Partial<Record<Language, (document: ServerDocument) => Iterable<DocumentSymbol>>>> = {
  pgn: gameSymbols,
  fen: recordSymbols,
  epd: recordSymbols,
  mav: mavSymbols,
  walk: walkSymbols,
  pddl: pddlSymbols,
};
