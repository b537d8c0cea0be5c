import type { Range } from '../../base/text/range.ts';
import type { Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import type { Example, NodeRef, Selection, TraceStep } from '../syntax.ts';
import { keyOf, type TraceModel, type TraceNode } from './trace-model.ts';

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
  'MAV_TERMINAL',
  'MAV_WRONG_RESULT',
]);

/** What only the last action of a list is blamed for where the line stops in it. */
const LAST: ReadonlySet<Code> = new Set(['MAV_NO_VALUE', 'MAV_BUCKET', 'MAV_ILLEGAL_ACTION']);

/**
 * The findings of a section without those that follow from its last line's being cut off, which is a finding of its own: an
 * answer that stops has one fault, wherever it stops.
 *
 * @param item where the example or trace stands
 * @param example its last one
 */
export function withoutCutOff(
  found: readonly Diagnostic[],
  item: Range | undefined,
  example: Example | undefined,
): Diagnostic[] {
  const last = example?.lines.at(-1);
  if (example === undefined || last === undefined || last.range.end !== item?.end) return [...found];
  const cut = found.find(({ code, range }) => code === 'MAV_UNCLOSED_LINE' && range.start === last.range.start);
  if (cut === undefined) return [...found];
  const { start, end } = last.range;
  const action = last.body.kind === 'list' ? last.body.actions.at(-1)?.range.start : undefined;
  const isIn = ({ range }: Diagnostic): boolean => range.start >= start && range.end <= end;
  const isNameless = found.some((one) => one.code === 'MAV_UNKNOWN_COMMAND' && isIn(one));
  // a state that is cut off may look like one of another game
  const isGame = ({ code, range }: Diagnostic): boolean =>
    code === 'MAV_BAD_STATE' && range === example.header.game?.range;
  const follows = (one: Diagnostic): boolean =>
    isGame(one) ||
    (isIn(one) &&
      (LACKS.has(one.code) ||
        (LAST.has(one.code) && action !== undefined && one.range.start >= action) ||
        (isNameless && one.code === 'MAV_COMMAND_ORDER')));
  return found.filter((one) => !follows(one));
}

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
  return { tail: selection.range, isOpen: !isEnd(selection) && value?.text.endsWith('>') !== true };
}
