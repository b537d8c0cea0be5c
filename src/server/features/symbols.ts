import type { DocumentSymbol, SymbolInformation } from 'vscode-languageserver';
import { inTurns } from '../documents/in-turns.ts';
import type { ServerFeature } from '../feature.ts';
import { partOf } from '../languages/parts.ts';
import { firstOf } from '../languages/sections-of.ts';

/** Entries of the highest level that are listed at most. */
const MAX_SYMBOLS = 50_000;

/** Document symbols: games with their players, result, tags and variations; records of FEN files; walks; examples, and traces with their nodes. */
export const symbolsFeature: ServerFeature = {
  name: 'symbols',
  register(context) {
    const { connection, documents, client } = context;
    connection.onDocumentSymbol(async ({ textDocument }, token) => {
      const document = documents.get(textDocument.uri);
      const symbols = document && partOf(document).symbols;
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
