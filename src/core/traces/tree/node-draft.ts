import type { NumberSpan, Span } from '../events.ts';
import type { NodeStatus, TraceNode } from '../tree.ts';
import type { StateReading, Successors } from './rules.ts';

/** A node while its tree is built. */
export class NodeDraft implements TraceNode {
  readonly index: number;
  readonly parent: NodeDraft | undefined;
  readonly children: NodeDraft[] = [];
  readonly depth: number;
  id: string | undefined;
  action: Span | undefined;
  stated: Span | undefined;
  truth: string | undefined;
  expected: string | undefined;
  illegal: string | undefined;
  isWrong = false;
  readonly isBelowWrong: boolean;
  isUnlinked = false;
  status: NodeStatus = 'open';
  cost: NumberSpan | undefined;
  heuristic: NumberSpan | undefined;
  value: NumberSpan | undefined;
  readonly events: number[] = [];

  /** States that the text gives the node, the latest first: a model may continue from any of them. */
  readonly readings: StateReading[] = [];
  trueReading: StateReading | undefined;
  expectedReading: StateReading | undefined;
  isVisited = false;
  isClaimedGoal = false;
  /** True if a fault of its name has been found: other names for it follow from that. */
  isMisnamed = false;
  /** True if the text refers to it, but never generates it. */
  isImplied = false;
  /** True if a fault below it has left out a child: a reference to that child follows from it. */
  lacksChild = false;
  /** True if a fault of its place in the order has been found. */
  isOutOfOrder = false;
  /** Successors of its stated state, once they are needed. */
  successors: Successors | undefined;
  /** Children by their actions, once they are looked for. */
  byAction: Map<string, NodeDraft[]> | undefined;

  constructor(index: number, parent: NodeDraft | undefined) {
    this.index = index;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.isBelowWrong = parent !== undefined && (parent.isBelowWrong || parent.isWrong || parent.illegal !== undefined);
    parent?.children.push(this);
  }

  /** State that the search continues from: the latest statement. */
  get reading(): StateReading | undefined {
    return this.readings[0];
  }

  /** Returns true if the text or the rules give the node this state. */
  hasState(key: string): boolean {
    return (
      this.readings.some((reading) => reading.key === key) ||
      this.expectedReading?.key === key ||
      this.trueReading?.key === key
    );
  }

  /** Adds a statement of its state. At most four different ones are kept. */
  addReading(reading: StateReading): void {
    const known = this.readings.findIndex(({ key }) => key === reading.key);
    if (known === 0) return;
    if (known > 0) this.readings.splice(known, 1);
    this.readings.unshift(reading);
    if (this.readings.length > 4) this.readings.pop();
    this.successors = undefined;
  }

  /** Returns the children by an action, in the order of the text. */
  childrenBy(action: string): readonly NodeDraft[] {
    if (this.byAction === undefined || this.children.length > this.#indexed) this.#index();
    return this.byAction?.get(action) ?? [];
  }

  #indexed = 0;

  #index(): void {
    const index = (this.byAction ??= new Map());
    for (; this.#indexed < this.children.length; this.#indexed++) {
      const child = this.children[this.#indexed];
      if (child?.action === undefined) continue;
      const same = index.get(child.action.text);
      if (same === undefined) index.set(child.action.text, [child]);
      else same.push(child);
    }
  }

  /** Returns true if the node is another one or above it. */
  isAncestorOf(other: NodeDraft | undefined): boolean {
    let node = other;
    while (node !== undefined && node.depth > this.depth) node = node.parent;
    return node === this;
  }
}
