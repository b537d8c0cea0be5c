import * as v from 'valibot';
import {
  type RunSample,
  runAttemptSchema,
  runHeaderSchema,
  runSampleSchema,
} from '../../../core/evaluation/runs/run-schema.ts';
import { billedUsage } from '../../../core/evaluation/runs/usage.ts';
import {
  type ForeignMessage,
  type ForeignSample,
  type LogEvent,
  type LogFacts,
  type LogPiece,
  problemAt,
} from './log-format.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object of JSON; empty for anything else. */
export const asFields = (value: unknown): Fields => (isFields(value) ? value : {});

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A name that may be a number. */
export const asName = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The texts of a text or a list. */
export const asTexts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one): one is string => typeof one === 'string');

/** An instant as ISO 8601 has it, or nearly so. */
export const asInstant = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 40 && /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/.test(value)
    ? value
    : undefined;

/** A count: a whole number from 0. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Tokens by their numbers, wherever they stand, counted as those of a run are. */
export const readUsage = (input: unknown, output: unknown, reasoning?: unknown, total?: unknown): RunSample['usage'] =>
  billedUsage({ input, output, reasoning, total }, { written: '' }).usage;

/** How APIs name the end of an answer, in the words of run files. */
const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['max_tokens', 'length'],
  ['model_length', 'length'],
  ['content_filter', 'filter'],
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['SAFETY', 'filter'],
]);

/** Why an answer ended, as a run file has it; a reason that is not known here as it is. */
export const readFinishReason = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : (FINISH_REASONS.get(reason) ?? reason);

/** True for a piece of a text as it is streamed. */
const isToken = (text: string): boolean => text.length < 5 || /^[ \n]|[ \n]$/.test(text);

/** The text of a message's content: a text, or those parts of a list that are text and no reasoning. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (isFields(content)) return asText(content['content']) ?? asText(content['text']) ?? contentText(content['parts']);
  if (!Array.isArray(content)) return undefined;
  const parts = (content as unknown[]).map((part) =>
    isFields(part) && !isThought(part) ? asText(part['text']) : asText(part),
  );
  const texts = parts.filter((part) => part !== undefined);
  if (texts.length === 0) return undefined;
  return texts.join(content.every((part) => typeof part === 'string') && !texts.some(isToken) ? '\n' : '');
}

/** True for a part of a message that is no part of the answer: `type: "reasoning"`, or Gemini's `thought: true`. */
const isThought = ({ type, thought }: Fields): boolean => type === 'reasoning' || thought === true;

/** What a model considered before it wrote a message: a field of it, or those parts of its content that are no text. */
export function readReasoning(message: Fields): string | undefined {
  const said = asText(message['reasoning_content']) ?? asText(message['reasoning']) ?? asText(message['thinking']);
  const parts = asList(message['content'] ?? message['parts']).flatMap((part) => {
    const { type, reasoning, thinking, thought, text } = asFields(part);
    if (thought === true) return asText(text) ?? [];
    return type === 'reasoning' || type === 'thinking' ? (asText(reasoning) ?? asText(thinking) ?? []) : [];
  });
  const all = said ?? parts.join('\n');
  return all === '' ? undefined : all;
}

/**
 * The messages of a conversation: a list of objects with `role` and `content` or `parts`, or `from` and `value`, each perhaps under `message`,
 * or an object with such a list; a text is one of the user.
 */
export function readMessages(value: unknown): readonly ForeignMessage[] {
  if (typeof value === 'string') return [{ role: 'user', text: value }];
  const list = isFields(value) ? (value['messages'] ?? value['contents']) : value;
  return asList(list).flatMap((one) => {
    const fields = messageIn(one);
    const role = asText(fields['role']) ?? asText(fields['from']);
    const text = contentText(fields['content'] ?? fields['value'] ?? fields['parts']) ?? callsText(fields);
    return role === undefined || text === undefined ? [] : [{ role: role.toLowerCase(), text }];
  });
}

/** Arguments of a message's tool calls, as JSON: the answer if a schema was requested and the message has no text. */
function callsText(message: Fields): string | undefined {
  const calls = asList(message['tool_calls']).map((call) => asText(asFields(asFields(call)['function'])['arguments']));
  const uses = asList(message['content']).flatMap((part) => {
    const { type, input } = asFields(part);
    return type === 'tool_use' && input !== undefined ? JSON.stringify(input) : [];
  });
  const texts = [...calls, ...uses].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** A message, which may stand under a key of that name. */
export const messageIn = (value: unknown): Fields => {
  const fields = asFields(value);
  return isFields(fields['message']) && !('content' in fields) ? fields['message'] : fields;
};

/** Roles of messages that a model wrote. */
export const ANSWERING_ROLES: ReadonlySet<string> = new Set(['assistant', 'gpt', 'model', 'bot', 'ai']);

/** The messages up to the last answer, and that answer. */
export function dividedAtAnswer(messages: readonly ForeignMessage[]): {
  readonly asked: readonly ForeignMessage[];
  readonly answer: string | undefined;
} {
  let last = messages.length - 1;
  while (last >= 0 && !ANSWERING_ROLES.has(messages[last]?.role ?? '')) last--;
  return last < 0
    ? { asked: messages, answer: undefined }
    : { asked: messages.slice(0, last), answer: messages[last]?.text };
}

/** Fields with a value, so that absent ones are absent in what is written. */
export function present<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: { [K in keyof T]?: T[K] } = {};
  for (const name in fields) if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as never;
}

/** An object without some of its fields. */
export const without = (fields: Fields, names: ReadonlySet<string>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));

/** What an object in a log holds; a problem where there is another value in its place. */
export const ofFields = (
  { value, place }: Pick<LogPiece, 'value' | 'place'>,
  what: string,
  read: (fields: Fields, place: string) => readonly LogEvent[],
): readonly LogEvent[] => (isFields(value) ? read(value, place) : [problemAt(place, `this is not ${what}`)]);

/** An answer as a column holds it, with what the API said of it. */
export interface Reply extends Pick<ForeignSample, 'model' | 'usage' | 'finishReason' | 'reasoning'> {
  readonly text: string;
}

/**
 * The answer in a column: a text, or the body of a response of Chat Completions, Completions, Responses, Messages, Gemini, Bedrock or a local
 * server, perhaps within the record of a batch; or the generations of LangChain, vLLM or HELM. Undefined for anything else.
 */
export function readReply(column: unknown): Reply | undefined {
  if (typeof column === 'string') return { text: column };
  if (Array.isArray(column)) {
    const text = contentText(column);
    return text === undefined ? undefined : { text };
  }
  const outer = asFields(column);
  const body = 'body' in outer ? asFields(outer['body']) : outer;
  const choice = asFields(asList(body['choices'] ?? body['candidates'])[0]);
  const text = textIn(body, choice);
  if (text === undefined) return undefined;
  const usage = asFields(body['usage'] ?? body['usageMetadata']);
  const reason = asText(choice['finish_reason'] ?? choice['finishReason']) ?? asText(body['stop_reason']);
  return {
    text,
    ...present({
      model: asText(body['model'] ?? body['modelVersion'] ?? asFields(body['llm_output'])['model_name']),
      usage: readUsage(
        usage['prompt_tokens'] ?? usage['input_tokens'] ?? usage['promptTokenCount'],
        usage['completion_tokens'] ?? usage['output_tokens'] ?? usage['candidatesTokenCount'],
        asFields(usage['completion_tokens_details'] ?? usage['output_tokens_details'])['reasoning_tokens'],
        usage['total_tokens'],
      ),
      finishReason: readFinishReason(reason),
      reasoning: readReasoning(asFields(choice['message'] ?? choice['content'])) ?? readReasoning(body),
    }),
  };
}

function textIn(body: Fields, choice: Fields): string | undefined {
  const said =
    contentText(asFields(choice['message'])['content']) ??
    asText(choice['text']) ??
    contentText(choice['content']) ??
    callsText(asFields(choice['message']));
  if (said !== undefined) return said;
  const generated = generatedIn(body);
  if (generated !== undefined) return generated;
  const messages = asList(body['output']).flatMap((item) => {
    const { type, content } = asFields(item);
    return type === 'message' ? [contentText(content) ?? ''] : [];
  });
  if (messages.length > 0) return messages.join('\n');
  const message = asFields(asFields(body['output'])['message'] ?? body['message']);
  return contentText(body['content']) ?? contentText(message['content']) ?? callsText(body);
}

/** Lists of what was generated: the first text of the first one, which may be a list itself. */
const GENERATED = ['generations', 'completions', 'outputs', 'output_messages'] as const;

function generatedIn(body: Fields): string | undefined {
  for (const name of GENERATED) {
    let first = asList(body[name])[0];
    if (Array.isArray(first)) first = (first as unknown[])[0];
    const message = messageIn(first);
    const text = asText(asFields(first)['text']) ?? asText(first) ?? contentText(message['content']);
    if (text !== undefined) return text;
  }
  return asText(body['generated_text']) ?? (body['done'] === undefined ? undefined : asText(body['response']));
}

/** The key of metadata under which StateLens writes what a log has no field for. */
export const OWN_KEY = 'statelens';

/**
 * The sample of a run that StateLens exported, as it was; undefined for any other.
 *
 * @param own what stands under `OWN_KEY`: all of the sample but its answer and prompt, which the log has in its own fields
 */
export function ownSample(own: Fields, answer: string | null, prompt: string | undefined): ForeignSample['own'] {
  if (!('sample' in own)) return undefined;
  const raw = own['hasAnswer'] === true ? answer : null;
  const asked = own['hasPrompt'] === true ? { prompt } : {};
  const sample = v.safeParse(runSampleSchema, { ...asFields(own['sample']), raw, ...asked });
  const attempts = v.safeParse(v.array(runAttemptSchema), own['attempts'] ?? []);
  return sample.success && attempts.success ? { sample: sample.output, attempts: attempts.output } : undefined;
}

/** Samples that such a record has beside its own, whole. */
export const samplesBeside = (own: Fields, name: 'before' | 'after'): readonly NonNullable<ForeignSample['own']>[] =>
  asList(own[name]).flatMap((one) => {
    const read = v.safeParse(v.object({ sample: runSampleSchema, attempts: v.array(runAttemptSchema) }), one);
    return read.success ? [read.output] : [];
  });

/** The header of such a run, and the attempts that belong to no sample of it. */
export function ownFacts(own: Fields): Pick<LogFacts, 'header' | 'attempts'> {
  const header = v.safeParse(runHeaderSchema, own['header']);
  const attempts = v.safeParse(v.array(runAttemptSchema), own['attempts']);
  return {
    ...(header.success && { header: header.output }),
    ...(attempts.success && header.success && { attempts: attempts.output }),
  };
}
