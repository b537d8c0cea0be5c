import type { AbortSignalLike } from '../base/cancellation.ts';
import { err, ok, type Result } from '../base/result.ts';
import { commandName } from '../mav/author/commands.ts';
import { requestOf } from '../mav/author/request.ts';
import type { TraceModel } from '../mav/check/trace-model.ts';
import type { MavDialect } from '../mav/syntax.ts';
import type { ValueSource } from '../mav/value-source.ts';
import { printTraceTarget } from '../mav/write/trace-draft.ts';
import { type ReferenceTraceTask, referenceTrace } from './reference-trace.ts';

/** Options for answering the prompt of a trace. */
export interface TraceAnswerOptions {
  readonly source: ValueSource | undefined;
  readonly dialect: MavDialect;
  /** The order of a node's list; the best action comes first where it is not given. */
  readonly orderOf?: ReferenceTraceTask['orderOf'];
}

/**
 * The text that answers the prompt of a trace, with everything right: what follows the root's input. The error is one sentence with
 * the reason.
 */
export async function answerTrace(
  { trace: { breadth, depth }, root }: TraceModel,
  { source, dialect, orderOf }: TraceAnswerOptions,
  signal: AbortSignalLike,
): Promise<Result<string, string>> {
  const { example } = root ?? {};
  if (example === undefined) return err('the trace has no root with a state');
  if (breadth?.value === undefined || depth?.value === undefined) return err('the trace has no breadth or no depth');
  const request = requestOf(example, dialect);
  if (!request.ok) return request;
  const { game, state, inputs, outputs } = request.value;
  const [input, ...others] = inputs;
  const asked = outputs.map(commandName).join(' ');
  if (others.length > 0 || (input?.command !== 'state' && input?.command !== 'FEN') || asked !== 'top_all best_action')
    return err('the root of a trace must be %state or %FEN with %top_all %best_action');
  if (source === undefined) return err('a trace requires values; use --values engine');
  const shape = { breadth: breadth.value, depth: depth.value, form: input.command };
  const made = await referenceTrace({ game, state, source, dialect, ...shape, ...(orderOf && { orderOf }) }, signal);
  return made.ok ? ok(printTraceTarget(made.value, dialect)) : err(made.error.message);
}
