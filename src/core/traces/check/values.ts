import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { ChooseEvent, ClaimEvent } from '../events.ts';
import { LOST, type TraceNode, type TraceTree } from '../tree.ts';
import { nodeWords, relatedNodes } from './node-words.ts';
import { isSingleChoice } from './plans.ts';

/** Rules by which the value of a node follows from those of its children. */
const BACKUPS = ['alternating', 'negated', 'highest'] as const;
/** A number: the sum of the values for both players. */
type Backup = (typeof BACKUPS)[number] | number;

/** Values of a trace, by index of the nodes. */
interface TraceValues {
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
function backUpValue(backup: Backup, node: TraceNode, children: readonly (number | undefined)[]): number | undefined {
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

/** Checks values, best actions and the choice by the trace's own values. @param faulty nodes that have a finding */
export function checkBackedValues(tree: TraceTree, faulty: ReadonlySet<TraceNode>): Diagnostic[] {
  const values = computeValues(tree);
  const { backup } = values;
  // Buckets are checked by MAV's own checks.
  if (backup === undefined || typeof backup === 'number') return [];
  const found: Diagnostic[] = [];
  // A fault in a node, or about its value, is one in the values above it.
  const doubtful = new Set<TraceNode>();
  const doubt = (node: TraceNode | undefined): void => {
    for (let at = node; at !== undefined && !doubtful.has(at); at = at.parent) doubtful.add(at);
  };
  for (const node of faulty) doubt(node.parent ?? tree.nodes[0]);
  const lost = tree.faults.find(({ kind }) => LOST.has(kind))?.event ?? tree.read.events.length;
  for (const [i, event] of tree.read.events.entries()) {
    // The values after a wrong link follow from it.
    if (i >= lost) break;
    const node = tree.nodeOf[i];
    if (event.kind === 'choose' ? doubtful.has(tree.nodes[0] as TraceNode) : node !== undefined && doubtful.has(node))
      continue;
    const finding =
      event.kind === 'choose'
        ? choiceFinding(tree, event, values, backup)
        : event.kind === 'claim' && node !== undefined
          ? claimFinding(event, node, values, backup)
          : undefined;
    if (finding === undefined) continue;
    found.push(finding);
    doubt(node);
  }
  return found;
}

/** Returns the finding of a value or a best action that is not what the children give. */
function claimFinding(
  event: ClaimEvent,
  node: TraceNode,
  { stated }: TraceValues,
  backup: Backup,
): Diagnostic | undefined {
  const right = backUpValue(
    backup,
    node,
    node.children.map((child) => stated[child.index]),
  );
  if (event.claim === 'value' && event.value !== undefined && right !== undefined && right !== event.value.value) {
    const message = `The value of ${nodeWords(node)} is ${right} by its children, not ${event.value.value}`;
    return diagnostic('TRACE_VALUE', event.value.range, message);
  }
  if (event.claim !== 'best' || event.action === undefined) return undefined;
  const own = stated[node.index];
  if (event.value !== undefined && own !== undefined && event.value.value !== own) {
    const message = `The value of ${nodeWords(node)} is ${own} before, not ${event.value.value}`;
    return diagnostic('TRACE_VALUE', event.value.range, message);
  }
  const best = bestChildren(backup, node, stated);
  const action = event.action.text;
  if (best.length === 0 || best.some((child) => child.action?.text === action)) return undefined;
  const names = best.map((child) => child.action?.text ?? '?').join(' or ');
  const message = `The best action of ${nodeWords(node)} is ${names} by its children, not ${action}`;
  return diagnostic('TRACE_BEST', event.action.range, message);
}

/** Returns the single action that a choice makes at the root. */
const chosenAction = (event: ChooseEvent) => (isSingleChoice(event) ? event.actions?.[0] : undefined);

/** Returns the finding of a choice that is not the best, or the best by the first level alone. */
function choiceFinding(
  tree: TraceTree,
  event: ChooseEvent,
  { stated, own, backed }: TraceValues,
  backup: Backup,
): Diagnostic | undefined {
  const chosen = chosenAction(event);
  const [root] = tree.nodes;
  if (chosen === undefined || root === undefined) return undefined;
  const isChosen = (node: TraceNode): boolean => node.action?.text === chosen.text;
  const best = bestChildren(backup, root, stated);
  if (best.length === 0) return undefined;
  const names = best.map((child) => child.action?.text ?? '?').join(' or ');
  const related = relatedNodes(tree, best, (child) => `${nodeWords(child)} has the best value`);
  if (!best.some(isChosen)) {
    const isFirst = bestChildren(backup, root, own).some(isChosen);
    if (!isFirst) {
      const message = `${chosen.text} is chosen, but ${names} has the best value of the search`;
      return diagnostic('TRACE_CHOICE', chosen.range, message, { related });
    }
    const message = `${chosen.text} is the best of the first level alone; the values below it make ${names} the best`;
    return diagnostic('TRACE_FIRST_LEVEL', chosen.range, message, { related });
  }
  const deep = bestChildren(backup, root, backed);
  if (deep.length === 0 || deep.some(isChosen)) return undefined;
  const others = deep.map((child) => child.action?.text ?? '?').join(' or ');
  const message = `${chosen.text} is the best of the first level alone; the leaves make ${others} the best`;
  return diagnostic('TRACE_FIRST_LEVEL', chosen.range, message);
}
