import { type BackupSettings, edgeValue } from '../backup.ts';
import type { SearchNode } from '../tree.ts';
import { countVisits, differsFromTruth, mostVisited, seenChildren, valueAtRoot } from './node-values.ts';
import { formatCount, formatNodeValue, getValueColor, valueScale } from './picture.ts';

/** Nodes that an exported text has at most. */
export const MAX_EXPORTED_NODES = 2000;

/** How a tree is written. */
export interface TreeTextOptions {
  /** The action that leads to a node, as people write it; without it as the file has it. */
  readonly nameOf?: (node: SearchNode) => string;
  /** The line that is expected to be played. */
  readonly principal?: ReadonlySet<SearchNode>;
  /** True if the state of a node is another than the true one; without it by their texts. */
  readonly differs?: (node: SearchNode) => boolean;
  /** At most so many nodes, those with the most visits. Default 2,000. */
  readonly limit?: number;
}

const actionOf = ({ parent, edge }: SearchNode): string => parent?.actions[edge] ?? 'root';

/** A text in quotes, as DOT has it; `\n` of the text stays a line break. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replace(/\r?\n/g, '\\n')
    .replace(/[\p{Control}\p{Surrogate}]/gu, '\uFFFD')}"`;

/**
 * A tree for Graphviz: a box a node, as wide a line as its share of visits; hallucinations dashed, nodes whose state is not the true one with
 * eight corners, games that are over with a double line, the principal variation thick.
 *
 * @param rule how values are backed up
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
    const value = valueAtRoot(node, root, rule);
    const result = node.outcome === undefined ? '' : `\n${node.outcome}`;
    const label = wrong
      ? `${nameOf(node)}\nhallucination`
      : `${nameOf(node)}\nN ${countVisits(node)}  ${formatNodeValue(value)}${result}`;
    const shape = differs(node) ? ', shape=octagon' : '';
    const style = wrong ? ', style="dashed"' : `, fillcolor="${getValueColor(scale, value)}"`;
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

/** A node of an exported tree. Values are win probabilities, 0 to 1. */
export interface TreeJsonNode {
  /** Its number in the file of the tree. */
  readonly node: number;
  /** The action that leads to it, as the model has it, and as people write it; not of the root. */
  readonly action?: string;
  readonly name?: string;
  /** Without it a state. */
  readonly kind?: 'terminal' | 'hallucination';
  readonly state: string;
  /** The state by rule, where it is known and another one. */
  readonly truth?: string;
  readonly outcome?: string;
  readonly reason?: string;
  /** v, for the side to move at the node; not of a hallucination. */
  readonly v?: number;
  /** Backed-up value, for the side to move at the root of the tree. Hallucinations have none. */
  readonly value?: number;
  /** N, Q and P of its edge, for the side to move above; Q not of a hallucination. */
  readonly N?: number;
  readonly Q?: number;
  readonly P?: number;
  readonly principal?: true;
  /** Most visits first. */
  readonly children?: TreeJsonNode[];
}

/** A tree as it is exported: format `statelens-tree`, version 1 (docs/search.md). */
export interface TreeJson {
  readonly format: 'statelens-tree';
  readonly version: 1;
  /** Nodes that are left out: those with the fewest visits. */
  readonly left: number;
  /** How values are backed up. */
  readonly backup: BackupSettings['backup'];
  readonly root: TreeJsonNode;
}

/** Edges below the root that nested JSON has at most: JSON readers of other languages refuse deeper nesting. */
const DEEPEST = 400;

/** A tree as nested JSON: what `TreeJson` says. */
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
  const { parent, edge, kind, outcome, reason, truth } = node;
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
    ...(!wrong && { v: node.value }),
    ...(own !== undefined && { value: own }),
    ...(!isRoot && parent !== undefined && { N: parent.visits[edge], P: parent.prior[edge] }),
    ...(!isRoot && parent !== undefined && !wrong && { Q: edgeValue(parent, edge) }),
    ...(isPrincipal && { principal: true }),
  };
}
