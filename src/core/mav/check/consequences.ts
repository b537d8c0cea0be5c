import type { Range } from '../../base/text/range.ts';
import type { Diagnostic } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import type { Example, MavLine, NodeRef, Selection, TraceStep } from '../syntax.ts';
import type { MavView } from '../view.ts';
import { pathKey, type TraceModel, type TraceNode } from './trace-model.ts';

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
export function dropConsequences(
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
  { range, command, body }: MavLine,
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
export function dropCutOffConsequences(
  found: readonly Diagnostic[],
  { text, section }: Pick<MavView, 'text' | 'section'>,
  example: Example | undefined,
): readonly Diagnostic[] {
  if (example === undefined || example.range.end !== section.item?.range.end) return found;
  const { header, lines } = example;
  const last = lines.at(-1);
  if (last === undefined) {
    const isCut = found.some(({ code }) => code === 'MAV_UNCLOSED_HEADER');
    return found.filter(
      ({ code, range }) => !isCut || code === 'MAV_UNCLOSED_HEADER' || range.start < header.range.start,
    );
  }
  const { start, end } = last.range;
  const cut = found.find(({ code, range }) => code === 'MAV_UNCLOSED_LINE' && range.start === start);
  if (end !== example.range.end || cut === undefined) return found;
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
  const follows = (one: Diagnostic): boolean =>
    one !== cut &&
    (isAgainst(one) ||
      (isIn(one) &&
        (LACKS.has(one.code) ||
          (isWord && WORD.has(one.code)) ||
          (isAlone && one.code === 'MAV_NO_VALUES') ||
          (LAST.has(one.code) && action !== undefined && one.range.start >= action.range.start) ||
          (isNameless && one.code === 'MAV_COMMAND_ORDER') ||
          isBegun(one, text, last.range.start, cut.range.end))));
  return found.filter((one) => !follows(one));
}

/** True if what is found between two places is the beginning of what is right there. */
export const isBegun = ({ range: found, fixes = [] }: Diagnostic, text: string, start: number, end: number): boolean =>
  found.start >= start &&
  fixes.some(({ edits }) =>
    edits.some(({ range, newText }) => range.start >= start && newText.startsWith(text.slice(range.start, end))),
  );

/** Where a trace ends that does not play an action. */
export interface TraceEnd {
  /** Its last step, which may lack a part. */
  readonly step: TraceStep;
  /** True if it does. */
  readonly isOpen: boolean;
  /** The last piece of it: what is found from here on follows from the end where `isOpen`. */
  readonly tail: Range;
  /** The last node that it announces, whose name may lack its end. */
  readonly child: NodeRef | undefined;
  /** The nodes that the text ends in, from the root on: what they lack is not there yet. */
  readonly open: ReadonlySet<TraceNode>;
}

/** Where a trace is cut off; undefined where it plays an action, or its game is over at the root. */
export function findTraceEnd({ trace, root, nodes, pathOf }: TraceModel): TraceEnd | undefined {
  const { steps, playing } = trace;
  const step = steps.at(-1);
  if (playing !== undefined || step === undefined) return undefined;
  if (root?.decision === step && isEnd(root.decision.selection)) return undefined;
  const { tail, isOpen } = lastPiece(step);
  // the name of a node may be cut off, too
  const named = isOpen && tail === step.range ? (steps.at(-2) ?? step) : step;
  const found = [...nodes.values()].find((node) => node[named.kind] === named);
  const path = found?.path ?? (named.node === undefined ? [] : pathOf(named.node));
  const open = new Set<TraceNode>();
  for (let length = 0; length <= path.length; length++) {
    const node = nodes.get(pathKey(path.slice(0, length)));
    if (node !== undefined && (node.decision === undefined || node.decision === step)) open.add(node);
  }
  for (const node of nodes.values()) if (node.evaluation === step) open.add(node);
  const isName = isOpen && tail === step.range;
  const child = step.kind === 'expansion' ? step.children.at(-1) : isName ? step.node : undefined;
  return { step, isOpen, tail, child, open };
}

const RESULT = /^(?:1-0|0-1|1\/2-1\/2)$/;
const isEnd = (selection: Selection | undefined): boolean =>
  selection?.kind === 'terminal' && RESULT.test(selection.result.text);

/** The last piece of a step that a text ends with, and whether the end of it is missing. */
function lastPiece(step: TraceStep): { readonly tail: Range; readonly isOpen: boolean } {
  const { range } = step;
  const whole = { tail: range, isOpen: true };
  if (step.kind === 'expansion') return whole;
  if (step.kind === 'evaluation') {
    const { header, lines } = step.example ?? {};
    const line = lines?.at(-1);
    if (line === undefined && header === undefined) {
      const move = step.node?.path.at(-1);
      return { tail: range, isOpen: move === undefined || step.node?.range.end === move.range.end };
    }
    if (line === undefined) return header?.close === undefined ? whole : { tail: header.range, isOpen: false };
    const action = line.body.kind === 'list' ? line.body.actions.at(-1) : undefined;
    return line.isClosed
      ? { tail: line.range, isOpen: false }
      : { tail: { start: action?.range.start ?? line.range.start, end: line.range.end }, isOpen: true };
  }
  const { actions, selection } = step;
  const last = actions.at(-1);
  if (selection === undefined)
    return last === undefined ? whole : { tail: { start: last.range.start, end: range.end }, isOpen: true };
  const { value } = selection.kind === 'action' ? selection.action : { value: undefined };
  // a token is whole, and so is what ends with a mark
  const isWhole = value !== undefined && (value.text.endsWith('>') || value.range.end < selection.range.end);
  return { tail: selection.range, isOpen: !isEnd(selection) && !isWhole };
}
