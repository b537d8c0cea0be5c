import type { ServerFeature } from '../feature.ts';
import { Hovers } from '../hover/hovers.ts';

/** Hovers. */
export const hoverFeature: ServerFeature = {
  name: 'hover',
  register({ connection, host, documents, work, comparer, views, settings, client }) {
    const hovers = new Hovers({ clock: host.clock, work, comparer, views, settings, capabilities: () => client });
    connection.onHover(async ({ textDocument, position }) => {
      const document = documents.get(textDocument.uri);
      return document === undefined ? null : hovers.provide(document, position);
    });
    return { hoverProvider: true };
  },
};
