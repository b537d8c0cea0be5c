import { atLeast, type Diagnostic } from '../notation/diagnostic.ts';
import type { Code } from '../notation/diagnostic-codes.ts';
import { isSingleChoice, judgePlan, shortestCost } from './check/plans.ts';
import { bestChildren, computeValues } from './check/values.ts';
import type { ActionPlacing } from './events.ts';
import { TraceRules } from './tree/rules.ts';
import type { TraceNode, TraceTree } from './tree.ts';

/** How a trace solves its task, by the rules alone. */
interface TraceSolution {
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
const leastCost = ({ world }: TraceTree, { cost }: TraceSolution): number | undefined =>
  world === undefined || cost === undefined ? undefined : shortestCost(world, cost);

/** The first error of a trace. */
interface FirstError {
  readonly code: Code;
  /** Index of its node; null if it is about none. */
  readonly node: number | null;
  /** UTF-16 offset in the text of the trace. */
  readonly offset: number;
  /** Number of words up to and including the wrong one; words are parted by white space. */
  readonly token: number;
}

/** Explanation of the choice of a trace with values (Chen et al. 2026). */
interface Myopia {
  /** `level-one`: the values of the first level alone; `tree`: the values backed up from the leaves. */
  readonly explainedBy: 'level-one' | 'tree' | 'both' | 'neither';
  /** Action that the search would have chosen without its wrong nodes and what is below them; null for a tie or none. */
  readonly withoutWrong: string | null;
}

/** Figures of a trace. A share is from 0 to 1; null where it is not defined. */
export interface TraceFigures {
  /** Number of nodes, the root included. */
  readonly nodes: number;
  /** Largest number of actions from the root to a node. */
  readonly depth: number;
  /** Number of nodes by level, the root's level first. */
  readonly breadth: readonly number[];
  /** Number of visits and closes of a node that is neither the one before nor a child of it. */
  readonly backtracks: number;
  /** Share of the nodes below the root whose state is the one after their action; null without a world. */
  readonly rightStates: number | null;
  /** Share of the nodes below the root whose place in the tree the text gives without a fault. */
  readonly rightLinks: number | null;
  /** Number of nodes whose action is not legal; in prose of moves that are legal nowhere in the search. */
  readonly illegalActions: number;
  /** The first finding of severity error; null without one. */
  readonly firstError: FirstError | null;
  /** Share of the nodes below the root that lie below a wrong state or an illegal action. */
  readonly belowWrong: number | null;
  /** Share of the claims (goals, values, best actions, no solution) that are right; null without claims. */
  readonly rightClaims: number | null;
  /** Share of the nodes below the root whose state is that of an earlier node. */
  readonly repeatedWork: number | null;
  /** True if a plan, or the path to a claimed goal, is legal and reaches the goal; null without a goal. */
  readonly solved: boolean | null;
  /** True if that plan has the least cost; null if not solved, or the least cost is not known. */
  readonly optimal: boolean | null;
  /** Cost of that plan; null if not solved. */
  readonly cost: number | null;
  /** Least cost of a plan; null if not solved, or not known within the budget. */
  readonly shortest: number | null;
  /** Share of the actions in prose that have no place in the tree; null for traces that write nodes. */
  readonly unplaced: number | null;
  /** Null for traces without values or without a choice of one action, and for prose. */
  readonly myopia: Myopia | null;
}

/** Codes about the place of a node. */
const LINKS: ReadonlySet<Code> = new Set<Code>([
  'TRACE_UNKNOWN_NODE',
  'TRACE_NODE_NAME',
  'TRACE_AMBIGUOUS_PARENT',
  'TRACE_NOT_VISITED',
  'TRACE_DUPLICATE_NODE',
]);

/** Codes about claims. */
const CLAIMS: ReadonlySet<Code> = new Set<Code>([
  'TRACE_FALSE_GOAL',
  'TRACE_MISSED_GOAL',
  'TRACE_UNTRIED',
  'TRACE_VALUE',
  'TRACE_BEST',
]);

/**
 * Returns the figures of a trace.
 *
 * @param findings those of `checkTrace`, in the order of the text
 */
export function traceFigures(tree: TraceTree, text: string, findings: readonly Diagnostic[]): TraceFigures {
  const { nodes, world } = tree;
  const breadth: number[] = [];
  for (const { depth } of nodes) breadth[depth] = (breadth[depth] ?? 0) + 1;
  const below = nodes.length - 1;
  const share = (count: number): number | null => (below > 0 ? count / below : null);
  const judged = nodes.filter(
    ({ parent, stated, illegal }) => parent !== undefined && (stated ?? illegal) !== undefined,
  );
  const wrong = judged.filter(({ isWrong, illegal }) => isWrong || illegal !== undefined).length;
  const links = Math.min(below, findings.filter(({ code }) => LINKS.has(code)).length);
  const claims = tree.read.events.filter(({ kind }) => kind === 'claim').length;
  const falseClaims = Math.min(claims, findings.filter(({ code }) => CLAIMS.has(code)).length);
  const solution = findSolution(tree);
  const { placing } = tree.read;
  const shortest = solution === undefined ? undefined : leastCost(tree, solution);
  return {
    nodes: nodes.length,
    depth: breadth.length === 0 ? 0 : breadth.length - 1,
    breadth,
    backtracks: countBacktracks(tree),
    rightStates: world === undefined || judged.length === 0 ? null : 1 - wrong / judged.length,
    rightLinks: below > 0 ? 1 - links / below : null,
    illegalActions: placing?.hallucinated.length ?? nodes.filter(({ illegal }) => illegal !== undefined).length,
    firstError: findFirstError(tree, text, findings),
    belowWrong: world === undefined ? null : share(nodes.filter(({ isBelowWrong }) => isBelowWrong).length),
    // Values in sentences do not say whose they are.
    rightClaims: claims === 0 || placing !== undefined ? null : 1 - falseClaims / claims,
    repeatedWork: share(countRepeated(tree)),
    solved: solution?.isSolved ?? null,
    optimal: shortest === undefined || solution?.cost === undefined ? null : solution.cost <= shortest,
    cost: solution?.cost ?? null,
    shortest: shortest ?? null,
    unplaced: placing === undefined ? null : unplacedShare(placing),
    myopia: placing === undefined ? findMyopia(tree) : null,
  };
}

const unplacedShare = ({ placed, unplaced }: ActionPlacing): number | null =>
  placed + unplaced === 0 ? null : unplaced / (placed + unplaced);

function countBacktracks({ read, nodeOf }: TraceTree): number {
  let count = 0;
  let current: TraceNode | undefined;
  for (const [i, { kind }] of read.events.entries()) {
    const node = nodeOf[i];
    if ((kind !== 'visit' && kind !== 'close') || node === undefined) continue;
    if (current !== undefined && node !== current && node.parent !== current) count++;
    current = node;
  }
  return count;
}

/** Counts the nodes whose state an earlier node has, by the world if there is one, otherwise by the text. */
function countRepeated({ nodes, world }: TraceTree): number {
  const seen = new Set<string>();
  let count = 0;
  for (const { stated } of nodes) {
    if (stated === undefined) continue;
    const parsed = world?.automaton.parse(stated.text);
    const key = parsed?.ok === true && world !== undefined ? world.automaton.key(parsed.value) : stated.text;
    if (seen.has(key)) count++;
    seen.add(key);
  }
  return count;
}

function findFirstError(tree: TraceTree, text: string, findings: readonly Diagnostic[]): FirstError | null {
  const first = findings.find(({ severity }) => atLeast(severity, 'error'));
  if (first === undefined) return null;
  const { code, range } = first;
  const event = tree.read.events.findIndex((one) => one.range.start <= range.start && range.start < one.range.end);
  const token = text.slice(0, range.start).match(/\S+(?=\s)/g)?.length ?? 0;
  return { code, node: tree.nodeOf[event]?.index ?? null, offset: range.start, token: token + 1 };
}

/** Compares the choice of a trace with its values. */
function findMyopia(tree: TraceTree): Myopia | null {
  const [root] = tree.nodes;
  const choices = tree.read.events.flatMap((event) =>
    event.kind === 'choose' && isSingleChoice(event) ? [event] : [],
  );
  const chosen = choices.at(-1)?.actions?.[0]?.text;
  const values = computeValues(tree);
  const { backup } = values;
  if (root === undefined || chosen === undefined || backup === undefined) return null;
  const isBest = (all: readonly (number | undefined)[]): boolean =>
    bestChildren(backup, root, all).some(({ action }) => action?.text === chosen);
  const [byFirst, byTree] = [isBest(values.own), isBest(values.backed)];
  const right = computeValues(
    tree,
    ({ isWrong, isBelowWrong, illegal }) => !isWrong && !isBelowWrong && illegal === undefined,
  );
  const best = bestChildren(backup, root, right.backed).filter(
    ({ isWrong, illegal }) => !isWrong && illegal === undefined,
  );
  return {
    explainedBy: byFirst ? (byTree ? 'both' : 'level-one') : byTree ? 'tree' : 'neither',
    withoutWrong: best.length === 1 ? (best[0]?.action?.text ?? null) : null,
  };
}
