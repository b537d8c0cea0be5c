import type OpenAI from 'openai';
import type { Result } from '../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL } from '../endpoint.ts';
import type { ChatMessage, Completion, DecodingSettings, ModelFault, TokenUsage } from '../model.ts';
import type { OpenAiApi } from '../source.ts';
import { answerOf, errorInBody, isCount, noCompletion } from './answer.ts';
import { logprobsOfText } from './logprobs.ts';

/**
 * True if a request goes to the Responses API: at OpenAI itself, or where that was chosen. It takes no seed, so `auto`
 * leaves a request with one to Chat Completions.
 */
export const usesResponses = (api: OpenAiApi, { baseUrl }: Endpoint, { seed, stop }: DecodingSettings): boolean =>
  api === 'responses' || (api === 'auto' && baseUrl === OPENAI_BASE_URL && seed === undefined && stop === undefined);

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/** The request. It asks OpenAI not to store it. */
export function responsesBody(model: string, messages: readonly ChatMessage[], settings: DecodingSettings): Body {
  const { temperature, topP, maxTokens, topLogprobs } = settings;
  return {
    model,
    input: messages.map(({ role, content }) => ({ role, content })),
    store: false,
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(maxTokens === undefined ? {} : { max_output_tokens: maxTokens }),
    ...(topLogprobs === undefined
      ? {}
      : { top_logprobs: topLogprobs, include: ['message.output_text.logprobs' as const] }),
  };
}

/** The fields of a body; all are optional. */
interface LooseResponse {
  readonly output?: readonly { readonly type?: unknown; readonly content?: unknown }[];
  readonly status?: unknown;
  readonly incomplete_details?: { readonly reason?: unknown } | null;
  readonly usage?: {
    readonly input_tokens?: unknown;
    readonly output_tokens?: unknown;
    readonly output_tokens_details?: { readonly reasoning_tokens?: unknown };
  } | null;
  readonly error?: { readonly message?: unknown } | null;
}

interface LoosePart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly logprobs?: unknown;
}

/** The answer: the texts of all messages of the output. It ends before the first stop text, which the interface does not know. */
export function responseOf(
  body: unknown,
  { stop }: DecodingSettings,
  endpoint: Endpoint,
): Result<Completion, ModelFault> {
  const {
    output,
    status,
    incomplete_details: incomplete,
    usage,
    error,
  } = (typeof body === 'object' && body !== null ? body : {}) as LooseResponse;
  if (error !== undefined && error !== null) return errorInBody(error, endpoint);
  if (!Array.isArray(output)) return noCompletion(endpoint);
  const parts = (output as NonNullable<LooseResponse['output']>).flatMap(({ type, content }) =>
    type === 'message' && Array.isArray(content) ? (content as LoosePart[]) : [],
  );
  const texts = parts.filter(({ type, text }) => type === 'output_text' && typeof text === 'string');
  const { text, stopped } = cutAt(texts.map((part) => part.text as string).join(''), stop ?? []);
  const logprobs = texts.flatMap(({ logprobs: own }) => logprobsOfText(own));
  const refused = parts.some(({ type }) => type === 'refusal');
  return answerOf(
    text,
    stopped || status === 'completed' ? 'stop' : reasonOf(incomplete?.reason),
    usageOf(usage),
    endpoint,
    refused,
    logprobs.length === 0 ? undefined : logprobs,
  );
}

function cutAt(text: string, stop: readonly string[]): { text: string; stopped: boolean } {
  const ends = stop.map((word) => (word === '' ? -1 : text.indexOf(word))).filter((at) => at >= 0);
  return ends.length === 0 ? { text, stopped: false } : { text: text.slice(0, Math.min(...ends)), stopped: true };
}

const reasonOf = (reason: unknown): string =>
  reason === 'max_output_tokens' ? 'length' : reason === 'content_filter' ? 'content_filter' : 'other';

function usageOf(usage: LooseResponse['usage']): TokenUsage | undefined {
  if (usage === undefined || usage === null) return undefined;
  const { input_tokens: input, output_tokens: output } = usage;
  const reasoning = usage.output_tokens_details?.reasoning_tokens;
  return {
    ...(isCount(input) ? { inputTokens: input } : {}),
    ...(isCount(output) ? { outputTokens: output } : {}),
    ...(isCount(reasoning) ? { reasoningTokens: reasoning } : {}),
  };
}
