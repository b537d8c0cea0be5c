import type { Range } from '../../base/text/range.ts';
import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example, Line } from '../syntax.ts';

/** What is said of a list as a whole. */
const WHOLE: ReadonlySet<Code> = new Set(['MAV_ACTION_COUNT', 'MAV_MISSING_ACTIONS']);

/** What a header has in the place of its game or of its end. */
const IN_HEADER: ReadonlySet<Code> = new Set(['MAV_STRAY_TEXT', 'MAV_UNKNOWN_COMMAND', 'MAV_HEADER_BRACKET']);

/**
 * The findings of a section without those that follow from text where it does not belong, or from what is cut off: a garbled word
 * breaks into pieces of which none is right, a line that cannot be read is missing, and words stand in the place of a header's game
 * or end.
 *
 * @param examples in the order of the text
 */
export function withoutConsequences(
  found: readonly Diagnostic[],
  text: string,
  examples: readonly Example[],
): readonly Diagnostic[] {
  if (found.length < 2) return found;
  const left = new Set<Diagnostic>();
  const sorted = [...found].sort((a, b) => a.range.start - b.range.start);
  for (const [example, own] of within(examples, sorted)) {
    judgeHeader(example, own, left);
    for (const [line, ofLine] of within(example.lines, own)) judgeLine(line, ofLine, text, left);
    judgeCutLists(example, own, text, left);
  }
  return left.size === 0 ? found : found.filter((one) => !left.has(one));
}

/** Each of some items with the findings that start in it; both in the order of the text. */
function* within<Item extends { readonly range: Range }>(
  items: readonly Item[],
  sorted: readonly Diagnostic[],
): Generator<readonly [Item, readonly Diagnostic[]]> {
  let at = 0;
  for (const item of items) {
    while ((sorted[at]?.range.start ?? Number.POSITIVE_INFINITY) < item.range.start) at++;
    const from = at;
    while ((sorted[at]?.range.start ?? Number.POSITIVE_INFINITY) < item.range.end) at++;
    if (at > from) yield [item, sorted.slice(from, at)];
  }
}

/** What follows from words in a header, and from a line that is reported as text. */
function judgeHeader({ header, lines }: Example, own: readonly Diagnostic[], left: Set<Diagnostic>): void {
  const { end } = header.range;
  const order = own.find(({ code }) => code === 'MAV_COMMAND_ORDER');
  if (order !== undefined) {
    const before = [header, ...lines].filter(({ range }) => range.end <= order.range.start).at(-1)?.range.end ?? end;
    const isLost = own.some(
      ({ code, range }) => code === 'MAV_STRAY_TEXT' && range.start >= before && range.end <= order.range.start,
    );
    if (isLost) left.add(order);
  }
  const isWithoutGame = own.some(({ code }) => code === 'MAV_UNKNOWN_GAME');
  const isOpen = own.some(({ code }) => code === 'MAV_UNCLOSED_HEADER');
  if (!isWithoutGame && !isOpen) return;
  const first = header.commands.find(({ kind }) => kind !== 'unknown')?.range.start ?? end;
  for (const one of own) {
    const isLast = isOpen && one.code === 'MAV_STRAY_TEXT' && one.range.end === end;
    if (isLast || (isWithoutGame && IN_HEADER.has(one.code) && one.range.end <= first)) left.add(one);
  }
}

/** What follows from text in a word of a list or an action, from the end of the game, and from where a line is cut off. */
function judgeLine(
  { range, command, body }: Line,
  own: readonly Diagnostic[],
  text: string,
  left: Set<Diagnostic>,
): void {
  const has = (wanted: Code): boolean => own.some(({ code }) => code === wanted);
  if (body.kind === 'none' && has('MAV_UNCLOSED_LINE'))
    for (const one of own) if (one.code === 'MAV_NO_ARGUMENT') left.add(one);
  if (body.kind === 'state' || body.kind === 'none') return;
  const isOver = has('MAV_TERMINAL');
  const told = new Set<string>();
  const inLine = own.filter((one) => one.range.start > command.range.start);
  for (const one of inLine.sort((a, b) => rank(a) - rank(b) || a.range.start - b.range.start)) {
    const { code } = one;
    const word = wordAt(text, one.range.start);
    if (isOver || told.has(word) || told.has(`${word} ${code}`)) left.add(one);
    told.add(code === 'MAV_STRAY_TEXT' ? word : `${word} ${code}`);
  }
  if (inLine.some((one) => left.has(one) || one.code === 'MAV_STRAY_TEXT'))
    for (const one of own) if (WHOLE.has(one.code) && one.range.start === range.start) left.add(one);
}

/** What a list lacks that is cut off, and what its last action is blamed for where that is cut off, too. */
const OF_CUT: ReadonlySet<Code> = new Set(['MAV_ACTION_COUNT', 'MAV_MISSING_ACTIONS', 'MAV_NO_ARGUMENT']);
const FOLLOWS_LOOP: ReadonlySet<Code> = new Set(['MAV_MISSING_OUTPUT', 'MAV_BEST_UNLISTED']);
const isWithin = ({ range }: Diagnostic, { start, end }: Range): boolean => range.start >= start && range.end <= end;
const OF_LAST: ReadonlySet<Code> = new Set(['MAV_ILLEGAL_ACTION', 'MAV_NO_VALUE', 'MAV_BUCKET', 'MAV_LOOSE_VALUE']);

/** What follows from a list that stops without its bracket, with lines after it: what it lacks, and a best action that was to come. */
function judgeCutLists({ lines }: Example, own: readonly Diagnostic[], text: string, left: Set<Diagnostic>): void {
  for (const { range, body, command } of lines) {
    if (command.kind !== 'top') continue;
    const cut = own.find((one) => one.code === 'MAV_UNCLOSED_LINE' && one.range.start === range.start);
    const isLoop = own.some((one) => one.code === 'MAV_LOOP' && isWithin(one, range));
    // a model that goes round in circles comes to no end, and to nothing after it
    if (isLoop) for (const one of own) if (one === cut || FOLLOWS_LOOP.has(one.code)) left.add(one);
    if (cut === undefined) continue;
    const last = body.kind === 'list' ? body.actions.at(-1) : undefined;
    // a value that ends with its sign is whole
    const isWhole = last === undefined || (last.value !== undefined && /[>"\d]/.test(text.charAt(last.range.end - 1)));
    for (const one of own) {
      const isOfLast = !isWhole && last !== undefined && one.range.start >= last.range.start;
      if (isWithin(one, range) && (OF_CUT.has(one.code) || (isOfLast && OF_LAST.has(one.code)))) left.add(one);
      if (one.code === 'MAV_BEST_UNLISTED' && one.range.start > range.end) left.add(one);
    }
  }
}

const rank = ({ code }: Diagnostic): number => (code === 'MAV_STRAY_TEXT' ? 0 : 1);

/** No word of an example is as long. */
const LONGEST = 60;

/** Where the word around a place starts. */
function wordAt(text: string, place: number): string {
  let at = place;
  while (at > 0 && place - at < LONGEST && !/\s/.test(text.charAt(at - 1))) at--;
  return String(at);
}
