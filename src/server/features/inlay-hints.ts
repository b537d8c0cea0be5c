import type { InlayHint } from 'vscode-languageserver';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';

/** Maximum number of hints in an answer, for clients that request a whole file. */
const MAX_HINTS = 5000;

/** Returns true if a setting that inlay hints depend on differs. */
const differs = (a: ServerSettings, b: ServerSettings): boolean =>
  a.inlayPosition !== b.inlayPosition ||
  a.inlayOpening !== b.inlayOpening ||
  a.inlayGlyphs !== b.inlayGlyphs ||
  a.inlaySituation !== b.inlaySituation ||
  a.inlayValues !== b.inlayValues ||
  a.mavDialect.base !== b.mavDialect.base;

/** Inlay hints of the sections in the requested range, which is about the visible part. */
export const inlayHintsFeature: ServerFeature = {
  name: 'inlay hints',
  register(context) {
    const { connection, documents, work } = context;
    connection.languages.inlayHint.on(async ({ textDocument, range }) => {
      const document = documents.get(textDocument.uri);
      const inlays = document && serverPart(document).inlays;
      if (document === undefined || inlays === undefined || !(await work.whenRead(document, range.end))) return null;
      const { sections, buffer } = document;
      const hints: InlayHint[] = [];
      if (sections.count === 0) return hints;
      const start = buffer.offsetAt(range.start);
      const end = buffer.offsetAt(range.end);
      const last = sections.indexAt(end);
      for (let i = sections.indexAt(start); i <= last && hints.length < MAX_HINTS; i++) {
        const placed = sections.at(i);
        const local = { start: Math.max(0, start - placed.offset), end: end - placed.offset };
        for (const { offset, label, tooltip } of inlays(document, placed, local, context)) {
          const position = buffer.positionAt(placed.offset + offset);
          hints.push({ position, label, paddingLeft: true, ...(tooltip !== undefined && { tooltip }) });
        }
      }
      return hints.slice(0, MAX_HINTS);
    });
    context.events.onSettings((before) => {
      if (!context.client.refreshesInlays || !differs(before, context.settings())) return;
      // a client that disconnects meanwhile needs no hints
      connection.languages.inlayHint.refresh().catch(() => {});
    });
    return { inlayHintProvider: true };
  },
};
