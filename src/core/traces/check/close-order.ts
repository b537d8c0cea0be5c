import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { TraceEvent } from '../events.ts';
import type { FaultKind, TraceNode, TraceTree } from '../tree.ts';
import { LeastHeap } from './least-heap.ts';
import type { NodeNumbers } from './node-numbers.ts';
import { nodeWords, relatedNodes } from './node-words.ts';

/** An open node with the highest f that the text or the rules give it. */
interface OpenNode {
  readonly node: TraceNode;
  readonly f: number;
}

/** The order of the closes of a trace. */
export interface CloseOrder {
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
