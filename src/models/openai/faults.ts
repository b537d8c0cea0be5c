import { APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai/error';
import type { Endpoint } from '../endpoint.ts';
import { asFields } from '../json-fields.ts';
import { fault, type ModelFault, type ModelFaultCode } from '../model.ts';
import { BodyError, type BodyFault, MAX_BODY_BYTES, StatusError } from './bounded-fetch.ts';
import { isLoading, isModeration, refusalWords } from './refusal-words.ts';

/** Facts that a message about a failed request may name. */
export interface ServerFacts {
  readonly endpoint: Endpoint;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly browser: boolean;
  /** True if it has answered a request with this key. */
  readonly hasAnswered: boolean;
  /** Time to wait for a model that is being loaded, in milliseconds. */
  readonly patience: number;
}

const failed = (code: ModelFaultCode, message: string, retryable = false): ModelFault =>
  fault(code, message, retryable).error;

/**
 * Returns the meaning of a failed request and the remedy, in one or two sentences. The server's message is quoted on one line, shortened,
 * and without the key.
 */
export function requestFault(error: unknown, server: ServerFacts): ModelFault {
  if (error instanceof APIUserAbortError) return failed('cancelled', 'cancelled');
  const body = causes(error).find((cause) => cause instanceof BodyError);
  if (body !== undefined) return bodyFault(body.fault, server.endpoint);
  const refusal = causes(error).find((cause) => cause instanceof StatusError);
  if (refusal !== undefined) {
    const refused = { ...statusFault(refusal, server), status: refusal.status };
    return UNSURE_STATUSES.has(refusal.status) ? refused : { ...refused, usage: NO_TOKENS };
  }
  if (error instanceof APIConnectionTimeoutError) return connectionFault('ETIMEDOUT', server);
  const code = systemCode(error);
  const isKnown = error instanceof APIError || code !== undefined;
  if (isKnown && !BROKEN_HTTP.test(code ?? '')) {
    const lost = connectionFault(code, server);
    return NEVER_SENT.has(code) ? { ...lost, usage: NO_TOKENS } : lost;
  }
  // Any other error occurred while the answer was read: it is a fault of this answer, not an absent server.
  return failed(
    'bad-response',
    `${server.endpoint.host} sent an answer that cannot be read${code === undefined ? '' : ` (${code})`}.`,
  );
}

/** Usage of a rejected request. */
const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };
/** Statuses of an intermediary's timeout; the model may have answered nevertheless. */
const UNSURE_STATUSES: ReadonlySet<number> = new Set([408, 499, 504, 522, 524]);
/** System error codes of a request that reached no server. */
const NEVER_SENT: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** Error codes of Node's parser for answers that violate HTTP itself. */
const BROKEN_HTTP = /^(?:HPE_|UND_ERR_(?:HEADERS_OVERFLOW|RES|INVALID|NOT_SUPPORTED)|Z_|ERR_INVALID)/;

/** Returns the fault of a request that exceeded its time limit. */
export const timeoutFault = (ms: number, { host }: Endpoint): ModelFault =>
  failed(
    'timeout',
    `${host} did not complete its answer within ${ms / 1000} s. Set a longer timeout or choose a faster model.`,
    true,
  );

function bodyFault(body: BodyFault, { host, baseUrl }: Endpoint): ModelFault {
  switch (body) {
    case 'web-page':
      return failed(
        'bad-response',
        `${host} sent a web page instead of JSON. The base URL ${baseUrl} is probably wrong; most end in /v1.`,
      );
    case 'not-json':
      return failed(
        'bad-response',
        `${host} sent something other than JSON. Is ${baseUrl} an OpenAI-compatible server?`,
      );
    case 'too-long':
      return failed(
        'bad-response',
        `The answer from ${host} exceeded ${MAX_BODY_BYTES / 2 ** 20} MB and was cut off. Set a token limit or choose another model.`,
      );
    default:
      return failed('unavailable', `The connection to ${host} was lost before the answer was complete.`, true);
  }
}

function connectionFault(code: string | undefined, { endpoint: { host, baseUrl }, browser }: ServerFacts): ModelFault {
  switch (code) {
    case 'ECONNREFUSED':
      return failed('unavailable', `No server answers at ${baseUrl}. Start the server, or check the base URL.`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return failed(
        'unavailable',
        `The host ${host} could not be found. Check the base URL and the network.`,
        code === 'EAI_AGAIN',
      );
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return failed('timeout', `${host} did not answer in time. Check that it runs, and the network.`, true);
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return failed('unavailable', `The connection to ${host} was lost before the answer was complete.`, true);
    default: {
      const cors = browser ? ', or it does not allow requests from a browser (CORS)' : '';
      const reason = code === undefined ? '' : ` (${code})`;
      return failed('unavailable', `${host} cannot be reached${reason}${cors}. Check the base URL and the network.`);
    }
  }
}

function statusFault({ status, headers, body }: StatusError, server: ServerFacts): ModelFault {
  const { endpoint, model } = server;
  const { host, baseUrl } = endpoint;
  const words = refusalWords(body);
  const quote = words.said === '' ? '' : ` It says: ${words.said}`;
  const says = (code: ModelFaultCode, message: string, retryable = false): ModelFault => ({
    ...failed(code, message, retryable),
    ...(words.said === '' ? {} : { said: words.said }),
  });
  if (status >= 300 && status < 400) {
    return says(
      'bad-response',
      `${host} redirects to another address (HTTP ${status}), which is not followed. Set the final base URL.`,
    );
  }
  const denied = server.hasAnswered ? 'refused-request' : 'unauthorized';
  // Not retried automatically: if a key has expired, every sample would wait for all its retries.
  if (status === 401) return says(denied, keyMessage(status, server) + quote);
  if (status < 500 && status !== 429 && status !== 404 && isModeration(words))
    return says('moderated', `${host} refused the prompt by its moderation (HTTP ${status}).${quote}`);
  if (status === 403) return says(denied, keyMessage(status, server) + quote);
  if (status === 404) {
    const named = words.names.has('model_not_found') || /model/i.test(words.said);
    if (named) return says('unknown-model', `${host} has no model "${model}". Choose another model.${quote}`);
    return says(
      'unknown-model',
      `${host} has nothing at ${baseUrl} (HTTP 404). Check the base URL; most end in /v1.${quote}`,
    );
  }
  if (status === 402 || (status === 429 && words.names.has('insufficient_quota'))) {
    const quota = status === 402 ? 'credit' : 'quota';
    return says('rate-limited', `The account at ${host} has no ${quota} left. Check its plan and billing.${quote}`);
  }
  const retryAfter = retryAfterMs(headers) ?? estimatedMs(body);
  const waits = retryAfter === undefined ? {} : { retryAfter };
  if (status === 429) {
    const asked = retryAfter === undefined ? '' : ` It asks to wait ${Math.ceil(retryAfter / 1000)} s.`;
    const message = `${host} limits the rate of requests (HTTP 429).${asked} Send fewer at a time, or try again later.`;
    return { ...says('rate-limited', message, true), ...waits };
  }
  if (status >= 500 && isLoading(words)) {
    const message = `${host} is loading the model (HTTP ${status}).${quote}`;
    return { ...says('unavailable', message, true), ...waits, patience: server.patience };
  }
  if (status === 408 || status === 409 || status === 425 || status >= 500) {
    const message = `${host} reports an internal error (HTTP ${status}). Try again later.${quote}`;
    return { ...says('unavailable', message, true), ...waits };
  }
  if (words.names.has('context_length_exceeded') || TOO_LONG.test(words.said)) {
    return says(
      'too-long',
      `The prompt does not fit the context of "${model}" at ${host} (HTTP ${status}). Choose a shorter game or a longer context.${quote}`,
    );
  }
  return says(
    'refused-request',
    `${host} refused the request (HTTP ${status}). Check the model and its settings.${quote}`,
  );
}

/**
 * Returns the message about an unauthorized request. The key is blamed only until a request with it was answered, and with HTTP 403 only
 * for its permissions.
 */
function keyMessage(status: number, { endpoint: { host }, apiKey, hasAnswered }: ServerFacts): string {
  if (hasAnswered) return `${host} denies this request (HTTP ${status}), though it has answered others.`;
  if (apiKey === undefined)
    return `${host} requires an API key (HTTP ${status}). Set an API key, or the environment variable OPENAI_API_KEY.`;
  return status === 401
    ? `${host} rejected the API key (HTTP 401). Set another API key.`
    : `${host} denies access with this API key (HTTP ${status}). Check what the key may be used for, or set another one.`;
}

/** Returns the time after which a model is loaded, in milliseconds, as Hugging Face estimates it in seconds. */
function estimatedMs(body: unknown): number | undefined {
  const seconds = asFields(body)['estimated_time'];
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds * 1000) : undefined;
}

/** Words of OpenAI, vLLM, llama.cpp, LM Studio and Anthropic for a prompt that exceeds the context. */
const TOO_LONG =
  /(?:maximum|model's|available|allowed) context|context (?:length|size|window|limit)|prompt (?:is )?too long|input (?:is )?too long|too many (?:input )?tokens|token count .{0,40}exceeds/i;

/** Returns `retry-after` in seconds or as a date (RFC 9110, 10.2.3), or `retry-after-ms`; in milliseconds. */
export function retryAfterMs(headers: Headers | undefined, now: () => number = Date.now): number | undefined {
  const exact = headers?.get('retry-after-ms') ?? '';
  if (/^\d+(?:\.\d+)?$/.test(exact)) return Number(exact);
  const text = headers?.get('retry-after') ?? '';
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now());
}

/** Returns an error and its causes, outermost first. */
function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let e = error; e !== undefined && e !== null && chain.length < 8; ) {
    chain.push(e);
    e = e instanceof Error ? e.cause : undefined;
  }
  return chain;
}

function systemCode(error: unknown): string | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  }
  return undefined;
}
