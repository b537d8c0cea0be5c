import { err, ok, type Result } from '../core/base/result.ts';
import { SECRETS } from './secrets.ts';

/** OpenAI's own address. It is always named, so that no environment variable can send a key elsewhere. */
export const OPENAI_BASE_URL = 'https://api.openai.com/v1';

/** Where an OpenAI-compatible server is. */
export interface Endpoint {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  /** Scheme, host and port: what a key belongs to. */
  readonly origin: string;
  /** Host and port, for people. */
  readonly host: string;
  /** It is this machine. */
  readonly local: boolean;
  /** It wants no key of ours, and gets none. */
  readonly keyless?: true;
}

/** Reads a base URL. The error says what is wrong with it. */
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

/** A URL for people, without what may be secret in it: user, password, query and fragment. */
export const redactedUrl = (text: string): string =>
  SECRETS.redact(
    text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/?#]*@/i, '$1…@').replace(/[?#].*$/s, (end) => `${end.slice(0, 1)}…`),
  );

const isLocal = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(?:\.\d+){3}$/.test(hostname);
