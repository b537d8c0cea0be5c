import { OPENAI_BASE_URL } from '../endpoint.ts';
import type { ChatMessage, CompletionRequest } from '../model.ts';

/** Token limit of a raw completion: without one, servers end after 16 tokens. */
export const RAW_TOKENS = 4096;

/**
 * Returns the fields that all interfaces share. Each sample of one prompt has a different seed: the same one would give the same answer.
 */
const common = (model: string, { settings: { temperature, topP, seed, stop }, task }: CompletionRequest) => ({
  model,
  ...(temperature === undefined ? {} : { temperature }),
  ...(topP === undefined ? {} : { top_p: topP }),
  ...(seed === undefined ? {} : { seed: seed + task.sample }),
  ...(stop === undefined ? {} : { stop: [...stop] }),
});

/** Returns the request body for Chat Completions. */
export function chatBody(model: string, tokenField: TokenField, request: CompletionRequest) {
  const { messages, settings } = request;
  const { maxTokens, topLogprobs } = settings;
  return {
    ...common(model, request),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(maxTokens === undefined ? {} : { [tokenField]: maxTokens }),
    ...(topLogprobs === undefined ? {} : { logprobs: true, top_logprobs: topLogprobs }),
  };
}

/** Returns the request body for Completions. */
export const rawBody = (model: string, request: CompletionRequest) => ({
  ...common(model, request),
  prompt: requestText(request),
  max_tokens: request.settings.maxTokens ?? RAW_TOKENS,
  ...(request.settings.topLogprobs === undefined ? {} : { logprobs: request.settings.topLogprobs }),
});

/** Returns all text of a request. */
export const requestText = ({ messages }: Pick<CompletionRequest, 'messages'>): string =>
  messages.map(({ content }) => content).join('');

/** Field name of the token limit of an answer. */
export type TokenField = 'max_tokens' | 'max_completion_tokens';

/** Returns the usual field: OpenAI's newer models accept only the new name, many other servers only the old one. */
export const usualTokenField = (baseUrl: string): TokenField =>
  baseUrl === OPENAI_BASE_URL ? 'max_completion_tokens' : 'max_tokens';

/** Merges the text of system messages into the first message by the user. */
export function withoutSystem(messages: readonly ChatMessage[]): ChatMessage[] {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  const [first, ...rest] = others;
  if (system.length === 0 || first === undefined) return others;
  return [
    { role: 'user', content: [...system, ...(first.role === 'user' ? [first.content] : [])].join('\n\n') },
    ...(first.role === 'user' ? rest : others),
  ];
}
