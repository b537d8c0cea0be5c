import { checkMav } from '../../core/mav/check-mav.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { type MavView, viewInDialect } from '../../core/mav/view.ts';
import { type Severities, withSeverities } from '../../core/notation/diagnostic.ts';
import { type MavTraceTree, mavTraceTree, traceTitle } from '../../core/search/trace-tree.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { SectionTree } from './part.ts';

interface CachedTree {
  readonly dialect: MavDialect;
  readonly severities: Severities;
  readonly tree: MavTraceTree;
}

/** Trees of traces, each kept as long as the parsed content of its section. */
const KEPT = new WeakMap<MavView, CachedTree>();

/** Returns the tree of a section of a MAV file; undefined if it is no trace. */
export function mavSectionTree(view: MavView, settings: ServerSettings): SectionTree | undefined {
  if (view.trace === undefined) return undefined;
  return { title: traceTitle(view.trace), ...keptTree(view, settings) };
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
