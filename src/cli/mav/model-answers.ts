import { mapOrdered } from '../../compute/pool/map-ordered.ts';
import { lineEndingOf } from '../../core/base/text/line-ending.ts';
import type { Range } from '../../core/base/text/range.ts';
import { traceModel } from '../../core/mav/check/trace-model.ts';
import { isTracePrompt } from '../../core/mav/check/trace-prompt.ts';
import { readMav } from '../../core/mav/read-mav.ts';
import type { MavDialect } from '../../core/mav/syntax.ts';
import { outputEdits, placedPrompts } from '../../core/mav/write/placed-prompt.ts';
import type { Model } from '../../models/model.ts';
import type { PromptTemplate } from '../../models/prompts/prompt.ts';
import { RAW_STOPS, TRACE_STOPS } from '../../models/prompts/templates.ts';
import { completeBy } from '../../models/world-models.ts';
import type { AnsweredExample } from './answered-example.ts';

export interface ModelAnswerOptions {
  readonly model: Pick<Model, 'label' | 'complete'>;
  readonly template: PromptTemplate;
  readonly dialect: MavDialect;
  /** Replace existing outputs. */
  readonly replace: boolean;
  /** Number of concurrent requests. */
  readonly concurrency: number;
}

/** What a model is asked, and where its answer goes. */
interface ModelTask {
  readonly prompt: string;
  /** From the header to where outputs begin. */
  readonly inputs: Range;
  readonly outputs: Range | undefined;
  readonly isTrace: boolean;
}

/** The examples of a text and its prompts of traces, in its order. */
export function modelTasks(text: string, dialect: MavDialect): readonly ModelTask[] {
  const traces = readMav(text).flatMap(({ section: { item } }): ModelTask[] => {
    const trace = item && item.kind !== 'example' ? traceModel(item, dialect) : undefined;
    if (trace === undefined || !isTracePrompt(trace)) return [];
    const inputs = trace.trace.range;
    const prompt = `${text.slice(inputs.start, inputs.end).trimEnd()}${lineEndingOf(text)}`;
    return [{ prompt, inputs, outputs: undefined, isTrace: true }];
  });
  const examples = [...placedPrompts(text)].map((found) => ({ ...found, isTrace: false }));
  return [...examples, ...traces].sort((a, b) => a.inputs.start - b.inputs.start);
}

/** Yields what a model answers to the prompts of a MAV text, in their order, as it writes it. An abort ends the work. */
export async function* modelAnswers(
  text: string,
  { model, template, dialect, replace, concurrency }: ModelAnswerOptions,
  signal: AbortSignal,
): AsyncGenerator<AnsweredExample, void, undefined> {
  const wording = { template, dialect, settings: {} };
  const [ask, askTrace] = [RAW_STOPS, TRACE_STOPS].map((stops) => completeBy(model, wording, stops));
  yield* mapOrdered(
    modelTasks(text, dialect),
    async (task, inner): Promise<AnsweredExample> => {
      if (task.outputs !== undefined && !replace) return { kind: 'there', why: 'already answered' };
      const answer = await (task.isTrace ? askTrace : ask)?.(task.prompt, inner);
      if (answer === undefined || 'fault' in answer) return { kind: 'failed', why: answer?.fault ?? 'cancelled' };
      if (answer.text.trim() === '') return { kind: 'failed', why: 'the answer is empty' };
      const [edit] = outputEdits(text, task, [{ label: model.label, text: answer.text }], 'in-place');
      return edit === undefined ? { kind: 'failed', why: 'it has no place for outputs' } : { edit };
    },
    concurrency,
    signal,
  );
}
