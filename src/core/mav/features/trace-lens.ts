import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import { PART_SEPARATOR } from '../../metrics/wording.ts';
import type { Diagnostic } from '../../notation/diagnostic.ts';
import { CODES, type Code } from '../../notation/diagnostic-codes.ts';
import { checkMavTrace } from '../check/check-trace.ts';
import { hasBreadthAndDepth, isTracePrompt } from '../check/trace-model.ts';
import type { MavDialect, Trace } from '../syntax.ts';
import type { MavView } from '../view.ts';
import type { ListLocation } from './list-comparison.ts';

/** A lens above an example, a state or a trace. */
export interface MavLens {
  /** Counts from the start of the section. */
  readonly range: Range;
  readonly title: string;
  readonly tooltip: string;
  readonly isWrong: boolean;
  /** List that a click compares. */
  readonly place?: ListLocation;
  /** Target of a click otherwise: the first error of a trace. */
  readonly target?: Range;
}

/** Codes about the shape of a search, not its content. */
const SHAPE: ReadonlySet<Code> = new Set<Code>([
  'MAV_COMMAND_ORDER',
  'MAV_MISSING_OUTPUT',
  'TRACE_INPUTS',
  'TRACE_NODE',
  'TRACE_EXPANSION_COUNT',
  'TRACE_NOT_EVALUATED',
  'TRACE_ORDER',
  'TRACE_DEPTH',
  'TRACE_DECISION_LIST',
  'TRACE_UNDECIDED',
  'TRACE_CUT_OFF',
]);

/**
 * Returns the syntax errors of a section's item, without those of the lines above it, which belong to the preceding
 * text.
 */
export const syntaxFaults = ({ section: { item, faults } }: Pick<MavView, 'section'>): readonly Diagnostic[] =>
  item === undefined ? faults : faults.filter(({ range }) => range.start >= item.range.start);

/**
 * Returns the first error of a trace with the number of errors that follow, and if its shape is right: `first error:
 * <root g3d6> state · 3 follow · shape right`. Consequences of the first error and later errors both count. Undefined
 * without a trace; the shape of an unanswered prompt is undefined.
 */
export function traceLens(
  view: MavView,
  dialect: MavDialect,
): { readonly lens: MavLens; readonly isShapeRight: boolean | undefined } | undefined {
  const { trace: model } = view;
  if (model === undefined) return undefined;
  const { trace } = model;
  const isPrompt = isTracePrompt(model);
  const all = [...checkMavTrace({ ...view, trace: model }, syntaxFaults(view), dialect)].sort(
    (a, b) => a.range.start - b.range.start,
  );
  // The shape includes a search without its size, and a decision that selects nothing.
  const isShape = ({ code, range }: Diagnostic): boolean =>
    SHAPE.has(code) ||
    CODES[code].category === 'syntax' ||
    (code === 'TRACE_PARAMETER' && !hasBreadthAndDepth(trace)) ||
    (code === 'TRACE_SELECTION' && trace.steps.some((step) => step.range === range));
  const shape = isPrompt ? [] : all.filter(isShape);
  const cause = findRootCause(all);
  const isShapeRight = shape.length === 0;
  const parts: string[] = [];
  const tooltip = shape.slice(0, 1).map(({ message }) => `Shape: ${message}.`);
  const shapeText = isShapeRight ? 'shape right' : `shape wrong (${plural(shape.length, 'fault')})`;
  if (cause !== undefined) {
    const { first, about, follow } = cause;
    parts.push(`first error: ${nodeAt(trace, first.range.start)}${about}`);
    if (follow > 0) parts.push(`${follow} follow`);
    tooltip.unshift(`First error: ${first.message}.`);
  }
  parts.push(isPrompt ? 'not answered' : shapeText);
  if (cause === undefined && !isPrompt) parts.push('no error');
  const lens = {
    range: trace.head,
    title: parts.join(PART_SEPARATOR),
    tooltip: tooltip.join('\n'),
    isWrong: cause !== undefined || !isShapeRight,
    ...(cause !== undefined && { target: cause.first.range }),
  };
  return { lens, isShapeRight: isPrompt ? undefined : isShapeRight };
}

/** Returns the name of the node of the step at an offset, with a trailing space. */
function nodeAt({ steps }: Trace, offset: number): string {
  const step = steps.find(({ range }) => range.start <= offset && offset < range.end);
  if (step?.node === undefined) return '';
  return `<${['root', ...step.node.path.map(({ text }) => text)].join(' ')}> `;
}

/** Subjects of errors, in a word. */
const ABOUT: Readonly<Partial<Record<Code, string>>> = {
  MAV_UNKNOWN_GAME: 'game',
  MAV_COMMAND_ORDER: 'commands',
  MAV_BAD_STATE: 'state',
  MAV_BAD_FEN: 'state',
  MAV_STATES_DIFFER: 'state',
  MAV_WRONG_STATE: 'state',
  MAV_WRONG_FINAL_STATE: 'final state',
  MAV_PREVIOUS_ACTION: 'previous action',
  MAV_ILLEGAL_ACTION: 'list',
  MAV_DUPLICATE_ACTION: 'list',
  MAV_LOOP: 'loop',
  MAV_PREVIOUS_ANSWER: 'list',
  MAV_ACTION_COUNT: 'list',
  MAV_MISSING_ACTIONS: 'list',
  MAV_NOT_TERMINAL: 'list',
  MAV_TERMINAL: 'list',
  MAV_WRONG_RESULT: 'list',
  MAV_BUCKET: 'value',
  MAV_NO_VALUE: 'value',
  MAV_BEST_ILLEGAL: 'best action',
  TRACE_INPUTS: 'inputs',
  TRACE_NODE: 'path',
  TRACE_EXPANSION_COUNT: 'expansion',
  TRACE_NOT_EVALUATED: 'expansion',
  TRACE_DEPTH: 'expansion',
  TRACE_LEAF_DECISION: 'decision',
  TRACE_DECISION_LIST: 'decision',
  TRACE_DECISION_VALUE: 'decision',
  TRACE_SELECTION: 'decision',
  TRACE_PLAYING: 'played action',
  TRACE_CUT_OFF: 'end',
};

/** The first error of an example or a trace, and the number of errors that follow. */
export interface RootCause {
  readonly first: Diagnostic;
  /** Subject in a word: `state`. */
  readonly about: string;
  /** Number of its consequences (lists that are right on a wrong board) and later errors. */
  readonly follow: number;
}

/** Returns the root cause among diagnostics in any order; undefined without an error. */
export function findRootCause(found: readonly Diagnostic[]): RootCause | undefined {
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return undefined;
  const first = errors.reduce((a, b) => (b.range.start < a.range.start ? b : a));
  const explained = first.code === 'MAV_WRONG_STATE' ? (first.related?.length ?? 0) : 0;
  return { first, about: ABOUT[first.code] ?? CODES[first.code].category, follow: explained + errors.length - 1 };
}
