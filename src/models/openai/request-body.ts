import type { CompletionRequest } from '../model.ts';
import type { TokenField } from './token-field.ts';

/** Servers end a raw completion after 16 tokens where nothing is said. */
export const RAW_TOKENS = 4096;

/** Each sample of one prompt has a seed of its own: the same one would give the same answer. */
const common = (model: string, { settings: { temperature, topP, seed, stop }, task }: CompletionRequest) => ({
  model,
  ...(temperature === undefined ? {} : { temperature }),
  ...(topP === undefined ? {} : { top_p: topP }),
  ...(seed === undefined ? {} : { seed: seed + task.sample }),
  ...(stop === undefined ? {} : { stop: [...stop] }),
});

/** The request body for Chat Completions. */
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

/** The request body for Completions. */
export const rawBody = (model: string, request: CompletionRequest) => ({
  ...common(model, request),
  prompt: promptOf(request),
  max_tokens: request.settings.maxTokens ?? RAW_TOKENS,
  ...(request.settings.topLogprobs === undefined ? {} : { logprobs: request.settings.topLogprobs }),
});

/** All text of a request. */
export const promptOf = ({ messages }: Pick<CompletionRequest, 'messages'>): string =>
  messages.map(({ content }) => content).join('');
