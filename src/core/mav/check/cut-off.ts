import type { Range } from '../../base/text/range.ts';
import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example, NodeRef, Selection, TraceStep } from '../syntax.ts';
import type { MavView } from '../view.ts';
import { keyOf, type TraceModel, type TraceNode } from './trace-model.ts';

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
export interface CutOff {
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
export function cutOffOf({ trace, root, nodes, pathOf }: TraceModel): CutOff | undefined {
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
    const node = nodes.get(keyOf(path.slice(0, length)));
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
