import { parseJson } from '../base/text/json-items.ts';
import { holdsExample } from './lexer.ts';
import type { LogRecord } from './read-records.ts';

/** Use of a log's field. */
export type FieldRole = 'prompt' | 'output';

/** A field that contains texts, such as `choices[0].message.content`. */
export interface RecordField {
  /** Keys separated by dots, list indices in brackets; `[-1]` is the last element. */
  readonly path: string;
  /** Number of examined records in which it contains a text. */
  readonly count: number;
  /** Its first text. */
  readonly example: string;
}

/** Fields of some records, and the most likely prompt and output. */
export interface DetectedFields {
  /** Possible prompts, the likeliest first; `outputs` has the same fields, the likeliest output first. */
  readonly prompts: readonly RecordField[];
  readonly outputs: readonly RecordField[];
  readonly prompt: string | undefined;
  /** Undefined also if the prompt's field seems to contain the whole example. */
  readonly output: string | undefined;
}

const STEP = /\.?([^.[\]"]+)|\[(-?\d{1,9})\]|\["((?:[^"\\]|\\.)*)"\]/y;

/** Parses a path to keys and indices; undefined if it is invalid. */
function parsePath(path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  for (let at = 0; at < path.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const found = STEP.exec(path);
    if (found === null) return undefined;
    const [, key, index, quoted = ''] = found;
    steps.push(key ?? (index === undefined ? quoted.replace(/\\(.)/g, '$1') : Number(index)));
  }
  return steps.length === 0 ? undefined : steps;
}

/** Returns the value of a field; undefined if a record has none. A key that equals the whole path takes precedence. */
export function fieldValue(record: unknown, path: string): unknown {
  const own = member(record, path);
  if (own !== undefined) return own;
  let value = record;
  for (const step of parsePath(path) ?? [path]) value = member(value, step);
  return value;
}

function member(value: unknown, step: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof step === 'number') return Array.isArray(value) ? (value.at(step) as unknown) : undefined;
  return Object.hasOwn(value, step) ? (value as Readonly<Record<string, unknown>>)[step] : undefined;
}

/** Returns the text of a field in its role: of a chat, the prompt or the last answer. Undefined without text. */
export function fieldText(record: unknown, path: string, role: FieldRole): string | undefined {
  const value = fieldValue(record, path);
  const messages = chatMessages(value);
  if (messages === undefined) return plainText(value);
  return role === 'prompt' ? askedText(messages) : answeredText(messages);
}

const PLAIN_KEY = /^[^.[\]"]+$/;
/** Returns the path of a member of the value at a path. */
export const memberPath = (path: string, key: string): string => {
  if (!PLAIN_KEY.test(key)) return `${path}["${key.replace(/["\\]/g, '\\$&')}"]`;
  return path === '' ? key : `${path}.${key}`;
};

const DEEPEST = 8;
const MAX_VALUES = 500;

/** Returns the paths of a record's texts and chats, in its order. Only the first element of a list is examined. */
export function textPaths(record: unknown): string[] {
  const paths: string[] = [];
  const open: { path: string; value: unknown; depth: number }[] = [{ path: '', value: record, depth: 0 }];
  for (let seen = 0; open.length > 0 && seen < MAX_VALUES; seen++) {
    const { path, value, depth } = open.pop() ?? { path: '', value: undefined, depth: 0 };
    if (path !== '' && (typeof value === 'string' || chatMessages(value) !== undefined)) paths.push(path);
    else if (typeof value === 'object' && value !== null && depth < DEEPEST) {
      const children = Array.isArray(value)
        ? [{ path: `${path}[0]`, value: value[0] as unknown, depth: depth + 1 }]
        : Object.entries(value).map(([key, child]) => ({
            path: memberPath(path, key),
            value: child as unknown,
            depth: depth + 1,
          }));
      open.push(...children.slice(0, MAX_VALUES).reverse());
    }
  }
  return paths;
}

const ASKS = /(?:prompt|input|question|instruction|query|messages|conversation|context|request)/i;
const ANSWERS = /(?:output|response|completion|answer|generat|prediction|reply|choices|\bresult)/i;
const WANTED = /(?:target|expected|reference|label|gold|truth)/i;

/** Scores a field as prompt or output: by its content first, then by its name. */
function likelihood({ path, example }: RecordField, role: FieldRole, isChat: boolean): number {
  const hasHeader = holdsExample(example);
  const hasLines = example.includes('[%');
  const named = (role === 'prompt' ? ASKS : ANSWERS).test(path);
  const misnamed = (role === 'prompt' ? ANSWERS : ASKS).test(path) && !isChat;
  let points = (named ? 4 : 0) - (misnamed ? 3 : 0) + (isChat ? 2 : 0);
  if (role === 'prompt') points += hasHeader ? 10 : hasLines ? 1 : 0;
  else points += hasLines ? (hasHeader ? 4 : 8) : 0;
  if (WANTED.test(path)) points -= role === 'prompt' ? 4 : 2;
  return points;
}

/** Finds the fields of records that contain texts. A few records are enough. */
export function detectFields(records: readonly LogRecord[]): DetectedFields {
  const paths = new Set(records.flatMap(({ value }) => textPaths(value)));
  const chats = new Set(
    [...paths].filter((path) => records.some(({ value }) => chatMessages(fieldValue(value, path)) !== undefined)),
  );
  const ranked = (role: FieldRole): { readonly field: RecordField; readonly points: number }[] =>
    [...paths]
      .flatMap((path) => {
        const texts = records.flatMap(({ value }) => fieldText(value, path, role) ?? []);
        const field = { path, count: texts.length, example: texts[0] ?? '' };
        return texts.length === 0 ? [] : [{ field, points: likelihood(field, role, chats.has(path)) }];
      })
      .sort((a, b) => b.points - a.points);
  const prompts = ranked('prompt');
  const outputs = ranked('output');
  const prompt = prompts[0]?.field.path;
  const best = outputs.find(({ field }) => field.path !== prompt || chats.has(field.path));
  return {
    prompts: prompts.map(({ field }) => field),
    outputs: outputs.map(({ field }) => field),
    prompt,
    output: best !== undefined && best.points > 0 ? best.field.path : undefined,
  };
}

/** A message of a chat in a log, in the form of any API. */
interface LoggedMessage {
  readonly role: string;
  readonly text: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the text of a message's content: a string, or a list of parts of which some are texts. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.map((part: unknown) => (isObject(part) ? part['text'] : part));
  const texts = parts.filter((part) => typeof part === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

/**
 * Returns the messages of a chat: a list of objects with `role` and `content`, or with `from` and `value`, or such a
 * list as JSON text; undefined for anything else.
 */
function chatMessages(value: unknown): readonly LoggedMessage[] | undefined {
  const list =
    typeof value === 'string' && /^\s*\[\s*\{\s*"(?:role|from|content|value)"/.test(value) ? parseJson(value) : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const messages: LoggedMessage[] = [];
  for (const item of list as readonly unknown[]) {
    if (!isObject(item)) return undefined;
    const role = item['role'] ?? item['from'];
    if (typeof role !== 'string') return undefined;
    // Tool calls have no text.
    messages.push({ role: role.toLowerCase(), text: contentText(item['content'] ?? item['value']) ?? '' });
  }
  return messages;
}

const ASKING = new Set(['user', 'human', 'prompt']);
const ANSWERING = new Set(['assistant', 'gpt', 'model', 'bot', 'ai']);

/** Returns the last question of a chat with an example, else the last question. */
function askedText(messages: readonly LoggedMessage[]): string | undefined {
  const example = messages.filter(({ role, text }) => !ANSWERING.has(role) && holdsExample(text)).at(-1);
  return (example ?? messages.filter(({ role }) => ASKING.has(role)).at(-1))?.text;
}

/** Returns the last answer of a chat. */
const answeredText = (messages: readonly LoggedMessage[]): string | undefined =>
  messages.filter(({ role }) => ANSWERING.has(role)).at(-1)?.text;

/** Returns the text of a log's value: a string, the content of a message or its parts. Undefined for anything else. */
function plainText(value: unknown): string | undefined {
  if (isObject(value)) return contentText(value['content'] ?? value['text']);
  return contentText(value);
}
