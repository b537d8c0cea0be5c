import { err, ok, type Result } from '../base/result.ts';
import type { World } from '../worlds/world.ts';
import { buildWorld, type WorldSpec } from '../worlds/world-spec.ts';
import type { AbandonEvent, ClaimEvent, ReadTrace, TaskEvent } from './events.ts';
import { Closes } from './tree/closes.ts';
import { Generations } from './tree/generations.ts';
import { readSuccessors } from './tree/judge-state.ts';
import type { MutableNode } from './tree/mutable-node.ts';
import { NodeNames } from './tree/node-names.ts';
import { TreeState } from './tree/tree-state.ts';
import { isUnfinished } from './tree/unfinished.ts';
import { Visits } from './tree/visits.ts';
import type { TraceTree } from './tree.ts';

/** Builds the tree of a trace, event by event. */
class TreeBuilder {
  readonly #tree: TreeState;
  readonly #generations: Generations;
  readonly #visits: Visits;
  readonly #closes: Closes;

  constructor(read: ReadTrace, world: World<unknown> | undefined) {
    this.#tree = new TreeState(read, world);
    const names = new NodeNames(this.#tree);
    this.#closes = new Closes(this.#tree);
    this.#generations = new Generations(this.#tree, names, this.#closes);
    this.#visits = new Visits(this.#tree, names);
  }

  build(): TraceTree {
    for (const [i, event] of this.#tree.read.events.entries()) {
      this.#tree.event = i;
      let node: MutableNode | undefined;
      if (event.kind === 'task') node = this.#begin(event);
      else if (event.kind === 'generate') node = this.#generations.generate(event);
      else if (event.kind === 'visit') node = this.#visits.visit(event);
      else if (event.kind === 'close') node = this.#closes.close(event);
      else if (event.kind === 'abandon') node = this.#abandon(event);
      else if (event.kind === 'claim') node = this.#claim(event);
      else if (event.kind === 'note' && event.node !== undefined) node = this.#tree.find(event.node);
      this.#tree.nodeOf.push(node);
      node?.addEvent(i);
    }
    const { rules, read } = this.#tree;
    const isCut = isUnfinished(this.#tree);
    for (const node of this.#tree.nodes) this.#finish(node);
    return {
      read: isCut ? { ...read, isCut } : read,
      task: this.#tree.task,
      nodes: this.#tree.nodes,
      nodeOf: this.#tree.nodeOf,
      world: rules?.world,
      faults: this.#tree.faults,
      isVague: this.#tree.isVague,
    };
  }

  /** Sets what the whole text says of a node. */
  #finish(node: MutableNode): void {
    const { rules } = this.#tree;
    node.truth = node.trueReading && rules?.print(node.trueReading);
    node.expected = node.expectedReading && rules?.print(node.expectedReading);
    if (node.status === 'open' && (node.isVisited || node.isRejected)) node.status = 'closed';
    const isGoal = rules === undefined || (node.reading !== undefined && rules.isGoal(node.reading));
    if (isGoal && (node.isClaimedGoal || (node.status === 'closed' && rules !== undefined))) node.status = 'goal';
  }

  #begin(event: TaskEvent): MutableNode | undefined {
    if (this.#tree.task !== undefined) return undefined;
    this.#tree.task = event;
    if (event.start === undefined || this.#tree.root !== undefined) return this.#tree.root;
    return this.#tree.addRoot(event.start);
  }

  #abandon({ node: reference, range }: AbandonEvent): MutableNode | undefined {
    const node = reference === undefined ? (this.#tree.last ?? this.#tree.path.current) : this.#tree.find(reference);
    if (node === undefined) this.#tree.unknown(reference ?? { range });
    else node.status = 'pruned';
    return node;
  }

  /** Finds the node of a claim: the last one, whose state the claim may repeat. */
  #claim(event: ClaimEvent): MutableNode | undefined {
    const { node: reference, claim } = event;
    const { rules } = this.#tree;
    if (reference === undefined && (claim === 'unsolvable' || claim === 'exhausted')) {
      this.#tree.checkGoal(event.goal, undefined);
      return undefined;
    }
    const last = this.#isAfterLast() ? this.#tree.last : this.#tree.path.current;
    const isBare = reference?.id === undefined && reference?.path === undefined;
    const node = isBare ? last : this.#tree.find(reference);
    if (!isBare && node === undefined) this.#tree.unknown(reference);
    const stated = this.#tree.readState(reference?.state);
    if (
      node !== undefined &&
      reference?.state !== undefined &&
      typeof stated === 'object' &&
      !node.hasState(stated.key)
    ) {
      this.#tree.fault('restated', reference.state.range, node, [], node.stated?.text);
      // The line with the node that is meant may be missing: what refers to it follows from that.
      const above = this.#tree.path.current;
      if (above !== undefined && rules !== undefined && readSuccessors(rules, above)?.has(stated.key) === true)
        above.lacksChild = true;
    }
    this.#tree.checkGoal(event.goal, node);
    if (claim === 'goal') {
      this.#tree.isReached = true;
      if (node !== undefined) node.isClaimedGoal = true;
    } else if (claim === 'no-goal' && node !== undefined) node.isRejected = true;
    return node;
  }

  /** Returns true if the last node was generated after the last visit. */
  #isAfterLast(): boolean {
    const last = this.#tree.last?.events.at(-1) ?? -1;
    return last >= (this.#tree.path.current?.events.at(-1) ?? -1);
  }
}

/** Options of a tree. */
interface TreeOptions {
  /** World by whose rules states are judged. Without one the tree has links alone. */
  readonly world?: World<unknown>;
}

/**
 * Returns the tree of a trace. Whose child a node is decides what the text says of it, in this order: the parent or the
 * path in its name, its list of actions, the state that precedes it by its action, the node visited last. If several
 * fit, the node has no parent, and a fault names both. Linear in the number of events.
 */
export function buildTraceTree(read: ReadTrace, { world }: TreeOptions = {}): TraceTree {
  return new TreeBuilder(read, world).build();
}

/**
 * Returns the world of a task, or the reason why it cannot be opened, as a clause. Its start is that of the task, unless
 * the world is a level, whose text has its start: games and problems are searched from any of their states.
 */
export function openTraceWorld(task: TaskEvent | undefined): Result<World<unknown>, string> {
  if (task?.world === undefined) return err('the trace names no world');
  const world = buildWorld(task.world);
  if (!world.ok) return err(world.error[0]?.message ?? 'the world has a fault');
  return ok(isLevel(task.world) ? world.value : startedAt(world.value, task));
}

/** Returns a world that begins at the start of a task; as it is if the task states none. */
export function startedAt(world: World<unknown>, task: TaskEvent | undefined): World<unknown> {
  const start = task?.start && world.automaton.parse(task.start.text);
  return start?.ok === true ? { ...world, start: start.value } : world;
}

/** Returns true for a world whose name or text states its start. */
const isLevel = (spec: WorldSpec): boolean =>
  spec.kind === 'level' || (spec.kind === 'named' && /^(?:countdown|maze|sokoban|blocks)\s/.test(spec.name));
