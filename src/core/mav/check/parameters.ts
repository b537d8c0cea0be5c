import { diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Faults } from '../fixing.ts';
import type { Trace } from '../syntax.ts';

/** What the models of the paper were trained on (section 4). */
const TRAINED = { breadth: [2, 5], depth: [1, 3] } as const;

/** True if a parameter is outside of what was trained. */
export const isUntrained = (name: keyof typeof TRAINED, value: number): boolean =>
  value < TRAINED[name][0] || value > TRAINED[name][1];

/** The sentence that the paper left a size out of its training data (section 4); undefined for all others. */
export const leftOutOfTraining = (breadth: number, depth: number): string | undefined =>
  breadth === 5 && depth === 3 ? 'depth 3 with breadth 5 was excluded from training' : undefined;

/** True if a trace says how broad and how deep its search is. */
export const hasShape = ({ breadth, depth }: Trace): boolean =>
  breadth?.value !== undefined && depth?.value !== undefined;

/** Check 19. What else is said of a parameter goes before that it was not trained. */
export function checkParameters(trace: Trace, faults: Faults): void {
  const { head, steps, breadth, depth } = trace;
  if (head.end === head.start) {
    const at = { start: head.start, end: steps[0]?.node?.range.end ?? head.end };
    faults.push(
      diagnostic('TRACE_PARAMETER', at, 'a line such as Minimax breadth=3 depth=1 is missing above the root'),
    );
    return;
  }
  const all = [
    ['breadth', breadth],
    ['depth', depth],
  ] as const;
  if (!hasShape(trace)) {
    // of several that cannot be read the first
    const [name, wrong] = all.find(([, parameter]) => parameter !== undefined && parameter.value === undefined) ?? [];
    const missing = all.flatMap(([one, parameter]) => (parameter === undefined ? [`${one}=`] : []));
    const message =
      wrong === undefined
        ? `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} missing`
        : `${name} must be a whole number, not ${JSON.stringify(wrong.text)}`;
    faults.push(diagnostic('TRACE_PARAMETER', wrong?.range ?? head, message));
  }
  for (const [name, parameter] of all) {
    const [least, most] = TRAINED[name];
    if (parameter?.value === undefined || !isUntrained(name, parameter.value)) continue;
    if (faults.some(({ range }) => range === parameter.range)) continue;
    const message = `${name} ${parameter.value} is outside the trained range ${least} to ${most}`;
    faults.push(diagnostic('TRACE_PARAMETER', parameter.range, message));
  }
  const left = leftOutOfTraining(breadth?.value ?? 0, depth?.value ?? 0);
  if (left !== undefined) faults.push(diagnostic('TRACE_SIZE', head, left));
}
