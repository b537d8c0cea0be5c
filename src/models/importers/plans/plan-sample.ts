import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { fieldText } from '../../../core/mav/records/fields.ts';
import { fieldsOf, finishReasonOf, nameOf, present, textOf, usageOf } from '../logs/fields.ts';
import type { ForeignPosition, ForeignSample } from '../logs/log-format.ts';
import { replyOf } from '../logs/reply.ts';
import { answerText } from './choose-answer.ts';
import { messagesBy } from './messages-by.ts';
import { positionBy } from './plan-position.ts';
import { askedText, valueAt } from './plan-row.ts';

/** A sample with its position, once the plan of its log is known. */
export type PlannedSample = ForeignSample & { readonly position: ForeignPosition };

/** Where the paths of a plan begin, in a sample of a format that has places for its answers. */
export const recordOf = ({ messages, answer, targets, metadata, kept }: ForeignSample): unknown => ({
  ...kept,
  messages: messages.map(({ role, text }) => ({ role, content: text })),
  answer,
  target: targets.length === 1 ? targets[0] : targets,
  metadata,
});

/** A sample as the plan of its log reads it, or why it cannot, as the end of a sentence. */
export function plannedSample(sample: ForeignSample, plan: ImportPlan): Result<PlannedSample, string> {
  const { place, row } = sample;
  const record = row ?? recordOf(sample);
  const messages = row === undefined || plan.question === undefined ? sample.messages : messagesBy(row, plan.question);
  const position =
    sample.position === undefined
      ? positionBy(plan, { place, record, prompt: askedText(messages), targets: sample.targets })
      : ok(sample.position);
  if (!position.ok) return err(position.error);
  const text = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : nameOf(valueAt({ record }, path));
  const found = plan.answer === undefined ? undefined : valueAt({ record }, plan.answer);
  const answer =
    plan.answer === undefined ? sample.answer : (answerText(found) ?? fieldText(record, plan.answer, 'output') ?? null);
  const planned = { ...sample, messages, answer, position: position.value };
  const named = present({ model: text(plan.model)?.trim() ?? sample.model, id: text(plan.name) ?? sample.id });
  return ok({ ...planned, ...named, ...(row === undefined ? {} : ofRow(row, found, answer, plan)) });
}

/** What a row says besides: tokens, the reason to stop, an error. */
function ofRow(
  row: NonNullable<ForeignSample['row']>,
  found: unknown,
  answer: string | null,
  { answer: path, question, model, reasoning }: ImportPlan,
): Partial<ForeignSample> {
  const reply = replyOf(found);
  const usage = fieldsOf(row['usage']);
  const code = answer === null ? textOf(row['error']) : undefined;
  const used = new Set([path, question, reasoning, 'above']);
  return {
    kept: Object.fromEntries(Object.entries(row).filter(([name]) => !used.has(name))),
    ...present({
      usage:
        reply?.usage ??
        usageOf(
          usage['prompt_tokens'] ?? usage['input_tokens'] ?? row['prompt_tokens'] ?? row['input_tokens'],
          usage['completion_tokens'] ?? usage['output_tokens'] ?? row['completion_tokens'] ?? row['output_tokens'],
        ),
      reasoning: textOf(reasoning === undefined ? undefined : valueAt({ record: row }, reasoning)) ?? reply?.reasoning,
      finishReason: reply?.finishReason ?? finishReasonOf(textOf(row['finish_reason']) ?? textOf(row['stop_reason'])),
      error: code === undefined ? undefined : { code, message: textOf(row['errorMessage']) ?? code },
      model: nameOf(model === undefined ? undefined : valueAt({ record: row }, model)) ?? reply?.model,
    }),
  };
}
