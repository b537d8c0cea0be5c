import type { RunSample } from '../../../core/evaluation/runs/run-schema.ts';
import { billedUsage } from '../../../core/evaluation/runs/usage.ts';
import { type ForeignMessage, type LogEvent, type LogPiece, problemAt } from './log-format.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An object of JSON; empty for anything else. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A name that may be a number. */
export const nameOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

/** The texts of a text or a list. */
export const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value]).filter((one): one is string => typeof one === 'string');

/** An instant as ISO 8601 has it, or nearly so. */
export const instantOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 40 && /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/.test(value)
    ? value
    : undefined;

/** A count: a whole number from 0. */
export const countOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** Tokens by their numbers, wherever they stand, counted as those of a run are. */
export const usageOf = (input: unknown, output: unknown, reasoning?: unknown, total?: unknown): RunSample['usage'] =>
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
export const finishReasonOf = (reason: string | undefined): string | undefined =>
  reason === undefined ? undefined : (FINISH_REASONS.get(reason) ?? reason);

/** True for a piece of a text as it is streamed. */
const isToken = (text: string): boolean => text.length < 5 || /^[ \n]|[ \n]$/.test(text);

/** The text of a message's content: a text, or those parts of a list that are text and no reasoning. */
export function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (isFields(content)) return textOf(content['content']) ?? textOf(content['text']) ?? contentText(content['parts']);
  if (!Array.isArray(content)) return undefined;
  const parts = (content as unknown[]).map((part) =>
    isFields(part) && !isThought(part) ? textOf(part['text']) : textOf(part),
  );
  const texts = parts.filter((part) => part !== undefined);
  if (texts.length === 0) return undefined;
  return texts.join(content.every((part) => typeof part === 'string') && !texts.some(isToken) ? '\n' : '');
}

/** True for a part of a message that is no part of the answer: `type: "reasoning"`, or Gemini's `thought: true`. */
const isThought = ({ type, thought }: Fields): boolean => type === 'reasoning' || thought === true;

/** What a model considered before it wrote a message: a field of it, or those parts of its content that are no text. */
export function reasoningOf(message: Fields): string | undefined {
  const said = textOf(message['reasoning_content']) ?? textOf(message['reasoning']) ?? textOf(message['thinking']);
  const parts = listOf(message['content'] ?? message['parts']).flatMap((part) => {
    const { type, reasoning, thinking, thought, text } = fieldsOf(part);
    if (thought === true) return textOf(text) ?? [];
    return type === 'reasoning' || type === 'thinking' ? (textOf(reasoning) ?? textOf(thinking) ?? []) : [];
  });
  const all = said ?? parts.join('\n');
  return all === '' ? undefined : all;
}

/**
 * The messages of a conversation: a list of objects with `role` and `content` or `parts`, or `from` and `value`, each perhaps under `message`,
 * or an object with such a list; a text is one of the user.
 */
export function messagesOf(value: unknown): readonly ForeignMessage[] {
  if (typeof value === 'string') return [{ role: 'user', text: value }];
  const list = isFields(value) ? (value['messages'] ?? value['contents']) : value;
  return listOf(list).flatMap((one) => {
    const fields = messageIn(one);
    const role = textOf(fields['role']) ?? textOf(fields['from']);
    const text = contentText(fields['content'] ?? fields['value'] ?? fields['parts']) ?? callsText(fields);
    return role === undefined || text === undefined ? [] : [{ role: role.toLowerCase(), text }];
  });
}

/** Arguments of a message's tool calls, as JSON: the answer if a schema was requested and the message has no text. */
export function callsText(message: Fields): string | undefined {
  const calls = listOf(message['tool_calls']).map((call) => textOf(fieldsOf(fieldsOf(call)['function'])['arguments']));
  const uses = listOf(message['content']).flatMap((part) => {
    const { type, input } = fieldsOf(part);
    return type === 'tool_use' && input !== undefined ? JSON.stringify(input) : [];
  });
  const texts = [...calls, ...uses].filter((text) => text !== undefined);
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** A message, which may stand under a key of that name. */
export const messageIn = (value: unknown): Fields => {
  const fields = fieldsOf(value);
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
