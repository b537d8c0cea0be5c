import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { ClaimEvent, TraceEvent } from '../events.ts';
import type { TraceRules } from '../tree/rules.ts';
import type { TraceNode, TraceTree } from '../tree.ts';
import { generationRange, nodeWords } from './node-words.ts';

/** Returns true if a node is in the goal by one of the states that the text and the rules give it. */
export function canBeGoal(rules: TraceRules, { stated, expected, truth }: TraceNode): boolean {
  return [stated?.text, expected, truth].some((text) => text !== undefined && isGoalText(rules, text));
}

/** Returns true if a node is in the goal by all states that the text and the rules give it. */
function mustBeGoal(rules: TraceRules, { stated, expected }: TraceNode): boolean {
  const texts = [stated?.text, expected].filter((text) => text !== undefined);
  return texts.length > 0 && texts.every((text) => isGoalText(rules, text));
}

function isGoalText(rules: TraceRules, text: string): boolean {
  const reading = rules.read(text);
  return typeof reading === 'object' && rules.isGoal(reading);
}

/** Checks what a trace says of goals and of solutions. */
export function checkClaims(tree: TraceTree, rules: TraceRules): Diagnostic[] {
  if (rules.world.goal === undefined) return [];
  const found: Diagnostic[] = [];
  const noticed = new Set<TraceNode>();
  for (const [i, event] of tree.read.events.entries()) {
    if (event.kind !== 'claim') continue;
    const node = tree.nodeOf[i];
    if (node !== undefined && (event.claim === 'goal' || event.claim === 'no-goal')) {
      noticed.add(node);
      const finding = goalFinding(tree, rules, event, node);
      if (finding !== undefined) found.push(finding);
    } else if (event.claim === 'unsolvable' || event.claim === 'exhausted') {
      const finding = untriedFinding(tree, rules, event, node);
      if (finding !== undefined) found.push(finding);
    }
  }
  return [...found, ...passedGoals(tree, rules, noticed)];
}

/** Returns the finding of a claim about the goal that its state contradicts. */
function goalFinding(tree: TraceTree, rules: TraceRules, event: ClaimEvent, node: TraceNode): Diagnostic | undefined {
  const { range, claim } = event;
  const goal = rules.world.goal?.title ?? 'the goal';
  const state = node.stated === undefined ? nodeWords(node) : printed(rules, node.stated.text);
  if (claim === 'goal' && !canBeGoal(rules, node)) {
    const related = generationRange(tree, node);
    return diagnostic('TRACE_FALSE_GOAL', range, `${state} is not the goal, ${goal}`, {
      ...(related !== undefined && { related: [{ range: related, message: `${nodeWords(node)} is generated here` }] }),
    });
  }
  if (claim === 'no-goal' && mustBeGoal(rules, node))
    return diagnostic('TRACE_MISSED_GOAL', range, `${state} is the goal, ${goal}`);
  return undefined;
}

/** Returns a state as the world prints it. */
function printed(rules: TraceRules, text: string): string {
  const reading = rules.read(text);
  return typeof reading === 'object' ? rules.print(reading) : text;
}

/**
 * Finds goals that a search does not notice: states that a dialect which judges every leaf leaves without a judgment,
 * and visited or closed goals after which a search continues.
 */
function passedGoals(tree: TraceTree, rules: TraceRules, noticed: ReadonlySet<TraceNode>): Diagnostic[] {
  const { events } = tree.read;
  let last = events.length - 1;
  while (last >= 0 && !isStep(events[last])) last--;
  const choice = events.findIndex(({ kind }) => kind === 'choose');
  const end = choice < 0 ? last : Math.min(last, choice);
  // A* notices a goal when it closes it, not before; so may a search that closes nodes and declares nothing.
  const algorithm = tree.task?.algorithm;
  const mayBeAstar = algorithm === 'astar' || (algorithm === undefined && events.some(({ kind }) => kind === 'close'));
  const judges = noticed.size > 0 && !mayBeAstar;
  const found: Diagnostic[] = [];
  for (const [i, event] of events.slice(0, Math.max(0, end)).entries()) {
    const node = tree.nodeOf[i];
    const isTest = event.kind === 'close' || event.kind === 'visit' || (judges && event.kind === 'generate');
    if (node === undefined || !isTest || noticed.has(node) || node.index === 0 || !mustBeGoal(rules, node)) continue;
    const range = event.kind === 'generate' ? (event.state?.range ?? event.range) : event.range;
    found.push(diagnostic('TRACE_MISSED_GOAL', range, `${nodeWords(node)} is the goal, but the search continues`));
    break;
  }
  return found;
}

const isStep = (event: TraceEvent | undefined): boolean =>
  event?.kind === 'generate' || event?.kind === 'visit' || event?.kind === 'close';

/** Returns the finding of "no solution" in a search that claims to be exhaustive, but has left out something. */
function untriedFinding(
  tree: TraceTree,
  rules: TraceRules,
  { range, claim }: ClaimEvent,
  top: TraceNode | undefined,
): Diagnostic | undefined {
  const algorithm = tree.task?.algorithm;
  const isExhaustive = algorithm !== undefined && algorithm !== 'beam' && algorithm !== 'minimax';
  const isBounded = tree.task?.breadth !== undefined || tree.task?.depth !== undefined;
  if ((!isExhaustive || isBounded) && claim !== 'exhausted') return undefined;
  const generated = new Set<string>();
  for (const node of tree.nodes) {
    const reading = node.stated === undefined ? undefined : rules.read(node.stated.text);
    if (typeof reading === 'object') generated.add(reading.key);
  }
  for (const node of tree.nodes) {
    if (node.stated === undefined || (top !== undefined && !isBelow(top, node))) continue;
    const reading = rules.read(node.stated.text);
    if (typeof reading !== 'object') continue;
    for (const [key, action] of rules.successors(reading)) {
      if (generated.has(key)) continue;
      const related = generationRange(tree, node);
      return diagnostic('TRACE_UNTRIED', range, `${action} is legal in ${nodeWords(node)}, but was not tried`, {
        ...(related !== undefined && { related: [{ range: related, message: `${action} is legal here` }] }),
      });
    }
  }
  return undefined;
}

/** Returns true if a node is another one or below it. */
function isBelow(top: TraceNode, node: TraceNode): boolean {
  let at: TraceNode | undefined = node;
  while (at !== undefined && at.depth > top.depth) at = at.parent;
  return at === top;
}
