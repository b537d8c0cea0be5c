import type { Range } from '../base/text/range.ts';
import type { Diagnostic } from '../notation/diagnostic.ts';
import { type TracePlace, worstFirst } from '../search/trace-notes.ts';
import { endLine, markedNodeLine } from '../search/tree-file.ts';
import { headerLine, traceHeader } from '../search/tree-header.ts';
import { type NodeMarks, type StepKind, stepLine, type TreeStatus } from '../search/tree-status.ts';
import type { WorldSpec } from '../worlds/world-spec.ts';
import type { ChooseEvent, TraceEvent } from './events.ts';
import type { TraceNode, TraceTree } from './tree.ts';

/**
 * Returns the nodes on the line that a trace chooses, without the root: those of its last plan or choice, otherwise
 * those on the way to its first goal. Empty if it chooses nothing that is in the tree.
 *
 * @param isGoal returns true for a node that reaches the goal, or is claimed to
 */
function chosenNodes(
  { read, nodes }: Pick<TraceTree, 'read' | 'nodes'>,
  isGoal: (node: TraceNode) => boolean,
): ReadonlySet<TraceNode> {
  const [root] = nodes;
  let choice: ChooseEvent | undefined;
  for (const event of read.events) if (event.kind === 'choose') choice = event;
  if (root === undefined) return new Set();
  if (choice?.actions !== undefined)
    return new Set(
      nodesOnActions(
        root,
        choice.actions.map(({ text }) => text),
      ),
    );
  if (choice?.states !== undefined)
    return new Set(
      nodesOnStates(
        nodes,
        choice.states.map(({ text }) => text),
      ),
    );
  const goal = nodes.find(isGoal);
  const line = new Set<TraceNode>();
  for (let at = goal; at?.parent !== undefined && !line.has(at); at = at.parent) line.add(at);
  return line;
}

function* nodesOnActions(root: TraceNode, actions: readonly string[]): Generator<TraceNode> {
  let at: TraceNode | undefined = root;
  for (const action of actions) {
    at = at.children.find((child) => child.action?.text === action);
    if (at === undefined) return;
    yield at;
  }
}

/** Yields the node of each state; of several the one below the node before: a search may generate a state again. */
function* nodesOnStates(nodes: readonly TraceNode[], states: readonly string[]): Generator<TraceNode> {
  const ofState = new Map<string, TraceNode[]>();
  for (const node of nodes) {
    const state = node.stated?.text ?? node.truth;
    if (state === undefined) continue;
    const known = ofState.get(state);
    if (known === undefined) ofState.set(state, [node]);
    else known.push(node);
  }
  let before: TraceNode | undefined;
  for (const state of states) {
    const own = ofState.get(state) ?? [];
    const next: TraceNode | undefined = own.find(({ parent }) => parent === before) ?? own.at(-1);
    if (next === undefined) continue;
    before = next;
    if (next.index > 0) yield next;
  }
}

/** Trace as a file of its tree. */
export interface TraceLines {
  /** Lines of a `.mcts.jsonl` file (docs/search.md). */
  readonly lines: string;
  /** Places in the text and findings, by number of the node. */
  readonly notes: readonly TracePlace[];
}

/** Facts about a trace that its tree does not have. */
export interface TraceFacts {
  /** World of the tree, if its task does not name it. */
  readonly spec?: WorldSpec | undefined;
  /** Diagnostics of the trace, in any order. */
  readonly findings: readonly Diagnostic[];
  /** Verdict on the trace: a sentence without its period; '' for none. */
  readonly verdict: string;
}

/** Number of a node in the file, and of its parent there. */
interface Place {
  readonly parent: number;
  readonly edge: number;
}

/**
 * Returns a trace as the lines of its tree and a note for each node: nodes in the order of the text, each with its
 * status, and a step for each event about a node. A node without a certain parent is a child of the root. Linear in the
 * number of nodes and events.
 */
export function traceTreeLines(tree: TraceTree, facts: TraceFacts): TraceLines {
  const { read, task, nodes } = tree;
  const [root] = nodes;
  const state = root === undefined ? (task?.start?.text ?? '') : stateOf(root);
  const notes = placesOf(tree, facts.findings);
  const fault = firstFault(tree, facts.findings);
  const parts = [
    headerLine(
      traceHeader({
        game: facts.spec ?? task?.world ?? 'unknown',
        state,
        model: '',
        trace: {
          dialect: read.dialect,
          ...(task?.algorithm !== undefined && { algorithm: task.algorithm }),
          ...(facts.verdict !== '' && { verdict: facts.verdict }),
          ...(fault !== undefined && { isFault: true, fault }),
        },
      }),
    ),
  ];
  const { places, actions } = treePlaces(nodes);
  const reached = goalTest(tree);
  const believed = beliefOf(tree);
  const truthOf = truthTest(tree, believed);
  const statuses = nodes.map((node) => statusOf(node, tree, reached));
  const chosen = chosenNodes(tree, ({ index }) => GOALS.has(statuses[index]));
  for (const node of nodes) {
    const place = places[node.index];
    parts.push(
      markedNodeLine({
        id: node.index,
        parent: place?.parent,
        edge: place?.edge ?? -1,
        state: believed(node),
        truth: truthOf(node),
        actions: actions[node.index] ?? [],
        marks: marksOf(node, statuses[node.index] ?? 'open', chosen),
      }),
    );
  }
  if (root === undefined) parts.push(emptyRoot(state));
  parts.push(...stepLines(tree));
  if (!read.isCut) parts.push(endLine('done', undefined));
  return { lines: parts.join(''), notes };
}

const GOALS: ReadonlySet<TreeStatus | undefined> = new Set<TreeStatus>(['goal', 'claimed']);

/** State that the trace believes; where it states none, the one that follows. */
const stateOf = ({ stated, expected, truth }: TraceNode): string => stated?.text ?? expected ?? truth ?? '';

/**
 * Returns a function to the state that a node believes. A text that leaves out parts, so that the world reads no state
 * in it, stands for the state that it describes.
 */
function beliefOf({ world }: TraceTree): (node: TraceNode) => string {
  return (node) => {
    const { stated, expected, isWrong } = node;
    if (isWrong || stated === undefined || expected === undefined || world === undefined) return stateOf(node);
    return world.automaton.parse(stated.text).ok ? stated.text : expected;
  };
}

const emptyRoot = (state: string): string =>
  markedNodeLine({
    id: 0,
    parent: undefined,
    edge: -1,
    state,
    truth: undefined,
    actions: [],
    marks: { status: 'open' },
  });

/** Returns the name of the edge to a node: its action, or what the trace gives instead. */
const edgeName = (node: TraceNode): string => node.action?.text ?? node.id ?? (stateOf(node) || '?');

/** Returns the place of each node but the root, and the edges of each node. */
function treePlaces(nodes: readonly TraceNode[]): {
  readonly places: readonly (Place | undefined)[];
  readonly actions: readonly (readonly string[])[];
} {
  const places: (Place | undefined)[] = [];
  const actions: string[][] = nodes.map(() => []);
  for (const node of nodes) {
    const { index, parent } = node;
    if (index === 0) continue;
    // Lines of parents stand before those of their children.
    const above = parent !== undefined && parent.index < index ? parent.index : 0;
    const own = actions[above] as string[];
    places[index] = { parent: above, edge: own.length };
    own.push(edgeName(node));
  }
  return { places, actions };
}

/** Returns a function to the true state of a node where it means another than the believed one. */
function truthTest(
  { world }: TraceTree,
  beliefOf: (node: TraceNode) => string,
): (node: TraceNode) => string | undefined {
  return (node) => {
    const { truth } = node;
    const believed = beliefOf(node);
    if (truth === undefined || world === undefined || truth === believed) return undefined;
    const { automaton } = world;
    const [own, other] = [automaton.parse(believed), automaton.parse(truth)];
    return own.ok && other.ok && automaton.key(own.value) === automaton.key(other.value) ? undefined : truth;
  };
}

/** Returns a test of states for the goal of the world; undefined where it cannot be told. */
function goalTest({ world }: TraceTree): (node: TraceNode) => boolean {
  const goal = world?.goal;
  if (world === undefined || goal === undefined) return () => false;
  return (node) => {
    const state = world.automaton.parse(node.truth ?? stateOf(node));
    return state.ok && goal.reached(state.value);
  };
}

function marksOf(node: TraceNode, status: TreeStatus, chosen: ReadonlySet<TraceNode>): NodeMarks {
  const { id, illegal, isBelowWrong, truth, cost, heuristic, value, index } = node;
  return {
    status,
    ...(id !== undefined && { name: id }),
    ...(illegal !== undefined && { illegal }),
    ...(truth === undefined && { isLost: true }),
    ...(isBelowWrong && { isBelowWrong: true }),
    ...(index > 0 && chosen.has(node) && { isChosen: true }),
    ...(cost !== undefined && { cost: cost.value }),
    ...(heuristic !== undefined && { heuristic: heuristic.value }),
    ...(value !== undefined && { stated: value.value }),
  };
}

function statusOf(
  node: TraceNode,
  { read }: Pick<TraceTree, 'read'>,
  reached: (node: TraceNode) => boolean,
): TreeStatus {
  if (node.isUnlinked) return 'unlinked';
  if (node.isWrong || node.illegal !== undefined) return 'wrong';
  if (reached(node)) return 'goal';
  const isClaimed = node.events.some((at) => {
    const event = read.events[at];
    return event?.kind === 'claim' && event.claim === 'goal';
  });
  return isClaimed || node.status === 'goal' ? 'claimed' : node.status;
}

const STEPS: Readonly<Partial<Record<TraceEvent['kind'], StepKind>>> = {
  generate: 'generate',
  visit: 'visit',
  close: 'close',
  abandon: 'abandon',
  claim: 'claim',
};

function stepLines({ read, nodeOf }: TraceTree): string[] {
  const lines: string[] = [];
  let [last, lastKind]: [TraceNode | undefined, StepKind | undefined] = [undefined, undefined];
  for (const [at, event] of read.events.entries()) {
    const [node, kind] = [nodeOf[at], STEPS[event.kind]];
    if (node === undefined || kind === undefined) continue;
    // Stream of Search names a node in two lines, and many dialects turn to a node as they generate it.
    const isSame = node === last && lastKind === 'generate' && (kind === 'visit' || kind === 'generate');
    [last, lastKind] = [node, kind];
    const claim = event.kind === 'claim' ? { claim: event.claim } : {};
    if (!isSame) lines.push(stepLine({ kind, node: node.index, ...claim }));
  }
  return lines;
}

/** Returns the ranges and findings of each node, by number. */
function placesOf(tree: TraceTree, findings: readonly Diagnostic[]): TracePlace[] {
  const { nodes, read, task } = tree;
  const messages = new Map<number, string[]>();
  const ownerOf = findOwner(tree);
  for (const { range, message } of [...findings].sort(worstFirst)) {
    const index = ownerOf(range.start);
    const known = messages.get(index);
    if (known === undefined) messages.set(index, [message]);
    else known.push(message);
  }
  const names = new Set<string>();
  const nowhere: Range = task?.range ?? { start: 0, end: 0 };
  return nodes.map((node) => {
    const { index, id, events, action, stated } = node;
    const name = id === undefined || names.has(id) ? `#${index}` : id;
    names.add(name);
    const ranges = events.flatMap((at) => read.events[at]?.range ?? []);
    const [first = nowhere, ...more] = ranges.length > 0 ? ranges : [action?.range ?? stated?.range ?? nowhere];
    return { node: index, name, ranges: [first, ...more], findings: messages.get(index) ?? [] };
  });
}

/** Returns the number of the node of the first error; undefined without errors. */
function firstFault(tree: TraceTree, findings: readonly Diagnostic[]): number | undefined {
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  return findOwner(tree)(errors.reduce((least, { range }) => Math.min(least, range.start), Number.POSITIVE_INFINITY));
}

/**
 * Returns a function from an offset to the number of the node that the text is about there: the node of the last event
 * that begins there or before; the root in front of all.
 */
function findOwner({ read, nodeOf }: TraceTree): (offset: number) => number {
  const starts: number[] = [];
  const owners: number[] = [];
  for (const [at, { range }] of read.events.entries()) {
    const owner = nodeOf[at];
    if (owner === undefined) continue;
    starts.push(range.start);
    owners.push(owner.index);
  }
  return (offset) => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return owners[low - 1] ?? 0;
  };
}
