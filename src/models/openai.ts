import { systemClock } from '../compute/system-clock.ts';
import { ok, type Result } from '../core/result.ts';
import { type Endpoint, OPENAI_BASE_URL, readEndpoint } from './endpoint.ts';
import { fault, type Model, type ModelCapabilities, type ModelFault, type ModelSource } from './model.ts';
import type { OpenOptions } from './model-options.ts';
import { RETRY_POLICY, withRetries } from './retry.ts';

/** Most a request may take when nothing else is set: reasoning models think for minutes. */
export const DEFAULT_TIMEOUT_MS = 120_000;

const DEFAULTS: OpenOptions = {
  timeout: DEFAULT_TIMEOUT_MS,
  retry: RETRY_POLICY,
  clock: systemClock,
  // No jitter: each wait is whole.
  random: () => 1,
};

/** What most compatible servers can do; which of it a certain one refuses shows in its answer. */
const CAPABILITIES: ModelCapabilities = {
  systemRole: true,
  streaming: false,
  seed: true,
  topLogprobs: 20,
  deterministic: false,
  offline: false,
};

/** Models behind OpenAI's chat API or a server that speaks it (Ollama, llama.cpp, LM Studio, vLLM ...). */
export const OPENAI: ModelSource = {
  id: 'openai',
  title: 'OpenAI-compatible server',
  names: ['MODEL'],
  open(name, options) {
    if (name.trim() === '') return fault('unknown-model', 'which model? openai:MODEL names one, such as openai:gpt-4o');
    const endpoint = readEndpoint(options?.baseUrl ?? OPENAI_BASE_URL);
    if (!endpoint.ok) return fault('unknown-model', endpoint.error);
    return ok(overHttp(name, endpoint.value, { ...DEFAULTS, ...options }));
  },
};

// The package is a big one: it is loaded with the first request.
const client = () => import('./openai-client.ts');

function overHttp(name: string, endpoint: Endpoint, options: OpenOptions): Model {
  return {
    label: name,
    endpoint,
    capabilities: () => Promise.resolve(ok(CAPABILITIES)),
    complete: async (request, signal) => {
      const { askOnce } = await client();
      return withRetries(() => askOnce(name, endpoint, options, request, signal), retrying(options), signal);
    },
  };
}

/**
 * The models that a server lists: a request that costs nothing and shows that address and key are right. It is made
 * once, without another try. Never rejects.
 */
export async function listModels(
  baseUrl: string,
  options: Partial<OpenOptions>,
  signal: AbortSignal,
): Promise<Result<string[], ModelFault>> {
  const endpoint = readEndpoint(baseUrl);
  if (!endpoint.ok) return fault('unavailable', endpoint.error);
  const { listOnce } = await client();
  return listOnce('', endpoint.value, { ...DEFAULTS, ...options }, signal);
}

const retrying = ({ retry, clock, random, onRetry }: OpenOptions) => ({
  policy: retry,
  clock,
  random,
  ...(onRetry === undefined ? {} : { onRetry }),
});
