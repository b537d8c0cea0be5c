import { err, ok, type Result } from '../base/result.ts';
import { backUp, takeBack } from './backup.ts';
import { type PriorParameters, priorAt } from './settings.ts';
import { StepReplay } from './step-replay.ts';
import { closeEdge, reopenEdge, SearchNode } from './tree.ts';
import { readSimulation, readTreeNode, type TreeFileNode, type TreeFileSimulation } from './tree-file.ts';
import { readTreeHeader, type TreeFileHeader } from './tree-header.ts';
import { readStep, type TreeStep } from './tree-status.ts';
import type { BucketChances } from './world-model.ts';

/** Line that could not be read. */
export interface TreeFileProblem {
  /** Line number, from 1. */
  readonly line: number;
  readonly message: string;
}

/** Contents of a search file. */
export interface StoredSearch {
  readonly header: TreeFileHeader;
  /** Nodes by number; the root first. Nodes of a damaged line are missing, with all below them. */
  readonly nodes: readonly TreeFileNode[];
  /** Simulations in the order in which they ended. */
  readonly simulations: readonly TreeFileSimulation[];
  /** Events of a trace whose nodes have a status, in the order of its text. */
  readonly steps: readonly TreeStep[];
  /** Reason why it ended; undefined when it was cut off. */
  readonly end: string | undefined;
  readonly fault: string | undefined;
  readonly problems: readonly TreeFileProblem[];
}

/** Maximum number of reported problems. */
export const MAX_PROBLEMS = 100;

/**
 * Reads a `.mcts.jsonl` file, as much of it as exists: a line that is cut off or damaged is reported and left out, with
 * the nodes and simulations that depend on it. The error states why nothing can be read.
 */
export function readTree(text: string): Result<StoredSearch, string> {
  const reader = new TreeReader();
  reader.push(text);
  reader.end();
  return reader.result;
}

/** Reads a `.mcts.jsonl` file in pieces, as it comes from a disk or from a running search. */
export class TreeReader {
  readonly #nodes: TreeFileNode[] = [];
  readonly #byId = new Map<number, TreeFileNode>();
  readonly #simulations: TreeFileSimulation[] = [];
  readonly #steps: TreeStep[] = [];
  readonly #problems: TreeFileProblem[] = [];
  #header: TreeFileHeader | undefined;
  #refused: string | undefined;
  #end: string | undefined;
  #fault: string | undefined;
  /** Number of lines that were read. */
  #line = 0;
  /** Start of an unfinished line. */
  #rest = '';

  /** Search as read so far. An error before the first root, and for a file of another kind. Its arrays grow. */
  get result(): Result<StoredSearch, string> {
    if (this.#refused !== undefined) return err(this.#refused);
    if (this.#header === undefined) return err('the file is empty');
    if (!this.#byId.has(0)) return err('the tree has no root');
    return ok({
      header: this.#header,
      nodes: this.#nodes,
      simulations: this.#simulations,
      steps: this.#steps,
      end: this.#end,
      fault: this.#fault,
      problems: this.#problems,
    });
  }

  /** Reads the next piece; it may end anywhere. */
  push(text: string): void {
    let at = 0;
    for (let stop = text.indexOf('\n'); stop >= 0; stop = text.indexOf('\n', at)) {
      this.#take(this.#rest + text.slice(at, stop), true);
      this.#rest = '';
      at = stop + 1;
    }
    this.#rest += text.slice(at);
  }

  /** Ends the input: a last line without an end is read, too. */
  end(): void {
    this.#take(this.#rest, false);
    this.#rest = '';
  }

  #tell(message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ line: this.#line, message });
  }

  #take(line: string, isWhole: boolean): void {
    this.#line++;
    const source = line.trim();
    if (source === '' || this.#refused !== undefined) return;
    const plain = this.#header && readPlainState(source, this.#known);
    if (plain !== undefined) return this.#add(plain);
    const record = parsed(source);
    if (this.#header === undefined) {
      const found = readTreeHeader(record);
      if (typeof found === 'string') this.#refused = found;
      else this.#header = found;
    } else if (record === undefined)
      this.#tell(isWhole ? 'this line is not a JSON object' : 'the last line is cut off');
    else if ('node' in record) this.#takeNode(record);
    else if ('simulation' in record) this.#takeSimulation(record);
    else if ('step' in record) this.#takeStep(record);
    else if (typeof record['end'] === 'string') {
      this.#end = record['end'];
      this.#fault = typeof record['fault'] === 'string' ? record['fault'] : undefined;
    }
  }

  #takeNode(record: Readonly<Record<string, unknown>>): void {
    const node = readTreeNode(record, this.#known);
    if (typeof node === 'string') this.#tell(node);
    else this.#add(node);
  }

  readonly #known = (id: number): TreeFileNode | undefined => this.#byId.get(id);

  #add(node: TreeFileNode): void {
    this.#nodes.push(node);
    this.#byId.set(node.id, node);
  }

  #takeStep(record: Readonly<Record<string, unknown>>): void {
    const step = readStep(record, (id) => this.#byId.has(id));
    if (typeof step === 'string') this.#tell(step);
    else this.#steps.push(step);
  }

  #takeSimulation(record: Readonly<Record<string, unknown>>): void {
    const simulation = readSimulation(record);
    if (typeof simulation === 'string') return this.#tell(simulation);
    // The search was stopped there, and resumed.
    this.#end = undefined;
    this.#fault = undefined;
    if (simulation.leaf === undefined || this.#byId.has(simulation.leaf)) this.#simulations.push(simulation);
    else this.#tell(`the leaf of simulation ${simulation.number} is missing`);
  }
}

function parsed(source: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the number of simulations of a search, or of steps of a trace. */
export const countSteps = ({ header, simulations, steps }: StoredSearch): number =>
  header.trace === undefined ? simulations.length : steps.length;

/** Stored tree in its state after any of its simulations. */
export class ReplayedTree {
  readonly #search: StoredSearch;
  readonly #parameters: PriorParameters;
  readonly #nodes = new Map<number, SearchNode>();
  readonly root: SearchNode;
  /** Undefined for a tree whose nodes have values. */
  readonly #steps: StepReplay | undefined;
  /** Number of stored nodes in the tree. */
  #taken = 0;
  #at = 0;
  /** Indices of the simulations that gave an edge up, among those read so far. */
  readonly #givenUp: number[] = [];
  #looked = 0;
  /** Priors of a node from before a simulation closed an edge of it, by index of the simulation. */
  readonly #priors = new Map<number, readonly number[]>();

  /** Creates the tree before its first simulation: it has all nodes, and no counts. */
  constructor(search: StoredSearch) {
    this.#search = search;
    this.#parameters = priorAt(search.header.settings, search.header.played);
    this.grow();
    this.root = this.#nodes.get(0) as SearchNode;
    this.#steps = search.header.trace === undefined ? undefined : new StepReplay(this.#nodes, search.steps);
  }

  /** Nodes by number. */
  get nodes(): ReadonlyMap<number, SearchNode> {
    return this.#nodes;
  }

  /** Number of simulations, or of steps, in the counts. */
  get at(): number {
    return this.#steps?.at ?? this.#at;
  }

  /** Adds nodes that were read since, for a search that still runs. */
  grow(): void {
    for (const { nodes } = this.#search; this.#taken < nodes.length; this.#taken++) {
      const stored = nodes[this.#taken]!;
      const parent = stored.parent === undefined ? undefined : this.#nodes.get(stored.parent);
      const place = parent && { parent, edge: stored.edge };
      const node = new SearchNode(stored.id, stored, stored.prior ?? this.#parameters, place);
      if (stored.visits.length > 0 || stored.closed.length > 0) node.reset(stored);
      if (parent !== undefined) parent.children[stored.edge] = node;
      this.#nodes.set(stored.id, node);
    }
  }

  /** Sets the counts to those after `simulations` simulations, or steps. Large steps back start again. */
  goTo(simulations: number): void {
    if (this.#steps !== undefined) return this.#steps.goTo(simulations);
    const target = Math.max(0, Math.min(simulations, this.#search.simulations.length));
    const { settings } = this.#search.header;
    // Values that minimax overwrote cannot be restored.
    if (target < this.#at && (settings.backup !== 'mean' || target < this.#at / 2)) this.#restart();
    while (target < this.#at) this.#undo(this.#search.simulations[--this.#at]!);
    for (; this.#at < target; this.#at++) {
      const { path, kind, leaf, value } = this.#search.simulations[this.#at]!;
      const nodes = this.#nodesOn(path);
      if (nodes === undefined || leaf === undefined) continue;
      if (kind === 'hallucination') this.#close(nodes.at(-1), path.at(-1));
      else if (value !== undefined) backUp(nodes, path, value, settings);
    }
    this.#giveUp();
  }

  /**
   * Marks the edges that are given up at this point: not earlier, and not after a resumed search asked again and got an
   * answer.
   */
  #giveUp(): void {
    const { simulations } = this.#search;
    for (; this.#looked < simulations.length; this.#looked++)
      if (simulations[this.#looked]!.givenUp === true) this.#givenUp.push(this.#looked);
    for (const i of this.#givenUp) {
      const { path } = simulations[i]!;
      const node = this.#nodesOn(path)?.at(-1);
      const edge = path.at(-1);
      if (node !== undefined && edge !== undefined)
        node.giveUp(edge, i < this.#at && node.visits[edge] === 0 && node.closed[edge] === 0);
    }
  }

  #close(node: SearchNode | undefined, edge: number | undefined): void {
    if (node === undefined || edge === undefined) return;
    if (node.closed[edge] === 0) this.#priors.set(this.#at, [...node.prior]);
    closeEdge(node, edge);
  }

  /** Reverts the last simulation, whose backup was a mean. */
  #undo({ path, kind, leaf, value }: TreeFileSimulation): void {
    const nodes = this.#nodesOn(path);
    if (nodes === undefined || leaf === undefined) return;
    if (kind !== 'hallucination') {
      if (value !== undefined) takeBack(nodes, path, value);
      return;
    }
    const prior = this.#priors.get(this.#at);
    if (prior !== undefined) reopenEdge(nodes[path.length - 1]!, path[path.length - 1]!, prior);
    this.#priors.delete(this.#at);
  }

  /** Returns the nodes of a path; undefined if the tree lacks the path. */
  #nodesOn(path: readonly number[]): SearchNode[] | undefined {
    const nodes: SearchNode[] = [];
    let node: SearchNode | undefined = this.root;
    for (const edge of path) {
      if (node === undefined || edge >= node.size) return undefined;
      nodes.push(node);
      node = node.children[edge];
    }
    return nodes;
  }

  #restart(): void {
    for (const stored of this.#search.nodes) this.#nodes.get(stored.id)?.reset(stored);
    this.#at = 0;
    this.#priors.clear();
  }
}

const COUNT = '(0|[1-9]\\d{0,14})';
const SHARE = '(?:0(?:\\.\\d+)?|1)';
// Without escapes, so that the text between the quotes is the value.
const TEXT = '[^"\\\\\\u0000-\\u001f]*';
const NAME = '"[^"\\\\,\\u0000-\\u001f]*"';

/** Line of a state as `nodeLine` writes it without optional fields. No two parts begin alike: matching is linear. */
const PLAIN_STATE = new RegExp(
  `^\\{"node":${COUNT}(?:,"parent":${COUNT},"edge":${COUNT})?,"state":"(${TEXT})"(?:,"truth":"(${TEXT})")?,"value":(${SHARE})` +
    `,"actions":\\[(${NAME}(?:,${NAME})*)\\],"listed":\\[(${SHARE}(?:,${SHARE})*)\\](?:,"best":${COUNT})?\\}$`,
);

const NONE: readonly number[] = [];

/**
 * State whose lists stay text until they are read: most nodes of a large tree are leaves that are never shown, and
 * lists are nine tenths of their lines.
 */
class PlainState implements TreeFileNode {
  readonly kind = 'state';
  readonly outcome = undefined;
  readonly reason = undefined;
  readonly prior = undefined;
  readonly chances: readonly (BucketChances | undefined)[] | undefined = undefined;
  readonly text = undefined;
  readonly marks = undefined;
  readonly visits = NONE;
  readonly total = NONE;
  readonly closed = NONE;
  readonly id: number;
  readonly parent: number | undefined;
  readonly edge: number;
  readonly state: string;
  readonly truth: string | undefined;
  readonly value: number;
  readonly best: number;
  readonly size: number;
  #actions: string | readonly string[];
  #listed: string | readonly number[];

  constructor(found: RegExpExecArray, size: number) {
    const [, id, parent, edge, state, truth, value, actions, listed, best] = found as readonly (string | undefined)[];
    this.id = Number(id);
    this.parent = parent === undefined ? undefined : Number(parent);
    this.edge = edge === undefined ? -1 : Number(edge);
    this.state = state ?? '';
    this.truth = truth;
    this.value = Number(value);
    this.best = best !== undefined && Number(best) < size ? Number(best) : -1;
    this.size = size;
    this.#actions = actions ?? '';
    this.#listed = listed ?? '';
  }

  get actions(): readonly string[] {
    if (typeof this.#actions === 'string') this.#actions = JSON.parse(`[${this.#actions}]`) as string[];
    return this.#actions;
  }

  get listed(): readonly number[] {
    if (typeof this.#listed === 'string') this.#listed = JSON.parse(`[${this.#listed}]`) as number[];
    return this.#listed;
  }
}

function commas(text: string): number {
  let count = 0;
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) count++;
  return count;
}

/**
 * Reads a node from a line in the usual form, in a quarter of the time that JSON takes.
 *
 * @param known the nodes before it, by number
 * @returns undefined for any other line, and for a damaged one, which `readNode` explains
 */
export function readPlainState(
  line: string,
  known: (id: number) => TreeFileNode | undefined,
): TreeFileNode | undefined {
  const found = PLAIN_STATE.exec(line);
  if (found === null) return undefined;
  const size = commas(found[7]!) + 1;
  if (commas(found[8]!) + 1 !== size) return undefined;
  const node = new PlainState(found, size);
  const { id, parent, edge } = node;
  if (known(id) !== undefined || (id === 0) !== (parent === undefined)) return undefined;
  if (parent === undefined) return node;
  const above = known(parent);
  return above !== undefined && edge < (above.size ?? above.actions.length) ? node : undefined;
}
