import { type Diagnostic, diagnostic } from '../../notation/diagnostic.ts';
import type { NumberSpan } from '../events.ts';
import type { TraceNode, TraceTree } from '../tree.ts';
import type { NodeNumbers } from './node-numbers.ts';
import { nodeWords } from './node-words.ts';

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
