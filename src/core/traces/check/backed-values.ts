import type { TraceNode, TraceTree } from '../tree.ts';

/** Rules by which the value of a node follows from those of its children. */
const BACKUPS = ['alternating', 'negated', 'highest'] as const;
/** A number: the sum of the values for both players. */
export type Backup = (typeof BACKUPS)[number] | number;

/** Values of a trace, by index of the nodes. */
export interface TraceValues {
  /** Rule that explains most of the values that the trace backs up; undefined if it backs up none. */
  readonly backup: Backup | undefined;
  /** Values that the trace states of nodes last: the backed-up value where there is one. */
  readonly stated: readonly (number | undefined)[];
  /** Values of the nodes themselves, as they are generated. */
  readonly own: readonly (number | undefined)[];
  /** Values by the rule from the values of the leaves; undefined where a leaf has none. */
  readonly backed: readonly (number | undefined)[];
}

/** Share of the backed-up values that a rule must explain, and in a search that declares minimax. */
const EXPLAINED = 2 / 3;
const DECLARED = 1 / 2;

/**
 * Computes the values of a trace by its own leaves.
 *
 * @param isCounted nodes whose values count; by default all
 */
export function computeValues(tree: TraceTree, isCounted: (node: TraceNode) => boolean = () => true): TraceValues {
  const own = tree.nodes.map(({ value }) => value?.value);
  const stated = [...own];
  const { valueSum } = tree.read;
  for (const [i, event] of tree.read.events.entries()) {
    const node = tree.nodeOf[i];
    if (event.kind === 'claim' && event.claim === 'value' && node !== undefined && event.value !== undefined)
      stated[node.index] = valueSum === undefined ? event.value.value : valueSum - event.value.value;
  }
  const backup = valueSum ?? findBackup(tree, stated);
  const backed: (number | undefined)[] = Array.from({ length: tree.nodes.length });
  for (let i = tree.nodes.length - 1; i >= 0; i--) {
    const node = tree.nodes[i];
    if (node === undefined) continue;
    const children = node.children.filter(isCounted);
    const isLeaf = backup === undefined || children.every((child) => backed[child.index] === undefined);
    backed[i] = isLeaf
      ? (own[i] ?? stated[i])
      : backUpValue(
          backup,
          node,
          children.map((child) => backed[child.index]),
        );
  }
  return { backup, stated, own, backed };
}

/** Returns the value of a node by those of its children; undefined values are left out. */
export function backUpValue(
  backup: Backup,
  node: TraceNode,
  children: readonly (number | undefined)[],
): number | undefined {
  const known = children.filter((value) => value !== undefined);
  if (known.length === 0) return undefined;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (typeof backup === 'number') return backup - least;
  if (backup === 'negated') return -least;
  return backup === 'alternating' && node.depth % 2 === 1 ? least : most;
}

/** Finds the rule by which most nodes with children have their value. */
function findBackup(tree: TraceTree, stated: readonly (number | undefined)[]): Backup | undefined {
  const inner = tree.nodes.filter(
    ({ index, children }) => stated[index] !== undefined && children.some((child) => stated[child.index] !== undefined),
  );
  if (inner.length === 0) return undefined;
  let best: { readonly backup: Backup; readonly right: number } | undefined;
  for (const backup of BACKUPS) {
    const right = inner.filter((node) => {
      const children = node.children.map((child) => stated[child.index]);
      return backUpValue(backup, node, children) === stated[node.index];
    }).length;
    if (best === undefined || right > best.right) best = { backup, right };
  }
  const least = tree.task?.algorithm === 'minimax' ? DECLARED : EXPLAINED;
  return best !== undefined && best.right >= least * inner.length ? best.backup : undefined;
}

/** Returns the child of a node that a rule prefers by some values; undefined if several are equal or none has a value. */
export function bestChildren(
  backup: Backup,
  node: TraceNode,
  values: readonly (number | undefined)[],
): readonly TraceNode[] {
  const known = node.children.filter((child) => values[child.index] !== undefined);
  const all = known.map((child) => values[child.index] ?? 0);
  const isLow =
    typeof backup === 'number' || backup === 'negated' || (backup === 'alternating' && node.depth % 2 === 1);
  const best = isLow ? Math.min(...all) : Math.max(...all);
  return known.filter((child) => values[child.index] === best);
}
