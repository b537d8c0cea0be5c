import { err, ok, type Result } from '../base/result.ts';
import { type Rules, SearchTree } from './mcts.ts';
import { ReplayedTree, readTree, type StoredSearch } from './read-tree.ts';
import { rulesForGame as rulesOfGame } from './rule-models.ts';
import type { SearchNode } from './tree.ts';
import type { TreeFileNode } from './tree-file.ts';
import { canContinue, type GameTreeHeader } from './tree-header.ts';

/** Search from a file, ready to be resumed. */
export interface ResumableSearch {
  readonly header: GameTreeHeader;
  readonly tree: SearchTree;
  /** Number of simulations that had ended, including dropped ones. */
  readonly done: number;
  /** Reason why it ended; undefined when it was cut off, or still runs. */
  readonly end: string | undefined;
  /** True if some states are not the true ones: the model then tracked them itself. */
  readonly hasTruth: boolean;
  /** Kept part of the file: up to its last complete simulation or end. New lines follow it. */
  readonly kept: string;
}

/**
 * Returns the tree of a `.mcts.jsonl` file with all its counts, for `runSearch` to continue. Nodes that an interrupted
 * search wrote after its last simulation are dropped; any other damage is an error, since the tree would differ from
 * the searched one.
 *
 * @param rulesOf rules for a model that tracks states itself: a file has true states only where they differ
 * @returns the search; the error states in a sentence why it cannot be resumed
 */
export function resumableSearch(
  text: string,
  rulesOf?: (header: GameTreeHeader) => Rules,
): Result<ResumableSearch, string> {
  const kept = keptPart(text);
  const read = readTree(kept === '' ? text : kept);
  if (!read.ok) return read;
  const { header, nodes, simulations, problems, end } = read.value;
  if (!canContinue(header, end))
    return err(end === 'closed' ? 'the search is complete: no edge is left to explore' : 'it is a trace, not a search');
  const [problem] = problems;
  if (problem !== undefined) return err(`the file is damaged at line ${problem.line}: ${problem.message}`);
  const rules = rulesOf?.(header);
  const known = withTruth(read.value, rules ?? rulesOfGame(header.game));
  const changed = nodes.find(({ kind, state, truth }, i) => {
    const byRule = known.nodes[i]?.truth;
    return kind !== 'hallucination' && byRule !== undefined && (truth ?? state) !== byRule;
  });
  if (changed !== undefined)
    return err(`the file is damaged: the state of node ${changed.id} does not follow from the one above it`);
  const replayed = new ReplayedTree(rules === undefined ? read.value : known);
  const lost = simulations.find(({ path, leaf }) => leaf !== undefined && !isWay(replayed.root, path, leaf));
  if (lost !== undefined) return err(`the file is damaged: simulation ${lost.number} does not lead to its leaf`);
  const other = simulations.find(
    ({ leaf, value }) => leaf !== undefined && value !== undefined && replayed.nodes.get(leaf)?.value !== value,
  );
  if (other !== undefined)
    return err(`the file is damaged: simulation ${other.number} has another value than its leaf`);
  replayed.goTo(simulations.length);
  // Edges that were given up are tried again.
  for (const node of replayed.nodes.values()) for (const edge of node.givenUp ?? []) node.giveUp(edge, false);
  const stray = strayOf(read.value);
  if (stray !== undefined) return err(`the file is damaged: no simulation leads to node ${stray.id}`);
  const counts = {
    nodes: 1 + nodes.reduce((highest, { id }) => Math.max(highest, id), 0),
    simulations: 1 + simulations.reduce((highest, { number }) => Math.max(highest, number), -1),
  };
  const { game, state, played, settings } = header;
  const tree = SearchTree.restored({ game, state, played }, replayed.root, counts, settings, rules);
  const hasTruth = nodes.some(({ truth }) => truth !== undefined);
  return ok({ header, tree, done: simulations.length, end, hasTruth, kept });
}

/**
 * Returns the text up to the last whole line that is no node; all whole lines where there are only nodes. Empty: there
 * is none.
 */
function keptPart(text: string): string {
  const whole = text.lastIndexOf('\n') + 1;
  for (let end = whole; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 2) + 1;
    if (text.startsWith('{"simulation":', start) || text.startsWith('{"end":', start)) return text.slice(0, end);
    // A node was written, and its simulation was not; the header precedes the nodes that a search begins with.
    if (!text.startsWith('{"node":', start)) return start === 0 ? text.slice(0, whole) : text.slice(0, end);
    end = start;
  }
  return '';
}

function isWay(root: SearchNode, path: readonly number[], leaf: number): boolean {
  let node: SearchNode | undefined = root;
  for (const edge of path) node = edge < (node?.size ?? 0) ? node?.children[edge] : undefined;
  return node?.id === leaf;
}

/** Returns a node that no simulation created and that is not in the initial tree: its simulation is missing. */
function strayOf({ nodes, simulations }: StoredSearch): TreeFileNode | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const leaves = new Set(simulations.map(({ leaf }) => leaf));
  return nodes.find(({ id, parent, edge }) => {
    const above = parent === undefined ? undefined : byId.get(parent);
    if (above === undefined || leaves.has(id)) return false;
    return !(above.visits[edge]! > 0 || above.closed.includes(edge));
  });
}

/** Returns the search with the true states of all nodes: they follow from the root's, up to an illegal action. */
function withTruth(search: StoredSearch, rules: Rules): StoredSearch {
  const known = new Map<number, TreeFileNode>();
  for (const node of search.nodes) {
    const above = node.parent === undefined ? undefined : known.get(node.parent);
    const truth =
      above === undefined
        ? search.header.state
        : above.truth === undefined
          ? undefined
          : rules(above.truth, above.actions[node.edge]!);
    known.set(node.id, copyOf(node, truth));
  }
  return { ...search, nodes: [...known.values()] };
}

/** Copies a node field by field: the nodes of a file have accessors, which a spread would not copy. */
const copyOf = (node: TreeFileNode, truth: string | undefined): TreeFileNode => ({
  id: node.id,
  parent: node.parent,
  edge: node.edge,
  kind: node.kind,
  state: node.state,
  truth,
  outcome: node.outcome,
  reason: node.reason,
  value: node.value,
  actions: node.actions,
  listed: node.listed,
  best: node.best,
  chances: node.chances,
  text: node.text,
  marks: node.marks,
  prior: node.prior,
  visits: node.visits,
  total: node.total,
  closed: node.closed,
});
