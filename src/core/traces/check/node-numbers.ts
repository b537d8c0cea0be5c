import type { Heuristic } from '../../worlds/world.ts';
import type { TraceNode, TraceTree } from '../tree.ts';

/** Costs and estimates of the nodes by the rules, by index; undefined where they are not known. */
export interface NodeNumbers {
  /** Cost of the path from the root. */
  readonly cost: readonly (number | undefined)[];
  /** Cost of the last action. */
  readonly step: readonly (number | undefined)[];
  /** Estimate by the declared heuristic. */
  readonly estimate: readonly (number | undefined)[];
}

/** Returns the heuristic that the task declares. */
function declaredHeuristic({ world, task }: TraceTree): Heuristic<unknown> | undefined {
  const name = task?.heuristic;
  return name === undefined ? undefined : world?.heuristics?.find((heuristic) => heuristic.name === name);
}

/** Computes what the rules say of g and h of all nodes. */
export function computeNumbers(tree: TraceTree): NodeNumbers {
  const cost: (number | undefined)[] = [];
  const step: (number | undefined)[] = [];
  const estimate: (number | undefined)[] = [];
  const heuristic = declaredHeuristic(tree);
  for (const node of tree.nodes) {
    const { parent } = node;
    const last = stepCost(tree, node);
    const above = parent === undefined ? undefined : cost[parent.index];
    step.push(last);
    cost.push(parent === undefined ? (node.index === 0 ? 0 : undefined) : sum(above, last));
    const state = heuristic === undefined || node.heuristic === undefined ? undefined : stateOf(tree, node);
    estimate.push(state === undefined ? undefined : heuristic?.estimate(state));
  }
  return { cost, step, estimate };
}

/** Returns the state of a node; that of the rules if the text leaves out a part of it. */
function stateOf({ world }: TraceTree, { stated, expected }: TraceNode): unknown {
  for (const text of [stated?.text, expected]) {
    const parsed = text === undefined ? undefined : world?.automaton.parse(text);
    if (parsed?.ok === true) return parsed.value;
  }
  return undefined;
}

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;

/** Returns the cost of the action of a node; undefined if it is not known. */
function stepCost({ world }: TraceTree, { parent, action, illegal }: TraceNode): number | undefined {
  if (parent === undefined) return 0;
  const goal = world?.goal;
  if (goal?.cost === undefined) return 1;
  if (action === undefined || illegal !== undefined || parent.stated === undefined) return undefined;
  const from = world?.automaton.parse(parent.stated.text);
  return from?.ok === true ? goal.cost(from.value, action.text) : undefined;
}
