import { err, type Result } from '../../core/base/result.ts';
import type { Endpoint } from '../endpoint.ts';
import type { ModelFault, ModelFaultCode, TokenUsage } from '../model.ts';
import { fieldsOf } from './loose.ts';
import { isLoading, isModeration, quoted, refusalWords } from './refusal-words.ts';

type Fault = Result<never, ModelFault>;

/** @param usage what was paid for all the same */
const failed = (
  code: ModelFaultCode,
  message: string,
  usage: TokenUsage | undefined,
  more: Partial<ModelFault> = {},
): Fault => err({ code, message, retryable: false, ...more, ...(usage === undefined ? {} : { usage }) });

export const noCompletion = ({ host }: Endpoint, usage: TokenUsage | undefined): Fault =>
  failed('bad-response', `${host} sent JSON that is not a chat completion. Is it an OpenAI-compatible server?`, usage);

/** An answer that cannot be used as it is. */
export const unstated = (what: string, { host }: Endpoint, usage: TokenUsage | undefined): Fault =>
  failed('bad-response', `${host} ${what}.`, usage);

/** An answer that a server, or one that it asked, broke off: it is none, and may come whole when it is asked for again. */
export function brokenOff(reason: unknown, { host }: Endpoint, usage: TokenUsage | undefined): Fault {
  const word = typeof reason === 'string' ? quoted(reason) : '';
  return failed('broken-off', `${host} broke its answer off (${word === '' ? 'error' : word}).`, usage, {
    retryable: true,
    ...(word === '' ? {} : { said: word }),
  });
}

/** The names of errors that pass, as OpenAI and others write them. */
const PASSING: readonly (readonly [RegExp, ModelFaultCode])[] = [
  [/rate_?limit|too_many_requests|throttl/, 'rate-limited'],
  [/^server_error|internal|overloaded|unavailable|timeout|bad_gateway|upstream/, 'unavailable'],
];

/** The code of the fault that an error in a body names, as a status of HTTP or in words, if it may pass. */
function passingCode(error: unknown, names: ReadonlySet<string>): ModelFaultCode | undefined {
  const status = Number(fieldsOf(error)['code'] ?? fieldsOf(error)['status']);
  if (status === 429) return 'rate-limited';
  if (status === 408 || (status >= 500 && status < 600)) return 'unavailable';
  return PASSING.find(([name]) => [...names].some((one) => name.test(one)))?.[1];
}

/**
 * A server that reports an error with a status of success: routers do where the server that they asked fails.
 *
 * @param otherwise the code of an error that is not known to pass
 */
export function bodyFault(
  error: unknown,
  { host }: Endpoint,
  usage: TokenUsage | undefined,
  otherwise: ModelFaultCode = 'bad-response',
): Fault {
  const words = refusalWords(error);
  const { said, names } = words;
  const quote = said === '' ? {} : { said };
  if (isModeration(words))
    return failed(
      'moderated',
      `${host} refused the prompt by its moderation${said === '' ? '.' : `: ${said}`}`,
      usage,
      quote,
    );
  const code = passingCode(error, names) ?? (isLoading(words) ? 'unavailable' : otherwise);
  const message = `${host} reports an error instead of an answer${said === '' ? '' : `: ${said}`}`;
  return failed(code, message, usage, { retryable: code !== 'bad-response', ...quote });
}
