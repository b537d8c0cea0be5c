import { systemClock } from '../../compute/system-clock.ts';
import { ok, type Result } from '../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL, readEndpoint } from '../endpoint.ts';
import { type CompletionRequest, fault, type Model, type ModelCapabilities, type ModelFault } from '../model.ts';
import { RETRY_POLICY, type RetryEvent, withRetries } from '../retry.ts';
import type { ModelSource, OpenAiApi, OpenOptions } from '../sources/source.ts';
import type { ListedModel } from './listed-model.ts';
import { withoutSystem } from './request-body.ts';
import { usesResponses } from './responses.ts';

/** Default time limit of a request in milliseconds: reasoning models take minutes. */
export const DEFAULT_TIMEOUT_MS = 120_000;

export const OPENAI_DEFAULTS: OpenOptions = {
  timeout: DEFAULT_TIMEOUT_MS,
  retry: RETRY_POLICY,
  clock: systemClock,
  // No jitter: each wait has its full length.
  random: () => 1,
};

/** Capabilities of most compatible servers; a refusal by a particular server shows in its answer. */
export const ASSUMED: ModelCapabilities = {
  systemRole: true,
  streaming: false,
  seed: true,
  topLogprobs: 20,
  deterministic: false,
  offline: false,
};

/** Models of OpenAI's chat API or of a server that implements it (Ollama, llama.cpp, LM Studio, vLLM ...). */
export const OPENAI: ModelSource = {
  id: 'openai',
  title: 'OpenAI-compatible server',
  names: ['MODEL'],
  open(name, options) {
    if (name.trim() === '')
      return fault('unknown-model', 'missing model: expected openai:MODEL, such as openai:gpt-4o');
    const endpoint = readEndpoint(options?.baseUrl ?? OPENAI_BASE_URL);
    if (!endpoint.ok) return fault('unknown-model', endpoint.error);
    return ok(overHttp(name, endpoint.value, { ...OPENAI_DEFAULTS, ...options }));
  },
};

// The package is large: it is loaded with the first request.
const client = () => import('./client.ts');

const isUsual = (api: OpenAiApi = 'auto', endpoint: Endpoint): boolean =>
  usesResponses(api, endpoint, {}) === usesResponses('auto', endpoint, {});

function overHttp(name: string, endpoint: Endpoint, options: OpenOptions): Model {
  return {
    label: options.label ?? name,
    servedAs: name,
    endpoint,
    ...(isUsual(options.api, endpoint) ? {} : { api: options.api }),
    capabilities: () => Promise.resolve(ok(options.probed ?? ASSUMED)),
    complete: async (request, signal) => {
      const { askOnce } = await client();
      const fitted = options.probed === undefined ? request : fit(request, options.probed);
      let attempts = 0;
      const ask = () => {
        attempts++;
        request.onSent?.();
        return askOnce(name, endpoint, options, fitted, signal);
      };
      const answer = await withRetries(ask, retrying(options, request.onWait), signal);
      // Without retries here the caller counts the attempts.
      return answer.ok && options.retry.retries > 0 ? ok({ ...answer.value, attempts }) : answer;
    },
  };
}

/**
 * Adapts a request to a model: the system message becomes part of the first other one, and log probabilities are limited to those that it
 * gives. It was probed by chats, so raw completions stay unchanged.
 */
function fit(request: CompletionRequest, { systemRole, topLogprobs }: ModelCapabilities): CompletionRequest {
  if (request.isRaw === true) return request;
  const { topLogprobs: asked, ...rest } = request.settings;
  const most = Math.min(asked ?? 0, topLogprobs);
  return {
    ...request,
    settings: most === 0 ? rest : { ...rest, topLogprobs: most },
    messages: systemRole ? request.messages : withoutSystem(request.messages),
  };
}

/**
 * Lists the models of a server: a request that costs nothing and shows that address and key are right. It is made once, without a retry.
 * Never rejects.
 */
export async function listModels(
  baseUrl: string,
  options: Partial<OpenOptions>,
  signal: AbortSignal,
): Promise<Result<ListedModel[], ModelFault>> {
  const endpoint = readEndpoint(baseUrl);
  if (!endpoint.ok) return fault('unavailable', endpoint.error);
  const { listOnce } = await client();
  return listOnce('', endpoint.value, { ...OPENAI_DEFAULTS, ...options }, signal);
}

const retrying = ({ retry, clock, random, onRetry }: OpenOptions, onWait?: CompletionRequest['onWait']) => ({
  policy: retry,
  clock,
  random,
  onRetry: (event: RetryEvent) => {
    onWait?.(event.wait);
    onRetry?.(event);
  },
});
