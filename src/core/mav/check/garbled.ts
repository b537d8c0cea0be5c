import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example } from '../syntax.ts';

/** What is said of a list as a whole. */
const WHOLE: ReadonlySet<Code> = new Set(['MAV_ACTION_COUNT', 'MAV_MISSING_ACTIONS']);

/**
 * The findings without those that follow from another one in the same word of a list or an action: text that does not belong there
 * breaks a word into pieces of which none is right, and a list is not counted by such pieces. Where the game is over that is said of
 * the whole list.
 */
export function oneAWord(
  found: readonly Diagnostic[],
  text: string,
  examples: readonly Example[],
): readonly Diagnostic[] {
  if (found.length < 2) return found;
  const left = new Set<Diagnostic>();
  for (const { lines } of examples)
    for (const { range, command, body } of lines) {
      if (body.kind === 'state' || body.kind === 'none') continue;
      const inLine = found
        .filter((one) => one.range.start > command.range.start && one.range.end <= range.end)
        .sort((a, b) => rank(a) - rank(b) || a.range.start - b.range.start);
      if (inLine.length === 0) continue;
      const ofLine = found.filter((one) => one.range.start === range.start);
      const isOver = ofLine.some(({ code }) => code === 'MAV_TERMINAL');
      const told = new Set<string>();
      for (const one of inLine) {
        const { code } = one;
        const word = text.slice(command.range.end, one.range.start).search(/\S*$/);
        if (isOver || told.has(`${word}`) || told.has(`${word} ${code}`)) left.add(one);
        told.add(code === 'MAV_STRAY_TEXT' ? `${word}` : `${word} ${code}`);
      }
      const isGarbled = inLine.some((one) => left.has(one) || one.code === 'MAV_STRAY_TEXT');
      if (isGarbled) for (const one of ofLine) if (WHOLE.has(one.code)) left.add(one);
    }
  return left.size === 0 ? found : found.filter((one) => !left.has(one));
}

const rank = ({ code }: Diagnostic): number => (code === 'MAV_STRAY_TEXT' ? 0 : 1);

/** What a header has in the place of its game or of its end. */
const IN_HEADER: ReadonlySet<Code> = new Set(['MAV_STRAY_TEXT', 'MAV_UNKNOWN_COMMAND', 'MAV_HEADER_BRACKET']);

/**
 * The findings without those of an order which follow from a line that is reported as text, of what is not there in a line that is
 * cut off, and of the words in the place of the game that a header does not name, or of its end.
 */
export function withoutConsequences(found: readonly Diagnostic[], examples: readonly Example[]): Diagnostic[] {
  const exampleAt = (at: number): Example | undefined =>
    examples.find(({ range }) => range.start <= at && at < range.end);
  const follows = ({ code, range }: Diagnostic): boolean => {
    if (code === 'MAV_NO_ARGUMENT')
      return found.some((one) => one.code === 'MAV_UNCLOSED_LINE' && one.range.start === range.start);
    if (code === 'MAV_COMMAND_ORDER') {
      const own = exampleAt(range.start);
      const before = [own?.header, ...(own?.lines ?? [])].filter((one) => one && one.range.end <= range.start).at(-1);
      return found.some(
        (one) =>
          one.code === 'MAV_STRAY_TEXT' &&
          one.range.end <= range.start &&
          one.range.start >= (before?.range.end ?? range.start),
      );
    }
    if (!IN_HEADER.has(code)) return false;
    const header = exampleAt(range.start)?.header;
    if (header === undefined || range.end > header.range.end) return false;
    const first = header.commands.find(({ kind }) => kind !== 'unknown')?.range.start ?? header.range.end;
    const isTold = (other: Code): boolean =>
      found.some(
        (one) => one.code === other && one.range.start >= header.range.start && one.range.end <= header.range.end,
      );
    return (
      (range.end <= first && isTold('MAV_UNKNOWN_GAME')) ||
      (range.end === header.range.end && code === 'MAV_STRAY_TEXT' && isTold('MAV_UNCLOSED_HEADER'))
    );
  };
  return found.filter((one) => !follows(one));
}
