import { fieldsOf, itemsOf } from './loose.ts';

/** The parts of a message as a server sent it. */
export interface MessageParts {
  /** Undefined where there is a content, and it is no text. */
  readonly text: string | undefined;
  /** What the model considered apart from its answer; '' where nothing of it came. */
  readonly reasoning: string;
  /** What the model said instead of an answer. */
  readonly refusal: string;
}

/** Types of the parts of a content that are no answer. */
const THINKING = /think|reason|thought|analysis/;
/** Fields of a message with its reasoning, the first that has text: vLLM, DeepSeek, OpenRouter, Groq, Ollama, LiteLLM. */
const REASONING = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_text',
  'thoughts',
  'thought',
  'reasoning_details',
] as const;

/** Reads a message, or the delta that some servers send in its place. */
export function messageParts(message: unknown): MessageParts {
  const fields = fieldsOf(message);
  const content = contentParts(fields['content']);
  const calls = callsIn(fields);
  return {
    text: calls === '' ? content.text : [content.text ?? '', calls].filter((part) => part !== '').join('\n'),
    reasoning: reasoningIn(fields) || content.reasoning,
    refusal: typeof fields['refusal'] === 'string' ? fields['refusal'] : content.refusal,
  };
}

/** Reads a content: a string, a part, or a list of parts. */
export function contentParts(content: unknown): MessageParts {
  if (content === undefined || content === null) return { text: '', reasoning: '', refusal: '' };
  if (typeof content === 'string') return { text: content, reasoning: '', refusal: '' };
  const texts: string[] = [];
  const reasoning: string[] = [];
  const refusals: string[] = [];
  for (const part of Array.isArray(content) ? itemsOf(content) : [content]) {
    const fields = fieldsOf(part);
    const type = typeof fields['type'] === 'string' ? fields['type'] : '';
    if (THINKING.test(type) || fields['thought'] === true) reasoning.push(textIn(part));
    else if (typeof fields['refusal'] === 'string') refusals.push(fields['refusal']);
    else if (typeof part === 'string') texts.push(part);
    else if (typeof fields['text'] === 'string') texts.push(fields['text']);
  }
  const isRead = texts.length > 0 || reasoning.length > 0 || refusals.length > 0 || isEmptyList(content);
  return {
    text: isRead ? texts.join('') : undefined,
    reasoning: reasoning.filter((text) => text !== '').join('\n'),
    refusal: refusals.join('\n'),
  };
}

const isEmptyList = (content: unknown): boolean => Array.isArray(content) && content.length === 0;

/** The fields of a message, with those that gateways set apart. */
const withOwnFields = (message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...fieldsOf(message['provider_specific_fields']),
  ...message,
});

/** The name of the field of a message that holds its reasoning; undefined where none does. */
export function reasoningField(message: Readonly<Record<string, unknown>>): string | undefined {
  const fields = withOwnFields(message);
  const named = REASONING.find((name) => textIn(fields[name]).trim() !== '');
  return named ?? (contentParts(fields['content']).reasoning === '' ? undefined : 'content');
}

/** The reasoning that a message holds beside its answer. */
function reasoningIn(message: Readonly<Record<string, unknown>>): string {
  const fields = withOwnFields(message);
  return REASONING.map((name) => textIn(fields[name])).find((text) => text.trim() !== '') ?? '';
}

/** Deepest nesting of parts that texts are looked for in. */
const MAX_DEPTH = 4;

/** The text of a value that holds one somewhere: `text`, `thinking`, `summary`, `content`, in lists or not. */
export function textIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) {
    const texts = value.map((item: unknown) => textIn(item, depth + 1)).filter((text) => text !== '');
    return texts.join('\n');
  }
  const fields = fieldsOf(value);
  for (const name of ['text', 'thinking', 'summary', 'content', 'reasoning'] as const) {
    const text = textIn(fields[name], depth + 1);
    if (text !== '') return text;
  }
  return '';
}

/** The arguments of the functions that a message calls: a model that calls one answers by them. */
function callsIn(fields: Readonly<Record<string, unknown>>): string {
  const calls = [
    ...itemsOf(fields['tool_calls']).map((call) => fieldsOf(call)['function'] ?? call),
    ...(fields['function_call'] === undefined || fields['function_call'] === null ? [] : [fields['function_call']]),
  ];
  return calls
    .map((call) => {
      const given = fieldsOf(call)['arguments'] ?? fieldsOf(call)['input'];
      return typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);
    })
    .filter((text) => text !== '')
    .join('\n');
}
