import { err, ok, type Result } from '../../../core/base/result.ts';
import type { ImportPlan } from '../../../core/evaluation/runs/import-plan.ts';
import { fieldText } from '../../../core/mav/record-fields.ts';
import { asFields, asList, asName, asText, isFields, present } from '../../json-fields.ts';
import { ANSWERING_ROLES, readFinishReason, readMessages, readReply, readUsage } from '../logs/foreign-fields.ts';
import type { ForeignPosition, ForeignSample } from '../logs/log-format.ts';
import { answerText, stateIn } from './answer-column.ts';
import { positionBy, questionText, valueAt } from './plan-position.ts';

/** A sample with its position, once the plan of its log is known. */
export type PlannedSample = ForeignSample & { readonly position: ForeignPosition };

/** Returns the root of a plan's paths, for a sample of a format that has fields for its answers. */
export const sampleRecord = ({ messages, answer, targets, metadata, kept }: ForeignSample): unknown => ({
  ...kept,
  messages: messages.map(({ role, text }) => ({ role, content: text })),
  answer,
  target: targets.length === 1 ? targets[0] : targets,
  metadata,
});

/** Reads a sample by the plan of its log; the error is the end of a sentence. */
export function plannedSample(sample: ForeignSample, plan: ImportPlan): Result<PlannedSample, string> {
  const { place, row } = sample;
  const record = row ?? sampleRecord(sample);
  const messages = row === undefined || plan.question === undefined ? sample.messages : messagesBy(row, plan.question);
  const position =
    sample.position === undefined
      ? positionBy(plan, { place, record, prompt: questionText(messages), targets: sample.targets })
      : ok(sample.position);
  if (!position.ok) return err(position.error);
  const text = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : asName(valueAt({ record }, path));
  const found = plan.answer === undefined ? undefined : valueAt({ record }, plan.answer);
  const answer =
    plan.answer === undefined ? sample.answer : (answerText(found) ?? fieldText(record, plan.answer, 'output') ?? null);
  const planned = { ...sample, messages, answer, position: position.value };
  const named = present({ model: text(plan.model)?.trim() ?? sample.model, id: text(plan.name) ?? sample.id });
  return ok({ ...planned, ...named, ...(row === undefined ? {} : ofRow(row, found, answer, plan)) });
}

/** Returns the other fields of a row: tokens, finish reason, error. */
function ofRow(
  row: NonNullable<ForeignSample['row']>,
  found: unknown,
  answer: string | null,
  { answer: path, question, model, reasoning }: ImportPlan,
): Partial<ForeignSample> {
  const reply = readReply(found);
  const usage = asFields(row['usage']);
  const code = answer === null ? asText(row['error']) : undefined;
  const used = new Set([path, question, reasoning, 'above']);
  return {
    kept: Object.fromEntries(Object.entries(row).filter(([name]) => !used.has(name))),
    ...present({
      usage:
        reply?.usage ??
        readUsage(
          usage['prompt_tokens'] ?? usage['input_tokens'] ?? row['prompt_tokens'] ?? row['input_tokens'],
          usage['completion_tokens'] ?? usage['output_tokens'] ?? row['completion_tokens'] ?? row['output_tokens'],
        ),
      reasoning: asText(reasoning === undefined ? undefined : valueAt({ record: row }, reasoning)) ?? reply?.reasoning,
      finishReason: reply?.finishReason ?? readFinishReason(asText(row['finish_reason']) ?? asText(row['stop_reason'])),
      error: code === undefined ? undefined : { code, message: asText(row['errorMessage']) ?? code },
      model: asName(model === undefined ? undefined : valueAt({ record: row }, model)) ?? reply?.model,
    }),
  };
}

const INSTRUCTION = /(?:^|[._])instruction$/i;

/** Returns the messages of the question by its column; the instruction of a row precedes its input. */
export function messagesBy(row: unknown, path: string): ForeignSample['messages'] {
  const value = valueAt({ record: row }, path);
  const messages = readMessages(value);
  const input = INSTRUCTION.test(path) && isFields(row) ? row['input'] : undefined;
  if (typeof value !== 'string' || typeof input !== 'string' || input === '') return untilAnswer(messages);
  return readMessages(`${value}\n\n${input}`);
}

/** Returns the messages up to the last answer. */
function untilAnswer(messages: ForeignSample['messages']): ForeignSample['messages'] {
  let last = messages.length - 1;
  while (last >= 0 && !ANSWERING_ROLES.has(messages[last]?.role ?? '')) last--;
  return last < 0 ? messages : messages.slice(0, last);
}

/**
 * Returns the samples of a record: one for each of several answers to its question, a list of them or the choices of one response.
 */
export function repeatedAnswers(sample: ForeignSample, { answer: path }: ImportPlan): readonly ForeignSample[] {
  const { row } = sample;
  if (row === undefined || path === undefined || !Object.hasOwn(row, path)) return [sample];
  const answers = answersIn(row[path]);
  return answers.length < 2
    ? [sample]
    : answers.map((answer, i) => ({ ...sample, row: { ...row, [path]: answer }, epoch: i + 1 }));
}

/**
 * Returns the individual answers in a value. Texts are answers if at least two of them hold a state; others may be parts of one.
 */
function answersIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    const texts = (value as unknown[]).filter((item) => typeof item === 'string');
    const isAnswers = texts.length === value.length && texts.filter((text) => stateIn(text) !== undefined).length > 1;
    return isAnswers ? texts : [];
  }
  const body = asFields(asFields(value)['body'] ?? value);
  const choices = asList(body['choices']).filter(isFields);
  return choices.map((choice) => ({ ...body, choices: [choice] }));
}
