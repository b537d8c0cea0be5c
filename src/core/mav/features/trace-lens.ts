import { plural } from '../../base/text/plural.ts';
import type { Range } from '../../base/text/range.ts';
import { DOT } from '../../metrics/wording.ts';
import { CODES, type Code } from '../../notation/diagnostics/codes.ts';
import type { Diagnostic } from '../../notation/diagnostics/diagnostic.ts';
import { hasShape } from '../check/parameters.ts';
import { checkTrace } from '../check/trace.ts';
import { isTracePrompt } from '../check/trace-prompt.ts';
import type { MavDialect, Trace } from '../syntax.ts';
import type { MavView } from '../view.ts';
import type { ListPlace } from './list-comparison.ts';
import { rootCause } from './root-cause.ts';

/** What stands above an example, a state or a trace. */
export interface MavLens {
  /** Counts from the start of the section. */
  readonly range: Range;
  readonly title: string;
  readonly tooltip: string;
  readonly isWrong: boolean;
  /** What a click compares: the position of its list, by the command. */
  readonly place?: ListPlace;
  /** Where a click goes instead: to the first error of a trace. */
  readonly target?: Range;
}

/** What belongs to the shape of a search, not to what is said in it. */
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

/** The faults of the syntax of what a section holds, without those of the lines above it: they belong to what stands before. */
export const ownFaults = ({ section: { item, faults } }: Pick<MavView, 'section'>): readonly Diagnostic[] =>
  item === undefined ? faults : faults.filter(({ range }) => range.start >= item.range.start);

/**
 * The first error of a trace with how many follow, and whether its shape is right: `first error: <root g3d6> state · 3 follow ·
 * shape right`. What the first error explains counts as well as what comes behind it.
 * Undefined where there is no trace. A prompt without an answer has no shape yet.
 */
export function traceLens(
  view: MavView,
  dialect: MavDialect,
): { readonly lens: MavLens; readonly isShapeRight: boolean | undefined } | undefined {
  const { trace: model } = view;
  if (model === undefined) return undefined;
  const { trace } = model;
  const isPrompt = isTracePrompt(model);
  const all = [...checkTrace({ ...view, trace: model }, ownFaults(view), dialect)].sort(
    (a, b) => a.range.start - b.range.start,
  );
  // a search whose size is not said, and a decision that selects nothing
  const isShape = ({ code, range }: Diagnostic): boolean =>
    SHAPE.has(code) ||
    CODES[code].category === 'syntax' ||
    (code === 'TRACE_PARAMETER' && !hasShape(trace)) ||
    (code === 'TRACE_SELECTION' && trace.steps.some((step) => step.range === range));
  const shape = isPrompt ? [] : all.filter(isShape);
  const cause = rootCause(all);
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
    title: parts.join(DOT),
    tooltip: tooltip.join('\n'),
    isWrong: cause !== undefined || !isShapeRight,
    ...(cause !== undefined && { target: cause.first.range }),
  };
  return { lens, isShapeRight: isPrompt ? undefined : isShapeRight };
}

/** The node of the step that an offset lies in, with a blank behind it. */
function nodeAt({ steps }: Trace, offset: number): string {
  const step = steps.find(({ range }) => range.start <= offset && offset < range.end);
  if (step?.node === undefined) return '';
  return `<${['root', ...step.node.path.map(({ text }) => text)].join(' ')}> `;
}
