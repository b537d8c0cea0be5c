import type { Range } from '../../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import { solve } from '../../worlds/solver.ts';
import type { Goal, World } from '../../worlds/world.ts';
import type { ChooseEvent, Span } from '../events.ts';
import type { KeyedState, TraceRules } from '../tree/rules.ts';
import type { TraceNode, TraceTree } from '../tree.ts';

/** Maximum number of states of the search for a shortest plan. */
export const SOLVER_BUDGET = 20_000;

/** A plan by the rules. */
export interface JudgedPlan {
  /** States from the start on, as far as the plan is legal. */
  readonly states: readonly KeyedState[];
  readonly cost: number;
  readonly reachesGoal: boolean;
  /** The first step that is not legal. */
  readonly fault?: { readonly range: Range; readonly message: string };
}

/** Follows a plan from the start of its world. */
export function judgePlan(rules: TraceRules, event: ChooseEvent): JudgedPlan {
  const { world } = rules;
  const states: KeyedState[] = [rules.reading(world.start)];
  const steps: readonly Span[] = event.states ?? event.actions ?? [];
  let cost = 0;
  for (const [i, step] of steps.entries()) {
    const from = states.at(-1);
    if (from === undefined) break;
    const next = event.states === undefined ? byAction(rules, from, step) : byState(rules, from, step, i === 0);
    if (typeof next === 'string')
      return { states, cost, reachesGoal: false, fault: { range: step.range, message: next } };
    if (next.action === undefined) continue;
    cost += world.goal?.cost?.(from.state, next.action) ?? 1;
    states.push(next.reading);
  }
  const last = states.at(-1);
  return { states, cost, reachesGoal: last !== undefined && rules.isGoal(last) };
}

interface Step {
  readonly reading: KeyedState;
  /** Undefined for the start itself. */
  readonly action: string | undefined;
}

function byAction(rules: TraceRules, from: KeyedState, { text }: Span): Step | string {
  const next = rules.next(from, text);
  return next === undefined ? `${text} is not legal: ${rules.whyNot(from, text)}` : { reading: next, action: text };
}

function byState(rules: TraceRules, from: KeyedState, { text }: Span, isFirst: boolean): Step | string {
  const reading = rules.read(text);
  if (isFirst) {
    const isStart = typeof reading === 'object' ? reading.key === from.key : rules.describes(from, text);
    if (isStart) return { reading: from, action: undefined };
    return `The plan begins with ${text}, but the start is ${rules.print(from)}`;
  }
  if (typeof reading === 'object') {
    const action = rules.successors(from).get(reading.key);
    return action === undefined ? `No action leads from ${rules.print(from)} to ${text}` : { reading, action };
  }
  const [described] = rules.describedSuccessors(from, text);
  if (described !== undefined) return { reading: described[1], action: described[0] };
  if (rules.world.describes !== undefined) return `No action leads from ${rules.print(from)} to ${text}`;
  return `${text} is no state: ${reading}`;
}

/** Returns the least cost of a plan from the start; undefined if it is not known within the budget. */
export function shortestCost(world: World<unknown>, known: number): number | undefined {
  const { goal, start } = world;
  if (goal === undefined) return undefined;
  if (goal.isUniform === true) return known;
  const bound = world.heuristics?.find(({ isAdmissible }) => isAdmissible === true)?.estimate(start);
  if (bound !== undefined && bound >= known) return known;
  const solution = solve({ ...planning(world, goal) }, start, { budget: SOLVER_BUDGET });
  return solution.kind === 'solved' ? solution.cost : undefined;
}

const planning = ({ automaton, heuristics }: World<unknown>, goal: Goal<unknown>) => ({
  automaton,
  goal,
  ...(heuristics && { heuristics }),
});

/** Checks the plans of a trace. @param isFaulty true if the search has findings of links or states */
export function checkPlans(
  tree: TraceTree,
  rules: TraceRules,
  isFaulty: boolean,
  faulty: ReadonlySet<TraceNode>,
): Diagnostic[] {
  const found: Diagnostic[] = [];
  if (rules.world.goal === undefined) return found;
  for (const [i, event] of tree.read.events.entries()) {
    if (event.kind !== 'choose' || isSingleChoice(event)) continue;
    const isCut = tree.read.isCut && i === tree.read.events.length - 1;
    const finding = planFinding(tree, rules, event, { isFaulty, faulty, isCut });
    if (finding !== undefined) found.push(finding);
  }
  return found;
}

/** Returns true if a choice is one action, not a plan. */
export const isSingleChoice = ({ states, actions }: ChooseEvent): boolean =>
  states === undefined && actions?.length === 1;

/** Returns true unless the task declares a search that takes the first plan that it finds. */
function seeksShortest({ task, world }: TraceTree): boolean {
  if (task?.algorithm === 'dfs' || task?.algorithm === 'beam') return false;
  const heuristic = world?.heuristics?.find(({ name }) => name === task?.heuristic);
  return task?.algorithm !== 'astar' || heuristic === undefined || heuristic.isAdmissible === true;
}

interface PlanContext {
  readonly isFaulty: boolean;
  readonly faulty: ReadonlySet<TraceNode>;
  readonly isCut: boolean;
}

function planFinding(
  tree: TraceTree,
  rules: TraceRules,
  event: ChooseEvent,
  { isFaulty, faulty, isCut }: PlanContext,
): Diagnostic | undefined {
  const plan = judgePlan(rules, event);
  const { fault } = plan;
  if (fault !== undefined) {
    const isStart = fault.range === (event.states ?? event.actions)?.[0]?.range;
    const follows =
      (isStart && tree.faults.some(({ kind }) => kind === 'start')) || followsFault(rules, event, fault.range, faulty);
    return follows ? undefined : diagnostic('TRACE_PLAN_ILLEGAL', fault.range, fault.message);
  }
  const lastStep = (event.states ?? event.actions)?.at(-1);
  const end = lastStep?.range ?? event.range;
  const last = plan.states.at(-1);
  const goal = rules.world.goal?.title ?? 'the goal';
  if (!plan.reachesGoal) {
    if (isCut || last === undefined) return undefined;
    return diagnostic('TRACE_PLAN_GOAL', end, `The plan ends in ${rules.print(last)}, not in the goal, ${goal}`);
  }
  const isSure = !isFaulty || tree.task?.isSized !== true;
  const shortest = isSure && seeksShortest(tree) ? shortestCost(rules.world, plan.cost) : undefined;
  if (shortest !== undefined && shortest < plan.cost) {
    const message = `The plan costs ${plan.cost}; the shortest one costs ${shortest}`;
    return diagnostic('TRACE_PLAN_LENGTH', event.range, message);
  }
  return isFaulty ? undefined : unsearchedStep(tree, rules, event, plan);
}

/** Returns true if a step of a plan is a node that has a finding: then the step follows from it. */
function followsFault(rules: TraceRules, event: ChooseEvent, range: Range, faulty: ReadonlySet<TraceNode>): boolean {
  const step = (event.states ?? event.actions)?.find((span) => span.range === range);
  if (step === undefined) return false;
  const reading = event.states === undefined ? undefined : rules.read(step.text);
  for (const node of faulty) {
    if (event.states === undefined ? node.action?.text === step.text : node.stated?.text === step.text) return true;
    if (typeof reading !== 'object' || node.stated === undefined) continue;
    const stated = rules.read(node.stated.text);
    if (typeof stated === 'object' && stated.key === reading.key) return true;
  }
  return false;
}

/** Returns the state of a node; that of the rules if the text leaves out a part of it. */
function readingOf(rules: TraceRules, { stated, expected }: TraceNode): KeyedState | string | undefined {
  const reading = stated && rules.read(stated.text);
  return typeof reading === 'object' || expected === undefined ? reading : rules.read(expected);
}

/** Finds the first step of a plan that the search has not generated. */
function unsearchedStep(
  tree: TraceTree,
  rules: TraceRules,
  event: ChooseEvent,
  { states }: JudgedPlan,
): Diagnostic | undefined {
  if (tree.nodes.length < 2) return undefined;
  const steps = new Set<string>();
  for (const node of tree.nodes) {
    const [to, from] = [node, node.parent].map((at) => at && readingOf(rules, at));
    if (typeof to === 'object' && typeof from === 'object') steps.add(`${from.key}\n${to.key}`);
  }
  const first = states.findIndex((to, i) => i > 0 && !steps.has(`${states[i - 1]?.key ?? ''}\n${to.key}`));
  const to = states[first];
  const from = states[first - 1];
  if (to === undefined || from === undefined) return undefined;
  const written = event.states ?? event.actions ?? [];
  const step = written[first + written.length - states.length];
  const message = `The step from ${rules.print(from)} to ${rules.print(to)} is not in the search`;
  return diagnostic('TRACE_PLAN_SEARCH', step?.range ?? event.range, message);
}
