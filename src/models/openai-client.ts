import OpenAI from 'openai';
import { onAbort } from '../core/on-abort.ts';
import { ok, type Result } from '../core/result.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type Endpoint, OPENAI_BASE_URL } from './endpoint.ts';
import {
  type Completion,
  type CompletionRequest,
  type FinishReason,
  fault,
  type ModelFault,
  type TokenLogprob,
  type TokenUsage,
} from './model.ts';
import type { OpenOptions } from './model-options.ts';
import { type AskedServer, faultOf, timeoutFault } from './openai-faults.ts';

/** The `openai` package needs a key to start; without one no header is sent (`boundedFetch`). */
const NO_KEY = 'none';

/** Servers end a raw completion after 16 tokens where nothing is said. */
const RAW_TOKENS = 4096;

/** One attempt at an answer: by Chat Completions, which every compatible server has, or by Completions. Never rejects. */
export function askOnce(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  { messages, settings, isRaw }: CompletionRequest,
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  const { temperature, topP, maxTokens, seed, stop, topLogprobs } = settings;
  const common = {
    model,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined ? {} : { stop: [...stop] }),
  };
  return within(model, endpoint, options, signal, async (client, inner) => {
    if (isRaw === true) {
      const prompt = messages.map(({ content }) => content).join('');
      const raw = { ...common, prompt, max_tokens: maxTokens ?? RAW_TOKENS };
      return rawCompletionOf(await client.completions.create(raw, { signal: inner }), endpoint);
    }
    const body = await client.chat.completions.create(
      {
        ...common,
        messages: messages.map(({ role, content }) => ({ role, content })),
        ...(maxTokens === undefined ? {} : tokenLimit(endpoint, maxTokens)),
        ...(topLogprobs === undefined ? {} : { logprobs: true, top_logprobs: topLogprobs }),
      },
      { signal: inner },
    );
    return completionOf(body, endpoint);
  });
}

/** The names of the models that the server lists. Never rejects. */
export function listOnce(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<Result<string[], ModelFault>> {
  return within(model, endpoint, options, signal, async (client, inner) => {
    const page: unknown = await client.models.list({ signal: inner });
    const data = typeof page === 'object' && page !== null && 'data' in page ? page.data : undefined;
    if (!Array.isArray(data)) return fault('bad-response', `${endpoint.host} lists no models.`);
    return ok(
      data.flatMap((item: unknown) =>
        typeof item === 'object' && item !== null && 'id' in item && typeof item.id === 'string' ? [item.id] : [],
      ),
    );
  });
}

/** OpenAI's newer models know only the new name, others' servers often only the old one. */
const tokenLimit = ({ baseUrl }: Endpoint, most: number) =>
  baseUrl === OPENAI_BASE_URL ? { max_completion_tokens: most } : { max_tokens: most };

/** Runs one request with its timeout, which covers the whole of the answer, not only its beginning. */
async function within<T>(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
  request: (client: OpenAI, signal: AbortSignal) => Promise<Result<T, ModelFault>>,
): Promise<Result<T, ModelFault>> {
  if (signal.aborted) return fault('cancelled', 'cancelled');
  const apiKey = options.apiKey === '' ? undefined : options.apiKey;
  const browser = options.browser ?? false;
  const server: AskedServer = { endpoint, model, apiKey, browser };
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: apiKey ?? NO_KEY,
    organization: null,
    project: null,
    adminAPIKey: null,
    maxRetries: 0,
    // The package's own limit covers the headers alone; it must not end a request before ours does.
    timeout: options.timeout + 1000,
    logLevel: 'off',
    fetch: boundedFetch(options.mostBytes),
    defaultHeaders: apiKey === undefined ? { Authorization: null } : {},
    ...(browser ? { dangerouslyAllowBrowser: true } : {}),
  });
  const controller = new AbortController();
  let late = false;
  const stopClock = options.clock.after(options.timeout, () => {
    late = true;
    controller.abort();
  });
  const callOff = onAbort(signal, () => controller.abort());
  try {
    return await request(client, controller.signal);
  } catch (error) {
    if (signal.aborted) return fault('cancelled', 'cancelled');
    if (late) return { ok: false, error: timeoutFault(options.timeout, endpoint) };
    return { ok: false, error: faultOf(error, server) };
  } finally {
    stopClock();
    callOff();
  }
}

type Body = OpenAI.Chat.Completions.ChatCompletion;

const REASONS: Readonly<Record<string, FinishReason>> = { stop: 'stop', length: 'length', content_filter: 'filter' };

/** What a body of either kind may have; nothing of it is taken for granted, for servers leave out what they like. */
interface LooseBody {
  readonly choices?: readonly (Body['choices'][number] & { readonly text?: unknown })[];
  readonly usage?: Body['usage'] | null;
  readonly error?: { readonly message?: unknown } | null;
}

function completionOf(body: unknown, endpoint: Endpoint): Result<Completion, ModelFault> {
  const first = firstChoice(body, endpoint);
  if (!first.ok) return first;
  const { choice, usage } = first.value;
  if (typeof choice.message !== 'object') return noCompletion(endpoint);
  const { content, refusal } = choice.message;
  const logprobs = logprobsOf(choice);
  const isRefused = typeof refusal === 'string' && refusal !== '';
  return answerOf(content, choice.finish_reason, usage, endpoint, isRefused, logprobs);
}

function rawCompletionOf(body: unknown, endpoint: Endpoint): Result<Completion, ModelFault> {
  const first = firstChoice(body, endpoint);
  if (!first.ok) return first;
  const { choice, usage } = first.value;
  if (typeof choice.text !== 'string') return noCompletion(endpoint);
  return answerOf(choice.text, choice.finish_reason, usage, endpoint, false, undefined);
}

const noCompletion = ({ host }: Endpoint): Result<never, ModelFault> =>
  fault('bad-response', `${host} sent JSON that is no chat completion. Is it an OpenAI-compatible server?`);

function firstChoice(body: unknown, endpoint: Endpoint) {
  const { choices, usage, error } = (typeof body === 'object' && body !== null ? body : {}) as LooseBody;
  if (error !== undefined && error !== null) {
    const said = typeof error.message === 'string' ? `: ${error.message.slice(0, 200)}` : '';
    return fault('bad-response', `${endpoint.host} reports an error instead of an answer${said}`);
  }
  const choice = Array.isArray(choices) ? (choices as LooseBody['choices'])?.[0] : undefined;
  return choice === undefined ? noCompletion(endpoint) : ok({ choice, usage });
}

function answerOf(
  content: unknown,
  reason: string,
  usage: LooseBody['usage'],
  { host }: Endpoint,
  isRefused: boolean,
  logprobs: TokenLogprob[] | undefined,
): Result<Completion, ModelFault> {
  const finishReason = REASONS[reason] ?? 'other';
  const text = typeof content === 'string' ? content : '';
  if (text.trim() === '') return emptyFault(host, finishReason, isRefused);
  const counted = usageOf(usage);
  return ok({
    text,
    finishReason,
    ...(counted === undefined ? {} : { usage: counted }),
    ...(logprobs === undefined ? {} : { logprobs }),
  });
}

function emptyFault(host: string, reason: FinishReason, refused: boolean): Result<never, ModelFault> {
  if (refused || reason === 'filter') {
    return fault('refused-request', `The model at ${host} refused to answer. Try another prompt template or model.`);
  }
  const why = reason === 'length' ? 'reached its limit of tokens before it said anything' : 'gave an empty answer';
  return fault('bad-response', `The model at ${host} ${why}. Try a higher limit, another prompt template or model.`);
}

const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 0;

function usageOf(usage: LooseBody['usage']): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  const reasoning: unknown = usage.completion_tokens_details?.reasoning_tokens;
  return {
    ...(isCount(input) ? { inputTokens: input } : {}),
    ...(isCount(output) ? { outputTokens: output } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
}

function logprobsOf({ logprobs }: Body['choices'][number]): TokenLogprob[] | undefined {
  if (!Array.isArray(logprobs?.content)) return undefined;
  return logprobs.content.map(({ token, logprob, top_logprobs: top }) => ({
    token,
    logprob,
    top: (top ?? []).map((other) => ({ token: other.token, logprob: other.logprob })),
  }));
}
