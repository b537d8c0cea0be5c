import { holdsExample } from './holds-example.ts';
import { parseJson } from './record.ts';

/** A message of a chat in a log, in the form of one API or another. */
export interface LoggedMessage {
  readonly role: string;
  readonly text: string;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text of a message's content: a text, or parts of which some are texts. */
function contentText(content: unknown): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.map((part: unknown) => (isObject(part) ? part['text'] : part));
  const texts = parts.filter((part) => typeof part === 'string');
  return texts.length === 0 ? undefined : texts.join('');
}

/**
 * The messages of a chat: a list of objects with `role` and `content`, or with `from` and `value`, or such a list as a text;
 * undefined for anything else.
 */
export function chatMessages(value: unknown): readonly LoggedMessage[] | undefined {
  const list =
    typeof value === 'string' && /^\s*\[\s*\{\s*"(?:role|from|content|value)"/.test(value) ? parseJson(value) : value;
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const messages: LoggedMessage[] = [];
  for (const one of list as readonly unknown[]) {
    if (!isObject(one)) return undefined;
    const role = one['role'] ?? one['from'];
    if (typeof role !== 'string') return undefined;
    // Calls of tools have no text.
    messages.push({ role: role.toLowerCase(), text: contentText(one['content'] ?? one['value']) ?? '' });
  }
  return messages;
}

const ASKING = new Set(['user', 'human', 'prompt']);
const ANSWERING = new Set(['assistant', 'gpt', 'model', 'bot', 'ai']);

/** What a chat was asked: the last question that holds an example, else the last question. */
export function askedText(messages: readonly LoggedMessage[]): string | undefined {
  const example = messages.filter(({ role, text }) => !ANSWERING.has(role) && holdsExample(text)).at(-1);
  return (example ?? messages.filter(({ role }) => ASKING.has(role)).at(-1))?.text;
}

/** What a chat answered last. */
export const answeredText = (messages: readonly LoggedMessage[]): string | undefined =>
  messages.filter(({ role }) => ANSWERING.has(role)).at(-1)?.text;

/** A text out of a log's value: itself, the content of a message, the parts of one. Undefined for anything else. */
export function plainText(value: unknown): string | undefined {
  if (isObject(value)) return contentText(value['content'] ?? value['text']);
  return contentText(value);
}
