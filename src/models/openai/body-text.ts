import { fieldsOf, itemsOf } from './loose.ts';

/** A value that a body holds, or why it holds none. */
export type BodyReading = { readonly value: unknown } | { readonly fault: 'web-page' | 'not-json' };

/**
 * Reads the body of a success: JSON, JSON with `NaN` or `Infinity` in it as Python writes it, with comments of server-sent events before
 * it, or a stream of events or lines that nobody asked for, whose pieces are put together. Linear in the text.
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

/** Strings stay as they are; outside of them numbers that JSON does not know become null. */
const withoutNonNumbers = (text: string): string =>
  text.replace(/"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|-?\b(?:NaN|Infinity)\b/g, (part) =>
    part.startsWith('"') ? part : 'null',
  );

/** The values of the lines of a stream, and whether its end is among them. */
interface Stream {
  readonly pieces: readonly unknown[];
  readonly hasEnd: boolean;
}

/** A stream of server-sent events or of JSON a line; undefined for a text that is none. */
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

/** Fields of a message that come in pieces. */
const TEXTS = ['content', 'reasoning', 'reasoning_content', 'thinking', 'refusal', 'text'] as const;

/** What came of a choice. */
interface Joined {
  readonly texts: Map<string, string>;
  readonly calls: Map<number, { name: string; arguments: string }>;
  readonly last: Record<string, unknown>;
}

/** One body out of the pieces of a stream. */
function joined({ pieces, hasEnd }: Stream): unknown {
  const [only] = pieces;
  // Comments of a stream may stand before a body that is whole.
  if (pieces.length === 1 && itemsOf(fieldsOf(only)['choices']).every((item) => !('delta' in fieldsOf(item))))
    return only;
  const outer: Record<string, unknown> = {};
  const choices = new Map<number, Joined>();
  for (const piece of pieces) {
    const fields = fieldsOf(piece);
    // Responses: the last event holds the whole answer.
    if (typeof fields['response'] === 'object' && fields['response'] !== null) Object.assign(outer, fields['response']);
    for (const [name, value] of Object.entries(fields))
      if (!['choices', 'message', 'response'].includes(name) && value !== null) outer[name] = value;
    for (const item of itemsOf(fields['choices'])) addPiece(choices, fieldsOf(item), 'delta');
    if (fields['message'] !== undefined) addPiece(choices, { message: fields['message'] }, 'message');
  }
  if (choices.size === 0) return outer;
  return {
    ...outer,
    choices: [...choices].map(([index, whole]) => choiceOf(index, whole, hasEnd || outer['done'] === true)),
  };
}

function addPiece(choices: Map<number, Joined>, choice: Readonly<Record<string, unknown>>, part: string): void {
  const index = typeof choice['index'] === 'number' ? choice['index'] : 0;
  const whole: Joined = choices.get(index) ?? { texts: new Map(), calls: new Map(), last: {} };
  choices.set(index, whole);
  const delta = fieldsOf(choice[part] ?? choice['message']);
  for (const name of TEXTS) {
    const text = delta[name] ?? (name === 'text' ? choice['text'] : undefined);
    if (typeof text === 'string') whole.texts.set(name, (whole.texts.get(name) ?? '') + text);
  }
  for (const item of itemsOf(delta['tool_calls'])) {
    const { index: at = 0, function: called } = fieldsOf(item);
    const { name, arguments: piece } = fieldsOf(called);
    const call = whole.calls.get(Number(at)) ?? { name: '', arguments: '' };
    whole.calls.set(Number(at), call);
    if (typeof name === 'string') call.name += name;
    if (typeof piece === 'string') call.arguments += piece;
  }
  for (const [name, value] of Object.entries(choice))
    if (name !== part && value !== null && value !== undefined) whole.last[name] = value;
}

function choiceOf(index: number, { texts, calls, last }: Joined, hasEnd: boolean): unknown {
  const { text, ...message } = Object.fromEntries(texts);
  return {
    // A stream without any end was cut off on its way.
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
