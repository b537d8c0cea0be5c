import { TRACE_TREE_REQUEST, type TraceTreeParams, type TraceTreeResult } from '../../protocol/lsp.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';

/** The trace at an offset of a document, or in the section there, as a tree. */
export const traceTreeFeature: ServerFeature = {
  name: 'tree of a trace',
  register(context) {
    const { connection, documents, work } = context;
    connection.onRequest(
      TRACE_TREE_REQUEST,
      async ({ uri, position }: TraceTreeParams): Promise<TraceTreeResult | null> => {
        const document = documents.get(uri);
        if (document === undefined || serverPart(document).tree === undefined || !(await work.whenRead(document)))
          return null;
        return treeAt(document, document.buffer.offsetAt(position), context.settings());
      },
    );
    return {};
  },
};

function treeAt(document: ServerDocument, offset: number, settings: ServerSettings): TraceTreeResult | null {
  const { sections } = document;
  if (sections.count === 0) return null;
  const placed = sections.at(sections.indexAt(offset));
  const tree = serverPart(document).tree?.(document, placed, settings);
  if (tree === undefined) return null;
  const { title, lines, notes } = tree;
  return {
    version: document.version,
    section: document.sectionRange(placed),
    title,
    lines,
    notes: notes.map((note) => ({
      ...note,
      ranges: note.ranges.map((range) => document.rangeAt(range, placed.offset)),
    })),
  };
}
