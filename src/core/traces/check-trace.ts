import { type Diagnostic, sortDiagnostics } from '../notation/diagnostic.ts';
import type { World } from '../worlds/world.ts';
import { checkClaims } from './check/claims.ts';
import { checkCloseOrder } from './check/close-order.ts';
import { checkCosts, isRightNumber } from './check/costs.ts';
import { checkForms, findLoops, loopFindings } from './check/forms.ts';
import { linkFinding } from './check/link-findings.ts';
import { computeNumbers } from './check/node-numbers.ts';
import { checkPlans } from './check/plans.ts';
import { checkValues } from './check/values.ts';
import { checkVisitOrder } from './check/visit-order.ts';
import { Rules } from './tree/rules.ts';
import type { TraceNode, TraceTree } from './tree.ts';

/**
 * Returns the findings of a trace in the order of the text, with ranges in it. What follows from an error has none of
 * its own. Without a world only links, orders and values are checked.
 *
 * @param text text of the trace
 */
export function checkTrace(
  tree: TraceTree,
  text: string,
  world: World<unknown> | undefined = tree.world,
): Diagnostic[] {
  const numbers = computeNumbers(tree);
  const loops = findLoops(tree, text);
  const isLooped = (event: number): boolean => loops.some(({ from, to }) => from <= event && event < to);
  const faults = tree.faults.filter(
    ({ kind, event, node }) =>
      !isLooped(event) && !(kind === 'costs' && node !== undefined && isRightNumber(tree, numbers, event, node)),
  );
  const faulty = new Set<TraceNode>();
  for (const { node } of faults) if (node !== undefined) faulty.add(node);
  const links = faults.map((fault) => linkFinding(tree, fault, text));
  const rules = world && new Rules(world);
  const costs = checkCosts(tree, numbers, faulty);
  const claims = rules === undefined ? [] : checkClaims(tree, rules);
  const isAstar = tree.task?.algorithm === 'astar';
  const order = isAstar ? checkCloseOrder(tree, numbers) : checkVisitOrder(tree);
  const isFaulty = faults.length > 0 || tree.nodes.some(({ isUnlinked }) => isUnlinked);
  const plans = rules === undefined ? [] : checkPlans(tree, rules, isFaulty, faulty);
  const found = [
    ...withoutRepeats(links, claims),
    ...costs,
    ...claims,
    ...order,
    ...plans,
    ...checkValues(tree),
    ...checkForms(tree, text),
    ...loopFindings(tree, loops),
  ];
  return sortDiagnostics(found);
}

/** Leaves out a wrong number in a claim that is itself wrong: the claim has the finding. */
function withoutRepeats(links: readonly Diagnostic[], claims: readonly Diagnostic[]): readonly Diagnostic[] {
  const wrong = claims.filter(({ code }) => code === 'TRACE_FALSE_GOAL' || code === 'TRACE_MISSED_GOAL');
  return links.filter(
    ({ code, range }) =>
      code !== 'TRACE_REPEATED' ||
      !wrong.some((claim) => claim.range.start <= range.start && range.end <= claim.range.end),
  );
}
