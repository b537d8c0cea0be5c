import type { Outcome } from '../base/automaton.ts';
import { BUCKETS } from '../mav/values.ts';
import type { SearchTree } from './mcts.ts';
import type { SearchEnd, SearchReport, Simulation } from './run-search.ts';
import { priorAt } from './settings.ts';
import type { NodeContent, NodeCounts, SearchNode } from './tree.ts';
import { headerLine, type TreeFileHeader } from './tree-header.ts';
import { marksRecord, type NodeMarks, readMarks } from './tree-status.ts';
import type { BucketChances } from './world-model.ts';

/** Node of a file. Its counts are those from before the first simulation, for a search that continues a tree. */
export interface TreeFileNode extends NodeContent, NodeCounts {
  readonly id: number;
  readonly parent: number | undefined;
  readonly edge: number;
  /** Undefined where it follows from the settings by Eq. 1. */
  readonly prior: readonly number[] | undefined;
}

/** Simulation of a file; `leaf` is the node's number. */
export interface TreeFileSimulation extends Omit<Simulation, 'leaf'> {
  readonly leaf: number | undefined;
}

/** Returns a writer for node lines. It must write a node when the node is created: its priors are renormalized later. */
export function nodeWriter({ settings, played }: TreeFileHeader): (node: SearchNode) => string {
  const parameters = priorAt(settings, played);
  return (node) => nodeLine(node, node.hasPriorOf(parameters));
}

/**
 * Formats a node line. Values are written with all their digits: a resumed search ends with the same tree as an
 * uninterrupted one.
 */
function nodeLine(node: SearchNode, priorIsKnown: boolean): string {
  const { id, parent, edge, kind, state, truth, outcome, reason, value, actions, listed, best, chances, text } = node;
  const record = {
    node: id,
    ...(parent !== undefined && { parent: parent.id, edge }),
    ...(kind !== 'state' && { kind }),
    state,
    ...(truth !== undefined && truth !== state && { truth }),
    ...(outcome !== undefined && { outcome }),
    ...(reason !== undefined && { reason }),
    value,
    ...(kind === 'state' && { actions, listed }),
    ...(kind === 'state' && !priorIsKnown && { prior: node.prior }),
    ...(best >= 0 && { best }),
    ...(chances !== undefined && { chances: chances.map((known) => known ?? null) }),
    ...(text !== undefined && { text }),
    ...(node.isCounted && countsOf(node)),
  };
  return `${JSON.stringify(record)}\n`;
}

/** Node of a trace with a status. */
export interface MarkedNode extends Pick<TreeFileNode, 'id' | 'parent' | 'edge' | 'state' | 'truth' | 'actions'> {
  readonly marks: NodeMarks;
}

/** Returns the line of a node of a trace with a status. */
export function markedNodeLine({ id, parent, edge, state, truth, actions, marks }: MarkedNode): string {
  const record = {
    node: id,
    ...(parent !== undefined && { parent, edge }),
    state,
    ...(truth !== undefined && truth !== state && { truth }),
    actions,
    ...marksRecord(marks),
  };
  return `${JSON.stringify(record)}\n`;
}

/** Returns counts for nodes that have some: reading them creates their lists. */
function countsOf({ visits, total, closed }: SearchNode): Partial<NodeCounts> {
  const shut = [...closed.keys()].filter((edge) => closed[edge] === 1);
  return { ...(visits.some((count) => count > 0) && { visits, total }), ...(shut.length > 0 && { closed: shut }) };
}

/** Returns the line of a simulation. */
export function simulationLine({ number, path, kind, leaf, value, after, ms, givenUp }: Simulation): string {
  const record = {
    simulation: number,
    path,
    kind,
    ...(leaf !== undefined && { leaf: leaf.id }),
    ...(value !== undefined && { value }),
    ...(after !== number && { after }),
    ms: Math.round(1000 * ms) / 1000,
    ...(givenUp === true && { givenUp }),
  };
  return `${JSON.stringify(record)}\n`;
}

/** Returns the line with the reason of the end, with its line end. */
export const endLine = (end: SearchEnd, fault: string | undefined): string =>
  `${JSON.stringify({ end, ...(fault !== undefined && { fault }) })}\n`;

/** Value of nodes without one. */
const UNKNOWN_VALUE = 0.5;

const KINDS: readonly unknown[] = ['state', 'terminal', 'hallucination'];
const OUTCOMES: readonly unknown[] = ['1-0', '0-1', '1/2-1/2'];
const SIMULATION_KINDS: readonly unknown[] = ['expanded', 'known', 'hallucination', 'timeout', 'fault'];

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const isNumbers = (value: unknown, length: number): value is number[] =>
  Array.isArray(value) && value.length === length && value.every(isShare);

/**
 * Reads a node line, or returns the reason why it has no node. By hand, since files have hundreds of thousands.
 *
 * @param known the nodes before it, by number
 */
export function readTreeNode(
  record: Readonly<Record<string, unknown>>,
  known: (id: number) => TreeFileNode | undefined,
): TreeFileNode | string {
  const { node: id, parent, edge = -1, kind = 'state', outcome, best = -1 } = record;
  const state = textOf(record['state']);
  const marks = readMarks(record);
  // A stated value of a trace is no win probability.
  const value = marks === undefined ? record['value'] : UNKNOWN_VALUE;
  if (!isCount(id) || state === undefined || !isShare(value) || !KINDS.includes(kind)) return 'no node can be read';
  if (known(id) !== undefined) return `node ${id} already exists`;
  if (id === 0 ? parent !== undefined : !isCount(parent)) return `node ${id} has no parent`;
  const above = parent === undefined ? undefined : known(parent as number);
  if (id > 0 && above === undefined) return `the parent of node ${id} is missing`;
  if (above !== undefined && (!isCount(edge) || edge >= (above.size ?? above.actions.length)))
    return `node ${id} is attached to no edge`;
  const isState = kind === 'state';
  const actions = isState ? record['actions'] : [];
  if (!Array.isArray(actions) || !actions.every((action) => typeof action === 'string'))
    return `node ${id} has no actions`;
  const { prior, chances } = isState ? record : {};
  const listed = marks !== undefined ? actions.map(() => UNKNOWN_VALUE) : isState ? record['listed'] : [];
  if (!isNumbers(listed, actions.length) || (prior !== undefined && !isNumbers(prior, actions.length)))
    return `node ${id} has no values`;
  const { visits, total, closed = [] } = record;
  const isCounted =
    Array.isArray(visits) &&
    visits.length === actions.length &&
    visits.every(isCount) &&
    Array.isArray(total) &&
    total.length === actions.length &&
    total.every((sum) => typeof sum === 'number');
  return {
    id,
    parent: parent as number | undefined,
    edge: edge as number,
    kind: kind as TreeFileNode['kind'],
    state,
    truth: textOf(record['truth']),
    outcome: OUTCOMES.includes(outcome) ? (outcome as Outcome) : undefined,
    reason: textOf(record['reason']),
    value,
    actions,
    listed,
    prior,
    best: Number.isInteger(best) && (best as number) < actions.length ? (best as number) : -1,
    chances: Array.isArray(chances) ? actions.map((_, i) => chancesIn(chances[i])) : undefined,
    text: textOf(record['text']),
    visits: isCounted ? visits : [],
    total: isCounted ? total : [],
    marks,
    closed: Array.isArray(closed) ? [...new Set(closed)].filter((edge) => isCount(edge) && edge < actions.length) : [],
  };
}

/** Reads the token probabilities in a line; undefined without valid ones. */
function chancesIn(value: unknown): BucketChances | undefined {
  const { mass, shares } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  if (!isShare(mass) || !Array.isArray(shares)) return undefined;
  const isPair = (pair: unknown): pair is [number, number] =>
    Array.isArray(pair) && pair.length === 2 && isCount(pair[0]) && pair[0] < BUCKETS && isShare(pair[1]);
  return { mass, shares: shares.filter(isPair) };
}

/** Reads a simulation line, or returns the reason why it has none. */
export function readSimulation(record: Readonly<Record<string, unknown>>): TreeFileSimulation | string {
  const { simulation: number, path, kind, leaf, value, after = number, ms, givenUp } = record;
  if (!isCount(number) || !Array.isArray(path) || !path.every(isCount) || !SIMULATION_KINDS.includes(kind))
    return 'no simulation can be read';
  return {
    number,
    path,
    kind: kind as Simulation['kind'],
    leaf: isCount(leaf) ? leaf : undefined,
    value: isShare(value) ? value : undefined,
    after: isCount(after) ? after : number,
    ms: typeof ms === 'number' && ms >= 0 ? ms : 0,
    ...(givenUp === true && { givenUp }),
  };
}

/** Records a running search: the events of `runSearch`, and `end` with its report. */
export class SearchRecorder {
  readonly #header: TreeFileHeader;
  readonly #nodeLine: (node: SearchNode) => string;
  readonly #write: (lines: string) => void;
  #written = 0;

  /** @param write receives whole lines, in order */
  constructor(header: TreeFileHeader, write: (lines: string) => void) {
    this.#header = header;
    this.#nodeLine = nodeWriter(header);
    this.#write = write;
  }

  readonly onStart = (tree: SearchTree): void => {
    this.#write(headerLine(this.#header));
    // A search may start from an existing tree.
    const known: SearchNode[] = [tree.root];
    for (const { children } of known) for (const child of children) if (child !== undefined) known.push(child);
    known.sort((a, b) => a.id - b.id);
    this.#write(known.map(this.#nodeLine).join(''));
    this.#written = tree.size;
  };

  /** Continues after the part of a tree that a file has. */
  goOn(tree: SearchTree): void {
    this.#written = tree.size;
  }

  readonly onSimulation = (simulation: Simulation, tree: SearchTree): void => {
    const { leaf } = simulation;
    const isNew = leaf !== undefined && leaf.id >= this.#written;
    this.#write((isNew ? this.#nodeLine(leaf) : '') + simulationLine(simulation));
    this.#written = tree.size;
  };

  end({ end, fault }: Pick<SearchReport, 'end' | 'fault'>): void {
    this.#write(endLine(end, fault));
  }
}
