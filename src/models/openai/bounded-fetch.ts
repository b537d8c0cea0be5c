import { asFields, asList } from '../json-fields.ts';
import { SECRETS } from '../secrets.ts';

/** Kinds of bodies that are not a JSON answer. */
export type BodyFault = 'too-long' | 'web-page' | 'not-json' | 'cut';

/** Fault of a body, thrown through the `openai` package, which knows no such error. */
export class BodyError extends Error {
  readonly fault: BodyFault;

  constructor(fault: BodyFault) {
    super(fault);
    this.fault = fault;
  }
}

/** An unsuccessful status with its body, which the package would reduce to one of its fields. */
export class StatusError extends Error {
  readonly status: number;
  readonly headers: Headers;
  /** Content of the body: JSON, or its text. */
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    super('refused');
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/**
 * Length limit of an answer's body, in bytes: 100,000 tokens with log probabilities fit, an endless answer does not.
 */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** All headers that a server receives besides the request itself: no names of machine, system or organization. */
const HEADERS = ['accept', 'content-type', 'authorization'] as const;

type Fetch = typeof globalThis.fetch;

/**
 * Returns a `fetch` that reads the whole body, up to a limit, and forwards nothing but the JSON of a success. Redirects are not followed:
 * the key and the prompt go to the named host, or nowhere.
 *
 * @throws BodyError for a body that is too long, no JSON or cut off
 * @throws StatusError for an unsuccessful status
 */
export const boundedFetch =
  (maxBytes: number = MAX_BODY_BYTES, fetch: Fetch = globalThis.fetch): Fetch =>
  async (input, init) => {
    const response = await leanFetch(fetch, input, init);
    const given = await readText(response, maxBytes);
    const headers = new Headers([...response.headers].map(([name, value]) => [name, SECRETS.redact(value)]));
    if (!response.ok) {
      const read = readBody(given);
      const body = 'value' in read ? SECRETS.redactAll(read.value) : SECRETS.redact(given);
      // In browsers a redirect that was not followed has status 0.
      throw new StatusError(response.status === 0 ? 302 : response.status, headers, body);
    }
    const read = readBody(given);
    if ('fault' in read) throw new BodyError(read.fault);
    // The body is decoded by now, and JSON whatever its declared type.
    for (const name of ['content-encoding', 'content-length']) headers.delete(name);
    headers.set('content-type', 'application/json');
    // Servers echo what they were sent: nothing after this line has ever held a key.
    const body = isJson(given) ? SECRETS.redactJson(given) : JSON.stringify(SECRETS.redactAll(read.value));
    return new Response(body, { status: response.status, statusText: SECRETS.redact(response.statusText), headers });
  };

/** Sends a request without unnecessary headers. Redirects are not followed. */
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
 * Returns the same for files: the content of a success is forwarded as it arrives, up to a limit.
 *
 * @throws BodyError, also while the body is read
 * @throws StatusError
 */
export const limitedFetch = (maxBytes: number, fetch: Fetch = globalThis.fetch): Fetch => {
  return async (input, init) => {
    let success: Response | undefined;
    // The body of a failure is short, and read as usual.
    const answer = await boundedFetch(MAX_BODY_BYTES, async (to, how) => {
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

/** Returns a stream that forwards bytes up to a limit. */
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

/** Returns a stream that removes keys from lines of JSON. */
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
    // This also ends a connection that would never end; its result no longer matters.
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

/** Value of a body, or the reason why it holds none. */
export type BodyReading = { readonly value: unknown } | { readonly fault: 'web-page' | 'not-json' };

/**
 * Reads the body of a success: JSON, JSON with `NaN` or `Infinity` as Python writes it, with comments of server-sent events before it, or
 * an unrequested stream of events or lines, whose pieces are joined. Linear in the text.
 */
export function readBody(text: string): BodyReading {
  const plain = text.replace(/^\uFEFF/, '');
  const value = jsonIn(plain) ?? jsonIn(withoutNonNumbers(plain));
  if (value !== undefined) return value;
  const stream = streamIn(plain);
  if (stream !== undefined) return { value: joined(stream) };
  return { fault: /^\s*(?:<!doctype html|<html|<\?xml|<head|<body)/i.test(plain) ? 'web-page' : 'not-json' };
}

function jsonIn(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

/** Replaces numbers that JSON does not allow by null; strings stay unchanged. */
const withoutNonNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|-?\b(?:NaN|Infinity)\b/g, (part) =>
    part.startsWith('"') ? part : 'null',
  );

/** Values of the lines of a stream, and whether its end is among them. */
interface Stream {
  readonly pieces: readonly unknown[];
  readonly hasEnd: boolean;
}

/** Reads a stream of server-sent events or of one JSON per line; undefined for other texts. */
function streamIn(text: string): Stream | undefined {
  const pieces: unknown[] = [];
  let hasEnd = false;
  for (const line of text.split('\n')) {
    const data = line.replace(/^data:/, '').trim();
    if (data === '[DONE]') hasEnd = true;
    if (data === '' || data === '[DONE]' || /^(?::|event:|id:|retry:)/.test(line)) continue;
    const read = jsonIn(data) ?? jsonIn(withoutNonNumbers(data));
    if (read === undefined) return undefined;
    pieces.push(read.value);
  }
  return pieces.length === 0 ? undefined : { pieces, hasEnd };
}

/** Fields of a message that arrive in pieces. */
const TEXTS = ['content', 'reasoning', 'reasoning_content', 'thinking', 'refusal', 'text'] as const;

/** Pieces of a choice so far. */
interface Joined {
  readonly texts: Map<string, string>;
  readonly calls: Map<number, { name: string; arguments: string }>;
  readonly last: Record<string, unknown>;
}

/** Joins the pieces of a stream into one body. */
function joined({ pieces, hasEnd }: Stream): unknown {
  const [only] = pieces;
  // Comments of a stream may precede a complete body.
  if (pieces.length === 1 && asList(asFields(only)['choices']).every((item) => !('delta' in asFields(item))))
    return only;
  const outer: Record<string, unknown> = {};
  const choices = new Map<number, Joined>();
  for (const piece of pieces) {
    const fields = asFields(piece);
    // Responses: the last event holds the whole answer.
    if (typeof fields['response'] === 'object' && fields['response'] !== null) Object.assign(outer, fields['response']);
    for (const [name, value] of Object.entries(fields))
      if (!['choices', 'message', 'response'].includes(name) && value !== null) outer[name] = value;
    for (const item of asList(fields['choices'])) addPiece(choices, asFields(item), 'delta');
    if (fields['message'] !== undefined) addPiece(choices, { message: fields['message'] }, 'message');
  }
  if (choices.size === 0) return outer;
  return {
    ...outer,
    choices: [...choices].map(([index, whole]) => joinedChoice(index, whole, hasEnd || outer['done'] === true)),
  };
}

function addPiece(choices: Map<number, Joined>, choice: Readonly<Record<string, unknown>>, part: string): void {
  const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
  const whole: Joined = choices.get(index) ?? { texts: new Map(), calls: new Map(), last: {} };
  choices.set(index, whole);
  const delta = asFields(choice[part] ?? choice['message']);
  for (const name of TEXTS) {
    const text = delta[name] ?? (name === 'text' ? choice['text'] : undefined);
    if (typeof text === 'string') whole.texts.set(name, (whole.texts.get(name) ?? '') + text);
  }
  for (const item of asList(delta['tool_calls'])) {
    const { index: at = 0, function: called } = asFields(item);
    const { name, arguments: piece } = asFields(called);
    const call = whole.calls.get(Number(at)) ?? { name: '', arguments: '' };
    whole.calls.set(Number(at), call);
    if (typeof name === 'string') call.name += name;
    if (typeof piece === 'string') call.arguments += piece;
  }
  for (const [name, value] of Object.entries(choice))
    if (name !== part && value !== null && value !== undefined) whole.last[name] = value;
}

function joinedChoice(index: number, { texts, calls, last }: Joined, hasEnd: boolean): unknown {
  const { text, ...message } = Object.fromEntries(texts);
  return {
    // A stream without any end was cut off in transit.
    ...(hasEnd ? {} : { finish_reason: 'interrupted' }),
    ...last,
    index,
    ...(text === undefined ? {} : { text }),
    message: {
      ...message,
      ...(calls.size === 0 ? {} : { tool_calls: [...calls.values()].map((called) => ({ function: called })) }),
    },
  };
}
