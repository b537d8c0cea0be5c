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
import { type NodeIndex, parentOf, resolveNode } from './resolve-node.ts';
import { Rules, type StateReading } from './rules.ts';
import { SearchPath } from './search-path.ts';

/** Faults of the state or the action of a node. */
const IS_CONTENT: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'state',
  'arithmetic',
  'illegal',
  'impossible',
  'unreachable',
  'restated',
  'operations',
]);

/** Builds the tree of a trace, event by event. */
export class TreeBuilder implements NodeIndex {
  readonly #read: ReadTrace;
  readonly rules: Rules | undefined;
  readonly byId = new Map<string, NodeDraft>();
  readonly byKey = new Map<string, NodeDraft>();
  /** The latest node of each text of a state: a text may leave out a part of its state. */
  readonly #byText = new Map<string, NodeDraft>();
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
  #lostClose: { readonly close: CloseEvent; readonly event: number } | undefined;
  /** A node that was visited again after the search had finished with it. */
  #aside: NodeDraft | undefined;

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
    if (node.status === 'open' && (node.isVisited || node.isRejected)) node.status = 'closed';
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
    if (node !== undefined && IS_CONTENT.has(kind)) node.hasFault = true;
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

  /** Reads the state of a new node, which the text may describe in part: then it is a successor of the present one. */
  #readNewState(state: Span | undefined): StateReading | string | undefined {
    const { rules } = this;
    const stated = this.#readState(state);
    const from = this.#path.current?.reading;
    if (typeof stated !== 'string' || state === undefined || rules === undefined || from === undefined) return stated;
    const [first] = rules.describedSuccessors(from, state.text);
    return first?.[1] ?? stated;
  }

  #generate(event: GenerateEvent): NodeDraft {
    const stated = this.#readNewState(event.state);
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
    const known = this.byId.get(id.text);
    if (known !== undefined && known !== last && isAction && isState && this.#isTwin(known, last))
      return this.#merge(last, known);
    if (last.hasFault) {
      if (!isAction && action !== undefined) last.correctAction(action);
    } else if (!isAction && action !== undefined) this.#fault('operations', action.range, last, [], last.action?.text);
    else if (!isState && state !== undefined) this.#restate(last, state);
    this.#name(last, id, event.parent);
    return last;
  }

  /** Returns true if two nodes have the same parent, action and state. */
  #isTwin(known: NodeDraft, node: NodeDraft): boolean {
    const { reading } = node;
    return (
      known.parent === node.parent &&
      known.action?.text === node.action?.text &&
      reading !== undefined &&
      known.hasState(reading.key)
    );
  }

  /** Takes the last node for one that is known, which the text generates again. */
  #merge(last: NodeDraft, known: NodeDraft): NodeDraft {
    this.#nodes.pop();
    known.parent?.children.pop();
    known.parent?.forgetActions();
    if (!this.#isReached)
      this.#fault('repeated', this.#read.events[this.#event]?.range ?? { start: 0, end: 0 }, known, [known]);
    for (const event of last.events) {
      this.#nodeOf[event] = known;
      known.events.push(event);
    }
    return known;
  }

  /** Gives a node its name, which must fit its place and be new. */
  #name(node: NodeDraft, id: Span, parent: NodeReference | undefined): void {
    const known = this.byId.get(id.text);
    const { parent: above } = node;
    node.id = id.text;
    if (known !== undefined && known !== node && !known.isImplied) {
      this.#fault('duplicate', id.range, node, [known]);
      node.isMisnamed = true;
    } else {
      this.byId.set(id.text, node);
      if (!this.#isNameOf(above, parent) || !this.#isCounted(node, id)) {
        this.#fault('name', id.range, node, above === undefined ? [] : [above]);
        node.isMisnamed = true;
      }
    }
    if (above === undefined) return;
    if (node.isMisnamed && !above.lacksChild) above.nextName++;
    else this.#countName(above, id);
  }

  /** Returns true if a name that a child gives its parent is one of the parent. */
  #isNameOf(above: NodeDraft | undefined, parent: NodeReference | undefined): boolean {
    if (parent?.id === undefined || above === undefined || above.id === parent.id) return true;
    const known = this.byId.get(parent.id);
    if (known !== undefined) return known === above;
    // The root is never announced, and the name of a node whose name was wrong is known only now.
    if (above.id !== undefined && !above.isMisnamed) return false;
    this.#nameAbove(above, parent.id);
    return true;
  }

  /** Returns true if a name has the next number, in a dialect whose names count. */
  #isCounted({ parent }: NodeDraft, { text }: Span): boolean {
    if (this.#read.countsNames !== true || parent === undefined || !text.includes(',')) return true;
    const number = Number(text.slice(text.lastIndexOf(',') + 1));
    if (number === parent.nextName) return true;
    if (parent.lacksName) return true;
    // A child that was left out shows in the number of the next one; one without a name is missed when it is visited.
    const unnamed = parent.children.slice(-3, -1).filter((child) => child.id === undefined && !this.#isLeaf(child));
    if (number === parent.nextName + unnamed.length) return true;
    if (number === parent.nextName + 1) parent.lacksChild = true;
    return false;
  }

  #countName(parent: NodeDraft, { text }: Span): void {
    const number = Number(text.slice(text.lastIndexOf(',') + 1));
    parent.nextName = number >= parent.nextName && number <= parent.nextName + 2 ? number + 1 : parent.nextName + 1;
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
    // A state that could not be reached before is not the one that can be now.
    if (known === undefined || state === undefined || (known.isWrong && known.action === undefined)) return undefined;
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
    if (reading !== undefined && (fault?.kind !== 'unreachable' || !this.byKey.has(reading.key))) {
      this.byKey.set(reading.key, node);
      if (event.state !== undefined) this.#byText.set(event.state.text, node);
    }
    this.#claimLostClose(node);
    if (event.id !== undefined) {
      if (found.fault?.kind === 'name') {
        node.id = event.id.text;
        node.isMisnamed = true;
        if (parent !== undefined) parent.nextName++;
      } else this.#name(node, event.id, event.parent);
    }
    return node;
  }

  /** Finds the parent of a new node. */
  #parentOf(event: GenerateEvent, stated: StateReading | undefined): ReturnType<typeof findParent> {
    const { current } = this.#path;
    const { rules } = this;
    const aside = this.#aside;
    if (aside !== undefined && rules !== undefined && current !== undefined && event.parent === undefined) {
      const isHere = isChildOf(rules, current, event, stated?.key);
      if (!isHere && isChildOf(rules, aside, event, stated?.key)) return { parent: aside };
    }
    const lost = this.#closedBy(stated);
    if (lost !== undefined) return { parent: lost };
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

  /** Returns the open node that a close of an unknown node means: a state can follow it, and it has the same g and h. */
  #closedBy(stated: StateReading | undefined): NodeDraft | undefined {
    const close = this.#lostClose?.close;
    const { rules } = this;
    if (close === undefined || rules === undefined || stated === undefined) return undefined;
    const { current } = this.#path;
    if (current !== undefined && current.cost === close.cost && successorsOf(rules, current)?.has(stated.key) === true)
      return undefined;
    const fitting = this.#index
      .before(rules, this.#nodes, stated.key)
      .filter(({ status, cost }) => status === 'open' && cost?.value === close.cost?.value);
    return fitting.find(({ heuristic }) => heuristic?.value === close.heuristic?.value);
  }

  /** Closes the parent of a new node if the close before named another node. */
  #claimLostClose({ parent }: NodeDraft): void {
    const lost = this.#lostClose;
    this.#lostClose = undefined;
    if (lost === undefined || parent === undefined || parent.status !== 'open') return;
    if (lost.close.cost?.value !== parent.cost?.value) return;
    parent.status = 'closed';
    parent.isVisited = true;
    parent.isOutOfOrder = true;
    this.#nodeOf[lost.event] = parent;
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
    // A node that has another name and is finished is not the one that this name means.
    if (node !== undefined && id !== undefined && this.#isOther(node, id)) node = undefined;
    if (node === undefined) node = this.#leafOf(reference) ?? this.#imply(reference, reading);
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

  /** Returns a leaf that a name alone can mean: leaves of a node are named together. */
  #leafOf({ id, path, state }: NodeReference): NodeDraft | undefined {
    if (id === undefined || path !== undefined || state !== undefined) return undefined;
    const leaves = this.byId.get(parentOf(id))?.children.filter((child) => child.id === undefined || child.id === id);
    const named = leaves?.filter((child) => this.#isLeaf(child)) ?? [];
    return named.find(({ isVisited }) => !isVisited) ?? named[0];
  }

  /** Returns true if a node with another name is finished. */
  #isOther(node: NodeDraft, id: string): boolean {
    if (node.id === undefined || node.id === id || node.isMisnamed || this.byId.has(id) || this.#isLeaf(node))
      return false;
    return this.#path.isFinished(node);
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

  /** Visits a node under a name that it has not had. Leaves of Stream of Search get theirs here. */
  #announce(node: NodeDraft, { range }: NodeReference, id: string): void {
    if (this.#isLeaf(node)) {
      // All leaves of a node have one name there: it identifies none of them.
      if (node.parent !== undefined && !this.#isNameOf(node.parent, { range, id: parentOf(id) }))
        this.#fault('name', range, node, [node.parent]);
      node.id ??= id;
    } else if (node.isMisnamed || (node.id === undefined && (node.hasFault || node === this.root))) {
      this.byId.set(id, node);
      node.id ??= id;
    } else if (node.id === undefined) {
      this.#fault('unannounced', range, node, []);
      this.byId.set(id, node);
      node.id = id;
      if (node.parent !== undefined) node.parent.lacksName = true;
    } else this.#fault('reference', range, node, []);
  }

  /** Returns true if no action is legal in a node, by the text or by the rules. */
  #isLeaf({ readings, expectedReading }: NodeDraft): boolean {
    const { rules } = this;
    if (rules === undefined) return false;
    return [expectedReading, ...readings].some((reading) => reading !== undefined && rules.isTerminal(reading));
  }

  #enter(node: NodeDraft, { range }: NodeReference): void {
    const path = this.#path;
    const isBack = this.#read.finishesWhenLeft === true && path.isFinished(node) && !path.isOnPath(node);
    const isDone = isBack || node.status === 'closed' || node.status === 'pruned';
    this.#aside = undefined;
    if (isDone && !this.#isReached) {
      if (!node.isOutOfOrder) this.#fault('finished', range, node, path.current === undefined ? [] : [path.current]);
      node.isOutOfOrder = true;
      // The search may go on from there, or from where it was.
      this.#aside = node;
      return;
    }
    node.isVisited = true;
    path.moveTo(node);
  }

  /** Adds a node that the text refers to, but never generates. */
  #imply(reference: NodeReference, stated: StateReading | string | undefined): NodeDraft {
    const { id, path, state, range } = reference;
    const above = id === undefined ? undefined : this.byId.get(parentOf(id));
    const before = path === undefined || path.length === 0 ? undefined : path.slice(0, -1);
    const parent = above ?? (before && resolveNode(this, { range, path: before }, undefined).node);
    const isLost = parent?.lacksChild === true && this.#isChildState(parent, stated);
    if (!isLost) this.#fault('unknown', range, undefined, []);
    else parent.lacksChild = false;
    if (parent !== undefined && id !== undefined) {
      parent.lacksName = true;
      parent.nextName++;
    }
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
    const described = state === undefined ? undefined : this.#byText.get(state.text);
    const known = resolveNode(this, event.node, reading).node ?? (reading === undefined ? described : undefined);
    const node = known ?? this.#lostChild(event, reading);
    if (node === undefined) {
      const isImpossible = typeof stated === 'string';
      this.#fault(isImpossible ? 'impossible' : 'unknown', range, undefined, [], isImpossible ? stated : undefined);
      this.#lostClose = { close: event, event: this.#event };
      return this.#implyClosed(event, reading);
    }
    this.#lostClose = undefined;
    if (node.status === 'closed') {
      if (!node.isOutOfOrder) this.#fault('finished', range, node, []);
      node.isOutOfOrder = true;
      this.#aside = node;
      return node;
    }
    this.#aside = undefined;
    this.#checkCosts(event, node);
    node.status = 'closed';
    node.isVisited = true;
    this.#path.moveTo(node);
    return node;
  }

  /** Adds a node that is closed, but was never generated, if it can be a child of nodes that are closed. */
  #implyClosed(event: CloseEvent, stated: StateReading | undefined): NodeDraft | undefined {
    const { rules } = this;
    if (rules === undefined || stated === undefined) return undefined;
    const before = this.#index.before(rules, this.#nodes, stated.key).filter(({ status }) => status === 'closed');
    const exact = before.filter(({ cost }) => cost !== undefined && cost.value + 1 === event.cost?.value);
    const [parent] = exact;
    if (parent === undefined) return undefined;
    const { state, id } = event.node;
    const node = this.#addImplied(exact.length === 1 ? parent : undefined, { id, action: undefined, state, stated });
    node.cost = event.cost;
    node.heuristic = event.heuristic;
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
    } else if (claim === 'no-goal' && node !== undefined) node.isRejected = true;
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
