import { type BackupSettings, edgeValue } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import type { NodeMarks, TreeStatus } from '../tree-status.ts';
import { getLookColor, valueScale } from './node-colors.ts';
import { countVisits, differsFromTruth, mostVisited, seenChildren, valueAtRoot } from './node-values.ts';
import { formatCount, formatNodeValue } from './picture.ts';
import { formatCosts, formatStatus } from './status-look.ts';

/** Maximum number of nodes of an exported text. */
export const MAX_EXPORTED_NODES = 2000;

/** Options of exported texts of a tree. */
export interface TreeTextOptions {
  /** Returns the display name of the action that leads to a node; by default its text in the file. */
  readonly nameOf?: (node: SearchNode) => string;
  /** Line of expected play. */
  readonly principal?: ReadonlySet<SearchNode>;
  /** Returns true if the state of a node differs from the true one; by default by their texts. */
  readonly differs?: (node: SearchNode) => boolean;
  /** Maximum number of nodes; those with the most visits are written. Default 2,000. */
  readonly limit?: number;
}

const actionOf = ({ parent, edge }: SearchNode): string => parent?.actions[edge] ?? 'root';

/**
 * Quotes a text in the syntax of DOT; `
 * ` in the text stays a line break.
 */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/\r?\n/g, '\\n')
    .replace(/[\p{Control}\p{Surrogate}]/gu, '\uFFFD')}"`;

/**
 * Returns a tree for Graphviz: a box a node, with a line as wide as its share of visits; hallucinations dashed, nodes
 * with a wrong state as octagons, games that are over with a double line, the principal variation thick.
 *
 * @param rule rule of the backup
 */
export function treeDot(root: SearchNode, rule: BackupSettings, options: TreeTextOptions = {}): string {
  const { nameOf = actionOf, principal, differs = differsFromTruth, limit = MAX_EXPORTED_NODES } = options;
  const { nodes, left } = mostVisited(root, limit);
  const scale = valueScale('light');
  const most = Math.max(1, countVisits(root), ...rootCounts(root));
  const lines = ['digraph search {', '  rankdir=LR;', '  node [shape=box, style=filled, fontname="sans-serif"];'];
  if (left > 0) lines.push(`  label=${quoted(`${formatCount(left)} nodes with fewer visits are left out`)};`);
  for (const node of nodes) {
    const wrong = node.kind === 'hallucination';
    const { marks, status } = node;
    const value = valueAtRoot(node, root, rule);
    const result = node.outcome === undefined ? '' : `\n${node.outcome}`;
    const counts = `N ${countVisits(node)}  ${formatNodeValue(value)}${result}`;
    const label = wrong
      ? `${nameOf(node)}\nhallucination`
      : `${nameOf(node)}\n${marks === undefined ? counts : [formatStatus(node), formatCosts(marks)].filter(Boolean).join('\n')}`;
    const shape = differs(node) ? ', shape=octagon' : '';
    const style = wrong ? ', style="dashed"' : `, fillcolor="${getLookColor(scale, { status, value })}"`;
    const rims = node.kind === 'terminal' ? ', peripheries=2' : '';
    lines.push(
      `  n${node.id} [label=${quoted(label)}${shape}${style}${rims}${principal?.has(node) ? ', penwidth=3' : ''}];`,
    );
    if (node === root || node.parent === undefined) continue;
    const width = wrong ? '1, style=dashed' : (1 + (7 * countVisits(node)) / most).toFixed(2);
    lines.push(`  n${node.parent.id} -> n${node.id} [penwidth=${width}];`);
  }
  return `${[...lines, '}'].join('\n')}\n`;
}

const rootCounts = (root: SearchNode): readonly number[] => (root.isLeaf ? [] : root.visits);

/** Node of an exported tree. Values are win probabilities, 0 to 1. */
export interface TreeJsonNode {
  /** Number in the file of the tree. */
  readonly node: number;
  /** Action that leads to it, as the model has it, and its display name; absent for the root. */
  readonly action?: string;
  readonly name?: string;
  /** Absent for a state. */
  readonly kind?: 'terminal' | 'hallucination';
  readonly state: string;
  /** State by rule, where it is known and differs. */
  readonly truth?: string;
  readonly outcome?: string;
  readonly reason?: string;
  /** v, for the side to move at the node; absent for a hallucination. */
  readonly v?: number;
  /** Backed-up value, for the side to move at the root of the tree. Hallucinations have none. */
  readonly value?: number;
  /** N, Q and P of its edge, for the side to move above; Q is absent for a hallucination, Q and P where there is a status. */
  readonly N?: number;
  readonly Q?: number;
  readonly P?: number;
  readonly principal?: true;
  /** In a trace whose nodes have a status: its name, status, reason why its action is illegal, costs as stated. */
  readonly id?: string;
  readonly status?: TreeStatus;
  readonly illegal?: string;
  readonly g?: number;
  readonly h?: number;
  readonly stated?: number;
  /** Children with most visits first. */
  readonly children?: TreeJsonNode[];
}

/** Exported tree: format `statelens-tree`, version 1 (docs/search.md). */
export interface TreeJson {
  readonly format: 'statelens-tree';
  readonly version: 1;
  /** Number of omitted nodes: those with the fewest visits. */
  readonly left: number;
  /** Rule of the backup. */
  readonly backup: BackupSettings['backup'];
  readonly root: TreeJsonNode;
}

/** Maximum number of edges below the root in nested JSON: JSON readers of other languages refuse deeper nesting. */
const DEEPEST = 400;

/** Returns a tree as nested JSON, a `TreeJson`. */
export function treeJson(root: SearchNode, rule: BackupSettings, options: TreeTextOptions = {}): string {
  const { nameOf = actionOf, principal, differs = differsFromTruth, limit = MAX_EXPORTED_NODES } = options;
  const { nodes, left: rest } = mostVisited(root, limit);
  const made = new Map<SearchNode, TreeJsonNode & { children?: TreeJsonNode[] }>();
  for (const node of nodes)
    if (node.depth - root.depth <= DEEPEST)
      made.set(node, jsonNode(node, root, rule, { nameOf, differs }, principal?.has(node) === true));
  for (const [node, own] of made) {
    const below = seenChildren(node).flatMap((child) => made.get(child) ?? []);
    if (below.length > 0) own.children = below;
  }
  const left = rest + nodes.size - made.size;
  const { backup } = rule;
  const top = made.get(root) as TreeJsonNode;
  const tree = { format: 'statelens-tree', version: 1, left, backup, root: top } satisfies TreeJson;
  return `${JSON.stringify(tree, undefined, 1)}\n`;
}

function jsonNode(
  node: SearchNode,
  root: SearchNode,
  rule: BackupSettings,
  { nameOf, differs }: Required<Pick<TreeTextOptions, 'nameOf' | 'differs'>>,
  isPrincipal: boolean,
): TreeJsonNode {
  const { parent, edge, kind, outcome, reason, truth, marks } = node;
  const wrong = kind === 'hallucination';
  const isRoot = node === root;
  const own = valueAtRoot(node, root, rule);
  return {
    node: node.id,
    ...(!isRoot && { action: actionOf(node), name: nameOf(node) }),
    ...(kind !== 'state' && { kind }),
    state: node.state,
    ...(truth !== undefined && differs(node) && { truth }),
    ...(outcome !== undefined && { outcome }),
    ...(reason !== undefined && { reason }),
    ...(marks !== undefined && marksJson(marks)),
    ...(!wrong && marks === undefined && { v: node.value }),
    ...(own !== undefined && { value: own }),
    ...(!isRoot && parent !== undefined && { N: parent.visits[edge] }),
    ...(!isRoot && parent !== undefined && marks === undefined && { P: parent.prior[edge] }),
    ...(!isRoot && parent !== undefined && !wrong && marks === undefined && { Q: edgeValue(parent, edge) }),
    ...(isPrincipal && { principal: true }),
  };
}

const marksJson = ({ status, name, illegal, cost, heuristic, stated }: NodeMarks): Partial<TreeJsonNode> => ({
  status,
  ...(name !== undefined && { id: name }),
  ...(illegal !== undefined && { illegal }),
  ...(cost !== undefined && { g: cost }),
  ...(heuristic !== undefined && { h: heuristic }),
  ...(stated !== undefined && { stated }),
});
