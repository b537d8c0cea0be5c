import type { Range } from '../../base/text/range.ts';
import type { Diagnostic } from '../../notation/diagnostic.ts';
import type { Code } from '../../notation/diagnostic-codes.ts';
import { type Example, type MavLine, type NodeRef, pathKey, type Selection, type TraceStep } from '../syntax.ts';
import type { MavView } from '../view.ts';
import type { MavTraceNode, TraceModel } from './trace-model.ts';

/** Codes about a list as a whole. */
const WHOLE: ReadonlySet<Code> = new Set(['MAV_ACTION_COUNT', 'MAV_MISSING_ACTIONS']);

/** Codes of text in place of a header's game or end. */
const IN_HEADER: ReadonlySet<Code> = new Set(['MAV_STRAY_TEXT', 'MAV_UNKNOWN_COMMAND', 'MAV_HEADER_BRACKET']);

/**
 * Drops the findings of a section that follow from misplaced text or from truncation: a garbled word breaks into pieces
 * that are all wrong, an unreadable line is missing, and words stand in place of a header's game or end.
 *
 * @param examples in text order
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
  return left.size === 0 ? found : found.filter((finding) => !left.has(finding));
}

/** Yields the items with the findings that start in them; both in text order. */
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

/** Marks consequences of words in a header, and of a line that is reported as text. */
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
  for (const finding of own) {
    const isLast = isOpen && finding.code === 'MAV_STRAY_TEXT' && finding.range.end === end;
    if (isLast || (isWithoutGame && IN_HEADER.has(finding.code) && finding.range.end <= first)) left.add(finding);
  }
}

/** Marks consequences of text inside a word of a list or an action, of the end of the game, and of truncation. */
function judgeLine(
  { range, command, body }: MavLine,
  own: readonly Diagnostic[],
  text: string,
  left: Set<Diagnostic>,
): void {
  const has = (wanted: Code): boolean => own.some(({ code }) => code === wanted);
  if (body.kind === 'none' && has('MAV_UNCLOSED_LINE'))
    for (const finding of own) if (finding.code === 'MAV_NO_ARGUMENT') left.add(finding);
  if (body.kind === 'state' || body.kind === 'none') return;
  const isOver = has('MAV_TERMINAL');
  const reported = new Set<string>();
  const inLine = own.filter((finding) => finding.range.start > command.range.start);
  for (const finding of inLine.sort((a, b) => rank(a) - rank(b) || a.range.start - b.range.start)) {
    const { code } = finding;
    const word = wordAt(text, finding.range.start);
    if (isOver || reported.has(word) || reported.has(`${word} ${code}`)) left.add(finding);
    reported.add(code === 'MAV_STRAY_TEXT' ? word : `${word} ${code}`);
  }
  if (inLine.some((finding) => left.has(finding) || finding.code === 'MAV_STRAY_TEXT'))
    for (const finding of own) if (WHOLE.has(finding.code) && finding.range.start === range.start) left.add(finding);
}

/** Codes that follow from a truncated list; `OF_LAST` from a truncated last action. */
const OF_CUT: ReadonlySet<Code> = new Set(['MAV_ACTION_COUNT', 'MAV_MISSING_ACTIONS', 'MAV_NO_ARGUMENT']);
const FOLLOWS_LOOP: ReadonlySet<Code> = new Set(['MAV_MISSING_OUTPUT', 'MAV_BEST_UNLISTED']);
const isWithin = ({ range }: Diagnostic, { start, end }: Range): boolean => range.start >= start && range.end <= end;
const OF_LAST: ReadonlySet<Code> = new Set(['MAV_ILLEGAL_ACTION', 'MAV_NO_VALUE', 'MAV_BUCKET', 'MAV_LOOSE_VALUE']);

/**
 * Marks consequences of a list without its bracket, with lines after it: missing actions, and a best action that is not
 * listed yet.
 */
function judgeCutLists({ lines }: Example, own: readonly Diagnostic[], text: string, left: Set<Diagnostic>): void {
  for (const { range, body, command } of lines) {
    if (command.kind !== 'top') continue;
    const cut = own.find((finding) => finding.code === 'MAV_UNCLOSED_LINE' && finding.range.start === range.start);
    const isLoop = own.some((finding) => finding.code === 'MAV_LOOP' && isWithin(finding, range));
    // A looping model reaches no end, and nothing after it.
    if (isLoop) for (const finding of own) if (finding === cut || FOLLOWS_LOOP.has(finding.code)) left.add(finding);
    if (cut === undefined) continue;
    const last = body.kind === 'list' ? body.actions.at(-1) : undefined;
    // A value that ends with its sign is complete.
    const isWhole = last === undefined || (last.value !== undefined && /[>"\d]/.test(text.charAt(last.range.end - 1)));
    for (const finding of own) {
      const isOfLast = !isWhole && last !== undefined && finding.range.start >= last.range.start;
      if (isWithin(finding, range) && (OF_CUT.has(finding.code) || (isOfLast && OF_LAST.has(finding.code))))
        left.add(finding);
      if (finding.code === 'MAV_BEST_UNLISTED' && finding.range.start > range.end) left.add(finding);
    }
  }
}

const rank = ({ code }: Diagnostic): number => (code === 'MAV_STRAY_TEXT' ? 0 : 1);

/** Longest distance to the start of a word: no word of an example is as long. */
const LONGEST = 60;

/** Returns the start of the word around a place, as a key. */
function wordAt(text: string, place: number): string {
  let at = place;
  while (at > 0 && place - at < LONGEST && !/\s/.test(text.charAt(at - 1))) at--;
  return String(at);
}

/** Codes that follow from a line that stops in the middle. */
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

/** Codes that follow from truncation for the last action of a list only. */
const LAST: ReadonlySet<Code> = new Set(['MAV_NO_VALUE', 'MAV_BUCKET', 'MAV_LOOSE_VALUE', 'MAV_ILLEGAL_ACTION']);

/** Codes that follow from a truncated `invalid` that reads as one action. */
const WORD: ReadonlySet<Code> = new Set(['MAV_NO_VALUES', 'MAV_TERMINAL']);

/**
 * Drops the findings of a section that follow from truncation in its last line or header, which has a separate finding:
 * a truncated answer has one error, wherever it stops.
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
  // Its name may be truncated as well.
  const isNameless = last.command.range.end === cut.range.end;
  // The state by which a game or an action is judged.
  const isAgainst = ({ code, range }: Diagnostic): boolean =>
    body.kind === 'state' &&
    ((code === 'MAV_BAD_STATE' && range.start === header.game?.range.start) ||
      (code === 'MAV_PREVIOUS_ACTION' && last.command.name.startsWith('prev_') && range.start > header.range.end));
  const follows = (finding: Diagnostic): boolean =>
    finding !== cut &&
    (isAgainst(finding) ||
      (isIn(finding) &&
        (LACKS.has(finding.code) ||
          (isWord && WORD.has(finding.code)) ||
          (isAlone && finding.code === 'MAV_NO_VALUES') ||
          (LAST.has(finding.code) && action !== undefined && finding.range.start >= action.range.start) ||
          (isNameless && finding.code === 'MAV_COMMAND_ORDER') ||
          isFixPrefix(finding, text, last.range.start, cut.range.end))));
  return found.filter((finding) => !follows(finding));
}

/** Returns true if the text between two places is the start of the correct text there, by a fix of the finding. */
export const isFixPrefix = (
  { range: found, fixes = [] }: Diagnostic,
  text: string,
  start: number,
  end: number,
): boolean =>
  found.start >= start &&
  fixes.some(({ edits }) =>
    edits.some(({ range, newText }) => range.start >= start && newText.startsWith(text.slice(range.start, end))),
  );

/** End of a trace that plays no action. */
export interface TraceEnd {
  /** Last step, which may lack a part. */
  readonly step: TraceStep;
  /** True if the last step lacks a part. */
  readonly isOpen: boolean;
  /** Last piece of the step: findings from here on follow from the truncation if `isOpen`. */
  readonly tail: Range;
  /** Last announced node, whose name may be truncated. */
  readonly child: NodeRef | undefined;
  /** Unfinished nodes at the end of the text, from the root on: their missing parts are not errors. */
  readonly open: ReadonlySet<MavTraceNode>;
}

/** Returns the end of a truncated trace; undefined if it plays an action, or its game is over at the root. */
export function findTraceEnd({ trace, root, nodes, pathOf }: TraceModel): TraceEnd | undefined {
  const { steps, playing } = trace;
  const step = steps.at(-1);
  if (playing !== undefined || step === undefined) return undefined;
  if (root?.decision === step && isEnd(root.decision.selection)) return undefined;
  const { tail, isOpen } = lastPiece(step);
  // The name of a node may be truncated, too.
  const named = isOpen && tail === step.range ? (steps.at(-2) ?? step) : step;
  const found = [...nodes.values()].find((node) => node[named.kind] === named);
  const path = found?.path ?? (named.node === undefined ? [] : pathOf(named.node));
  const open = new Set<MavTraceNode>();
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

/** Returns the last piece of a step at the end of a text; `isOpen` is true if its end is missing. */
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
  // A token is complete, and so is a selection that ends with a mark.
  const isWhole = value !== undefined && (value.text.endsWith('>') || value.range.end < selection.range.end);
  return { tail: selection.range, isOpen: !isEnd(selection) && !isWhole };
}
