import type { NodeReference, VisitEvent } from '../events.ts';
import { readSuccessors } from './judge-state.ts';
import type { MutableNode } from './mutable-node.ts';
import type { NodeNames } from './node-names.ts';
import { parentName, resolveNode } from './resolve-node.ts';
import type { KeyedState } from './rules.ts';
import type { TreeState } from './tree-state.ts';

/** Events in which the search turns to a node. */
export class Visits {
  readonly #tree: TreeState;
  readonly #names: NodeNames;

  constructor(tree: TreeState, names: NodeNames) {
    this.#tree = tree;
    this.#names = names;
  }

  visit(event: VisitEvent): MutableNode | undefined {
    const { node: reference } = event;
    const { id, path, state } = reference;
    const reading = this.#tree.readState(state);
    const stated = typeof reading === 'object' ? reading : undefined;
    if (this.#tree.root?.isVisited !== true && (this.#tree.root === undefined || this.#tree.nodes.length === 1)) {
      this.#enterRoot(reference);
      this.#tree.checkGoal(event.goal, this.#tree.root);
      return this.#tree.root;
    }
    const resolved = resolveNode(this.#tree, reference, stated);
    let { node } = resolved;
    const { fault } = resolved;
    // A node that has another name and is finished is not the one that this name means.
    if (node !== undefined && id !== undefined && this.#names.isOther(node, id)) node = undefined;
    if (node === undefined && path === undefined && state === undefined)
      node = this.#tree.suspectFor(id, ({ isVisited, status }) => !isVisited && status === 'open');
    if (node === undefined) node = this.#names.leafOf(reference) ?? this.#imply(reference, reading);
    else if (fault !== undefined) {
      if (fault.kind === 'restated' && state !== undefined) this.#tree.restate(node, state);
      else this.#tree.fault(fault.kind, fault.range, node, fault.others ?? [], fault.detail);
    } else if (id !== undefined && node.id !== id && (path !== undefined || state !== undefined)) {
      this.#names.announce(node, reference, id);
    }
    if (typeof reading === 'string' && state !== undefined && fault === undefined && !node.isWrong)
      this.#tree.fault('impossible', state.range, node, [], reading);
    this.#tree.checkGoal(event.goal, node);
    this.#enter(node, reference);
    if (stated !== undefined && node.hasState(stated.key)) node.addReading(stated);
    return node;
  }

  /** Visits the root for the first time. */
  #enterRoot({ id, path, state, range }: NodeReference): void {
    const root = this.#tree.root ?? this.#tree.addRoot(state);
    this.#tree.rootLength = path?.length ?? 0;
    if (root.id !== undefined && id !== undefined && id !== root.id && this.#tree.read.countsNames !== true) {
      this.#tree.fault('unknown', range, root);
      root.isMisnamed = true;
    }
    root.id = id ?? root.id;
    root.stated ??= state;
    this.#tree.register(root);
    root.isVisited = true;
    const stated = this.#tree.readState(state);
    if (state !== undefined && typeof stated === 'object' && !root.hasState(stated.key))
      this.#tree.restate(root, state);
    this.#tree.path.moveTo(root);
  }

  #enter(node: MutableNode, { range }: NodeReference): void {
    const path = this.#tree.path;
    const isBack = this.#tree.read.finishesWhenLeft === true && path.isFinished(node) && !path.isOnPath(node);
    const isDone = isBack || node.status === 'closed' || node.status === 'pruned';
    this.#tree.aside = undefined;
    if (isDone && !this.#tree.isReached) {
      if (!node.isOutOfOrder)
        this.#tree.fault('finished', range, node, path.current === undefined ? [] : [path.current]);
      node.isOutOfOrder = true;
      // The search may continue from there, or from where it was.
      this.#tree.aside = node;
      return;
    }
    node.isVisited = true;
    path.moveTo(node);
  }

  /** Adds a node that the text refers to, but never generates. */
  #imply(reference: NodeReference, stated: KeyedState | string | undefined): MutableNode {
    const { id, path, state, range } = reference;
    const above = id === undefined ? undefined : this.#tree.byId.get(parentName(id));
    const before = path === undefined || path.length === 0 ? undefined : path.slice(0, -1);
    const parent = above ?? (before && resolveNode(this.#tree, { range, path: before }, undefined).node);
    const isLost = parent?.lacksChild === true && this.#isChildState(parent, stated);
    if (!isLost) this.#tree.unknown(reference);
    else parent.lacksChild = false;
    if (parent !== undefined && id !== undefined) {
      parent.lacksName = true;
      parent.nextName++;
    }
    return this.#tree.addImplied(parent, { id, action: path?.at(-1), state, stated });
  }

  /** Returns true if a state can be that of a child, or is not given. */
  #isChildState(parent: MutableNode, stated: KeyedState | string | undefined): boolean {
    const { rules } = this.#tree;
    if (rules === undefined || stated === undefined) return true;
    return typeof stated === 'object' && readSuccessors(rules, parent)?.has(stated.key) === true;
  }
}
