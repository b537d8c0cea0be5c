import type { SymbolInformation } from 'vscode-languageserver';
import { PLAYER_TAGS } from '../../core/notation/pgn/outline/players.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/in-turns.ts';
import type { ServerFeature } from '../feature.ts';
import { partOf } from '../languages/parts.ts';

const MAX_SYMBOLS = 500;
/** As in the protocol. */
const OBJECT = 19;
const EVENT = 24;

/** Workspace symbols: players and events of the open files, each once a file, at its first game. */
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
        if (partOf(document).heads === undefined) continue;
        const most = MAX_SYMBOLS - symbols.length;
        const found = await inTurns(context, document, token, () => symbolsOf(document, words, most));
        symbols.push(...(found ?? []).flat());
        if (symbols.length >= MAX_SYMBOLS) break;
      }
      return symbols.slice(0, MAX_SYMBOLS);
    });
    return { workspaceSymbolProvider: true };
  },
};

/** Game by game the players and events that are new and have all the words; no more games are read once there are `most`. */
function* symbolsOf(document: ServerDocument, words: readonly string[], most: number): Generator<SymbolInformation[]> {
  const seen = new Set<string>();
  let count = 0;
  for (const heads of partOf(document).heads?.(document) ?? []) {
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
