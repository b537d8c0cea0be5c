import type { MutableNode } from './mutable-node.ts';
import { hasUntried, isOpenByHabit } from './open-by-habit.ts';
import type { TraceRules } from './rules.ts';
import type { TreeState } from './tree-state.ts';

/**
 * Returns true if a search ends within: its text says neither a result nor that there is none. Depth first in a dialect
 * that says these itself ends without a word when all is tried; what any heuristic of the world leaves out counts as
 * tried. In other dialects something must be left to do by the algorithm that the task declares, or by the habit of the
 * search. With a fault nothing is said: what is missing may follow from it.
 */
export function isUnfinished(tree: TreeState): boolean {
  const { rules, read, faults, root } = tree;
  if (read.isCut || rules === undefined || root === undefined) return false;
  if (tree.isReached || faults.length > 0 || read.events.some(isEnd)) return false;
  if (tree.nodes.some((node) => node.isRejected && node.reading !== undefined && rules.isGoal(node.reading)))
    return false;
  if (read.events.at(-1)?.kind === 'note') return false;
  if (read.endsWhenTried !== true) {
    if (read.unread.length > 0 || read.valueSum !== undefined) return false;
    return tree.task?.algorithm === undefined ? isOpenByHabit(tree) : isDeclaredOpen(tree, rules, root);
  }
  if (leavesNodes(tree)) return true;
  for (let node = tree.path.current; node !== undefined; node = node.parent) if (hasNext(rules, node)) return true;
  return false;
}

/** Returns true if a search that declares its algorithm has nodes that it has not turned to, or a root without its value. */
function isDeclaredOpen({ read, task, nodes, nodeOf }: TreeState, rules: TraceRules, root: MutableNode): boolean {
  const claims = read.events.flatMap(({ kind }, i) => (kind === 'claim' ? [nodeOf[i]] : []));
  if (task?.algorithm === 'minimax') return claims.length > 0 && !claims.includes(root);
  // A beam leaves nodes out without a word.
  if (task?.algorithm === 'beam' || rules.world.goal === undefined) return false;
  if (!nodes.some(({ isVisited, index }) => isVisited && index > 0)) return false;
  const judged = new Set(claims);
  return nodes.some((node) => !node.isVisited && node.status === 'open' && !judged.has(node));
}

const isEnd = (event: TreeState['read']['events'][number]): boolean =>
  event.kind === 'choose' || (event.kind === 'claim' && (event.claim === 'unsolvable' || event.claim === 'exhausted'));

/** Returns true if a search names nodes that it does not turn to immediately: it is no depth first one, and says its end. */
function leavesNodes({ read, nodeOf }: TreeState): boolean {
  return read.events.some(({ kind }, i) => {
    const [node, next] = [nodeOf[i], read.events[i + 1]];
    if (kind !== 'generate' || node?.id === undefined || next === undefined || nodeOf[i + 1] === node) return false;
    return next.kind === 'generate' || next.kind === 'visit';
  });
}

/** Returns true if a node has a child that no heuristic leaves out, and that the text does not have. */
const hasNext = (rules: TraceRules, node: MutableNode): boolean =>
  hasUntried(rules, node, (key) => node.children.some((child) => child.hasState(key)));
