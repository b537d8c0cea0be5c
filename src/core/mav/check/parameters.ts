import { diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Faults } from '../fixing.ts';
import type { Trace } from '../syntax.ts';

/** What the models of the paper were trained on (section 4). */
const TRAINED = { breadth: [2, 5], depth: [1, 3] } as const;

/** True if a parameter is outside of what was trained. */
export const isUntrained = (name: keyof typeof TRAINED, value: number): boolean =>
  value < TRAINED[name][0] || value > TRAINED[name][1];

/** Check 19. What else is said of a parameter goes before that it was not trained. */
export function checkParameters({ head, breadth, depth }: Trace, faults: Faults): void {
  for (const [name, parameter] of [
    ['breadth', breadth],
    ['depth', depth],
  ] as const) {
    const [least, most] = TRAINED[name];
    if (parameter === undefined) faults.push(diagnostic('TRACE_PARAMETER', head, `${name}= is missing`));
    else if (isUntrained(name, parameter.value) && !faults.some(({ range }) => range === parameter.range)) {
      const message = `${name} ${parameter.value} is outside the trained range ${least} to ${most}`;
      faults.push(diagnostic('TRACE_PARAMETER', parameter.range, message));
    }
  }
  if (depth?.value === 3 && breadth?.value === 5)
    faults.push(diagnostic('TRACE_SIZE', head, 'depth 3 with breadth 5 was excluded from training'));
}
