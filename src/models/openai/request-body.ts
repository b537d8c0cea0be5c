import type { Endpoint } from '../endpoint.ts';
import type { CompletionRequest } from '../model.ts';
import { tokenLimit } from './answer.ts';

/** Servers end a raw completion after 16 tokens where nothing is said. */
export const RAW_TOKENS = 4096;

const common = (model: string, { temperature, topP, seed, stop }: CompletionRequest['settings']) => ({
  model,
  ...(temperature === undefined ? {} : { temperature }),
  ...(topP === undefined ? {} : { top_p: topP }),
  ...(seed === undefined ? {} : { seed }),
  ...(stop === undefined ? {} : { stop: [...stop] }),
});

/** The request body for Chat Completions. */
export function chatBody(model: string, endpoint: Endpoint, { messages, settings }: CompletionRequest) {
  const { maxTokens, topLogprobs } = settings;
  return {
    ...common(model, settings),
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...(maxTokens === undefined ? {} : tokenLimit(endpoint.baseUrl, maxTokens)),
    ...(topLogprobs === undefined ? {} : { logprobs: true, top_logprobs: topLogprobs }),
  };
}

/** The request body for Completions. */
export const rawBody = (model: string, { messages, settings }: CompletionRequest) => ({
  ...common(model, settings),
  prompt: messages.map(({ content }) => content).join(''),
  max_tokens: settings.maxTokens ?? RAW_TOKENS,
  ...(settings.topLogprobs === undefined ? {} : { logprobs: settings.topLogprobs }),
});
