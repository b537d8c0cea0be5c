import { err, ok, type Result } from '../result.ts';
import { backUp, closeEdge, SearchNode } from './tree.ts';
import {
  readHeader,
  readNode,
  readSimulation,
  type TreeFileHeader,
  type TreeFileNode,
  type TreeFileSimulation,
} from './tree-file.ts';

/** A line that could not be read. */
export interface TreeFileProblem {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

/** A search as a file has it. */
export interface StoredSearch {
  readonly header: TreeFileHeader;
  /** By number; the root first. What a damaged line held is missing, with all below it. */
  readonly nodes: readonly TreeFileNode[];
  /** In the order in which they ended. */
  readonly simulations: readonly TreeFileSimulation[];
  /** Why it ended; undefined when it was cut off. */
  readonly end: string | undefined;
  readonly fault: string | undefined;
  readonly problems: readonly TreeFileProblem[];
}

/** So many problems are told. */
const MOST_PROBLEMS = 100;

/**
 * Reads a `.mcts.jsonl` file, whatever of it is there: a line that is cut off or damaged is told and left out, with the nodes and
 * simulations that hang on it. The error says why nothing can be read.
 */
export function readTree(text: string): Result<StoredSearch, string> {
  const problems: TreeFileProblem[] = [];
  let line = 0;
  const tell = (message: string): void => {
    if (problems.length < MOST_PROBLEMS) problems.push({ line, message });
  };
  let header: TreeFileHeader | undefined;
  const nodes: TreeFileNode[] = [];
  const byId = new Map<number, TreeFileNode>();
  const simulations: TreeFileSimulation[] = [];
  let end: string | undefined;
  let fault: string | undefined;
  for (let at = 0; at < text.length; ) {
    const stop = text.indexOf('\n', at);
    const source = text.slice(at, stop < 0 ? text.length : stop).trim();
    at = stop < 0 ? text.length : stop + 1;
    line++;
    if (source === '') continue;
    const record = parsed(source);
    if (header === undefined) {
      const found = readHeader(record);
      if (typeof found === 'string') return err(found);
      header = found;
    } else if (record === undefined) tell(stop < 0 ? 'the last line is cut off' : 'this line is no JSON object');
    else if ('node' in record) {
      const node = readNode(record, (id) => byId.get(id));
      if (typeof node === 'string') tell(node);
      else {
        nodes.push(node);
        byId.set(node.id, node);
      }
    } else if ('simulation' in record) {
      const simulation = readSimulation(record);
      if (typeof simulation === 'string') tell(simulation);
      else if (simulation.leaf !== undefined && !byId.has(simulation.leaf))
        tell(`the leaf of simulation ${simulation.number} is missing`);
      else simulations.push(simulation);
    } else if (typeof record['end'] === 'string') {
      end = record['end'];
      fault = typeof record['fault'] === 'string' ? record['fault'] : undefined;
    }
  }
  if (header === undefined) return err('the file is empty');
  if (!byId.has(0)) return err('the tree has no root');
  return ok({ header, nodes, simulations, end, fault, problems });
}

function parsed(source: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(source);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A stored tree that can be seen after any of its simulations. */
export class ReplayedTree {
  readonly #search: StoredSearch;
  /** By number. */
  readonly nodes: ReadonlyMap<number, SearchNode>;
  readonly root: SearchNode;
  #at = 0;

  /** The tree before its first simulation: all nodes are in it, and no counts. */
  constructor(search: StoredSearch) {
    this.#search = search;
    const nodes = new Map<number, SearchNode>();
    for (const stored of search.nodes) {
      const parent = stored.parent === undefined ? undefined : nodes.get(stored.parent);
      const node = nodeOf(stored, parent);
      if (parent !== undefined) parent.children[stored.edge] = node;
      nodes.set(stored.id, node);
    }
    this.nodes = nodes;
    this.root = nodes.get(0) as SearchNode;
  }

  /** Simulations that are in the counts. */
  get at(): number {
    return this.#at;
  }

  /** Brings the counts to where they were after so many simulations. Going back starts anew. */
  goTo(simulations: number): void {
    const target = Math.max(0, Math.min(simulations, this.#search.simulations.length));
    if (target < this.#at) this.#restart();
    const { backup } = this.#search.header.settings;
    for (; this.#at < target; this.#at++) {
      const { path, kind, leaf, value } = this.#search.simulations[this.#at];
      const nodes = this.#nodesOn(path);
      if (nodes === undefined || leaf === undefined) continue;
      if (kind === 'hallucination') closeEdge(nodes[path.length - 1], path[path.length - 1]);
      else if (value !== undefined) backUp(nodes, path, value, backup);
    }
  }

  /** The nodes that a way leaves; undefined when there is no such way. */
  #nodesOn(path: readonly number[]): SearchNode[] | undefined {
    const nodes: SearchNode[] = [];
    let node: SearchNode | undefined = this.root;
    for (const edge of path) {
      if (node === undefined || edge >= node.actions.length) return undefined;
      nodes.push(node);
      node = node.children[edge];
    }
    return nodes;
  }

  #restart(): void {
    for (const stored of this.#search.nodes) {
      const node = this.nodes.get(stored.id);
      if (node !== undefined) setCounts(node, stored);
    }
    this.#at = 0;
  }
}

function nodeOf(stored: TreeFileNode, parent: SearchNode | undefined): SearchNode {
  const place = parent && { parent, edge: stored.edge };
  const node = new SearchNode(stored.id, stored, stored.prior, place);
  if (stored.visits.length > 0 || stored.closed.length > 0) setCounts(node, stored);
  return node;
}

/** What was counted before the first simulation. */
function setCounts(node: SearchNode, { visits, total, closed, prior, actions }: TreeFileNode): void {
  const shut = new Set(closed);
  for (let i = 0; i < actions.length; i++) {
    node.visits[i] = visits[i] ?? 0;
    node.total[i] = total[i] ?? 0;
    node.closed[i] = shut.has(i) ? 1 : 0;
    node.prior[i] = prior[i];
  }
  node.open = actions.length - shut.size;
}
