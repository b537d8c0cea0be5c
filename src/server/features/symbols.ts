import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver';
import { PLAYER_TAGS } from '../../core/notation/pgn/tags.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/turns.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';
import { takeFirst } from '../languages/section-texts.ts';

/** Maximum number of top-level symbols. */
const MAX_SYMBOLS = 50_000;

/**
 * Document symbols: games with their players, result, tags and variations; records of FEN files; walks; examples, and
 * traces with their nodes.
 */
export const symbolsFeature: ServerFeature = {
  name: 'symbols',
  register(context) {
    const { connection, documents, client } = context;
    connection.onDocumentSymbol(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      const symbols = document && serverPart(document).symbols;
      if (document === undefined || symbols === undefined) return null;
      const found = await inTurns(context, document, token, () => takeFirst(MAX_SYMBOLS, symbols(document)));
      if (found === undefined) return null;
      return client.nestsSymbols ? found : flatSymbols(textDocument.uri, found);
    });
    return { documentSymbolProvider: { label: 'StateLens' } };
  },
};

/** Flattens trees of symbols, parents first, for a client that shows a list. */
function flatSymbols(uri: string, trees: readonly DocumentSymbol[]): SymbolInformation[] {
  const flat: SymbolInformation[] = [];
  // the last open symbol is the next one
  const open = trees.map((symbol): [DocumentSymbol, string | undefined] => [symbol, undefined]).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [{ name, kind, range, children = [] }, containerName] = next;
    flat.push({ name, kind, location: { uri, range }, ...(containerName !== undefined && { containerName }) });
    for (const child of [...children].reverse()) open.push([child, name]);
  }
  return flat;
}

const MAX_WORKSPACE_SYMBOLS = 500;
/** Symbol kinds of the protocol. */
const OBJECT = 19;
const EVENT = 24;

/** Workspace symbols: players and events of the open files, each once per file, at its first game. */
export const workspaceSymbolsFeature: ServerFeature = {
  name: 'workspace symbols',
  register(context) {
    const { connection, documents } = context;
    connection.onWorkspaceSymbol(async ({ query }, token) => {
      const words = query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
      const symbols: SymbolInformation[] = [];
      for (const document of documents.all()) {
        if (serverPart(document).heads === undefined) continue;
        const most = MAX_WORKSPACE_SYMBOLS - symbols.length;
        const found = await inTurns(context, document, token, () => symbolsOf(document, words, most));
        symbols.push(...(found ?? []).flat());
        if (symbols.length >= MAX_WORKSPACE_SYMBOLS) break;
      }
      return symbols.slice(0, MAX_WORKSPACE_SYMBOLS);
    });
    return { workspaceSymbolProvider: true };
  },
};

/**
 * Yields, game by game, new players and events that contain all the words; stops reading games after `most` symbols.
 */
function* symbolsOf(document: ServerDocument, words: readonly string[], most: number): Generator<SymbolInformation[]> {
  const seen = new Set<string>();
  let count = 0;
  for (const heads of serverPart(document).heads?.(document) ?? []) {
    const own: SymbolInformation[] = [];
    for (const { name, value, range } of heads) {
      const kind = PLAYER_TAGS.has(name) ? OBJECT : name === 'Event' ? EVENT : undefined;
      if (kind === undefined || /^[?\s-]*$/.test(value) || seen.has(`${kind} ${value}`)) continue;
      seen.add(`${kind} ${value}`);
      const folded = value.toLowerCase();
      if (words.every((word) => folded.includes(word)))
        own.push({ name: value, kind, location: { uri: document.uri, range: document.rangeAt(range) } });
    }
    yield own;
    count += own.length;
    if (count >= most) return;
  }
}
