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
export function isOpenByHabit({ rules, nodes, nodeOf, read, byKey }: TreeState): boolean {
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
export function hasUntried(rules: TraceRules, { reading }: MutableNode, isTried: (key: string) => boolean): boolean {
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
