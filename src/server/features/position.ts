import { parseTypedMove } from '../../core/games/chess/typed-move.ts';
import { insertMove, type NoInsertion } from '../../core/notation/pgn/insert-move.ts';
import { stateAfter } from '../../core/notation/pgn/replay.ts';
import { moveBefore } from '../../core/notation/pgn/tree-lookup.ts';
import {
  INSERT_MOVE_REQUEST,
  type InsertMoveParams,
  type InsertMoveResult,
  POSITION_REQUEST,
  type PositionParams,
  type PositionResult,
} from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import type { Views } from '../games/game-view.ts';
import { boardAt, serverPart } from '../languages/parts.ts';

const REFUSALS: Readonly<Record<NoInsertion, string>> = {
  'unknown-position': 'the position here is unknown: an earlier move cannot be played',
  'too-deep': 'the variation would be nested too deeply',
  unclosed: 'a variation in this line is never closed, so its end is unknown',
};

/** The requests of a board: the position at an offset, and the edits that insert a move there. */
export const positionFeature: ServerFeature = {
  name: 'position',
  register({ connection, documents, work, views }) {
    connection.onRequest(
      POSITION_REQUEST,
      async ({ uri, position }: PositionParams): Promise<PositionResult | null> => {
        const document = documents.get(uri);
        // the steps of a record lead to other records of the file
        const to = document && serverPart(document).hasLocalBoard === true ? position : undefined;
        if (document === undefined || !(await work.whenRead(document, to))) return null;
        return boardAt(document, document.buffer.offsetAt(position), views);
      },
    );
    connection.onRequest<InsertMoveResult | null, void>(INSERT_MOVE_REQUEST, async (params: InsertMoveParams) => {
      const document = documents.get(params.uri);
      if (document === undefined || !(await work.whenRead(document))) return null;
      return insertAt(document, params, views);
    });
    return {};
  },
};

/**
 * Returns the edits that insert a move after an offset; refuses if the client refers to another version of the text.
 */
function insertAt(
  document: ServerDocument,
  { position, version, move: text }: InsertMoveParams,
  views: Views,
): InsertMoveResult {
  if (document.version !== version) return { ok: false, reason: 'the text has changed in the meantime' };
  const offset = document.buffer.offsetAt(position);
  const game = views.gameAt(document, offset);
  if (game === undefined) return { ok: false, reason: 'moves can be inserted only into games' };
  const { view, placed } = game;
  const after = moveBefore(view.replay.tree, offset - placed.offset);
  const state = stateAfter(view.replay, after);
  if (state === undefined) return { ok: false, reason: REFUSALS['unknown-position'] };
  const move = parseTypedMove(state, text);
  if (!move.ok) return { ok: false, reason: move.error };
  const found = insertMove(view.text, view.replay, after, move.value);
  if (typeof found === 'string') return { ok: false, reason: REFUSALS[found] };
  return {
    ok: true,
    edits: found.edits.map(({ range, newText }) => ({ range: document.rangeAt(range, placed.offset), newText })),
    cursor: placed.offset + found.cursor,
    san: found.san,
  };
}
