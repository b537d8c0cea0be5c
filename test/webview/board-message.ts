import { BOARD_VERSION, type ShowBoard } from '../../src/protocol/board-messages.ts';
import { ServerDocument } from '../../src/server/documents/document.ts';
import { positionAt } from '../../src/server/features/position.ts';
import { Views } from '../../src/server/games/views.ts';

/** What the extension sends the board's page for a PGN text with the cursor behind `cursor`. */
export function boardMessage(text: string, cursor: string): ShowBoard {
  const uri = 'file:///game.pgn';
  const document = new ServerDocument(uri, 'pgn', 1, text);
  while (document.step()) {}
  const offset = text.indexOf(cursor) + cursor.length;
  const position = positionAt(document, offset, new Views());
  const place = { uri, position: document.buffer.positionAt(offset) };
  return { version: BOARD_VERSION, type: 'show', place, position, orientation: 'white' };
}
