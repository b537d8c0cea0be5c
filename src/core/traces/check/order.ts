import { plural } from '../../base/text/counts.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { TraceEvent } from '../events.ts';
import { type FaultKind, LOST, type TraceNode, type TraceTree } from '../tree.ts';
import type { NodeNumbers } from './costs.ts';
import { LeastHeap } from './least-heap.ts';
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

/** An open node with the highest f that the text or the rules give it. */
interface OpenNode {
  readonly node: TraceNode;
  readonly f: number;
}

/** The order of the closes of a trace. */
interface CloseOrder {
  readonly findings: readonly Diagnostic[];
  /** Closes by index of the event after which the parents of new nodes follow from a wrong order. */
  readonly astray: ReadonlySet<number>;
}

/** Follows the open nodes of a trace. */
class CloseOrderCheck {
  readonly #tree: TraceTree;
  readonly #numbers: NodeNumbers;
  readonly #findings: Diagnostic[] = [];
  readonly #astray = new Set<number>();
  readonly #heap = new LeastHeap<OpenNode>();
  readonly #generated = new Set<TraceNode>();
  /** Nodes that are closed, or whose place has a finding. */
  readonly #gone = new Set<TraceNode>();
  /** f of closes whose node is unknown: the node that they mean seems to be open. */
  readonly #lost = new Set<number>();
  /** The node that should have been closed. */
  #pending: TraceNode | undefined;
  #isAstray = false;

  constructor(tree: TraceTree, numbers: NodeNumbers) {
    this.#tree = tree;
    this.#numbers = numbers;
  }

  check(): CloseOrder {
    const { read, nodeOf, faults } = this.#tree;
    const unknown = new Set(faults.flatMap(({ kind, event }) => (UNKNOWN.has(kind) ? [event] : [])));
    for (const [i, event] of read.events.entries()) {
      const node = nodeOf[i];
      if (event.kind === 'generate' && node !== undefined) this.#generate(event, node);
      if (event.kind !== 'close') continue;
      const isKept = this.#pending !== undefined;
      if (node === this.#pending) this.#pending = undefined;
      this.#isAstray = isKept || unknown.has(i);
      if (unknown.has(i)) this.#lost.add((event.cost?.value ?? 0) + (event.heuristic?.value ?? 0));
      if (node !== undefined) this.#close(event, node);
      if (this.#isAstray) this.#astray.add(i);
    }
    return { findings: this.#findings, astray: this.#astray };
  }

  #generate({ range }: TraceEvent, node: TraceNode): void {
    if (this.#generated.has(node)) return;
    this.#generated.add(node);
    const { parent } = node;
    if (parent !== undefined && !this.#gone.has(parent) && this.#generated.has(parent)) {
      this.#gone.add(parent);
      const message = `${nodeWords(node)} is generated from ${nodeWords(parent)} before that is closed`;
      if (!this.#isAstray) this.#findings.push(diagnostic('TRACE_CLOSE_ORDER', range, message));
    }
    this.#heap.push({ node, f: totalOf(node, this.#numbers, Math.max) });
  }

  #close({ range }: TraceEvent, node: TraceNode): void {
    if (this.#gone.has(node)) return;
    this.#gone.add(node);
    const least = leastOpen(this.#heap, this.#gone);
    const f = totalOf(node, this.#numbers, Math.min);
    if (least === undefined || node.isWrong || this.#lost.has(least.f) || !(f > least.f)) return;
    this.#gone.add(least.node);
    this.#pending = least.node;
    this.#isAstray = true;
    const other = nodeWords(least.node);
    const related = relatedNodes(this.#tree, [least.node], () => `${other} is open, with f = ${least.f}`);
    const message = `${nodeWords(node)} has f = ${f}, but ${other} with ${least.f} is open`;
    this.#findings.push(diagnostic('TRACE_CLOSE_ORDER', range, message, { related }));
  }
}

const UNKNOWN: ReadonlySet<FaultKind> = new Set<FaultKind>(['unknown', 'impossible', 'mistaken', 'finished']);

/**
 * Checks that A* closes the open node of the least f = g + h, and closes a node before it expands it. A number that the
 * text and the rules give differently counts as either: the fault is the number then.
 */
export const checkCloseOrder = (tree: TraceTree, numbers: NodeNumbers): CloseOrder =>
  new CloseOrderCheck(tree, numbers).check();

/** Returns the open node of the least f. */
function leastOpen(heap: LeastHeap<OpenNode>, gone: ReadonlySet<TraceNode>): OpenNode | undefined {
  for (let top = heap.peek(); top !== undefined; top = heap.peek()) {
    const isOpen = !gone.has(top.node) && top.node.status !== 'pruned' && !top.node.isWrong && !Number.isNaN(top.f);
    if (isOpen) return top;
    heap.pop();
  }
  return undefined;
}

/** Returns f of a node from the numbers of the text and of the rules. */
function totalOf(node: TraceNode, { cost, estimate }: NodeNumbers, choose: (...all: number[]) => number): number {
  const known = (...values: (number | undefined)[]): number => {
    const numbers = values.filter((value) => value !== undefined);
    return numbers.length === 0 ? Number.NaN : choose(...numbers);
  };
  return known(node.cost?.value, cost[node.index]) + known(node.heuristic?.value, estimate[node.index]);
}
