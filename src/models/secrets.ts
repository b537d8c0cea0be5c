/** Shorter ones are left alone: they are placeholders (`none`, `ollama`), and taking them out would change other words. */
const MIN_LENGTH = 8;
/** A part of a secret at its beginning or end counts too, if it is at least this long and at least half of it. */
const MIN_PART = 10;

const MARK = '(the key)';

/** Signs that may stand between the groups of a secret; its own are none, since each would be both in a text of many. */
const GROUPING = Array.from('-_.:;|/*~\u00b7\u2010\u2011\u2012\u2013\u2014\u2022');

/** Separators between two characters of a split secret: spaces, joiners of strings, signs between groups, escapes of line ends. */
function groupingPattern(secret: string): string {
  const signs = GROUPING.filter((sign) => !secret.includes(sign)).map(literal);
  return String.raw`(?:[\s\u200b-\u200f\u00ad\ufeff"'+,[\]\\]|\\[nrt]${signs.map((sign) => `|${sign}`).join('')}){0,6}`;
}

/** Separators in a list of codes. */
const BETWEEN_CODES = String.raw`[\s,;:|/+-]{1,4}`;

/**
 * The secrets that this process knows, and the one place that takes them out of what it writes, shows and logs: as they are, split,
 * escaped (JSON, URLs, HTML), in full-width forms, in Base64, in hexadecimal digits, as lists of codes, backwards, and large parts of them.
 */
class Secrets {
  readonly #known = new Map<string, readonly RegExp[]>();

  /** Remembers a key or password. */
  add(secret: string | undefined): void {
    const text = secret?.trim() ?? '';
    if (text.length >= MIN_LENGTH && !this.#known.has(text)) this.#known.set(text, secretPatterns(text));
  }

  /** Remembers what a URL may hold: password and user, and the values of its query. */
  addUrl(text: string): void {
    const [, userInfo = '', query = ''] =
      /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:([^/?#]*)@)?[^?#]*(?:[?]([^#]*))?/i.exec(text) ?? [];
    const values = query.split('&').map((pair) => pair.replace(/^[^=]*=/, ''));
    for (const part of [...userInfo.split(':'), ...values]) {
      this.add(part);
      this.add(decoded(part));
    }
  }

  /** A text without any secret. */
  redact(text: string): string {
    let clean = text;
    for (const patterns of this.#known.values()) for (const one of patterns) clean = clean.replace(one, MARK);
    return clean;
  }

  /** True if a text holds a secret. */
  isIn(text: string): boolean {
    return this.redact(text) !== text;
  }

  /** A value without any secret in its strings and names, the same one where there is none. */
  redactAll<T>(value: T): T {
    return this.#known.size === 0 ? value : (this.#cleaned(value) as T);
  }

  /** JSON without any secret in what it means; other text without any in itself. */
  redactJson(text: string): string {
    if (this.#known.size === 0) return text;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.redact(text);
    }
    const clean = this.#cleaned(value);
    return clean === value ? text : JSON.stringify(clean);
  }

  /** Recursive to the depth that JSON was read with; a copy only where something differs. */
  #cleaned(value: unknown): unknown {
    if (typeof value === 'string') return this.redact(value);
    if (Array.isArray(value)) {
      const items = value.map((item: unknown) => this.#cleaned(item));
      return items.every((item, i) => item === value[i]) ? value : items;
    }
    if (typeof value !== 'object' || value === null || !isPlain(value)) return value;
    const entries = Object.entries(value).map(
      ([name, own]) => [this.redact(name), this.#cleaned(own), name, own] as const,
    );
    if (entries.every(([name, own, before, was]) => name === before && own === was)) return value;
    return Object.fromEntries(entries.map(([name, own]) => [name, own]));
  }
}

/** The secrets of this process. */
export const SECRETS = new Secrets();

/** Variables of the environment that hold secrets, by their names. */
const SECRET_NAME = /(?:^|_)(?:(?:API_?)?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE)S?$/i;

/** Remembers the secrets of an environment. */
export function addEnvironmentSecrets(env: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value] of Object.entries(env)) if (SECRET_NAME.test(name)) SECRETS.add(value);
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function secretPatterns(secret: string): RegExp[] {
  const between = groupingPattern(secret);
  const units = Array.from(secret);
  const characters = units.map(escapedCharacter);
  const half = Math.max(MIN_PART, Math.ceil(units.length / 2));
  const least = Math.min(units.length, half);
  const rest = characters.slice(least).reduceRight((tail, one) => `(?:${between}${one}${tail})?`, '');
  const bytes = new TextEncoder().encode(secret);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  return [
    new RegExp(characters.slice(0, least).join(between) + rest, 'giu'),
    new RegExp(characters.slice(-least).join(between), 'giu'),
    new RegExp([...characters].reverse().join(''), 'giu'),
    new RegExp(hex.join(String.raw`[\s,;:-]{0,3}(?:0x|\\x)?`), 'giu'),
    new RegExp(String.raw`(?<!\d)${[...bytes].map((byte) => `0{0,2}${byte}`).join(BETWEEN_CODES)}(?!\d)`, 'gu'),
    ...[0, 1, 2].map((offset) => base64Pattern(bytes, offset)),
  ];
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** From a character of ASCII to its full-width form. */
const FULL_WIDTH = 0xfee0;

/** A character as it is, or escaped for JSON, URLs or HTML. */
function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const forms = [literal(character), String.raw`&#0{0,8}${code};`, `&#x0{0,8}${code.toString(16)};`];
  if (code > 0x20 && code < 0x7f) forms.push(String.fromCodePoint(code + FULL_WIDTH));
  const [unit, ...more] = Array.from(character).flatMap((one) =>
    Array.from(one, (_, i) => one.charCodeAt(i).toString(16)),
  );
  if (unit !== undefined && more.length === 0)
    forms.push(String.raw`\\{1,8}u\{?0{0,8}${unit}\}?`, String.raw`\\{1,8}x${unit}`);
  const bytes = [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  forms.push(bytes.map((byte) => `%(?:25){0,4}${byte}`).join(''));
  return `(?:${forms.join('|')})`;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The digits in Base64 that bytes have when they begin at this offset, whatever is around them. */
function base64Pattern(bytes: Uint8Array, offset: number): RegExp {
  const bits = [...new Uint8Array(offset), ...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits: string[] = [];
  for (let at = Math.ceil((offset * 8) / 6) * 6; at + 6 <= bits.length; at += 6) {
    const digit = BASE64[Number.parseInt(bits.slice(at, at + 6), 2)] ?? '';
    digits.push(digit === '+' ? '[+-]' : digit === '/' ? '[/_]' : digit);
  }
  return new RegExp(digits.join(String.raw`(?:\s|\\[nr]){0,4}`), 'gu');
}
