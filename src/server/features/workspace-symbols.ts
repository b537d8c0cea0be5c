import type { SymbolInformation } from 'vscode-languageserver';
import { headValues } from '../../core/notation/pgn/outline/head.ts';
import { PLAYER_TAGS } from '../../core/notation/pgn/outline/players.ts';
import type { ServerFeature } from '../feature.ts';
import { gamesOf } from './games.ts';

const MAX_SYMBOLS = 500;
/** As in the protocol. */
const OBJECT = 19;
const EVENT = 24;

/** Workspace symbols: players and events of the open files, each once a file, at its first game. */
export const workspaceSymbolsFeature: ServerFeature = {
  name: 'workspace symbols',
  register({ connection, documents, work }) {
    connection.onWorkspaceSymbol(async ({ query }) => {
      const words = query
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '');
      const symbols: SymbolInformation[] = [];
      for (const document of documents.all()) {
        if (document.language !== 'pgn' || !(await work.whenRead(document))) continue;
        const seen = new Set<string>();
        for (const { placed, chunk } of gamesOf(document))
          for (const { name, value, range } of headValues(document.text, chunk, placed.offset)) {
            const kind = PLAYER_TAGS.has(name) ? OBJECT : name === 'Event' ? EVENT : undefined;
            if (kind === undefined || /^[?\s-]*$/.test(value) || seen.has(`${kind} ${value}`)) continue;
            seen.add(`${kind} ${value}`);
            const folded = value.toLowerCase();
            if (!words.every((word) => folded.includes(word))) continue;
            symbols.push({ name: value, kind, location: { uri: document.uri, range: document.rangeAt(range) } });
            if (symbols.length === MAX_SYMBOLS) return symbols;
          }
      }
      return symbols;
    });
    return { workspaceSymbolProvider: true };
  },
};
