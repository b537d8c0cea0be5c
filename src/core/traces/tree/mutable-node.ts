import type { NumberSpan, Span } from '../events.ts';
import type { NodeStatus, TraceNode } from '../tree.ts';
import { type KeyedState, type Successors, withoutResult } from './rules.ts';

/** Most nodes are leaves with one event: lists are made for what they hold. */
const NONE: readonly never[] = [];
const MAX_READINGS = 4;
/** Length up to which a list has no room beyond its items. */
const SHORT = 2;

/** Returns a list with one more item; long ones are changed in place. */
function appended<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  if (list.length < SHORT) return [...list, item];
  (list as T[]).push(item);
  return list;
}

/** A node while its tree is built. */
export class MutableNode implements TraceNode {
  readonly index: number;
  readonly parent: MutableNode | undefined;
  children: readonly MutableNode[] = NONE;
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
  events: readonly number[] = NONE;

  /** States that the text gives the node, the latest first: a model may continue from any of them. */
  readings: readonly KeyedState[] = NONE;
  trueReading: KeyedState | undefined;
  expectedReading: KeyedState | undefined;
  isVisited = false;
  isClaimedGoal = false;
  /** True if the text says that it is no goal. */
  isRejected = false;
  /** True if a fault of its state or action has been found: other words for them follow from that. */
  hasFault = false;
  /** Number of the name that its next child must have. */
  nextName = 0;
  /** Number that it may have as well, after a wrong name. */
  otherName: number | undefined;
  /** True if a fault of its name has been found: other names for it follow from that. */
  isMisnamed = false;
  /** True if a fault of its pointer to the parent has been found. */
  isMisplaced = false;
  /** True if the text refers to it, but never generates it. */
  isImplied = false;
  /** True if a fault below it has left out a child: a reference to that child follows from it. */
  lacksChild = false;
  /** True if a fault has been found by which the names of its children do not count. */
  lacksName = false;
  /** True if a fault of its place in the order has been found. */
  isOutOfOrder = false;
  /** Successors of its stated state, once they are needed. */
  successors: Successors | undefined;
  /** Children by their actions, once they are looked for. */
  byAction: Map<string, MutableNode[]> | undefined;

  constructor(index: number, parent: MutableNode | undefined) {
    this.index = index;
    this.parent = parent;
    this.depth = parent === undefined ? 0 : parent.depth + 1;
    this.isBelowWrong = parent !== undefined && (parent.isBelowWrong || parent.isWrong || parent.illegal !== undefined);
    if (parent !== undefined) parent.children = appended(parent.children, this);
  }

  /** State that the search continues from: the latest statement. */
  get reading(): KeyedState | undefined {
    return this.readings[0];
  }

  /** Adds an event about the node. */
  addEvent(event: number): void {
    this.events = appended(this.events, event);
  }

  /** Takes back the event that was added last. */
  takeEvent(): number | undefined {
    return this.events.length === 0 ? undefined : (this.events as number[]).pop();
  }

  /** Removes the child that was added last. */
  dropChild(): void {
    if (this.children.length === 0) return;
    const child = (this.children as MutableNode[]).pop();
    if (this.#indexed <= this.children.length) return;
    this.#indexed = this.children.length;
    if (child?.action !== undefined) this.byAction?.get(withoutResult(child.action.text))?.pop();
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
  addReading(reading: KeyedState): void {
    const known = this.readings.findIndex(({ key }) => key === reading.key);
    if (known === 0) return;
    this.readings = [reading, ...this.readings.filter((_, i) => i !== known)].slice(0, MAX_READINGS);
    this.successors = undefined;
  }

  /** Returns the children by an action, whatever result is written after it if none has the same. */
  childrenBy(action: string): readonly MutableNode[] {
    if (this.byAction === undefined || this.children.length > this.#indexed) this.#index();
    const all = this.byAction?.get(withoutResult(action)) ?? [];
    const exact = all.filter((child) => child.action?.text === action);
    return exact.length > 0 ? exact : all;
  }

  /** Takes the action of a later line for that of this node. */
  correctAction(action: Span): void {
    this.action = action;
    this.parent?.forgetActions();
  }

  forgetActions(): void {
    this.byAction = undefined;
    this.#indexed = 0;
  }

  #indexed = 0;

  #index(): void {
    const index = (this.byAction ??= new Map<string, MutableNode[]>());
    for (; this.#indexed < this.children.length; this.#indexed++) {
      const child = this.children[this.#indexed];
      if (child?.action === undefined) continue;
      const name = withoutResult(child.action.text);
      const same = index.get(name);
      if (same === undefined) index.set(name, [child]);
      else same.push(child);
    }
  }
}
