import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { Heuristic } from '../../worlds/world.ts';
import type { NumberSpan } from '../events.ts';
import type { TraceNode, TraceTree } from '../tree.ts';
import { nodeWords } from './node-words.ts';

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

/** Number of nodes with other estimates from which on the trace is taken to use another heuristic. */
const HABIT = 3;

/** Returns true if a number is the one of the rules; traces of whole numbers cut estimates. */
export const isSameNumber = (written: number, right: number): boolean =>
  written === right || Math.abs(written - right) < 1e-6 || (Number.isInteger(written) && Math.trunc(right) === written);

/** Compares g and h of the nodes with the rules. @param faulty nodes that have a finding already */
export function checkCosts(tree: TraceTree, numbers: NodeNumbers, faulty: ReadonlySet<TraceNode>): Diagnostic[] {
  const found: Diagnostic[] = [];
  const estimates: Diagnostic[] = [];
  let compared = 0;
  for (const node of tree.nodes) {
    if (faulty.has(node) || node.isUnlinked) continue;
    const cost = costFinding(node, numbers);
    if (cost !== undefined) found.push(cost);
    const { heuristic } = node;
    const right = numbers.estimate[node.index];
    if (heuristic === undefined || right === undefined) continue;
    compared++;
    if (!isSameNumber(heuristic.value, right)) estimates.push(estimateFinding(node, heuristic, right, tree));
  }
  const [first] = estimates;
  if (first === undefined || estimates.length < HABIT || 2 * estimates.length <= compared)
    return [...found, ...estimates];
  const message = `${first.message}; so it is in ${estimates.length} of ${compared} nodes`;
  return [...found, { ...first, message }];
}

/** Returns the finding of a cost that is neither that of the path nor one more than the parent's own. */
function costFinding(node: TraceNode, { cost, step }: NodeNumbers): Diagnostic | undefined {
  const written = node.cost;
  const right = cost[node.index];
  const last = step[node.index];
  if (written === undefined || right === undefined || last === undefined || isSameNumber(written.value, right))
    return undefined;
  const above = node.parent?.cost;
  if (above !== undefined && isSameNumber(written.value, above.value + last)) return undefined;
  const reason =
    above === undefined || node.parent === undefined ? '' : `, ${last} more than ${nodeWords(node.parent)}`;
  return diagnostic('TRACE_COST', written.range, `g of ${nodeWords(node)} is ${right}${reason}, not ${written.value}`);
}

function estimateFinding(node: TraceNode, { value, range }: NumberSpan, right: number, tree: TraceTree): Diagnostic {
  const message = `h of ${nodeWords(node)} is ${right} by the heuristic ${tree.task?.heuristic ?? ''}, not ${value}`;
  return diagnostic('TRACE_HEURISTIC', range, message);
}

/** Returns true if a number that is repeated is the right one, so that only the first statement is wrong. */
export function isRightNumber(tree: TraceTree, numbers: NodeNumbers, event: number, node: TraceNode): boolean {
  const close = tree.read.events[event];
  if (close?.kind !== 'close') return false;
  const pairs = [
    [close.cost, node.cost, numbers.cost[node.index]],
    [close.heuristic, node.heuristic, numbers.estimate[node.index]],
  ] as const;
  return pairs.every(
    ([written, before, right]) =>
      written === undefined ||
      written.value === before?.value ||
      (right !== undefined && isSameNumber(written.value, right)),
  );
}
