import type { Location, Position } from 'vscode-languageserver';
import { alternatives, counterparts, moveOn, samePosition } from '../../core/notation/pgn/board-position.ts';
import type { LspRange } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { FeatureContext, ServerFeature } from '../feature.ts';
import type { SectionGame } from '../games/game-view.ts';
import { serverPart } from '../languages/parts.ts';
import { takeFirst } from '../languages/section-texts.ts';

interface Found extends SectionGame {
  readonly document: ServerDocument;
  readonly move: number;
}

/**
 * Definitions lead from a variation's first move to the move that it varies, and back; references are all moves written
 * for that turn, and those that lead to the same position.
 */
export const navigationFeature: ServerFeature = {
  name: 'navigation',
  register(context) {
    const { connection } = context;
    connection.onDefinition(async ({ textDocument: { uri }, position }): Promise<Location[] | null> => {
      const linked = await linkedAt(context, uri, position);
      if (linked !== undefined) return linked.of('definitions');
      const found = await moveAt(context, uri, position);
      return found === undefined ? null : places(found, counterparts(found.view.replay.tree, found.move));
    });
    connection.onReferences(async ({ textDocument: { uri }, position, context: { includeDeclaration } }) => {
      const linked = await linkedAt(context, uri, position);
      if (linked !== undefined) return linked.of('references', includeDeclaration);
      const found = await moveAt(context, uri, position);
      if (found === undefined) return null;
      const { replay } = found.view;
      const moves = new Set([...alternatives(replay.tree, found.move), ...samePosition(replay, found.move)]);
      if (!includeDeclaration) moves.delete(found.move);
      return places(
        found,
        [...moves].sort((a, b) => a - b),
      );
    });
    connection.onDocumentHighlight(async ({ textDocument: { uri }, position }) => {
      const linked = await linkedAt(context, uri, position);
      if (linked !== undefined) return linked.of('highlights').map(({ range }) => ({ range, kind: 1 as const }));
      const found = await moveAt(context, uri, position);
      if (found === undefined) return null;
      return places(found, alternatives(found.view.replay.tree, found.move)).map(({ range }) => ({
        range,
        kind: 1 as const,
      }));
    });
    return { definitionProvider: true, referencesProvider: true, documentHighlightProvider: true };
  },
};

/** Places that a language itself links with the one at a position. */
interface Linked {
  /** @param own true to begin with the place itself */
  readonly of: (what: 'definitions' | 'references' | 'highlights', own?: boolean) => Location[];
}

async function linkedAt({ documents, work }: FeatureContext, uri: string, at: Position): Promise<Linked | undefined> {
  const document = documents.get(uri);
  const linked = document && serverPart(document).linked;
  if (document === undefined || linked === undefined) return undefined;
  const { sections } = document;
  const isRead = (await work.whenRead(document, at)) && sections.count > 0;
  const offset = document.buffer.offsetAt(at);
  const placed = sections.at(sections.indexAt(offset));
  const found = isRead ? linked(document, placed, offset) : undefined;
  return {
    of: (what, own = false) =>
      found === undefined
        ? []
        : [...(own ? [found.own] : []), ...found[what]].map((range) => ({
            uri,
            range: document.rangeAt(range, placed.offset),
          })),
  };
}

async function moveAt(
  { documents, work, views }: FeatureContext,
  uri: string,
  at: Position,
): Promise<Found | undefined> {
  const document = documents.get(uri);
  if (document === undefined || !(await work.whenRead(document, at))) return undefined;
  const offset = document.buffer.offsetAt(at);
  const game = views.gameAt(document, offset);
  if (game === undefined) return undefined;
  const move = moveOn(game.view.replay.tree, offset - game.placed.offset);
  return move < 0 ? undefined : { ...game, document, move };
}

function places({ document, view, placed }: Found, moves: readonly number[]): { uri: string; range: LspRange }[] {
  return moves.map((move) => {
    return {
      uri: document.uri,
      range: document.rangeAt(view.rangeOf(move), placed.offset),
    };
  });
}

/** Maximum number of links per document. */
const MAX_LINKS = 2000;

/**
 * Document links from positions to a public analysis board, as the setting `links` selects. Nothing is fetched. States
 * of MAV have theirs in the hover: a line below them would hide their error marks.
 */
export const linksFeature: ServerFeature = {
  name: 'links',
  register(context) {
    const { connection, documents, work, views } = context;
    connection.onDocumentLinks(async ({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      if (context.settings().links === 'off' || document === undefined || !(await work.whenRead(document))) return null;
      const { links } = serverPart(document);
      return links === undefined ? null : [...takeFirst(MAX_LINKS, links(document, views))];
    });
    return { documentLinkProvider: {} };
  },
};
