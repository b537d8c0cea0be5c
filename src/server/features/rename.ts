import { ErrorCodes, ResponseError, type TextEdit } from 'vscode-languageserver';
import { type HeadValue, headValues } from '../../core/notation/pgn/outline/head.ts';
import { PLAYER_TAGS, playerAt, writtenName } from '../../core/notation/pgn/outline/players.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { gamesOf } from './games.ts';

/** Rename: a player, in the White and Black tags of the whole file. */
export const renameFeature: ServerFeature = {
  name: 'rename',
  register({ connection, documents, work }) {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      const player = playerIn(document, document.buffer.offsetAt(position));
      return player === undefined ? null : { range: document.rangeAt(player.range), placeholder: player.value };
    });
    connection.onRenameRequest(async ({ textDocument: { uri }, position, newName }) => {
      const document = documents.get(uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      const player = playerIn(document, document.buffer.offsetAt(position));
      if (player === undefined) return null;
      const written = writtenName(newName);
      if (!written.ok) return new ResponseError(ErrorCodes.InvalidParams, written.error);
      return { changes: { [uri]: renames(document, player.value, written.value) } };
    });
    return { renameProvider: { prepareProvider: true } };
  },
};

function playerIn(document: ServerDocument, offset: number): HeadValue | undefined {
  const { sections, text } = document;
  if (sections.count === 0) return undefined;
  const { section, offset: start } = sections.at(sections.indexAt(offset));
  const chunk = section.reading?.chunk;
  return chunk === undefined ? undefined : playerAt(headValues(text, chunk, start), offset);
}

function renames(document: ServerDocument, name: string, newText: string): TextEdit[] {
  const edits: TextEdit[] = [];
  for (const { placed, chunk } of gamesOf(document))
    for (const tag of headValues(document.text, chunk, placed.offset))
      if (PLAYER_TAGS.has(tag.name) && tag.value === name) edits.push({ range: document.rangeAt(tag.range), newText });
  return edits;
}
