import { err, ok, type Result } from '../core/base/result.ts';
import { SECRETS } from './secrets.ts';

/** OpenAI's own address. It is always passed explicitly, so that no environment variable can send a key elsewhere. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Address of an OpenAI-compatible server. */
export interface Endpoint {
  /** Base URL without a slash at its end. */
  readonly baseUrl: string;
  /** Scheme, host and port: the scope of a key. */
  readonly origin: string;
  /** Host and port, for display. */
  readonly host: string;
  /** True for this machine. */
  readonly local: boolean;
  /** True if it needs no key; it then gets none. */
  readonly keyless?: true;
}

/** Reads a base URL. The error describes the mistake in it. */
export function readEndpoint(text: string): Result<Endpoint, string> {
  SECRETS.addUrl(text.trim());
  const shown = redactedUrl(text);
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    return err(`"${shown}" is not a URL; a base URL looks like ${OPENAI_BASE_URL} or http://localhost:11434/v1`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return err(`"${shown}" must start with https:// or http://`);
  if (url.username !== '' || url.password !== '') {
    return err('a base URL must not contain a user or password; set the key separately');
  }
  if (url.search !== '' || url.hash !== '')
    return err(`"${shown}" has a query or a fragment, which a base URL must not have`);
  const local = isLocal(url.hostname);
  const baseUrl = `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
  return ok({ baseUrl, origin: url.origin, host: url.host, local });
}

/** Returns true if two base URLs are the same but for their spelling; false if one is invalid. */
export function isSameServer(a: string, b: string): boolean {
  const [one, other] = [readEndpoint(a), readEndpoint(b)];
  return one.ok && other.ok && one.value.baseUrl === other.value.baseUrl;
}

/** Returns a URL for display, without the parts that may be secret: user, password, query and fragment. */
export const redactedUrl = (text: string): string =>
  SECRETS.redact(
    text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1…@').replace(/[?#].*$/s, (end) => `${end.slice(0, 1)}…`),
  );

const isLocal = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d+){3}$/.test(hostname);
