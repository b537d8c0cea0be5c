import type { MutableNode } from './mutable-node.ts';
import type { TraceRules } from './rules.ts';
import type { TreeState } from './tree-state.ts';

/** Complete nodes that show a habit. */
const HABIT = 3;
/** Maximum number of expanded nodes that are looked at. */
const MAX_NODES = 10_000;

/**
 * Returns true if a search that declares no algorithm ends between two children by its own habit: each node that it has
 * left has all children by the rules, or words about its end, but the node where the text ends, or one above it, lacks
 * some. A search that tries only some actions, or stops without a word after an expansion, has no such habit.
 */
function isOpenByHabit({ rules, nodes, nodeOf, read, byKey }: TreeState): boolean {
  if (rules?.world.goal === undefined || nodes.length > 64 * MAX_NODES) return false;
  const end = read.events.at(-1);
  const last = nodeOf.at(-1);
  // A search that returns to a node may have reached its limit there.
  if (end?.kind !== 'generate' || last === undefined) return false;
  if (nodes.some(({ reading }) => reading === undefined || rules.isGoal(reading))) return false;
  const judged = new Set<MutableNode | undefined>();
  for (const [i, { kind }] of read.events.entries()) if (kind === 'claim' || kind === 'abandon') judged.add(nodeOf[i]);
  const path = new Set<MutableNode>();
  for (let at = last.parent; at !== undefined; at = at.parent) path.add(at);
  const lacksChild = (node: MutableNode): boolean => hasUntried(rules, node, (key) => byKey.has(key));
  let complete = 0;
  let widest = 0;
  let seen = 0;
  for (const node of nodes) {
    const isExpanded = node.isVisited || node.children.length > 0;
    if (!isExpanded || path.has(node) || (judged.has(node) && node.children.length === 0)) continue;
    if (seen++ > MAX_NODES || lacksChild(node)) return false;
    if (node.children.length === 0) continue;
    complete++;
    widest = Math.max(widest, node.children.length);
  }
  if (complete < HABIT) return false;
  // With fewer actions in the nodes that are complete the search may have a limit that these don't reach.
  return [...path].some(
    (node) => !(judged.has(node) && node.children.length === 0) && node.children.length < widest && lacksChild(node),
  );
}

/** Returns true if a node has a successor that is not tried, and that no heuristic of the world leaves out. */
function hasUntried(rules: TraceRules, { reading }: MutableNode, isTried: (key: string) => boolean): boolean {
  if (reading === undefined) return false;
  for (const [key, action] of rules.successors(reading)) {
    if (isTried(key)) continue;
    const next = rules.next(reading, action);
    if (next !== undefined && !isLeftOut(rules, next.state)) return true;
  }
  return false;
}

/** Returns true if a heuristic of the world is a reason to leave out a state: its estimate is beyond every bound. */
function isLeftOut({ world }: TraceRules, state: unknown): boolean {
  const bound = Number(world.goal?.title);
  return (world.heuristics ?? []).some((heuristic) => {
    const estimate = heuristic.estimate(state);
    return estimate > bound || estimate === Number.POSITIVE_INFINITY;
  });
}

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
