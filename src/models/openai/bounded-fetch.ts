import { SECRETS } from '../secrets.ts';
import { readBody } from './body-text.ts';

/** The kinds of bodies that are not a JSON answer. */
export type BodyFault = 'too-long' | 'web-page' | 'not-json' | 'cut';

/** Thrown through the `openai` package, which knows none of these. */
export class BodyError extends Error {
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(fault);
    this.fault = fault;
  }
}

/** A status that is no success, with its body, which the package would cut down to one of its fields. */
export class StatusError extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** What the body says: JSON, or its text. */
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    super('refused');
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** Longest body of an answer, in bytes: 100,000 tokens with log probabilities fit, an endless one does not. */
export const MAX_BYTES = 8 * 1024 * 1024;

/** All headers that a server receives besides the request itself: no names of machine, system or organization. */
const HEADERS = ['accept', 'content-type', 'authorization'] as const;

type Fetch = typeof globalThis.fetch;

/**
 * A `fetch` that reads the whole body, up to a limit, and hands on nothing but JSON of a success.
 * Redirects are not followed: the key and the prompt go to the host that was named, or nowhere.
 *
 * @throws BodyError for a body that is too long, no JSON or cut off
 * @throws StatusError for a status that is no success
 */
export const boundedFetch =
  (maxBytes: number = MAX_BYTES, fetch: Fetch = globalThis.fetch): Fetch =>
  async (input, init) => {
    const response = await leanFetch(fetch, input, init);
    const given = await readText(response, maxBytes);
    const headers = new Headers([...response.headers].map(([name, value]) => [name, SECRETS.redact(value)]));
    if (!response.ok) {
      const read = readBody(given);
      const body = 'value' in read ? SECRETS.redactAll(read.value) : SECRETS.redact(given);
      // A redirect that was not followed has status 0 in browsers.
      throw new StatusError(response.status === 0 ? 302 : response.status, headers, body);
    }
    const read = readBody(given);
    if ('fault' in read) throw new BodyError(read.fault);
    // The body is decoded by now, and JSON whatever the server called it.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    headers.set('content-type', 'application/json');
    // Servers echo what they were sent: nothing behind this line has ever held a key.
    const body = isJson(given) ? SECRETS.redactJson(given) : JSON.stringify(SECRETS.redactAll(read.value));
    return new Response(body, { status: response.status, statusText: SECRETS.redact(response.statusText), headers });
  };

/** A request without any header that says more than it has to. Redirects are not followed. */
function leanFetch(fetch: Fetch, input: Parameters<Fetch>[0], init: Parameters<Fetch>[1]): Promise<Response> {
  const given = new Headers(init?.headers);
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = given.get(name);
    if (value !== null) headers.set(name, value);
  }
  return fetch(input, { ...init, headers, redirect: 'manual' });
}

/**
 * The same for files: what comes of a success is handed on as it comes, whatever it holds, up to a limit.
 *
 * @throws BodyError, also while the body is read
 * @throws StatusError
 */
export const limitedFetch = (maxBytes: number, fetch: Fetch = globalThis.fetch): Fetch => {
  return async (input, init) => {
    let success: Response | undefined;
    // what is no success has a short body, which is read as ever
    const answer = await boundedFetch(MAX_BYTES, async (to, how) => {
      const response = await leanFetch(fetch, to, how);
      if (!response.ok) return response;
      success = response;
      return new Response('{}', { status: response.status });
    })(input, init);
    if (success === undefined) return answer;
    const counted = success.body?.pipeThrough(bounded(maxBytes)).pipeThrough(cleanLines());
    return new Response(counted ?? null, {
      status: success.status,
      headers: { 'content-type': 'application/octet-stream' },
    });
  };
};

/** Passes bytes on, up to a limit. */
function bounded(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) controller.error(new BodyError('too-long'));
      else controller.enqueue(piece);
    },
  });
}

/** Takes keys out of lines of JSON. */
function cleanLines(): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  return new TransformStream({
    transform(piece, controller) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (lines.length > 0)
        controller.enqueue(encoder.encode(lines.map((line) => `${SECRETS.redactJson(line)}\n`).join('')));
    },
    flush(controller) {
      rest += decoder.decode();
      if (rest !== '') controller.enqueue(encoder.encode(SECRETS.redactJson(rest)));
    },
  });
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > maxBytes) throw new BodyError('too-long');
      parts.push(decoder.decode(value, { stream: true }));
    }
  } catch (error) {
    if (error instanceof BodyError || (error instanceof Error && error.name === 'AbortError')) throw error;
    throw new BodyError('cut');
  } finally {
    // Also ends a connection that would go on forever; what comes of it no longer matters.
    reader.cancel().catch(() => {});
  }
  return parts.join('') + decoder.decode();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
