import type { Range } from '../base/text/range.ts';
import { type Diagnostic, sortDiagnostics } from '../notation/diagnostic.ts';
import type { Code } from '../notation/diagnostic-codes.ts';
import type { World } from '../worlds/world.ts';
import { checkClaims } from './check/claims.ts';
import { checkCosts, computeNumbers, isRightNumber, type NodeNumbers } from './check/costs.ts';
import { checkForms, findLoops, type Loop, loopFindings } from './check/forms.ts';
import { linkFinding } from './check/link-findings.ts';
import { checkCloseOrder, checkVisitOrder } from './check/order.ts';
import { checkPlans } from './check/plans.ts';
import { checkVagueNumbers, checkVagueStates } from './check/vague-values.ts';
import { checkBackedValues } from './check/values.ts';
import { TraceRules } from './tree/rules.ts';
import type { FaultKind, LinkFault, TraceNode, TraceTree } from './tree.ts';

/** Codes of the form of a text. */
const IS_FORM: ReadonlySet<Code> = new Set<Code>(['TRACE_CUT_OFF', 'TRACE_UNKNOWN_LINE', 'TRACE_LOOP']);

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
  const loops = findLoops(tree, text);
  const { placing } = tree.read;
  if (placing !== undefined) return sortDiagnostics([...placing.findings, ...loopFindings(tree, loops)]);
  const numbers = computeNumbers(tree);
  // Texts that leave out a part of their states are not certain to mean one of them after a fault.
  const isVague =
    tree.isVague === true ||
    (world?.describes !== undefined && tree.faults.some(({ kind, node }) => kind !== 'costs' || node === undefined));
  const isAstar = tree.task?.algorithm === 'astar' && !isVague;
  const closes = isAstar ? checkCloseOrder(tree, numbers) : undefined;
  const order = closes === undefined ? checkVisitOrder(tree) : closes.findings;
  const faults = independentFaults(tree, numbers, loops, closes?.astray);
  const faulty = new Set<TraceNode>();
  for (const { node } of faults) if (node !== undefined) faulty.add(node);
  for (const node of strayNodes(tree, closes?.astray)) faulty.add(node);
  const disorder = order.reduce((least, { range }) => Math.min(least, range.start), Number.POSITIVE_INFINITY);
  const links = faults
    .filter(({ kind, range }) => kind !== 'finished' || range.start <= disorder)
    .map((fault) => linkFinding(tree, fault, text));
  const costs = !isVague ? checkCosts(tree, numbers, faulty) : faults.length === 0 ? checkVagueNumbers(tree) : [];
  const rules = world && new TraceRules(world);
  const vague =
    rules === undefined || tree.isVague !== true
      ? undefined
      : checkVagueStates(tree, rules, firstPlace(tree, [...links, ...costs], loops));
  const claims = rules === undefined ? [] : checkClaims(tree, rules);
  const isFaulty =
    tree.isVague === true || faults.length + order.length > 0 || tree.nodes.some(({ isUnlinked }) => isUnlinked);
  const found = [
    // After a fault in a text whose words fit several states, the rest may follow from it.
    ...(vague === undefined ? [...withoutRepeats(links, claims), ...costs] : [vague]),
    ...claims.filter(({ range }) => !loops.some((loop) => isWithin(tree, loop, range))),
    ...order,
    ...(rules === undefined ? [] : checkPlans(tree, rules, isFaulty, faulty)),
    ...checkBackedValues(tree, faulty),
    ...checkForms(tree, text, loops),
    ...loopFindings(tree, loops),
  ];
  const end = text.trimEnd().length;
  // A text that is cut off lacks something at its end: that is no other fault.
  return sortDiagnostics(
    tree.read.isCut ? found.filter(({ code, range }) => IS_FORM.has(code) || range.end < end) : found,
  );
}

/** Returns the offset of the first finding or of the first loop, in what is repeated there. */
function firstPlace({ read }: TraceTree, found: readonly Diagnostic[], loops: readonly Loop[]): number {
  const starts = loops.flatMap(({ from, period }) => read.events[from - period]?.range.start ?? []);
  return [...found.map(({ range }) => range.start), ...starts].reduce(
    (least, start) => Math.min(least, start),
    Number.POSITIVE_INFINITY,
  );
}

/** Returns true if a range lies in a loop, or in what is repeated there. */
function isWithin({ read }: TraceTree, { from, to, period }: Loop, { start }: Range): boolean {
  const [first, last] = [read.events[from - period], read.events[to - 1]];
  return first !== undefined && last !== undefined && first.range.start <= start && start < last.range.end;
}

/** Returns the nodes that are generated after a close out of order, whose parents are not certain. */
function strayNodes({ read, nodeOf }: TraceTree, astray: ReadonlySet<number> = new Set()): TraceNode[] {
  let isAstray = false;
  return read.events.flatMap(({ kind }, i) => {
    if (kind === 'close') isAstray = astray.has(i);
    const node = nodeOf[i];
    return isAstray && kind === 'generate' && node !== undefined ? [node] : [];
  });
}

/** Faults that the beginning of a loop has by itself: it goes back to where it was. */
const OF_LOOPS: ReadonlySet<FaultKind> = new Set<FaultKind>([
  'finished',
  'unvisited',
  'repeated',
  'restated',
  'operations',
  'unknown',
  'name',
  'reference',
]);

/** Returns the faults of a tree that do not follow from a loop, a wrong order, a wrong number or the end of the text. */
function independentFaults(
  tree: TraceTree,
  numbers: NodeNumbers,
  loops: readonly Loop[],
  astray: ReadonlySet<number> = new Set(),
): readonly LinkFault[] {
  const { events, isCut } = tree.read;
  let close = -1;
  let at = 0;
  return tree.faults.filter(({ kind, event, node }) => {
    for (; at <= event; at++) if (events[at]?.kind === 'close') close = at;
    const isLooped = loops.some(
      ({ from, to, period }) => event < to && (from <= event || (from - period <= event && OF_LOOPS.has(kind))),
    );
    // A name at the end of a text that is cut off may have its state after it.
    const isOpen = isCut && kind === 'unknown' && event === events.length - 1;
    const isRepeated = kind === 'costs' && node !== undefined && isRightNumber(tree, numbers, event, node);
    return !isLooped && !isOpen && !isRepeated && !(kind === 'ambiguous' && astray.has(close));
  });
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
