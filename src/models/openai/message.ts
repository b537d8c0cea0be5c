import * as v from 'valibot';
import type { StatedUsage } from '../../core/evaluation/runs/usage.ts';
import { asFields, asList } from '../json-fields.ts';
import type { TokenLogprob } from '../model.ts';

/** Parts of a message as a server sent it. */
export interface MessageParts {
  /** Text; undefined if there is a content that is no text. */
  readonly text: string | undefined;
  /** Reasoning apart from the answer; '' if there is none. */
  readonly reasoning: string;
  /** Refusal in place of an answer. */
  readonly refusal: string;
}

/** Types of content parts that are no answer. */
const THINKING = /think|reason|thought|analysis/;
/**
 * Fields of a message with its reasoning, the first that has text: vLLM, DeepSeek, OpenRouter, Groq, Ollama, LiteLLM.
 */
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
  const fields = asFields(message);
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
  for (const part of Array.isArray(content) ? asList(content) : [content]) {
    const fields = asFields(part);
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

/** Returns the fields of a message, with those that gateways set apart. */
const withOwnFields = (message: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...asFields(message['provider_specific_fields']),
  ...message,
});

/** Returns the name of the field of a message that holds its reasoning; undefined if none does. */
export function reasoningField(message: Readonly<Record<string, unknown>>): string | undefined {
  const fields = withOwnFields(message);
  const named = REASONING.find((name) => textIn(fields[name]).trim() !== '');
  return named ?? (contentParts(fields['content']).reasoning === '' ? undefined : 'content');
}

/** Returns the reasoning that a message holds beside its answer. */
function reasoningIn(message: Readonly<Record<string, unknown>>): string {
  const fields = withOwnFields(message);
  return REASONING.map((name) => textIn(fields[name])).find((text) => text.trim() !== '') ?? '';
}

/** Depth limit of the nested parts in which texts are looked for. */
const MAX_DEPTH = 4;

/** Returns the text of a value that holds one somewhere: `text`, `thinking`, `summary`, `content`, in lists or not. */
export function textIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value;
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) {
    const texts = value.map((item: unknown) => textIn(item, depth + 1)).filter((text) => text !== '');
    return texts.join('\n');
  }
  const fields = asFields(value);
  for (const name of ['text', 'thinking', 'summary', 'content', 'reasoning'] as const) {
    const text = textIn(fields[name], depth + 1);
    if (text !== '') return text;
  }
  return '';
}

/** Returns the arguments of the functions that a message calls, which are the model's answer. */
function callsIn(fields: Readonly<Record<string, unknown>>): string {
  const calls = [
    ...asList(fields['tool_calls']).map((call) => asFields(call)['function'] ?? call),
    ...(fields['function_call'] === undefined || fields['function_call'] === null ? [] : [fields['function_call']]),
  ];
  return calls
    .map((call) => {
      const given = asFields(call)['arguments'] ?? asFields(call)['input'];
      return typeof given === 'string' ? given : given === undefined ? '' : JSON.stringify(given);
    })
    .filter((text) => text !== '')
    .join('\n');
}

const alternative = v.object({ token: v.string(), logprob: v.number() });

/** Token of Chat Completions and Responses; some servers send raw completions in this form, too. */
const tokenSchema = v.object({ ...alternative.entries, top_logprobs: v.nullish(v.array(alternative)) });
const contentSchema = v.object({ content: v.array(tokenSchema) });

/** Completions: three lists of equal length, with a table of alternatives for each token. */
const listsSchema = v.object({
  tokens: v.array(v.string()),
  token_logprobs: v.array(v.nullable(v.number())),
  top_logprobs: v.nullish(v.array(v.nullable(v.record(v.string(), v.number())))),
});

const tokenLogprob = ({ token, logprob, top_logprobs: top }: v.InferOutput<typeof tokenSchema>): TokenLogprob => ({
  token,
  logprob,
  top: top ?? [],
});

/** Returns the log probabilities of a choice, chat or raw; undefined if there are none, or none that can be read. */
export function logprobsIn(given: unknown): TokenLogprob[] | undefined {
  const chat = v.safeParse(contentSchema, given);
  if (chat.success) return chat.output.content.map(tokenLogprob);
  const lists = v.safeParse(listsSchema, given);
  if (!lists.success) return undefined;
  const { tokens, token_logprobs: logprobs, top_logprobs: tops } = lists.output;
  if (tokens.length !== logprobs.length) return undefined;
  return tokens.map((token, i) => ({
    token,
    logprob: logprobs[i] ?? Number.NEGATIVE_INFINITY,
    top: Object.entries(tops?.[i] ?? {}).map(([other, logprob]) => ({ token: other, logprob })),
  }));
}

/** Returns the log probabilities of a text of Responses; empty if there are none, or none that can be read. */
export function textLogprobs(given: unknown): TokenLogprob[] {
  const read = v.safeParse(v.array(tokenSchema), given);
  return read.success ? read.output.map(tokenLogprob) : [];
}

/** Reads the numbers of a usage under the names of any of the interfaces; a body of Ollama has them at its top. */
export function statedUsage(usage: unknown): StatedUsage {
  const fields = asFields(usage);
  const details = fields['completion_tokens_details'] ?? fields['output_tokens_details'];
  return {
    input: fields['prompt_tokens'] ?? fields['input_tokens'] ?? fields['prompt_eval_count'],
    output: fields['completion_tokens'] ?? fields['output_tokens'] ?? fields['eval_count'],
    total: fields['total_tokens'],
    reasoning: asFields(details)['reasoning_tokens'] ?? fields['reasoning_tokens'],
  };
}
