import type { Range } from '../../base/text/range.ts';
import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Line } from '../syntax.ts';

/** What a line lacks that stops in the middle. */
const LACKS: ReadonlySet<Code> = new Set([
  'MAV_UNKNOWN_COMMAND',
  'MAV_NO_ARGUMENT',
  'MAV_BAD_STATE',
  'MAV_BAD_FEN',
  'MAV_ACTION_COUNT',
  'MAV_MISSING_ACTIONS',
  'MAV_BEST_ILLEGAL',
  'MAV_BEST_UNLISTED',
  'MAV_PREVIOUS_ACTION',
]);

/** What only the last action of a list is blamed for where the line stops in it. */
const LAST: ReadonlySet<Code> = new Set(['MAV_NO_VALUE', 'MAV_BUCKET', 'MAV_ILLEGAL_ACTION']);

/**
 * The findings of a section without those that follow from its last line's being cut off, which is a finding of its own: an
 * answer that stops has one fault, wherever it stops.
 *
 * @param item where the example or trace stands
 * @param last its last line
 */
export function withoutCutOff(
  found: readonly Diagnostic[],
  item: Range | undefined,
  last: Line | undefined,
): Diagnostic[] {
  if (last === undefined || last.range.end !== item?.end) return [...found];
  const cut = found.find(({ code, range }) => code === 'MAV_UNCLOSED_LINE' && range.start === last.range.start);
  if (cut === undefined) return [...found];
  const { start, end } = last.range;
  const action = last.body.kind === 'list' ? last.body.actions.at(-1)?.range.start : undefined;
  const isIn = ({ range }: Diagnostic): boolean => range.start >= start && range.end <= end;
  const isNameless = found.some((one) => one.code === 'MAV_UNKNOWN_COMMAND' && isIn(one));
  const follows = (one: Diagnostic): boolean =>
    isIn(one) &&
    (LACKS.has(one.code) ||
      (LAST.has(one.code) && action !== undefined && one.range.start >= action) ||
      (isNameless && one.code === 'MAV_COMMAND_ORDER'));
  return found.filter((one) => !follows(one));
}
