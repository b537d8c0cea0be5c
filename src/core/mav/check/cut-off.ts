import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example } from '../syntax.ts';
import type { MavView } from '../view.ts';

/** What a line lacks that stops in the middle. */
const LACKS: ReadonlySet<Code> = new Set([
  'MAV_STRAY_TEXT',
  'MAV_UNKNOWN_COMMAND',
  'MAV_NO_ARGUMENT',
  'MAV_BAD_STATE',
  'MAV_BAD_FEN',
  'MAV_STATES_DIFFER',
  'MAV_ACTION_COUNT',
  'MAV_MISSING_ACTIONS',
  'MAV_BEST_ILLEGAL',
  'MAV_BEST_UNLISTED',
  'MAV_PREVIOUS_ACTION',
]);

/** What only the last action of a list is blamed for where the line stops in it. */
const LAST: ReadonlySet<Code> = new Set(['MAV_NO_VALUE', 'MAV_BUCKET', 'MAV_LOOSE_VALUE', 'MAV_ILLEGAL_ACTION']);

/** What a list of one action is blamed for that is to be `invalid`. */
const WORD: ReadonlySet<Code> = new Set(['MAV_NO_VALUES', 'MAV_TERMINAL']);

/**
 * The findings of a section without those that follow from its being cut off in its last line or header, which is a finding of its
 * own: an answer that stops has one fault, wherever it stops.
 *
 * @param example the last one
 */
export function withoutCutOff(
  found: readonly Diagnostic[],
  { text, section }: MavView,
  example: Example,
): Diagnostic[] {
  const { header, lines } = example;
  const last = lines.at(-1);
  if (example.range.end !== section.item?.range.end) return [...found];
  if (last === undefined) {
    const isCut = found.some(({ code }) => code === 'MAV_UNCLOSED_HEADER');
    return found.filter(
      ({ code, range }) => !isCut || code === 'MAV_UNCLOSED_HEADER' || range.start < header.range.start,
    );
  }
  const { start, end } = last.range;
  const cut = found.find(({ code, range }) => code === 'MAV_UNCLOSED_LINE' && range.start === start);
  if (end !== example.range.end || cut === undefined) return [...found];
  const { body } = last;
  const action = body.kind === 'list' ? body.actions.at(-1) : undefined;
  const isAlone = body.kind === 'list' && body.actions.length === 1;
  const isWord = isAlone && action !== undefined && 'invalid'.startsWith(action.move.text.toLowerCase());
  const isIn = ({ range }: Diagnostic): boolean => range.start >= start && range.end <= end;
  // its name may go on as well
  const isNameless = last.command.range.end === cut.range.end;
  // the state that a game or an action is held against
  const isAgainst = ({ code, range }: Diagnostic): boolean =>
    body.kind === 'state' &&
    ((code === 'MAV_BAD_STATE' && range.start === header.game?.range.start) ||
      (code === 'MAV_PREVIOUS_ACTION' && last.command.name.startsWith('prev_') && range.start > header.range.end));
  // what is there is the beginning of what is right
  const isBegun = ({ fixes = [] }: Diagnostic): boolean =>
    fixes.some(({ edits }) =>
      edits.some(
        ({ range, newText }) => range.start >= start && newText.startsWith(text.slice(range.start, cut.range.end)),
      ),
    );
  const follows = (one: Diagnostic): boolean =>
    one !== cut &&
    (isAgainst(one) ||
      (isIn(one) &&
        (LACKS.has(one.code) ||
          (isWord && WORD.has(one.code)) ||
          (isAlone && one.code === 'MAV_NO_VALUES') ||
          (LAST.has(one.code) && action !== undefined && one.range.start >= action.range.start) ||
          (isNameless && one.code === 'MAV_COMMAND_ORDER') ||
          isBegun(one))));
  return found.filter((one) => !follows(one));
}
