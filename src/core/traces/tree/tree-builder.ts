import type { Range } from '../../base/text/range.ts';
import type { World } from '../../worlds/world.ts';
import type {
  AbandonEvent,
  ClaimEvent,
  CloseEvent,
  GenerateEvent,
  NodeReference,
  ReadTrace,
  Span,
  TaskEvent,
  VisitEvent,
} from '../events.ts';
import type { TraceTree } from '../tree.ts';
import { findParent, SuccessorIndex } from './find-parent.ts';
import { isChildOf, judgeChild, successorsOf } from './judge-state.ts';
import type { FaultKind, LinkFault } from './link-faults.ts';
import { NodeDraft } from './node-draft.ts';
import { type NodeIndex, resolveNode } from './resolve-node.ts';
import { Rules, type StateReading } from './rules.ts';
import { SearchPath } from './search-path.ts';

/** Builds the tree of a trace, event by event. */
export class TreeBuilder implements NodeIndex {
  readonly #read: ReadTrace;
  readonly rules: Rules | undefined;
  readonly byId = new Map<string, NodeDraft>();
  readonly byKey = new Map<string, NodeDraft>();
  readonly #index = new SuccessorIndex();
  readonly #nodes: NodeDraft[] = [];
  readonly #nodeOf: (NodeDraft | undefined)[] = [];
  readonly #faults: LinkFault[] = [];
  readonly #path = new SearchPath();
  root: NodeDraft | undefined;
  rootLength = 0;
  #task: TaskEvent | undefined;
  /** Index of the event that is read. */
  #event = 0;
  /** The node that was generated last. */
  #last: NodeDraft | undefined;
  /** True after a goal was claimed: what is printed then repeats the way to it. */
  #isReached = false;
  /** A close of an unknown node: the next child shows which one it closes. */
  #lostClose: CloseEvent | undefined;

  constructor(read: ReadTrace, world: World<unknown> | undefined) {
    this.#read = read;
    this.rules = world && new Rules(world);
  }

  build(): TraceTree {
    for (const [i, event] of this.#read.events.entries()) {
      this.#event = i;
      let node: NodeDraft | undefined;
      if (event.kind === 'task') node = this.#begin(event);
      else if (event.kind === 'generate') node = this.#generate(event);
      else if (event.kind === 'visit') node = this.#visit(event);
      else if (event.kind === 'close') node = this.#close(event);
      else if (event.kind === 'abandon') node = this.#abandon(event);
      else if (event.kind === 'claim') node = this.#claim(event);
      else if (event.kind === 'note' && event.node !== undefined) node = this.#find(event.node);
      this.#nodeOf.push(node);
      node?.events.push(i);
    }
    const { rules } = this;
    for (const node of this.#nodes) this.#finish(node);
    return {
      read: this.#read,
      task: this.#task,
      nodes: this.#nodes,
      nodeOf: this.#nodeOf,
      world: rules?.world,
      faults: this.#faults,
    };
  }

  /** Sets what the whole text says of a node. */
  #finish(node: NodeDraft): void {
    const { rules } = this;
    node.truth = node.trueReading && rules?.print(node.trueReading);
    node.expected = node.expectedReading && rules?.print(node.expectedReading);
    if (node.status === 'open' && node.isVisited) node.status = 'closed';
    const isGoal = rules === undefined || (node.reading !== undefined && rules.isGoal(node.reading));
    if (isGoal && (node.isClaimedGoal || (node.status === 'closed' && rules !== undefined))) node.status = 'goal';
  }

  #fault(
    kind: FaultKind,
    range: Range,
    node: NodeDraft | undefined,
    others: readonly NodeDraft[] = [],
    detail?: string,
  ) {
    this.#faults.push({ kind, event: this.#event, range, node, others, ...(detail !== undefined && { detail }) });
  }

  #begin(event: TaskEvent): NodeDraft | undefined {
    if (this.#task !== undefined) return undefined;
    this.#task = event;
    if (event.start === undefined || this.root !== undefined) return this.root;
    return this.#addRoot(event.start);
  }

  #addRoot(state: Span | undefined): NodeDraft {
    const node = new NodeDraft(0, undefined);
    this.#nodes.push(node);
    this.root = node;
    const { rules } = this;
    const start = rules?.reading(rules.world.start);
    node.trueReading = start;
    node.expectedReading = start;
    node.stated = state;
    const stated = this.#readState(state);
    if (typeof stated === 'object') node.addReading(stated);
    else if (start !== undefined) node.addReading(start);
    this.#register(node);
    return node;
  }

  #readState(state: Span | undefined): StateReading | string | undefined {
    return state === undefined ? undefined : this.rules?.read(state.text);
  }

  #register(node: NodeDraft): void {
    const { reading } = node;
    if (reading !== undefined) this.byKey.set(reading.key, node);
    if (node.id !== undefined) this.byId.set(node.id, node);
  }

  /** Compares the goal that a line repeats with that of the task. */
  #checkGoal(goal: Span | undefined, node: NodeDraft | undefined): void {
    const right = this.#task?.goal;
    if (goal !== undefined && right !== undefined && goal.text !== right.text)
      this.#fault('goal', goal.range, node, [], right.text);
  }

  #generate(event: GenerateEvent): NodeDraft {
    const stated = this.#readState(event.state);
    const key = typeof stated === 'object' ? stated.key : undefined;
    const node =
      this.#firstOf(event, key) ??
      this.#nameLast(event, key) ??
      this.#again(event, key) ??
      this.#addChild(event, stated);
    this.#checkGoal(event.goal, node);
    this.#last = node;
    return node;
  }

  /** Takes the first node for the root, which the task has named, or which has no parent. */
  #firstOf(event: GenerateEvent, key: string | undefined): NodeDraft | undefined {
    const isFirst = this.#nodes.length <= 1 && this.root?.cost === undefined && event.parent === undefined;
    if (!isFirst || event.action !== undefined || this.root?.isVisited === true) return undefined;
    const isNew = this.root === undefined;
    const root = this.root ?? this.#addRoot(event.state);
    const start = root.expectedReading?.key;
    if (!isNew || this.rules !== undefined)
      if (event.state !== undefined && start !== undefined && key !== start) {
        this.#fault(
          'start',
          event.state.range,
          root,
          [],
          root.expectedReading && this.rules?.print(root.expectedReading),
        );
      }
    root.id = event.id?.text ?? root.id;
    this.#setNumbers(root, event);
    root.stated ??= event.state;
    this.#register(root);
    return root;
  }

  #setNumbers(node: NodeDraft, { cost, heuristic, value }: GenerateEvent): void {
    node.cost = cost;
    node.heuristic = heuristic;
    node.value = value;
  }

  /** Takes a line that names the node of the line before for this node: `Generated Node` after `Exploring Operation`. */
  #nameLast(event: GenerateEvent, key: string | undefined): NodeDraft | undefined {
    const last = this.#last;
    const { id, action, state } = event;
    if (last === undefined || id === undefined || last.id !== undefined || last.events.at(-1) !== this.#event - 1)
      return undefined;
    const isAction = action !== undefined && sameAction(last, action);
    const isState = key !== undefined && last.hasState(key);
    if (!isAction && !isState) return undefined;
    if (!isAction && action !== undefined) this.#fault('operations', action.range, last, [], last.action?.text);
    else if (!isState && state !== undefined) this.#restate(last, state);
    this.#name(last, id, event.parent);
    return last;
  }

  /** Gives a node its name, which must fit its place and be new. */
  #name(node: NodeDraft, id: Span, parent: NodeReference | undefined): void {
    const known = this.byId.get(id.text);
    const { parent: above } = node;
    if (known !== undefined && known !== node) {
      this.#fault('duplicate', id.range, node, [known]);
      node.isMisnamed = true;
    } else if (parent?.id !== undefined && above?.id !== undefined && above.id !== parent.id) {
      this.#fault('name', id.range, node, [above]);
      node.isMisnamed = true;
    } else this.byId.set(id.text, node);
    node.id = id.text;
    if (above !== undefined && above.id === undefined && parent?.id !== undefined) this.#nameAbove(above, parent.id);
  }

  /** Names a node after a name of its child: the root is never announced. */
  #nameAbove(node: NodeDraft, id: string): void {
    if (this.byId.has(id)) return;
    node.id = id;
    this.byId.set(id, node);
  }

  /** Adds a state that is not the one that the node had. */
  #restate(node: NodeDraft, state: Span): void {
    const stated = this.#readState(state);
    this.#fault('restated', state.range, node, [], node.expectedReading && this.rules?.print(node.expectedReading));
    if (typeof stated === 'object') node.addReading(stated);
    node.isWrong = true;
  }

  /** Takes a node that the tree has for one that is generated again. */
  #again(event: GenerateEvent, key: string | undefined): NodeDraft | undefined {
    const { id, parent, action, state } = event;
    if (id !== undefined) return this.#againById(event, id, key);
    if (action !== undefined) return this.#isReached ? this.#knownChild(event, key) : undefined;
    // A state that stands for a node is generated again only at a lower cost.
    const known = key === undefined || parent !== undefined ? undefined : this.byKey.get(key);
    if (known === undefined || state === undefined) return undefined;
    const { cost } = event;
    if (cost !== undefined && known.cost !== undefined && cost.value < known.cost.value) {
      if (known.status === 'open') known.status = 'pruned';
      return undefined;
    }
    const isSame = cost?.value === known.cost?.value && event.heuristic?.value === known.heuristic?.value;
    this.#fault(isSame ? 'repeated' : 'duplicate', isSame ? event.range : state.range, known, [known]);
    const { current } = this.#path;
    if (current !== undefined) current.lacksChild = true;
    return known;
  }

  #againById(event: GenerateEvent, id: Span, key: string | undefined): NodeDraft | undefined {
    const known = this.byId.get(id.text);
    if (known === undefined) return undefined;
    const isSame =
      (event.action === undefined || sameAction(known, event.action)) && (key === undefined || known.hasState(key));
    if (!isSame && !known.isImplied) return undefined;
    if (known.isImplied) known.isImplied = false;
    else if (!this.#isReached) this.#fault('repeated', event.range, known, [known]);
    return known;
  }

  /** Returns the child of the present node with the action and state of an event. */
  #knownChild({ action }: GenerateEvent, key: string | undefined): NodeDraft | undefined {
    const children = this.#path.current?.childrenBy(action?.text ?? '') ?? [];
    return children.find((child) => key === undefined || child.hasState(key));
  }

  #addChild(event: GenerateEvent, stated: StateReading | string | undefined): NodeDraft {
    const reading = typeof stated === 'object' ? stated : undefined;
    const found = this.#parentOf(event, reading);
    const parent = found.parent;
    const node = new NodeDraft(this.#nodes.length, parent);
    this.#nodes.push(node);
    node.action = event.action;
    node.stated = event.state;
    node.isUnlinked = parent === undefined;
    this.#setNumbers(node, event);
    if (found.fault !== undefined) {
      const range =
        found.fault.kind === 'name' ? (event.id?.range ?? event.range) : (event.state?.range ?? event.range);
      this.#fault(found.fault.kind, range, node, found.fault.others);
    }
    const fault = this.rules && judgeChild(this.rules, node, event, stated);
    // One fault of a node is enough: the others follow from it.
    if (fault !== undefined && found.fault === undefined) {
      this.#fault(fault.kind, fault.range, node, parent === undefined ? [] : [parent], fault.detail);
      if (parent !== undefined) parent.lacksChild = true;
    }
    if (reading !== undefined) node.addReading(reading);
    else if (node.expectedReading !== undefined) node.addReading(node.expectedReading);
    if (reading !== undefined) this.byKey.set(reading.key, node);
    this.#claimLostClose(node);
    if (event.id !== undefined) {
      if (found.fault?.kind === 'name') node.id = event.id.text;
      else this.#name(node, event.id, event.parent);
    }
    return node;
  }

  /** Finds the parent of a new node. */
  #parentOf(event: GenerateEvent, stated: StateReading | undefined): ReturnType<typeof findParent> {
    const { current } = this.#path;
    const { rules } = this;
    const search = { rules, nodes: this.#nodes, index: this.#index, current: current ?? this.root };
    if (event.parent === undefined) return findParent(search, event, stated);
    const named = this.#find(event.parent);
    if (named === undefined) {
      if (current === undefined) return { parent: undefined, fault: { kind: 'orphan', others: [] } };
      const isHere = rules === undefined || isChildOf(rules, current, event, stated?.key);
      if (current.id === undefined && isHere) return { parent: current };
      if (isHere) return { parent: current, fault: { kind: 'name', others: [current] } };
      return { parent: undefined, fault: { kind: 'orphan', others: [] } };
    }
    if (rules === undefined || current === undefined || named === current || event.action === undefined) {
      return { parent: named };
    }
    if (isChildOf(rules, named, event, stated?.key) || !isChildOf(rules, current, event, stated?.key)) {
      return { parent: named };
    }
    return { parent: current, fault: { kind: 'name', others: [current] } };
  }

  /** Closes the parent of a new node if the close before named another node. */
  #claimLostClose({ parent }: NodeDraft): void {
    const lost = this.#lostClose;
    this.#lostClose = undefined;
    if (lost === undefined || parent === undefined || parent.status !== 'open') return;
    if (lost.cost?.value !== parent.cost?.value) return;
    parent.status = 'closed';
    parent.isVisited = true;
    parent.isOutOfOrder = true;
    this.#path.moveTo(parent);
  }

  #find(reference: NodeReference): NodeDraft | undefined {
    const stated = this.#readState(reference.state);
    return resolveNode(this, reference, typeof stated === 'object' ? stated : undefined).node;
  }

  #visit(event: VisitEvent): NodeDraft | undefined {
    const { node: reference } = event;
    const { id, path, state } = reference;
    const reading = this.#readState(state);
    const stated = typeof reading === 'object' ? reading : undefined;
    if (this.root?.isVisited !== true && (this.root === undefined || this.#nodes.length === 1)) {
      this.#enterRoot(reference);
      this.#checkGoal(event.goal, this.root);
      return this.root;
    }
    const resolved = resolveNode(this, reference, stated);
    let { node } = resolved;
    const { fault } = resolved;
    if (node === undefined) node = this.#imply(reference, reading);
    else if (fault !== undefined) {
      if (fault.kind === 'restated' && state !== undefined) this.#restate(node, state);
      else this.#fault(fault.kind, fault.range, node, fault.others ?? [], fault.detail);
    } else if (id !== undefined && node.id !== id && (path !== undefined || state !== undefined)) {
      this.#announce(node, reference, id);
    }
    if (typeof reading === 'string' && state !== undefined && fault === undefined && !node.isWrong)
      this.#fault('impossible', state.range, node, [], reading);
    this.#checkGoal(event.goal, node);
    this.#enter(node, reference);
    if (stated !== undefined && node.hasState(stated.key)) node.addReading(stated);
    return node;
  }

  /** Visits the root for the first time. */
  #enterRoot({ id, path, state }: NodeReference): void {
    const root = this.root ?? this.#addRoot(state);
    this.rootLength = path?.length ?? 0;
    root.id = id ?? root.id;
    root.stated ??= state;
    this.#register(root);
    root.isVisited = true;
    this.#path.moveTo(root);
  }

  /** Visits a node that has had no name. Leaves of Stream of Search get theirs here. */
  #announce(node: NodeDraft, { range }: NodeReference, id: string): void {
    const { rules } = this;
    const { reading } = node;
    const isLeaf = rules !== undefined && reading !== undefined && rules.isTerminal(reading);
    if (node.isMisnamed || node.isWrong || node.illegal !== undefined) this.byId.set(id, node);
    else if (node === this.root) this.#nameAbove(node, id);
    else if (isLeaf) {
      // All leaves of a node have one name there: it identifies none of them.
      const parentId = id.slice(0, Math.max(0, id.lastIndexOf(',')));
      if (node.parent?.id !== undefined && node.parent.id !== parentId) this.#fault('name', range, node, [node.parent]);
    } else {
      this.#fault(node.id === undefined ? 'unannounced' : 'reference', range, node, []);
      if (!this.byId.has(id)) this.byId.set(id, node);
    }
    node.id ??= id;
  }

  #enter(node: NodeDraft, { range }: NodeReference): void {
    const path = this.#path;
    const isBack = this.#read.finishesWhenLeft === true && path.isFinished(node) && !path.isOnPath(node);
    const isDone = isBack || node.status === 'closed' || node.status === 'pruned';
    if (isDone && !this.#isReached && !node.isOutOfOrder) {
      this.#fault('finished', range, node, path.current === undefined ? [] : [path.current]);
      node.isOutOfOrder = true;
    }
    node.isVisited = true;
    path.moveTo(node);
  }

  /** Adds a node that the text refers to, but never generates. */
  #imply(reference: NodeReference, stated: StateReading | string | undefined): NodeDraft {
    const { id, path, state, range } = reference;
    const above = id === undefined ? undefined : this.byId.get(id.slice(0, Math.max(0, id.lastIndexOf(','))));
    const before = path === undefined || path.length === 0 ? undefined : path.slice(0, -1);
    const parent = above ?? (before && resolveNode(this, { range, path: before }, undefined).node);
    const isLost = parent?.lacksChild === true && this.#isChildState(parent, stated);
    if (!isLost) this.#fault('unknown', range, undefined, []);
    else parent.lacksChild = false;
    return this.#addImplied(parent, { id, action: path?.at(-1), state, stated });
  }

  /** Returns true if a state can be that of a child, or is not given. */
  #isChildState(parent: NodeDraft, stated: StateReading | string | undefined): boolean {
    const { rules } = this;
    if (rules === undefined || stated === undefined) return true;
    return typeof stated === 'object' && successorsOf(rules, parent)?.has(stated.key) === true;
  }

  #addImplied(
    parent: NodeDraft | undefined,
    {
      id,
      action,
      state,
      stated,
    }: {
      readonly id: string | undefined;
      readonly action: Span | undefined;
      readonly state: Span | undefined;
      readonly stated: StateReading | string | undefined;
    },
  ): NodeDraft {
    const node = new NodeDraft(this.#nodes.length, parent);
    this.#nodes.push(node);
    node.id = id;
    node.action = action;
    node.stated = state;
    node.isImplied = true;
    node.isUnlinked = parent === undefined;
    const reading = typeof stated === 'object' ? stated : undefined;
    if (this.rules !== undefined && state !== undefined)
      judgeChild(this.rules, node, { kind: 'generate', range: state.range, state, ...(action && { action }) }, stated);
    if (reading !== undefined) node.addReading(reading);
    else if (node.expectedReading !== undefined) node.addReading(node.expectedReading);
    if (id !== undefined) this.byId.set(id, node);
    if (reading !== undefined) this.byKey.set(reading.key, node);
    return node;
  }

  #close(event: CloseEvent): NodeDraft | undefined {
    const { state, range } = event.node;
    const stated = this.#readState(state);
    const reading = typeof stated === 'object' ? stated : undefined;
    const node = resolveNode(this, event.node, reading).node ?? this.#lostChild(event, reading);
    if (node === undefined) {
      const isImpossible = typeof stated === 'string';
      this.#fault(isImpossible ? 'impossible' : 'unknown', range, undefined, [], isImpossible ? stated : undefined);
      this.#lostClose = event;
      return undefined;
    }
    if (node.status === 'closed' && !node.isOutOfOrder) {
      this.#fault('finished', range, node, []);
      node.isOutOfOrder = true;
    }
    this.#checkCosts(event, node);
    node.status = 'closed';
    node.isVisited = true;
    this.#path.moveTo(node);
    return node;
  }

  /** Returns the node that a fault before has left out, if an event can mean it. */
  #lostChild(event: CloseEvent, stated: StateReading | undefined): NodeDraft | undefined {
    const { rules } = this;
    if (rules === undefined || stated === undefined) return undefined;
    const parent = this.#index.before(rules, this.#nodes, stated.key).find((node) => node.lacksChild);
    if (parent === undefined) return undefined;
    parent.lacksChild = false;
    const { state, id } = event.node;
    const node = this.#addImplied(parent, { id, action: undefined, state, stated });
    node.cost = event.cost;
    node.heuristic = event.heuristic;
    return node;
  }

  /** Compares g and h of a close with those that the node was generated with. */
  #checkCosts({ cost, heuristic }: CloseEvent, node: NodeDraft): void {
    for (const [number, before] of [
      [cost, node.cost],
      [heuristic, node.heuristic],
    ]) {
      if (number === undefined || before === undefined || number.value === before.value) continue;
      this.#fault('costs', number.range, node, [node], String(before.value));
      return;
    }
  }

  #abandon({ node: reference, range }: AbandonEvent): NodeDraft | undefined {
    const node = reference === undefined ? (this.#last ?? this.#path.current) : this.#find(reference);
    if (node === undefined) this.#fault('unknown', reference?.range ?? range, undefined, []);
    else node.status = 'pruned';
    return node;
  }

  /** Finds the node of a claim: the last one, whose state the claim may repeat. */
  #claim(event: ClaimEvent): NodeDraft | undefined {
    const { node: reference, claim } = event;
    if (reference === undefined && (claim === 'unsolvable' || claim === 'exhausted')) {
      this.#checkGoal(event.goal, undefined);
      return undefined;
    }
    const last = this.#isAfterLast() ? this.#last : this.#path.current;
    const isBare = reference?.id === undefined && reference?.path === undefined;
    const node = isBare ? last : this.#find(reference);
    if (!isBare && node === undefined) this.#fault('unknown', reference.range, undefined, []);
    const stated = this.#readState(reference?.state);
    if (
      node !== undefined &&
      reference?.state !== undefined &&
      typeof stated === 'object' &&
      !node.hasState(stated.key)
    )
      this.#fault('restated', reference.state.range, node, [], node.stated?.text);
    this.#checkGoal(event.goal, node);
    if (claim === 'goal') {
      this.#isReached = true;
      if (node !== undefined) node.isClaimedGoal = true;
    } else if (claim === 'no-goal' && node !== undefined) node.isVisited = true;
    return node;
  }

  /** Returns true if the last node was generated after the last visit. */
  #isAfterLast(): boolean {
    const last = this.#last?.events.at(-1) ?? -1;
    return last >= (this.#path.current?.events.at(-1) ?? -1);
  }
}

/** Returns true if an action is that of a node, with its result or the right one. */
function sameAction(node: NodeDraft, action: Span): boolean {
  return node.action?.text === action.text;
}
