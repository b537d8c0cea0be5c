import {
  INSERT_MOVE_REQUEST,
  type InsertMoveParams,
  type InsertMoveResult,
  POSITION_REQUEST,
  type PositionParams,
  type PositionResult,
} from '../../protocol/lsp.ts';
import type { ServerFeature } from '../feature.ts';
import { insertAt, positionAt } from './board.ts';

/** What a board needs: the position at a place, and the edits that write a move there. */
export const positionFeature: ServerFeature = {
  name: 'position',
  register({ connection, documents, work, views }) {
    connection.onRequest(
      POSITION_REQUEST,
      async ({ uri, position }: PositionParams): Promise<PositionResult | null> => {
        const document = documents.get(uri);
        if (document === undefined || !(await work.whenRead(document))) return null;
        return positionAt(document, document.buffer.offsetAt(position), views);
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
