import OpenAI from 'openai';
import { onAbort } from '../../core/base/cancellation.ts';
import { ok, type Result } from '../../core/base/result.ts';
import type { Endpoint } from '../endpoint.ts';
import { type Completion, type CompletionRequest, fault, type ModelFault } from '../model.ts';
import { SECRETS } from '../secrets.ts';
import type { OpenOptions } from '../source.ts';
import { completionOf, rawCompletionOf } from './answer.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type AskedServer, faultOf, timeoutFault } from './faults.ts';
import { type ListedModel, readListed } from './listed-model.ts';
import { fieldsOf } from './loose.ts';
import { chatBody, rawBody } from './request-body.ts';
import { responseOf, responsesBody, usesResponses } from './responses.ts';

/** The `openai` package needs a key to start; without one no header is sent (`boundedFetch`). */
const NO_KEY = 'none';

/**
 * One attempt at an answer: by Chat Completions, which every compatible server has, by Completions where the text is raw, or
 * by Responses (`usesResponses`). Never rejects.
 */
export function askOnce(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  request: CompletionRequest,
  signal: AbortSignal,
): Promise<Result<Completion, ModelFault>> {
  const asked = withClient(model, endpoint, options, signal, async (client, inner) => {
    if (request.isRaw === true) {
      const raw = client.completions.create(rawBody(model, request), { signal: inner });
      return rawCompletionOf(await bodyOf(raw), endpoint);
    }
    const { messages, settings } = request;
    if (usesResponses(options.api ?? 'auto', endpoint, settings)) {
      if (settings.seed !== undefined)
        return fault(
          'refused-request',
          'The Responses API does not support a seed. Remove the seed or use Chat Completions.',
        );
      const body = responsesBody(model, messages, settings);
      return responseOf(await bodyOf(client.responses.create(body, { signal: inner })), settings, endpoint);
    }
    const body = client.chat.completions.create(chatBody(model, endpoint, request), { signal: inner });
    return completionOf(await bodyOf(body), endpoint);
  });
  return asked.then((answer) => (answer.ok ? ok(withoutKeyTokens(answer.value)) : answer));
}

/** A key may be spread over tokens, none of which shows it: then there are no log probabilities. */
function withoutKeyTokens(completion: Completion): Completion {
  const { logprobs, ...rest } = completion;
  return logprobs !== undefined && SECRETS.isIn(logprobs.map(({ token }) => token).join('')) ? rest : completion;
}

/** The body as it was sent: the package's own reading throws on what breaks the format. */
const bodyOf = async (answer: { asResponse(): Promise<Response> }): Promise<unknown> =>
  (await answer.asResponse()).json();

/** The models that the server lists. Never rejects. */
export function listOnce(
  model: string,
  endpoint: Endpoint,
  options: OpenOptions,
  signal: AbortSignal,
): Promise<Result<ListedModel[], ModelFault>> {
  return withClient(model, endpoint, options, signal, async (client, inner) => {
    const { data } = fieldsOf(await bodyOf(client.models.list({ signal: inner })));
    if (!Array.isArray(data)) return fault('bad-response', `${endpoint.host} lists no models.`);
    return ok(data.flatMap((item: unknown) => readListed(item) ?? []));
  });
}

/** Clients by the options of their model: making one takes longer than all else that is done here for a request. */
const CLIENTS = new WeakMap<OpenOptions, OpenAI>();

function clientOf(endpoint: Endpoint, options: OpenOptions, apiKey: string | undefined): OpenAI {
  const known = CLIENTS.get(options);
  if (known !== undefined) return known;
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
    fetch: boundedFetch(options.maxBytes),
    defaultHeaders: apiKey === undefined ? { Authorization: null } : {},
    ...(options.browser === true ? { dangerouslyAllowBrowser: true } : {}),
  });
  CLIENTS.set(options, client);
  return client;
}

/** Runs one request with its timeout, which covers the whole of the answer, not only its beginning. Never rejects. */
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
  const server: AskedServer = { endpoint, model, apiKey, browser };
  const client = clientOf(endpoint, options, apiKey);
  const controller = new AbortController();
  let late = false;
  const stopClock = options.clock.after(options.timeout, () => {
    late = true;
    controller.abort();
  });
  const callOff = onAbort(signal, () => controller.abort());
  try {
    // Texts that were joined of several pieces may hold a key that none of these did.
    return SECRETS.redactAll(await request(client, controller.signal));
  } catch (error) {
    if (signal.aborted) return fault('cancelled', 'cancelled');
    if (late) return { ok: false, error: timeoutFault(options.timeout, endpoint) };
    return SECRETS.redactAll({ ok: false, error: faultOf(error, server) });
  } finally {
    stopClock();
    callOff();
  }
}
