import { checkMav } from '../../core/mav/check-mav.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, viewInDialect } from '../../core/mav/view.ts';
import { type Severities, withSeverities } from '../../core/notation/diagnostic.ts';
import { type MavTraceTree, mavTraceTree, traceTitle } from '../../core/search/trace-tree.ts';
import { TRACE_TREE_REQUEST, type TraceTreeParams, type TraceTreeResult } from '../../protocol/lsp.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { ServerFeature } from '../feature.ts';
import { serverPart } from '../languages/parts.ts';

interface CachedTree {
  readonly dialect: MavDialect;
  readonly severities: Severities;
  readonly tree: MavTraceTree;
}

/** Trees of traces, each kept as long as the parsed content of its section. */
const KEPT = new WeakMap<MavView, CachedTree>();

/** The trace at an offset of a MAV file, or in the section there, as a tree. */
export const traceTreeFeature: ServerFeature = {
  name: 'tree of a trace',
  register(context) {
    const { connection, documents, work } = context;
    connection.onRequest(
      TRACE_TREE_REQUEST,
      async ({ uri, position }: TraceTreeParams): Promise<TraceTreeResult | null> => {
        const document = documents.get(uri);
        if (document === undefined || serverPart(document).hasTraces !== true || !(await work.whenRead(document)))
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
  const view = document.mavView(placed);
  if (view.trace === undefined) return null;
  const { lines, notes } = keptTree(view, settings);
  return {
    version: document.version,
    title: traceTitle(view.trace),
    lines,
    notes: notes.map((note) => ({
      ...note,
      ranges: note.ranges.map((range) => document.rangeAt(range, placed.offset)),
    })),
  };
}

function keptTree(view: MavView, { mavDialect: dialect, severities }: ServerSettings): MavTraceTree {
  const known = KEPT.get(view);
  if (known?.dialect === dialect && known.severities === severities) return known.tree;
  const own = viewInDialect(view, dialect);
  if (own.trace === undefined) throw new Error('a trace is one in every dialect');
  const findings = withSeverities(checkMav(own, dialect), severities);
  const tree = mavTraceTree(own.trace, { text: own.text, dialect, findings });
  KEPT.set(view, { dialect, severities, tree });
  return tree;
}
