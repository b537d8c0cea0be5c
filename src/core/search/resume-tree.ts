import { err, ok, type Result } from '../base/result.ts';
import { type Rules, SearchTree } from './mcts.ts';
import { ReplayedTree, readTree, type StoredSearch } from './read-tree.ts';
import { rulesForGame as rulesOfGame } from './rule-models.ts';
import type { SearchNode } from './tree.ts';
import { canContinue, type TreeFileHeader, type TreeFileNode } from './tree-file.ts';

/** A search as its file has it, to go on with. */
export interface ResumableSearch {
  readonly header: TreeFileHeader;
  readonly tree: SearchTree;
  /** Simulations that had ended, those that were dropped too. */
  readonly done: number;
  /** Why it ended; undefined when it was cut off, or still runs. */
  readonly end: string | undefined;
  /** True if states were seen that are not the true ones: then the model tracked them itself. */
  readonly hasTruth: boolean;
  /** The kept part of the file: up to its last complete simulation or end. New lines follow it. */
  readonly kept: string;
}

/**
 * The tree of a `.mcts.jsonl` file with all its counts, for `runSearch` to continue. What an interrupted search wrote after its last
 * simulation is dropped; any other damage is an error, for the tree would not be the one that was searched.
 *
 * @param rulesOf the rules, where the model tracks states itself: a file has true states only where they are other ones
 * @returns the error says in a sentence why there is no going on
 */
export function resumableSearch(
  text: string,
  rulesOf?: (header: TreeFileHeader) => Rules,
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
  // what was given up is asked again
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

/** Up to the last whole line that is no node; all whole lines where there are only nodes. Empty: there is none. */
function keptPart(text: string): string {
  const whole = text.lastIndexOf('\n') + 1;
  for (let end = whole; end > 0; ) {
    const start = text.lastIndexOf('\n', end - 2) + 1;
    if (text.startsWith('{"simulation":', start) || text.startsWith('{"end":', start)) return text.slice(0, end);
    // a node was written, and its simulation was not; the header stands above the nodes that a search begins with
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

/** A node that is there by no simulation, and was not there before the first: that of the simulation is missing. */
function strayOf({ nodes, simulations }: StoredSearch): TreeFileNode | undefined {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const leaves = new Set(simulations.map(({ leaf }) => leaf));
  return nodes.find(({ id, parent, edge }) => {
    const above = parent === undefined ? undefined : byId.get(parent);
    if (above === undefined || leaves.has(id)) return false;
    return !(above.visits[edge]! > 0 || above.closed.includes(edge));
  });
}

/** The search with the true states of all nodes: they follow from the root's, up to an illegal action. */
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

/** By name, for what a node of a file has are not all fields of its own. */
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
  prior: node.prior,
  visits: node.visits,
  total: node.total,
  closed: node.closed,
});
