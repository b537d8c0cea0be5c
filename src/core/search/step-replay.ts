import type { SearchNode } from './tree.ts';
import type { StepKind, TreeStatus, TreeStep } from './tree-status.ts';

/** Statuses that a node has from the moment when it is generated. */
const CONSTANT: ReadonlySet<TreeStatus | undefined> = new Set<TreeStatus>(['wrong', 'unlinked']);
/** Statuses that a claim gives, or the expansion of a goal. */
const CLAIMED: ReadonlySet<TreeStatus | undefined> = new Set<TreeStatus>(['goal', 'claimed']);

/**
 * Tree of a trace after any of its steps: nodes exist from their first step on, with the status that they have then.
 * The count of an edge is the number of nodes in the subtree that it leads to.
 */
export class StepReplay {
  readonly #nodes: ReadonlyMap<number, SearchNode>;
  readonly #steps: readonly TreeStep[];
  readonly #seen = new Set<SearchNode>();
  /** Nodes that a step closes: others are closed by the first step after they were generated. */
  readonly #closing = new Set<number>();
  #read = 0;
  #at = 0;

  /** @param nodes nodes by number, parents before children */
  constructor(nodes: ReadonlyMap<number, SearchNode>, steps: readonly TreeStep[]) {
    this.#nodes = nodes;
    this.#steps = steps;
  }

  /** Number of steps in the counts. */
  get at(): number {
    return this.#at;
  }

  /** Goes to the state after a number of steps; at the end every node has its final status. */
  goTo(steps: number): void {
    const target = Math.max(0, Math.min(steps, this.#steps.length));
    if (target < this.#at) {
      this.#at = 0;
      this.#seen.clear();
    }
    for (; this.#read < this.#steps.length; this.#read++) {
      const { kind, node } = this.#steps[this.#read]!;
      if (kind === 'close') this.#closing.add(node);
    }
    for (; this.#at < target; this.#at++) this.#take(this.#steps[this.#at]!);
    if (this.#at === this.#steps.length)
      for (const node of this.#nodes.values()) {
        this.#seen.add(node);
        node.status = node.marks?.status;
      }
    this.#count();
  }

  #take({ kind, node: id }: TreeStep): void {
    const node = this.#nodes.get(id);
    if (node === undefined) return;
    const isNew = !this.#seen.has(node);
    this.#seen.add(node);
    const final = node.marks?.status;
    if (isNew) node.status = CONSTANT.has(final) ? final : 'open';
    if (CONSTANT.has(final) || CLAIMED.has(node.status)) return;
    const isClosed = final === 'closed' && !isNew && !this.#closing.has(id);
    node.status = isClosed ? 'closed' : (statusAfter(kind, final) ?? node.status);
  }

  /** Counts the nodes of every subtree, from the last node to the first. */
  #count(): void {
    const counts = new Map<SearchNode, number>();
    for (const node of [...this.#nodes.values()].reverse()) {
      const count = (counts.get(node) ?? 0) + (this.#seen.has(node) ? 1 : 0);
      const { parent, edge } = node;
      if (parent === undefined) continue;
      parent.visits[edge] = count;
      if (count > 0) counts.set(parent, (counts.get(parent) ?? 0) + count);
    }
  }
}

/** Returns the status that a step gives; undefined if it gives none. */
function statusAfter(kind: StepKind, final: TreeStatus | undefined): TreeStatus | undefined {
  if ((kind === 'close' || kind === 'claim') && CLAIMED.has(final)) return final;
  if (kind === 'close') return 'closed';
  return kind === 'abandon' ? 'pruned' : undefined;
}
