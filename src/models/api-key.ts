import { type Endpoint, OPENAI_BASE_URL } from './endpoint.ts';

/** Environment variable that holds the key by default. */
export const KEY_VARIABLE = 'OPENAI_API_KEY';

/**
 * Variables that providers document for their keys, with the provider's own hosts: no file can send such a key elsewhere.
 */
const PROVIDER_VARIABLES: Readonly<Record<string, string>> = {
  OPENAI_API_KEY: 'api.openai.com',
  ANTHROPIC_API_KEY: 'api.anthropic.com',
  CEREBRAS_API_KEY: 'api.cerebras.ai',
  DEEPSEEK_API_KEY: 'api.deepseek.com',
  FIREWORKS_API_KEY: 'api.fireworks.ai',
  GEMINI_API_KEY: 'generativelanguage.googleapis.com',
  GROQ_API_KEY: 'api.groq.com',
  MISTRAL_API_KEY: 'api.mistral.ai',
  OPENROUTER_API_KEY: 'openrouter.ai',
  TOGETHER_API_KEY: 'api.together.xyz',
  XAI_API_KEY: 'api.x.ai',
};

/** A key, with everything that decides whether it is sent to a server. */
export interface ApiKey {
  /** The key; '' for none. */
  readonly value: string;
  /** Environment variable of the key, if a user or a file names one. */
  readonly variable?: string | undefined;
  /** True if a file, possibly somebody else's, names the base URL. */
  readonly isFromFile: boolean;
  /** Hosts that get the key although a file names them. */
  readonly trustedHosts: readonly string[];
  /** Variables that are read although a file names them; undefined if no file names one. */
  readonly trustedVariables?: readonly string[] | undefined;
}

/** Returns a key that the user chose for the server: it needs no further trust. */
export const userKey = (value: string): ApiKey => ({ value, isFromFile: false, trustedHosts: [] });

/** Reason for which a key is not sent. */
export interface KeyRefusal {
  readonly code: 'untrusted-host' | 'untrusted-variable';
  /** One sentence for the user, without a full stop. */
  readonly message: string;
}

/**
 * Returns the reason for which a key is not sent to a server, or undefined if it is sent or there is none. A key goes to OpenAI and to a
 * server that no file named, and nowhere else, not even to this machine, unless the host is trusted by name: somebody else's file must not
 * redirect it.
 */
export function keyRefused(
  { host, origin }: Endpoint,
  { value, variable: named, isFromFile, trustedHosts, trustedVariables }: ApiKey,
): KeyRefusal | undefined {
  if (value === '') return undefined;
  const variable = named ?? KEY_VARIABLE;
  const isProviders = PROVIDER_VARIABLES[variable] === host;
  const isNamed = trustedVariables !== undefined && named !== undefined && variable !== KEY_VARIABLE;
  if (isNamed && !isProviders && !trustedVariables.includes(variable))
    return {
      code: 'untrusted-variable',
      message: `the value of ${variable}, which a file names, would be sent to ${host}; allow it with --trust-variable ${variable}`,
    };
  // A port of this machine may belong to anybody if several people share it.
  const isOwn = origin === new URL(OPENAI_BASE_URL).origin || isProviders;
  if (!isFromFile || isOwn || trustedHosts.includes(host)) return undefined;
  return {
    code: 'untrusted-host',
    message: `the key in ${variable} would be sent to ${host}, which a file names; allow it with --trust-host ${host}`,
  };
}
