import OpenAI from 'openai';
import { onAbort } from '../../core/base/cancellation.ts';
import { ok, type Result } from '../../core/base/result.ts';
import type { Endpoint } from '../endpoint.ts';
import { asFields } from '../json-fields.ts';
import { type Completion, type CompletionRequest, fault, type ModelFault } from '../model.ts';
import { SECRETS } from '../secrets.ts';
import type { OpenOptions } from '../sources/source.ts';
import { readCompletion, readRawCompletion } from './answer.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { requestFault, type ServerFacts, timeoutFault } from './faults.ts';
import { type ListedModel, readListed } from './listed-model.ts';
import { type FittedRequest, serverRefusals } from './refused-settings.ts';
import { chatBody, rawBody, requestText } from './request-body.ts';
import { readResponse, responsesBody, usesResponses } from './responses.ts';

/** Placeholder: the `openai` package needs a key to start; without one no header is sent (`boundedFetch`). */
const NO_KEY = 'none';

/** Limit of the refusals from which one request may learn. */
const MAX_REFUSALS = 8;

/**
 * Makes one attempt at an answer: by Chat Completions, which every compatible server has, by Completions if the text is raw, or by
 * Responses (`usesResponses`). If a request is refused for something dispensable, it is sent again without it, which is remembered for all
 * later ones and reported once. Never rejects.
 */
export async function askOnce(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  request: CompletionRequest,
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  const api =
    request.isRaw === true
      ? 'raw'
      : usesResponses(options.api ?? 'auto', endpoint, request.settings)
        ? 'responses'
        : 'chat';
  const server = serverRefusals(endpoint.baseUrl, model, api);
  const start = server.taken;
  let taken = start;
  for (let refusals = 0; ; refusals++) {
    const fitted = server.fit(request, taken);
    const answer = await send(model, endpoint, options, fitted, api, signal);
    if (answer.ok) {
      const news = taken === start ? [] : server.learn(start, taken);
      if (news.length > 0) options.onNotice?.(learnedNote(endpoint, model, news));
      const { usageDoubt } = answer.value;
      if (usageDoubt !== undefined) doubtUsage(endpoint, usageDoubt, options);
      return ok(withoutKeyTokens(withServed(answer.value, model, fitted.without)));
    }
    const next = refusals < MAX_REFUSALS ? server.next(answer.error, taken, request) : undefined;
    if (next === undefined) {
      if (taken !== start && !answer.error.retryable) server.giveUp(taken);
      return answer;
    }
    taken = next;
  }
}

const learnedNote = ({ host }: Endpoint, model: string, news: readonly string[]): string =>
  `${host} does not take all that was set for ${model}: requests go ${news.join(', ')} from now on.`;

/** Servers whose token count has been reported as doubtful. */
const DOUBTED = new Set<string>();

function doubtUsage({ host, baseUrl }: Endpoint, doubt: string, { onNotice }: OpenOptions): void {
  if (onNotice === undefined || DOUBTED.has(baseUrl)) return;
  DOUBTED.add(baseUrl);
  onNotice(
    `${host} cannot be right in its count of tokens (${doubt}). Tokens are counted by the length of the texts where it counts fewer.`,
  );
}

/** Returns a completion with its serving model and settings, if they differ from the request. */
function withServed({ served, ...completion }: Completion, model: string, without: readonly string[]): Completion {
  const { model: name, fingerprint } = served ?? {};
  const found = {
    ...(name === undefined || name === model ? {} : { model: name }),
    ...(fingerprint === undefined ? {} : { fingerprint }),
    ...(without.length === 0 ? {} : { without }),
  };
  return Object.keys(found).length === 0 ? completion : { ...completion, served: found };
}

/** Sends a request unchanged. */
function send(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  { request, tokenField }: FittedRequest,
  api: 'raw' | 'responses' | 'chat',
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  const prompt = requestText(request);
  const { watch } = options;
  return withClient(model, endpoint, options, signal, async (client, inner) => {
    watch?.sent();
    if (api === 'raw') {
      const raw = client.completions.create(rawBody(model, request), { signal: inner });
      return readRawCompletion(await readBody(raw, watch), endpoint, prompt);
    }
    const { messages, settings } = request;
    if (api === 'responses') {
      if (settings.seed !== undefined)
        return fault(
          'refused-request',
          'The Responses API does not support a seed. Remove the seed or use Chat Completions.',
        );
      const body = responsesBody(model, messages, settings);
      const created = client.responses.create(body, { signal: inner });
      return readResponse(await readBody(created, watch), settings, endpoint, prompt);
    }
    const body = client.chat.completions.create(chatBody(model, tokenField, request), { signal: inner });
    return readCompletion(await readBody(body, watch), endpoint, prompt);
  });
}

/** Removes log probabilities if they hold a key: it may be spread over tokens, none of which shows it. */
function withoutKeyTokens(completion: Completion): Completion {
  const { logprobs, ...rest } = completion;
  return logprobs !== undefined && SECRETS.isIn(logprobs.map(({ token }) => token).join('')) ? rest : completion;
}

/** Returns the body as it was sent: the package's own reading throws on violations of the format. */
async function readBody(answer: { asResponse(): Promise<Response> }, watch?: OpenOptions['watch']): Promise<unknown> {
  const body: unknown = await (await answer.asResponse()).json();
  watch?.received(body);
  return body;
}

/** Lists the models of the server. Never rejects. */
export function listOnce(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<Result<ListedModel[], ModelFault>> {
  return withClient(model, endpoint, options, signal, async (client, inner) => {
    options.watch?.sent();
    const { data } = asFields(await readBody(client.models.list({ signal: inner })));
    if (!Array.isArray(data)) return fault('bad-response', `${endpoint.host} lists no models.`);
    return ok(data.flatMap((item: unknown) => readListed(item) ?? []));
  });
}

/** Options of models that have answered: their key is right. */
const ANSWERED = new WeakSet<OpenOptions>();

/** Clients by the options of their model: creating one takes longer than all other work for a request. */
const CLIENTS = new WeakMap<OpenOptions, OpenAI>();

function endpointClient(endpoint: Endpoint, options: OpenOptions, apiKey: string | undefined): OpenAI {
  const known = CLIENTS.get(options);
  if (known !== undefined) return known;
  const client = new OpenAI({
    baseURL: endpoint.baseUrl,
    apiKey: apiKey ?? NO_KEY,
    organization: null,
    project: null,
    adminAPIKey: null,
    maxRetries: 0,
    // The package's own limit covers only the headers; it must not end a request before ours does.
    timeout: options.timeout + 1000,
    logLevel: 'off',
    fetch: boundedFetch(options.maxBytes),
    defaultHeaders: apiKey === undefined ? { Authorization: null } : {},
    ...(options.browser === true ? { dangerouslyAllowBrowser: true } : {}),
  });
  CLIENTS.set(options, client);
  return client;
}

/** Runs one request with its timeout, which covers the whole answer, not only its beginning. Never rejects. */
export async function withClient<T>(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
  request: (client: OpenAI, signal: AbortSignal) => Promise<Result<T, ModelFault>>,
): Promise<Result<T, ModelFault>> {
  if (signal.aborted) return fault('cancelled', 'cancelled');
  const apiKey = options.apiKey === '' ? undefined : options.apiKey;
  SECRETS.add(apiKey);
  const browser = options.browser ?? false;
  const server: ServerFacts = {
    endpoint,
    model,
    apiKey,
    browser,
    hasAnswered: false,
    patience: options.timeout,
  };
  const client = endpointClient(endpoint, options, apiKey);
  const controller = new AbortController();
  let late = false;
  const stopClock = options.clock.after(options.timeout, () => {
    late = true;
    controller.abort();
  });
  const callOff = onAbort(signal, () => controller.abort());
  try {
    // Texts joined from several pieces may hold a key that none of them did.
    const answer = SECRETS.redactAll(await request(client, controller.signal));
    if (answer.ok) ANSWERED.add(options);
    return answer;
  } catch (error) {
    if (signal.aborted) return fault('cancelled', 'cancelled');
    if (late) return { ok: false, error: timeoutFault(options.timeout, endpoint) };
    const hasAnswered = ANSWERED.has(options);
    return SECRETS.redactAll({ ok: false, error: requestFault(error, { ...server, hasAnswered }) });
  } finally {
    stopClock();
    callOff();
  }
}
