import { asFields, asList } from '../json-fields.ts';
import { SECRETS } from '../secrets.ts';

/** Length limit of a quote of the server, in characters. */
const MAX_QUOTE_LENGTH = 200;
/** Depth limit of nested values in which words are looked for. */
const MAX_DEPTH = 6;

/** Fields in which servers state the reason of a refusal; the first with words counts. */
const WORDS = [
  'message',
  'msg',
  'error',
  'detail',
  'errors',
  'error_message',
  'reason',
  'title',
  'description',
] as const;
/** Fields with the names of errors. */
const NAMES = ['code', 'type', 'status', 'param'] as const;

/** Reason of a server's refusal. */
export interface RefusalWords {
  /** Reason: its first line, shortened, without secrets; '' if there is none. */
  readonly said: string;
  /** Codes and types of the error, and the fields that it names, in lower case. */
  readonly names: ReadonlySet<string>;
}

/**
 * Returns the reason in the body of a refusal, whatever its shape: OpenAI's error, FastAPI's detail, a list, a text, a web page.
 */
export function refusalWords(body: unknown): RefusalWords {
  const names = new Set<string>();
  collectNames(body, names, 0);
  const said = quoteServer(wordsIn(body, 0));
  const param = paramIn(body, 0);
  return { said: param === '' || said.includes(param) ? said : said === '' ? param : `${said} (${param})`, names };
}

/** Returns the name of the field that OpenAI's error is about. */
function paramIn(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return '';
  if (Array.isArray(value)) return paramIn(value[0], depth + 1);
  const { param, error } = asFields(value);
  if (typeof param === 'string' && /^[\w.[\]]{1,60}$/.test(param)) return param;
  return typeof error === 'object' && error !== null ? paramIn(error, depth + 1) : '';
}

function wordsIn(value: unknown, depth: number): string {
  if (typeof value === 'string') return refusalText(value, depth);
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return '';
  if (Array.isArray(value)) {
    const [first = ''] = value.slice(0, 20).flatMap((item: unknown) => wordsIn(item, depth + 1) || []);
    return first;
  }
  const fields = asFields(value);
  // A router's words about the server that it asked say less than that server's own.
  const inner = wordsIn(asFields(fields['metadata'])['raw'], depth + 1);
  for (const name of WORDS) {
    const words = wordsIn(fields[name], depth + 1);
    if (words !== '') return `${placeIn(fields['loc'])}${words}${inner === '' ? '' : `: ${inner}`}`;
  }
  return inner;
}

/** Returns the words of a text, which may be JSON again: routers quote the body of the server that they asked. */
function refusalText(text: string, depth: number): string {
  const trimmed = text.slice(0, 20_000).trim();
  if (/^[[{]/.test(trimmed) && depth <= MAX_DEPTH)
    try {
      const inner = wordsIn(JSON.parse(trimmed), depth + 1);
      if (inner !== '') return inner;
    } catch {
      // It is a plain text.
    }
  if (!/^<(?:!doctype|html|\?xml|head|body)/i.test(trimmed)) return trimmed;
  const opened = trimmed.search(/<title>/i);
  const closed = opened < 0 ? -1 : trimmed.indexOf('<', opened + 7);
  return closed < 0 ? '' : trimmed.slice(opened + 7, closed);
}

/** Returns the field that FastAPI names beside a message: `seed: `. */
function placeIn(loc: unknown): string {
  const place = asList(loc).filter((part) => typeof part === 'string' && part !== 'body');
  return place.length === 0 ? '' : `${place.join('.')}: `;
}

function collectNames(value: unknown, names: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value.slice(0, 20)) collectNames(item, names, depth + 1);
    return;
  }
  const fields = asFields(value);
  for (const name of NAMES) {
    const own = fields[name];
    if (typeof own === 'string' || typeof own === 'number') names.add(String(own).slice(0, 200).toLowerCase());
  }
  for (const part of asList(fields['loc'])) if (typeof part === 'string') names.add(part.slice(0, 200).toLowerCase());
  for (const inner of [fields['error'], fields['errors'], fields['detail'], fields['innererror']])
    if (typeof inner === 'object' && inner !== null) collectNames(inner, names, depth + 1);
}

/** Returns one line of a text, shortened, without keys. */
export function quoteServer(text: string): string {
  const line = text
    .trim()
    .split(/[\r\n\u2028\u2029]/, 1)[0]
    ?.replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const clean = SECRETS.redact(line?.slice(0, 4 * MAX_QUOTE_LENGTH) ?? '');
  return clean.length > MAX_QUOTE_LENGTH ? `${clean.slice(0, MAX_QUOTE_LENGTH)}…` : clean;
}

/** Words by which a server rejects a prompt for its content. */
const MODERATED =
  /moderat|flagged|content[ _-]?(?:filter|polic|management|violat|exists risk)|usage[ _](?:polic|guideline)|safety|inappropriate|sensitive (?:content|information)|risk control|high risk|responsible ?ai|data_?inspection|prohibited (?:content|use)|guardrail|blocked by .{0,40}(?:polic|filter)|violates? .{0,40}(?:polic|guideline|terms)/i;

/** Returns true if a refusal is about the content of the prompt, not about the key or the settings. */
export const isModeration = ({ said, names }: RefusalWords): boolean =>
  MODERATED.test(said) || [...names].some((name) => MODERATED.test(name));

/** Returns true if a server reports that it is not ready yet. */
export const isLoading = ({ said, names }: RefusalWords): boolean =>
  /\b(?:loading|warming|starting up|initiali[sz]ing|not (?:yet )?ready|is being loaded|cold start)/i.test(said) ||
  [...names].some((name) => /model_?(?:loading|not_ready)/.test(name));
