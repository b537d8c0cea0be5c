import { judgePlan, shortestCost } from './check/plans.ts';
import { TraceRules } from './tree/rules.ts';
import type { TraceNode, TraceTree } from './tree.ts';

/** How a trace solves its task, by the rules alone. */
export interface TraceSolution {
  /** True if a plan, or the path to a claimed goal, is legal from the start and reaches the goal. */
  readonly isSolved: boolean;
  /** True if the trace gives a plan or claims a goal. */
  readonly isClaimed: boolean;
  /** Cost of that plan or path; undefined without one. */
  readonly cost: number | undefined;
}

/** Returns how a trace solves its task; undefined without a world that has a goal. */
export function findSolution(tree: TraceTree): TraceSolution | undefined {
  const { world, read } = tree;
  if (world?.goal === undefined) return undefined;
  const rules = new TraceRules(world);
  let isClaimed = false;
  let best: number | undefined;
  const take = (cost: number): void => {
    if (best === undefined || cost < best) best = cost;
  };
  for (const [i, event] of read.events.entries()) {
    if (event.kind === 'choose') {
      isClaimed = true;
      const plan = judgePlan(rules, event);
      if (plan.fault === undefined && plan.reachesGoal) take(plan.cost);
    } else if (event.kind === 'claim' && event.claim === 'goal') {
      isClaimed = true;
      const node = tree.nodeOf[i];
      const cost = node && goalCost(rules, node);
      if (cost !== undefined) take(cost);
    }
  }
  return { isSolved: best !== undefined, isClaimed, cost: best };
}

/** Returns the cost of the path to a node that is a goal by the rules from the root; undefined for others. */
function goalCost(rules: TraceRules, node: TraceNode): number | undefined {
  const truth = node.truth === undefined ? undefined : rules.read(node.truth);
  if (typeof truth !== 'object' || !rules.isGoal(truth)) return undefined;
  let cost = 0;
  for (let at: TraceNode | undefined = node; at?.parent !== undefined; at = at.parent) {
    const from = at.parent.truth === undefined ? undefined : rules.read(at.parent.truth);
    const { goal } = rules.world;
    cost += typeof from === 'object' ? (goal?.cost?.(from.state, at.action?.text ?? '') ?? 1) : 1;
  }
  return cost;
}

/** Returns the least cost of a plan; undefined if the trace is not solved, or it is not known within the budget. */
export const leastCost = ({ world }: TraceTree, { cost }: TraceSolution): number | undefined =>
  world === undefined || cost === undefined ? undefined : shortestCost(world, cost);
