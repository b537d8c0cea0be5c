import { plural } from '../../base/text/counts.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { TraceEvent } from '../events.ts';
import { LOST, type TraceNode, type TraceTree } from '../tree.ts';
import { nodeWords, relatedNodes } from './node-words.ts';

/** Checks the order of visits by the algorithm that the task declares. */
export function checkVisitOrder(tree: TraceTree): Diagnostic[] {
  const algorithm = tree.task?.algorithm;
  const isBreadthFirst = algorithm === 'bfs' || algorithm === 'beam';
  const found = algorithm === 'dfs' ? checkDepthFirst(tree) : isBreadthFirst ? checkBreadthFirst(tree) : [];
  const [first, ...others] = found;
  if (first === undefined || others.length === 0) return found;
  // A search of another kind is out of order nearly everywhere.
  return [{ ...first, message: `${first.message}; so it is at ${plural(others.length, 'more visit', 'more visits')}` }];
}

/** Returns the words of a visit that name its node. */
const visitRange = (event: TraceEvent) =>
  event.kind === 'visit' || event.kind === 'close' ? event.node.range : event.range;

/** Yields the first visit of each node, in the order of the text. */
function* firstVisits({
  read,
  nodeOf,
  faults,
}: TraceTree): Iterable<readonly [event: TraceEvent, node: TraceNode, at: number]> {
  const seen = new Set<TraceNode>();
  const end = faults.find(({ kind }) => LOST.has(kind))?.event ?? read.events.length;
  for (const [i, event] of read.events.entries()) {
    // The order after a wrong link follows from it.
    if (i >= end) return;
    const node = nodeOf[i];
    if ((event.kind !== 'visit' && event.kind !== 'close') || node === undefined || seen.has(node)) continue;
    seen.add(node);
    yield [event, node, i];
  }
}

/** Depth first: a search leaves a node only when all its children have been visited. */
function checkDepthFirst(tree: TraceTree): Diagnostic[] {
  const found: Diagnostic[] = [];
  const visited = new Set<TraceNode>();
  const reported = new Set<TraceNode>();
  const path: TraceNode[] = [];
  for (const [event, node, at] of firstVisits(tree)) {
    visited.add(node);
    let top = path.at(-1);
    while (top !== undefined && top !== node.parent) {
      const left = top.children.find(
        (child) => !visited.has(child) && !reported.has(child) && child.id !== undefined && isBefore(child, at),
      );
      if (left !== undefined) {
        reported.add(left);
        const message = `${nodeWords(node)} is visited before ${nodeWords(left)}, which is deeper`;
        const related = relatedNodes(tree, [left], () => `${nodeWords(left)} is generated here`);
        found.push(diagnostic('TRACE_VISIT_ORDER', visitRange(event), message, { related }));
        break;
      }
      path.pop();
      top = path.at(-1);
    }
    if (top !== node.parent) path.length = 0;
    path.push(node);
  }
  return found;
}

/** Returns true if a node was generated before an event and is still to be visited. */
const isBefore = ({ events, status }: TraceNode, at: number): boolean =>
  (events[0] ?? Number.POSITIVE_INFINITY) < at && status !== 'pruned';

/** Breadth first: levels one after the other; a beam visits a number of nodes of each. */
function checkBreadthFirst(tree: TraceTree): Diagnostic[] {
  const found: Diagnostic[] = [];
  const breadth = tree.task?.algorithm === 'beam' ? tree.task.breadth?.value : undefined;
  const counts: number[] = [];
  let deepest: TraceNode | undefined;
  for (const [event, node] of firstVisits(tree)) {
    const range = visitRange(event);
    const count = (counts[node.depth] ?? 0) + 1;
    counts[node.depth] = count;
    if (deepest !== undefined && node.depth < deepest.depth) {
      const message = `${nodeWords(node)} of level ${node.depth} is visited after ${nodeWords(deepest)} of level ${deepest.depth}`;
      found.push(diagnostic('TRACE_VISIT_ORDER', range, message));
      continue;
    }
    deepest = node;
    if (breadth === undefined || count !== breadth + 1) continue;
    const message = `${nodeWords(node)} is number ${count} of level ${node.depth}, but the beam keeps ${breadth}`;
    found.push(diagnostic('TRACE_VISIT_ORDER', range, message));
  }
  return found;
}
