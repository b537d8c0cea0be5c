import type { CloseEvent } from '../events.ts';
import { readSuccessors } from './judge-state.ts';
import type { MutableNode } from './mutable-node.ts';
import { resolveNode } from './resolve-node.ts';
import type { KeyedState } from './rules.ts';
import type { TreeState } from './tree-state.ts';

/** Returns true if both g and h of a close are others than those of its node: another node seems to be meant. */
const isOtherClose = ({ cost, heuristic }: CloseEvent, node: MutableNode): boolean =>
  cost !== undefined &&
  heuristic !== undefined &&
  node.cost !== undefined &&
  node.heuristic !== undefined &&
  cost.value !== node.cost.value &&
  heuristic.value !== node.heuristic.value;

/** Events in which A* closes a node. */
export class Closes {
  readonly #tree: TreeState;

  constructor(tree: TreeState) {
    this.#tree = tree;
  }

  close(event: CloseEvent): MutableNode | undefined {
    const { state, range } = event.node;
    const stated = this.#tree.readState(state);
    const reading = typeof stated === 'object' ? stated : undefined;
    const impossible = typeof stated === 'string' ? this.#tree.impossible.get(state?.text ?? '') : undefined;
    const found = impossible ?? this.#described(event) ?? resolveNode(this.#tree, event.node, reading).node;
    // A node that is closed at a lower cost than it has was generated again, where a fault has left that out.
    const isLower = found?.cost !== undefined && event.cost !== undefined && event.cost.value < found.cost.value;
    const known = isLower ? (this.#lostChild(event, reading) ?? found) : found;
    const node = known ?? this.#lostChild(event, reading) ?? this.#namelessRoot(event) ?? this.#suspect(event);
    if (node === undefined) {
      if (typeof stated === 'string') this.#tree.fault('impossible', range, undefined, [], stated);
      else this.#tree.unknown({ ...event.node, range });
      this.#tree.lostClose = { close: event, event: this.#tree.event };
      return this.#implyClosed(event, reading);
    }
    this.#tree.lostClose = undefined;
    const isMistaken = !this.#tree.isVague && isOtherClose(event, node);
    if (node.status === 'closed') {
      if (!node.isOutOfOrder) this.#tree.fault('finished', range, node, []);
      node.isOutOfOrder = true;
      if (isMistaken) this.#tree.lostClose = { close: event, event: this.#tree.event };
      else this.#tree.aside = node;
      return node;
    }
    if (isMistaken && node !== this.#tree.root) {
      this.#tree.fault('mistaken', range, node, [node]);
      this.#tree.lostClose = { close: event, event: this.#tree.event };
      return undefined;
    }
    this.#tree.aside = undefined;
    if (node === this.#tree.root && reading !== undefined) this.#tree.decideStart(node, reading);
    this.#checkCosts(event, node);
    node.status = 'closed';
    node.isVisited = true;
    this.#tree.path.moveTo(node);
    return node;
  }

  /** Returns the open node that a text describes in part; others of the same words, g and h are kept as its twins. */
  #described({ node, cost, heuristic }: CloseEvent): MutableNode | undefined {
    this.#tree.twins = [];
    const isPartial = this.#tree.rules?.world.describes !== undefined;
    const all = isPartial && node.state !== undefined ? (this.#tree.byText.get(node.state.text) ?? []) : [];
    const open = all.filter(({ status }) => status === 'open');
    const exact = open.filter((one) => one.cost?.value === cost?.value && one.heuristic?.value === heuristic?.value);
    const [first = open[0] ?? all.at(-1), ...twins] = exact;
    this.#tree.twins = twins;
    return first;
  }

  /** Takes a twin of the node that was closed last for it, since a new node follows from that alone. */
  changeTo(twin: MutableNode): void {
    const { path, nodeOf, twins } = this.#tree;
    const { current } = path;
    if (current === undefined || current.events.length === 0 || current.children.length > 0) return;
    const event = current.takeEvent() ?? 0;
    current.status = 'open';
    current.isVisited = false;
    twin.status = 'closed';
    twin.isVisited = true;
    twin.addEvent(event);
    nodeOf[event] = twin;
    path.moveTo(twin);
    this.#tree.twins = [current, ...twins.filter((other) => other !== twin)];
  }

  /** Returns the root for a close of a name that nothing has, while there is no other node. */
  #namelessRoot({ node: { id, state, range } }: CloseEvent): MutableNode | undefined {
    const { root, nodes } = this.#tree;
    if (root === undefined || id === undefined || state !== undefined || nodes.length > 1) return undefined;
    if (root.isVisited) return undefined;
    this.#tree.fault('unknown', range, root);
    root.isMisnamed = true;
    this.#tree.byId.set(id, root);
    return root;
  }

  /** Returns a node whose name is in doubt, for a close with its g of a name that nothing has. */
  #suspect({ node: { id, state }, cost }: CloseEvent): MutableNode | undefined {
    if (state !== undefined) return undefined;
    return this.#tree.suspectFor(
      id,
      (node) => node.status === 'open' && (cost === undefined || node.cost?.value === cost.value),
    );
  }

  /** Adds a node that is closed, but was never generated, if it can be a child of nodes that are closed. */
  #implyClosed(event: CloseEvent, stated: KeyedState | undefined): MutableNode | undefined {
    const { rules } = this.#tree;
    if (rules === undefined || stated === undefined) return undefined;
    const before = this.#tree.index
      .before(rules, this.#tree.nodes, stated.key)
      .filter(({ status }) => status === 'closed');
    const exact = before.filter(({ cost }) => cost !== undefined && cost.value + 1 === event.cost?.value);
    const [parent] = exact;
    if (parent === undefined) return undefined;
    const { state, id } = event.node;
    const node = this.#tree.addImplied(exact.length === 1 ? parent : undefined, {
      id,
      action: undefined,
      state,
      stated,
    });
    node.cost = event.cost;
    node.heuristic = event.heuristic;
    node.status = 'closed';
    node.isVisited = true;
    this.#tree.path.moveTo(node);
    return node;
  }

  /** Returns the node that a fault before has left out, if an event can mean it. */
  #lostChild(event: CloseEvent, stated: KeyedState | undefined): MutableNode | undefined {
    const { rules } = this.#tree;
    if (rules === undefined || stated === undefined) return undefined;
    const before = this.#tree.index.before(rules, this.#tree.nodes, stated.key).filter((node) => node.lacksChild);
    const isExact = ({ cost }: MutableNode): boolean => cost !== undefined && cost.value + 1 === event.cost?.value;
    const parent = before.find(isExact) ?? (this.#tree.byKey.has(stated.key) ? undefined : before[0]);
    if (parent === undefined) return undefined;
    parent.lacksChild = false;
    const { state, id } = event.node;
    const node = this.#tree.addImplied(parent, { id, action: undefined, state, stated });
    node.cost = event.cost;
    node.heuristic = event.heuristic;
    return node;
  }

  /** Compares g and h of a close with those that the node was generated with. */
  #checkCosts({ cost, heuristic }: CloseEvent, node: MutableNode): void {
    for (const [number, before] of [
      [cost, node.cost],
      [heuristic, node.heuristic],
    ]) {
      if (number === undefined || before === undefined || number.value === before.value) continue;
      this.#tree.fault('costs', number.range, node, [node], String(before.value));
      return;
    }
  }

  /** Returns the open node that a close of an unknown node means: a state can follow it, and it has the same g and h. */
  closedBy(stated: KeyedState | undefined): MutableNode | undefined {
    const close = this.#tree.lostClose?.close;
    const { rules } = this.#tree;
    if (close === undefined || rules === undefined || stated === undefined) return undefined;
    const { current } = this.#tree.path;
    if (
      current !== undefined &&
      current.cost === close.cost &&
      readSuccessors(rules, current)?.has(stated.key) === true
    )
      return undefined;
    const fitting = this.#tree.index
      .before(rules, this.#tree.nodes, stated.key)
      .filter(({ status, cost }) => status === 'open' && cost?.value === close.cost?.value);
    return fitting.find(({ heuristic }) => heuristic?.value === close.heuristic?.value);
  }

  /** Closes the parent of a new node if the close before named another node. */
  claimLostClose({ parent }: MutableNode): void {
    const lost = this.#tree.lostClose;
    this.#tree.lostClose = undefined;
    if (lost === undefined || parent === undefined || parent.status !== 'open') return;
    if (lost.close.cost?.value !== parent.cost?.value) return;
    parent.status = 'closed';
    parent.isVisited = true;
    parent.isOutOfOrder = true;
    this.#tree.nodeOf[lost.event] = parent;
    this.#tree.path.moveTo(parent);
  }
}
