import { ErrorCodes, ResponseError } from 'vscode-languageserver';
import type { Range } from '../../core/base/text/range.ts';
import { type HeadValue, PLAYER_TAGS, playerAt, writtenName } from '../../core/notation/pgn/tags.ts';
import type { ServerDocument } from '../documents/document.ts';
import { inTurns } from '../documents/turns.ts';
import type { ServerFeature } from '../feature.ts';
import { headTags, readGames } from '../languages/section-texts.ts';

/** Rename: a player, in the White and Black tags of the whole file. */
export const renameFeature: ServerFeature = {
  name: 'rename',
  register({ connection, documents, work, turns }) {
    connection.onPrepareRename(async ({ textDocument, position }) => {
      const document = documents.get(textDocument.uri);
      if (document === undefined || !(await work.whenRead(document, position))) return null;
      const player = playerIn(document, document.buffer.offsetAt(position));
      return player === undefined ? null : { range: document.rangeAt(player.range), placeholder: player.value };
    });
    connection.onRenameRequest(async ({ textDocument: { uri }, position, newName }, token) => {
      const document = documents.get(uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      const player = playerIn(document, document.buffer.offsetAt(position));
      if (player === undefined) return null;
      const written = writtenName(newName);
      if (!written.ok) return new ResponseError(ErrorCodes.InvalidParams, written.error);
      const places = await inTurns({ work, turns }, document, token, () => namesOf(document, player.value));
      if (places === undefined) return null;
      const edits = places.flat().map((range) => ({ range: document.rangeAt(range), newText: written.value }));
      return { changes: { [uri]: edits } };
    });
    return { renameProvider: { prepareProvider: true } };
  },
};

function playerIn(document: ServerDocument, offset: number): HeadValue | undefined {
  const { sections } = document;
  if (sections.count === 0) return undefined;
  const placed = sections.at(sections.indexAt(offset));
  const chunk = placed.section.reading?.chunk;
  return chunk === undefined ? undefined : playerAt(headTags(document, { placed, chunk }), offset);
}

/** Yields the names of a player, game by game. */
function* namesOf(document: ServerDocument, player: string): Generator<Range[]> {
  for (const game of readGames(document))
    yield headTags(document, game)
      .filter(({ name, value }) => PLAYER_TAGS.has(name) && value === player)
      .map(({ range }) => range);
}
