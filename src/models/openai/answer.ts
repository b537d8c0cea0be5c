import type OpenAI from 'openai';
import { err, ok, type Result } from '../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL } from '../endpoint.ts';
import { type Completion, type FinishReason, fault, type ModelFault, type TokenUsage } from '../model.ts';
import { logprobsIn } from './logprobs.ts';

type Body = OpenAI.Chat.Completions.ChatCompletion;

const REASONS: Readonly<Record<string, FinishReason>> = { stop: 'stop', length: 'length', content_filter: 'filter' };

/** The fields of a body of either kind; all are optional, since servers omit them at will. */
interface LooseBody {
  readonly choices?: readonly (Body['choices'][number] & { readonly text?: unknown })[];
  readonly usage?: Body['usage'] | null;
  readonly error?: { readonly message?: unknown } | null;
}

/** The answer out of the body of a chat completion. */
export function completionOf(body: unknown, endpoint: Endpoint): Result<Completion, ModelFault> {
  const first = firstChoice(body, endpoint);
  if (!first.ok) return first;
  const { choice, usage } = first.value;
  if (typeof choice.message !== 'object') return noCompletion(endpoint);
  const { content, refusal } = choice.message;
  const logprobs = logprobsIn(choice.logprobs);
  const isRefused = typeof refusal === 'string' && refusal !== '';
  return answerOf(content, choice.finish_reason, usageOf(usage), endpoint, isRefused, logprobs);
}

/** The answer out of the body of a raw completion. */
export function rawCompletionOf(body: unknown, endpoint: Endpoint): Result<Completion, ModelFault> {
  const first = firstChoice(body, endpoint);
  if (!first.ok) return first;
  const { choice, usage } = first.value;
  if (typeof choice.text !== 'string') return noCompletion(endpoint);
  return answerOf(choice.text, choice.finish_reason, usageOf(usage), endpoint, false, logprobsIn(choice.logprobs));
}

export const noCompletion = ({ host }: Endpoint): Result<never, ModelFault> =>
  fault('bad-response', `${host} sent JSON that is not a chat completion. Is it an OpenAI-compatible server?`);

function firstChoice(body: unknown, endpoint: Endpoint) {
  const { choices, usage, error } = (typeof body === 'object' && body !== null ? body : {}) as LooseBody;
  if (error !== undefined && error !== null) return errorInBody(error, endpoint);
  const choice = Array.isArray(choices) ? (choices as LooseBody['choices'])?.[0] : undefined;
  return choice === undefined ? noCompletion(endpoint) : ok({ choice, usage });
}

/** An answer out of its parts; nothing but blanks is none. */
export function answerOf(
  content: unknown,
  reason: string,
  counted: TokenUsage | undefined,
  { host }: Endpoint,
  isRefused: boolean,
  logprobs: Completion['logprobs'],
): Result<Completion, ModelFault> {
  const finishReason = REASONS[reason] ?? 'other';
  const text = typeof content === 'string' ? content : '';
  if (text.trim() === '') return emptyFault(host, finishReason, isRefused);
  return ok({
    text,
    finishReason,
    ...(counted === undefined ? {} : { usage: counted }),
    ...(logprobs === undefined ? {} : { logprobs }),
  });
}

function emptyFault(host: string, reason: FinishReason, refused: boolean): Result<never, ModelFault> {
  if (refused || reason === 'filter') {
    return fault('refused-request', `The model at ${host} refused to answer. Try another prompt template or model.`);
  }
  const ranOut = reason === 'length';
  const why = ranOut ? 'reached its token limit before it answered' : 'gave an empty answer';
  const message = `The model at ${host} ${why}. Try a higher limit, another prompt template or model.`;
  return err({ code: 'bad-response', message, retryable: false, ...(ranOut && { ranOut }) });
}

/** A number of tokens, as far as a server can be believed. */
export const isCount = (n: unknown): n is number => typeof n === 'number' && Number.isInteger(n) && n >= 0;

function usageOf(usage: LooseBody['usage']): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const { prompt_tokens: input, completion_tokens: output } = usage;
  const reasoning: unknown = usage.completion_tokens_details?.reasoning_tokens;
  return {
    ...(isCount(input) ? { inputTokens: input } : {}),
    ...(isCount(output) ? { outputTokens: output } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
}

/** A server that reports an error with a status of success. */
export function errorInBody(error: { readonly message?: unknown }, { host }: Endpoint): Result<never, ModelFault> {
  const said = typeof error.message === 'string' ? `: ${error.message.slice(0, 200)}` : '';
  return fault('bad-response', `${host} reports an error instead of an answer${said}`);
}

/** OpenAI's newer models know only the new name, others' servers often only the old one. */
export const tokenLimit = (baseUrl: string, most: number) =>
  baseUrl === OPENAI_BASE_URL ? { max_completion_tokens: most } : { max_tokens: most };
