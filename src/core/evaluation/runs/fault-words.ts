/** Text of a message before the words of the server. */
const QUOTE = ' It says: ';

/** Maximum length of quoted words, in UTF-16 units. */
const MAX_QUOTE = 80;

/**
 * Shortens the message of a failed request for a row: `HTTP 500 “overloaded”`, else its first sentence. The status and
 * the words of the server identify a failure; host and cure are in the whole message.
 */
export function faultWords(message: string): string {
  const at = message.indexOf(QUOTE);
  const status = /\bHTTP \d{3}\b/.exec(message)?.[0];
  const said = at < 0 ? undefined : quoted(message.slice(at + QUOTE.length));
  const parts = [status, said].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(' ') : message.replace(/\.(?:\s.*)?$/s, '');
}

const quoted = (text: string): string => {
  const words = text.trim().replace(/\.$/, '');
  return `“${words.length > MAX_QUOTE ? `${words.slice(0, MAX_QUOTE - 1)}…` : words}”`;
};

/** A fault with its cure in front, or at least the whole message. */
const CURE = /^(.+?[.?]) ((?:Check|Choose|Select|Send|Set|Start|Try|Use)\b.*?\.)(?= It says: |$)(.*)$/s;

/**
 * Returns the message of a failed request with the cure first: `Set another API key. api.example.com rejected the API
 * key (HTTP 401).` A message without a cure stays as it is.
 */
export function cureFirst(message: string): string {
  const [, what, cure, rest = ''] = CURE.exec(message) ?? [];
  return what === undefined || cure === undefined ? message : `${cure} ${what}${rest}`;
}

/** Returns true if a message blames the API key, or its absence; the words of a server do not count. */
export const isKeyFault = (message: string): boolean => /\bAPI key\b/.test(message.split(QUOTE)[0] ?? '');
