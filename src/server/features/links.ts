import type { ServerFeature } from '../feature.ts';
import { partOf } from '../languages/parts.ts';
import { firstOf } from '../languages/sections-of.ts';

/** Documents have no more links than this. */
const MAX_LINKS = 2000;

/**
 * Document links from positions to a public analysis board, as the setting `links` wants it. Nothing is fetched. States of MAV have
 * theirs in the hover: a line below them would hide what is wrong with them.
 */
export const linksFeature: ServerFeature = {
  name: 'links',
  register(context) {
    const { connection, documents, work, views } = context;
    connection.onDocumentLinks(async ({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      if (context.settings().links === 'off' || document === undefined || !(await work.whenRead(document))) return null;
      const { links } = partOf(document);
      return links === undefined ? null : [...firstOf(MAX_LINKS, links(document, views))];
    });
    return { documentLinkProvider: {} };
  },
};
