/**
 * Minimum length of a secret: shorter ones are placeholders (`none`, `ollama`), and removing them would change other words.
 */
const MIN_LENGTH = 8;
/**
 * Minimum length of a prefix or suffix of a secret that is removed, too; it must also be at least half of the secret.
 */
const MIN_PART = 10;

const MARK = '(the key)';

/**
 * Characters that may separate the groups of a secret, unless the secret itself contains them, which would make them ambiguous.
 */
const GROUPING = Array.from('-_.:;|/*~\u00b7\u2010\u2011\u2012\u2013\u2014\u2022');

/**
 * Returns a pattern of the separators between two characters of a split secret: spaces, string concatenations, group separators, escaped
 * line ends.
 */
function groupingPattern(secret: string): string {
  const signs = GROUPING.filter((sign) => !secret.includes(sign)).map(literal);
  return String.raw`(?:[\s\u200b-\u200f\u00ad\ufeff"'+,[\]\\]|\\[nrt]${signs.map((sign) => `|${sign}`).join('')}){0,6}`;
}

/** Separators in a list of codes. */
const BETWEEN_CODES = String.raw`[\s,;:|/+-]{1,4}`;

/**
 * Secrets that this process knows; the only code that removes them from its output, display and logs: verbatim, split, escaped (JSON, URLs,
 * HTML), in full-width forms, in Base64, in hexadecimal digits, as lists of codes, reversed, and large parts of them.
 */
class Secrets {
  readonly #known = new Map<string, readonly RegExp[]>();

  /** Remembers a key or password. */
  add(secret: string | undefined): void {
    const text = secret?.trim() ?? '';
    if (text.length >= MIN_LENGTH && !this.#known.has(text)) this.#known.set(text, secretPatterns(text));
  }

  /** Remembers the secrets that a URL may hold: password and user, and the values of its query. */
  addUrl(text: string): void {
    const [, userInfo = '', query = ''] =
      /^(?:[a-z][a-z0-9+.-]*:)?(?:\/\/)?(?:([^/?#]*)@)?[^?#]*(?:[?]([^#]*))?/i.exec(text) ?? [];
    const values = query.split('&').map((pair) => pair.replace(/^[^=]*=/, ''));
    for (const part of [...userInfo.split(':'), ...values]) {
      this.add(part);
      this.add(decoded(part));
    }
  }

  /** Returns a text without secrets. */
  redact(text: string): string {
    let clean = text;
    for (const patterns of this.#known.values()) for (const pattern of patterns) clean = clean.replace(pattern, MARK);
    return clean;
  }

  /** Returns true if a text holds a secret. */
  isIn(text: string): boolean {
    return this.redact(text) !== text;
  }

  /** Returns a value without secrets in its strings and names; the same value if there are none. */
  redactAll<T>(value: T): T {
    return this.#known.size === 0 ? value : (this.#cleaned(value) as T);
  }

  /** Returns JSON without secrets in its decoded content; other text without secrets in itself. */
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

  /** Removes secrets from a value. Recursive to the depth of parsed JSON; copies only if something differs. */
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

/** Secrets of this process. */
export const SECRETS = new Secrets();

/** Names of environment variables that hold secrets. */
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
  const rest = characters.slice(least).reduceRight((tail, character) => `(?:${between}${character}${tail})?`, '');
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

/** Offset from an ASCII character to its full-width form. */
const FULL_WIDTH = 0xfee0;

/** Returns a pattern of a character, verbatim or escaped for JSON, URLs or HTML. */
function escapedCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const forms = [literal(character), String.raw`&#0{0,8}${code};`, `&#x0{0,8}${code.toString(16)};`];
  if (code > 0x20 && code < 0x7f) forms.push(String.fromCodePoint(code + FULL_WIDTH));
  const [unit, ...more] = Array.from(character).flatMap((item) =>
    Array.from(item, (_, i) => item.charCodeAt(i).toString(16)),
  );
  if (unit !== undefined && more.length === 0)
    forms.push(String.raw`\\{1,8}u\{?0{0,8}${unit}\}?`, String.raw`\\{1,8}x${unit}`);
  const bytes = [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  forms.push(bytes.map((byte) => `%(?:25){0,4}${byte}`).join(''));
  return `(?:${forms.join('|')})`;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Returns the Base64 digits of bytes that begin at this offset modulo 3, whatever surrounds them. */
function base64Pattern(bytes: Uint8Array, offset: number): RegExp {
  const bits = [...new Uint8Array(offset), ...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const digits: string[] = [];
  for (let at = Math.ceil((offset * 8) / 6) * 6; at + 6 <= bits.length; at += 6) {
    const digit = BASE64[Number.parseInt(bits.slice(at, at + 6), 2)] ?? '';
    digits.push(digit === '+' ? '[+-]' : digit === '/' ? '[/_]' : digit);
  }
  return new RegExp(digits.join(String.raw`(?:\s|\\[nr]){0,4}`), 'gu');
}
