import { err, ok, type Result } from '../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL } from '../endpoint.ts';
import type { Completion, FinishReason, ModelFault, ModelFaultCode, TokenUsage } from '../model.ts';
import { logprobsIn } from './logprobs.ts';
import { countedUsage, fieldsOf, itemsOf } from './loose.ts';

const REASONS: ReadonlyMap<unknown, FinishReason> = new Map([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content_filter', 'filter'],
  ['refusal', 'filter'],
]);

/** The answer out of the body of a chat completion, which may be anything. */
export function completionOf(body: unknown, endpoint: Endpoint): Result<Completion, ModelFault> {
  const first = firstChoice(body, endpoint);
  if (!first.ok) return first;
  const { choice, usage } = first.value;
  const { message } = choice;
  if (typeof message !== 'object' || message === null) return noCompletion(endpoint, usage);
  const { content, refusal } = fieldsOf(message);
  return answerOf(content, choice['finish_reason'], usage, endpoint, refusal, logprobsIn(choice['logprobs']));
}

/** The answer out of the body of a raw completion, which may be anything. */
export function rawCompletionOf(body: unknown, endpoint: Endpoint): Result<Completion, ModelFault> {
  const first = firstChoice(body, endpoint);
  if (!first.ok) return first;
  const { choice, usage } = first.value;
  if (typeof choice['text'] !== 'string') return noCompletion(endpoint, usage);
  return answerOf(choice['text'], choice['finish_reason'], usage, endpoint, '', logprobsIn(choice['logprobs']));
}

/** @param usage what was paid for all the same */
export const badResponse = (message: string, usage: TokenUsage | undefined): Result<never, ModelFault> =>
  err({ code: 'bad-response', message, retryable: false, ...(usage === undefined ? {} : { usage }) });

export const noCompletion = ({ host }: Endpoint, usage: TokenUsage | undefined): Result<never, ModelFault> =>
  badResponse(`${host} sent JSON that is not a chat completion. Is it an OpenAI-compatible server?`, usage);

function firstChoice(body: unknown, endpoint: Endpoint) {
  const { choices, usage: counted, error } = fieldsOf(body);
  const usage = usageOf(counted);
  if (isError(error)) return errorInBody(error, endpoint, usage);
  const [choice] = itemsOf(choices);
  if (typeof choice !== 'object' || choice === null) return noCompletion(endpoint, usage);
  const fields = fieldsOf(choice);
  // a router whose server broke off says so in the choice
  return isError(fields['error']) ? errorInBody(fields['error'], endpoint, usage) : ok({ choice: fields, usage });
}

/**
 * An answer out of its parts. One that the server says has ended is an answer, also where it is empty or a refusal: else whoever refuses, or
 * thinks until no token is left, would be asked again, or counted nowhere.
 *
 * @param refusal what the model said instead of a content
 */
export function answerOf(
  content: unknown,
  reason: unknown,
  usage: TokenUsage | undefined,
  { host }: Endpoint,
  refusal: unknown,
  logprobs: Completion['logprobs'],
): Result<Completion, ModelFault> {
  const finishReason = REASONS.get(reason) ?? 'other';
  const text = textOf(content);
  if (text === undefined) return badResponse(`${host} sent an answer whose content is not text.`, usage);
  const isEmpty = text.trim() === '';
  const isRefused = isEmpty && typeof refusal === 'string' && refusal !== '';
  if (isEmpty && !isRefused && (typeof reason !== 'string' || reason === 'error'))
    return badResponse(`${host} sent an empty answer and does not say why it ended.`, usage);
  return ok({
    text: isRefused ? refusal : text,
    finishReason: isRefused ? 'refusal' : finishReason,
    ...(usage === undefined ? {} : { usage }),
    ...(logprobs === undefined ? {} : { logprobs }),
  });
}

/** The text of a content: a string, or the texts among its parts as some servers send them. Undefined if it has none. */
function textOf(content: unknown): string | undefined {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  const texts = itemsOf(content).flatMap((part) => {
    const { text } = fieldsOf(part);
    return typeof text === 'string' ? [text] : [];
  });
  return texts.length === 0 ? undefined : texts.join('');
}

function usageOf(usage: unknown): TokenUsage | undefined {
  const { prompt_tokens: input, completion_tokens: output, completion_tokens_details: details } = fieldsOf(usage);
  return countedUsage(input, output, fieldsOf(details)['reasoning_tokens']);
}

/** True of the field `error` of a body where it reports one; servers also send null, false or nothing there. */
export const isError = (error: unknown): boolean =>
  error !== undefined && error !== null && error !== false && error !== '';

/** Longest quote of a server's own words. */
const MAX_QUOTE_LENGTH = 200;

/** What OpenAI's own API calls an error that passes. */
const PASSING: ReadonlyMap<unknown, ModelFaultCode> = new Map([
  ['server_error', 'unavailable'],
  ['overloaded_error', 'unavailable'],
  ['rate_limit_exceeded', 'rate-limited'],
]);

/** The code of the fault that an error in a body names, as a status of HTTP or in words, if it may pass. */
function passingCode(error: unknown): ModelFaultCode | undefined {
  const { code, type } = fieldsOf(error);
  const status = Number(code);
  if (status === 429) return 'rate-limited';
  return status === 408 || (status >= 500 && status < 600) ? 'unavailable' : (PASSING.get(code) ?? PASSING.get(type));
}

/** A server that reports an error with a status of success: routers do where the server behind them fails. */
export function errorInBody(
  error: unknown,
  { host }: Endpoint,
  usage: TokenUsage | undefined,
): Result<never, ModelFault> {
  const words = typeof error === 'string' ? error : fieldsOf(error)['message'];
  const said = typeof words === 'string' ? `: ${words.slice(0, MAX_QUOTE_LENGTH)}` : '';
  const message = `${host} reports an error instead of an answer${said}`;
  const code = passingCode(error);
  if (code === undefined) return badResponse(message, usage);
  return err({ code, message, retryable: true, ...(usage === undefined ? {} : { usage }) });
}

/** OpenAI's newer models know only the new name, others' servers often only the old one. */
export const tokenLimit = (baseUrl: string, most: number) =>
  baseUrl === OPENAI_BASE_URL ? { max_completion_tokens: most } : { max_tokens: most };
