import type { SearchNode } from '../tree.ts';
import { seenChildren } from './shown.ts';

/** A row of the tree as a table. */
export interface TreeRow {
  readonly node: SearchNode;
  /** From 1, the root. */
  readonly level: number;
  /** From 1, among its siblings. */
  readonly position: number;
  readonly siblings: number;
  readonly state: 'leaf' | 'closed' | 'open';
}

/** The rows of the opened part of a tree, from the top, of what is in the counts. */
export function treeRows(root: SearchNode, opened: ReadonlySet<SearchNode>): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: Omit<TreeRow, 'state'>[] = [{ node: root, level: 1, position: 1, siblings: 1 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, level } = next;
    const children = seenChildren(node);
    const isOpen = children.length > 0 && opened.has(node);
    rows.push({ ...next, state: children.length === 0 ? 'leaf' : isOpen ? 'open' : 'closed' });
    if (!isOpen) continue;
    for (let i = children.length - 1; i >= 0; i--)
      waiting.push({ node: children[i]!, level: level + 1, position: i + 1, siblings: children.length });
  }
  return rows;
}

/** The nodes above a node: they are opened for it to be seen. */
export function above(node: SearchNode): readonly SearchNode[] {
  const nodes: SearchNode[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) nodes.push(at);
  return nodes;
}
