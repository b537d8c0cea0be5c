import type { Range } from '../../base/text/range.ts';
import type { World } from '../../worlds/world.ts';
import type { CloseEvent, GenerateEvent, NodeReference, ReadTrace, Span, TaskEvent } from '../events.ts';
import type { FaultKind, LinkFault } from '../tree.ts';
import { SuccessorIndex } from './find-parent.ts';
import { judgeChild } from './judge-state.ts';
import { MutableNode } from './mutable-node.ts';
import { type NodeIndex, resolveNode } from './resolve-node.ts';
import { type KeyedState, TraceRules } from './rules.ts';

/** Maximum number of steps up the tree for each move: hostile traces jump between deep nodes. */
const STEPS = 200;
const FIRST_STEPS = 10_000;

/**
 * The node that a search is at, and those that it has left for good. Moves are followed when somebody asks for these:
 * A* jumps between deep nodes, and nobody asks then.
 */
class SearchPath {
  readonly #moves: MutableNode[] = [];
  /** Number of moves that are followed. */
  #followed = 0;
  readonly #path: MutableNode[] = [];
  readonly #onPath = new Set<MutableNode>();
  readonly #visited = new Set<MutableNode>();
  readonly #finished = new Set<MutableNode>();
  #budget = FIRST_STEPS;

  get current(): MutableNode | undefined {
    return this.#moves.at(-1);
  }

  /** Returns true if the search has left a node for good; false once that costs too much to know. */
  isFinished(node: MutableNode): boolean {
    this.#follow();
    return this.#finished.has(node);
  }

  /** Returns true for the present node and those above it. */
  isOnPath(node: MutableNode): boolean {
    this.#follow();
    return this.#onPath.has(node);
  }

  /** Moves to a node, which is visited then; nodes that are neither it nor above it are left for good. */
  moveTo(target: MutableNode): void {
    this.#moves.push(target);
  }

  #follow(): void {
    for (; this.#followed < this.#moves.length; this.#followed++) {
      const target = this.#moves[this.#followed];
      if (target === undefined || this.#budget < 0) continue;
      this.#budget += STEPS;
      this.#followMove(target);
    }
    if (this.#budget < 0) this.#finished.clear();
  }

  #followMove(target: MutableNode): void {
    this.#visited.add(target);
    const below: MutableNode[] = [];
    let node: MutableNode | undefined = target;
    for (; node !== undefined && !this.#onPath.has(node); node = node.parent) {
      if (this.#budget-- <= 0) return;
      below.push(node);
    }
    for (let last = this.#path.at(-1); last !== undefined && last !== node; last = this.#path.at(-1)) {
      this.#path.pop();
      this.#onPath.delete(last);
      if (this.#visited.has(last)) this.#finished.add(last);
    }
    for (const next of below.reverse()) {
      this.#path.push(next);
      this.#onPath.add(next);
    }
  }
}

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

/** Faults that depend on which of two nodes is meant. */
const IS_IDENTITY: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'finished',
  'repeated',
  'duplicate',
  'impossible',
  'unreachable',
  'ambiguous',
  'costs',
]);

/** Faults that follow from one before, where a text leaves out parts of its states. */
const FOLLOWS: ReadonlySet<FaultKind> = new Set<FaultKind>([...IS_IDENTITY, 'unknown', 'mistaken']);

/** Words of the text about a node that it never generates. */
interface ImpliedNode {
  readonly id: string | undefined;
  readonly action: Span | undefined;
  readonly state: Span | undefined;
  /** The state as the world reads it. */
  readonly stated: KeyedState | string | undefined;
}

/** The tree of a trace up to an event, with what its events have in common. */
export class TreeState implements NodeIndex {
  readonly read: ReadTrace;
  readonly rules: TraceRules | undefined;
  readonly byId = new Map<string, MutableNode>();
  /** Names of nodes that the text refers to, but never gives. */
  readonly unknownNames = new Set<string>();
  /** Nodes of which some have a wrong name. */
  readonly suspects: MutableNode[] = [];
  readonly byKey = new Map<string, MutableNode>();
  /** Nodes by the text of their state: a text may leave out a part of its state. */
  readonly byText = new Map<string, MutableNode[]>();
  /** Nodes whose states the world cannot have, by the text of these. */
  readonly impossible = new Map<string, MutableNode>();
  readonly index = new SuccessorIndex();
  readonly nodes: MutableNode[] = [];
  readonly nodeOf: (MutableNode | undefined)[] = [];
  readonly faults: LinkFault[] = [];
  readonly path = new SearchPath();
  root: MutableNode | undefined;
  rootLength = 0;
  task: TaskEvent | undefined;
  /** Index of the event that is read. */
  event = 0;
  /** The node that was generated last. */
  last: MutableNode | undefined;
  /** True after a goal was claimed: what is printed then repeats the way to it. */
  isReached = false;
  /** A close of an unknown node: the next child shows which one it closes. */
  lostClose: { readonly close: CloseEvent; readonly event: number } | undefined;
  /** A node that was visited again after the search had finished with it. */
  aside: MutableNode | undefined;
  /** True if the text has described two states in the same words: it does not decide which node is meant then. */
  isVague = false;
  /** Open nodes that the last close may mean as well: the text describes them in the same words. */
  twins: readonly MutableNode[] = [];

  constructor(read: ReadTrace, world: World<unknown> | undefined) {
    this.read = read;
    this.rules = world && new TraceRules(world);
  }

  fault(
    kind: FaultKind,
    range: Range,
    node: MutableNode | undefined,
    others: readonly MutableNode[] = [],
    detail?: string,
  ) {
    if (this.isVague && IS_IDENTITY.has(kind)) return;
    // Texts that leave out a part of their state are read by the node before: after a fault that is not certain.
    if (this.rules?.world.describes !== undefined && this.faults.length > 0 && FOLLOWS.has(kind)) return;
    if (node !== undefined && IS_CONTENT.has(kind)) node.hasFault = true;
    this.faults.push({ kind, event: this.event, range, node, others, ...(detail !== undefined && { detail }) });
  }

  addRoot(state: Span | undefined): MutableNode {
    const node = new MutableNode(0, undefined);
    this.nodes.push(node);
    this.root = node;
    const { rules } = this;
    const start = rules?.reading(rules.world.start);
    node.trueReading = start;
    node.expectedReading = start;
    node.stated = state;
    node.id = this.read.rootName;
    const stated = this.readState(state);
    if (typeof stated === 'object')
      node.addReading(rules === undefined || start === undefined ? stated : rules.shared(start, stated));
    else if (start !== undefined) node.addReading(start);
    this.register(node);
    return node;
  }

  /** Keeps one of the starts that a text gives the root: the other cell may come later as another node. */
  decideStart(root: MutableNode, reading: KeyedState): void {
    for (const { key } of root.readings)
      if (key !== reading.key && this.byKey.get(key) === root) this.byKey.delete(key);
    root.readings = [reading];
    root.successors = undefined;
  }

  readState(state: Span | undefined): KeyedState | string | undefined {
    if (state === undefined) return undefined;
    // Without rules, states are the same if their words are.
    return this.rules === undefined ? { state: state.text, key: state.text } : this.rules.read(state.text);
  }

  register(node: MutableNode): void {
    const { reading } = node;
    if (reading !== undefined) this.byKey.set(reading.key, node);
    if (node.id !== undefined) this.byId.set(node.id, node);
  }

  /** Keeps a node under the text of its state, in a world whose texts can leave out a part. */
  addText(text: string, node: MutableNode): void {
    if (this.rules?.world.describes === undefined) return;
    const same = this.byText.get(text);
    if (same === undefined) this.byText.set(text, [node]);
    else {
      this.isVague ||= same.some(({ reading }) => reading?.key !== node.reading?.key);
      same.push(node);
    }
  }

  /** Compares the goal that a line repeats with that of the task. */
  checkGoal(goal: Span | undefined, node: MutableNode | undefined): void {
    const right = this.task?.goal;
    if (goal !== undefined && right !== undefined && goal.text !== right.text)
      this.fault('goal', goal.range, node, [], right.text);
  }

  /** Adds a state that is not the one that the node had. */
  restate(node: MutableNode, state: Span): void {
    const stated = this.readState(state);
    this.fault('restated', state.range, node, [], node.expectedReading && this.rules?.print(node.expectedReading));
    if (typeof stated === 'object') node.addReading(stated);
    node.isWrong = true;
  }

  find(reference: NodeReference): MutableNode | undefined {
    const stated = this.readState(reference.state);
    return resolveNode(this, reference, typeof stated === 'object' ? stated : undefined).node;
  }

  /** Reports a reference to a node that was never generated, once for each name. */
  unknown(reference: Pick<NodeReference, 'id' | 'range'>): void {
    const { id, range } = reference;
    if (id === undefined || !this.unknownNames.has(id)) this.fault('unknown', range, undefined);
    if (id !== undefined) this.unknownNames.add(id);
  }

  /** Takes a name that no node has for that of a node whose name is in doubt; undefined if none is. */
  suspectFor(id: string | undefined, fits: (node: MutableNode) => boolean): MutableNode | undefined {
    const found = this.suspects.find(fits);
    if (found === undefined || id === undefined) return undefined;
    this.byId.set(id, found);
    return found;
  }

  isFinished(node: MutableNode): boolean {
    return this.path.isFinished(node);
  }

  /** Returns true if no action is legal in a node, by the text or by the rules. */
  isLeaf({ readings, expectedReading }: MutableNode): boolean {
    const { rules } = this;
    if (rules === undefined) return false;
    return [expectedReading, ...readings].some((reading) => reading !== undefined && rules.isTerminal(reading));
  }

  addImplied(parent: MutableNode | undefined, { id, action, state, stated }: ImpliedNode): MutableNode {
    const node = new MutableNode(this.nodes.length, parent);
    this.nodes.push(node);
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

  setNumbers(node: MutableNode, { cost, heuristic, value }: GenerateEvent): void {
    node.cost = cost;
    node.heuristic = heuristic;
    node.value = value;
  }
}
