import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { TraceNode, TraceTree } from '../tree.ts';
import type { NodeNumbers } from './node-numbers.ts';
import { nodeWords, relatedNodes } from './node-words.ts';

/** An open node with the highest f that the text or the rules give it. */
interface OpenNode {
  readonly node: TraceNode;
  readonly f: number;
}

/** The least f first. */
class OpenHeap {
  readonly #heap: OpenNode[] = [];

  push(entry: OpenNode): void {
    const heap = this.#heap;
    heap.push(entry);
    let at = heap.length - 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if ((heap[above]?.f ?? 0) <= entry.f) break;
      this.#swap(at, above);
      at = above;
    }
  }

  peek(): OpenNode | undefined {
    return this.#heap[0];
  }

  pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    for (let at = 0, below = 1; below < heap.length; at = below, below = 2 * at + 1) {
      if (below + 1 < heap.length && (heap[below + 1]?.f ?? 0) < (heap[below]?.f ?? 0)) below++;
      if ((heap[at]?.f ?? 0) <= (heap[below]?.f ?? 0)) break;
      this.#swap(at, below);
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  }
}

/**
 * Checks that A* closes the open node of the least f = g + h, and closes a node before it expands it. A number that the
 * text and the rules give differently counts as either: the fault is the number then.
 */
export function checkCloseOrder(tree: TraceTree, numbers: NodeNumbers): Diagnostic[] {
  const found: Diagnostic[] = [];
  const heap = new OpenHeap();
  const generated = new Set<TraceNode>();
  const gone = new Set<TraceNode>();
  // f of closes whose node is unknown: the node that they mean is taken for open otherwise.
  const lost = new Set<number>();
  let isMisplaced = false;
  for (const [i, event] of tree.read.events.entries()) {
    const node = tree.nodeOf[i];
    if (node === undefined) {
      if (event.kind === 'close') lost.add((event.cost?.value ?? 0) + (event.heuristic?.value ?? 0));
      continue;
    }
    if (event.kind === 'close') isMisplaced = false;
    if (event.kind === 'generate' && !generated.has(node)) {
      generated.add(node);
      const { parent } = node;
      if (parent !== undefined && !gone.has(parent) && generated.has(parent)) {
        gone.add(parent);
        const message = `${nodeWords(node)} is generated from ${nodeWords(parent)} before that is closed`;
        // After a close out of order, children of the node that was left out follow from that.
        if (!isMisplaced) found.push(diagnostic('TRACE_CLOSE_ORDER', event.range, message));
      }
      heap.push({ node, f: totalOf(node, numbers, Math.max) });
    } else if (event.kind === 'close' && !gone.has(node)) {
      gone.add(node);
      const least = leastOpen(heap, gone);
      if (least === undefined || node.isWrong || lost.has(least.f) || !(totalOf(node, numbers, Math.min) > least.f))
        continue;
      gone.add(least.node);
      isMisplaced = true;
      const [f, other] = [totalOf(node, numbers, Math.min), nodeWords(least.node)];
      const related = relatedNodes(tree, [least.node], () => `${other} is open, with f = ${least.f}`);
      const message = `${nodeWords(node)} has f = ${f}, but ${other} with ${least.f} is open`;
      found.push(diagnostic('TRACE_CLOSE_ORDER', event.range, message, { related }));
    }
  }
  return found;
}

/** Returns the open node of the least f. */
function leastOpen(heap: OpenHeap, gone: ReadonlySet<TraceNode>): OpenNode | undefined {
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
