import * as v from 'valibot';
import {
  type RunSample,
  runAttemptSchema,
  runHeaderSchema,
  runSampleSchema,
} from '../../../core/evaluation/runs/run-schema.ts';
import { billedUsage } from '../../../core/evaluation/runs/usage.ts';
import { asFields, asList, asText, type Fields, isFields, present } from '../../json-fields.ts';
import {
  type ForeignMessage,
  type ForeignSample,
  type LogEvent,
  type LogFacts,
  type LogPiece,
  problemAt,
} from './log-format.ts';

/** Returns the usage for token counts from any fields, counted as in a run. */
export const readUsage = (input: unknown, output: unknown, reasoning?: unknown, total?: unknown): RunSample['usage'] =>
  billedUsage({ input, output, reasoning, total }, { written: '' }).usage;

/** Finish reasons of APIs, with the names in run files. */
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

/** Returns a finish reason by its name in run files; an unknown one unchanged. */
export const readFinishReason = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : (FINISH_REASONS.get(reason) ?? reason);

/** Returns true for a piece of streamed text. */
const isToken = (text: string): boolean => text.length < 5 || /^[ \n]|[ \n]$/.test(text);

/** Returns the text of a message's content: a text, or the parts of a list that are text and not reasoning. */
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

/**
 * Returns true for a part of a message that does not belong to the answer: `type: "reasoning"`, or Gemini's `thought: true`.
 */
const isThought = ({ type, thought }: Fields): boolean => type === 'reasoning' || thought === true;

/** Returns the reasoning of a message: one of its fields, or the parts of its content that are not text. */
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
 * Returns the messages of a conversation: a list of objects with `role` and `content` or `parts`, or `from` and `value`, each possibly
 * under `message`, or an object with such a list; a text is a message of the user.
 */
export function readMessages(value: unknown): readonly ForeignMessage[] {
  if (typeof value === 'string') return [{ role: 'user', text: value }];
  const list = isFields(value) ? (value['messages'] ?? value['contents']) : value;
  return asList(list).flatMap((item) => {
    const fields = messageIn(item);
    const role = asText(fields['role']) ?? asText(fields['from']);
    const text = contentText(fields['content'] ?? fields['value'] ?? fields['parts']) ?? callsText(fields);
    return role === undefined || text === undefined ? [] : [{ role: role.toLowerCase(), text }];
  });
}

/**
 * Returns the arguments of a message's tool calls, as JSON: the answer if a schema was requested and the message has no text.
 */
function callsText(message: Fields): string | undefined {
  const calls = asList(message['tool_calls']).map((call) => asText(asFields(asFields(call)['function'])['arguments']));
  const uses = asList(message['content']).flatMap((part) => {
    const { type, input } = asFields(part);
    return type === 'tool_use' && input !== undefined ? JSON.stringify(input) : [];
  });
  const texts = [...calls, ...uses].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** Returns a message, which may be under a key `message`. */
export const messageIn = (value: unknown): Fields => {
  const fields = asFields(value);
  return isFields(fields['message']) && !('content' in fields) ? fields['message'] : fields;
};

/** Roles of messages that a model wrote. */
export const ANSWERING_ROLES: ReadonlySet<string> = new Set(['assistant', 'gpt', 'model', 'bot', 'ai']);

/** Splits a conversation into the messages up to the last answer, and that answer. */
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

/** Returns the events of an object in a log; a problem if the value is no object. */
export const ofFields = (
  { value, place }: Pick<LogPiece, 'value' | 'place'>,
  what: string,
  read: (fields: Fields, place: string) => readonly LogEvent[],
): readonly LogEvent[] => (isFields(value) ? read(value, place) : [problemAt(place, `this is not ${what}`)]);

/** An answer as found in a column, with the metadata of the API. */
export interface Reply extends Pick<ForeignSample, 'model' | 'usage' | 'finishReason' | 'reasoning'> {
  readonly text: string;
}

/**
 * Reads the answer in a column: a text, or the body of a response of Chat Completions, Completions, Responses, Messages, Gemini, Bedrock or
 * a local server, possibly within the record of a batch; or the generations of LangChain, vLLM or HELM. Undefined for any other value.
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

/** Field names for lists of generated texts: the first text of the first list, which may be nested. */
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

/** Metadata key under which StateLens stores data that a log has no field for. */
export const OWN_KEY = 'statelens';

/**
 * Restores the sample of a run that StateLens exported; undefined for any other.
 *
 * @param own the value under `OWN_KEY`: the sample without its answer and prompt, which the log has in its own fields
 */
export function ownSample(own: Fields, answer: string | null, prompt: string | undefined): ForeignSample['own'] {
  if (!('sample' in own)) return undefined;
  const raw = own['hasAnswer'] === true ? answer : null;
  const asked = own['hasPrompt'] === true ? { prompt } : {};
  const sample = v.safeParse(runSampleSchema, { ...asFields(own['sample']), raw, ...asked });
  const attempts = v.safeParse(v.array(runAttemptSchema), own['attempts'] ?? []);
  return sample.success && attempts.success ? { sample: sample.output, attempts: attempts.output } : undefined;
}

/** Returns the complete samples that such a record has beside its own. */
export const samplesBeside = (own: Fields, name: 'before' | 'after'): readonly NonNullable<ForeignSample['own']>[] =>
  asList(own[name]).flatMap((item) => {
    const read = v.safeParse(v.object({ sample: runSampleSchema, attempts: v.array(runAttemptSchema) }), item);
    return read.success ? [read.output] : [];
  });

/** Returns the header of such a run, and its attempts without a sample. */
export function ownFacts(own: Fields): Pick<LogFacts, 'header' | 'attempts'> {
  const header = v.safeParse(runHeaderSchema, own['header']);
  const attempts = v.safeParse(v.array(runAttemptSchema), own['attempts']);
  return {
    ...(header.success && { header: header.output }),
    ...(attempts.success && header.success && { attempts: attempts.output }),
  };
}
