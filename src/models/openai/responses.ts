import type OpenAI from 'openai';
import type { Result } from '../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL } from '../endpoint.ts';
import type { ChatMessage, Completion, DecodingSettings, ModelFault, TokenUsage } from '../model.ts';
import type { OpenAiApi } from '../source.ts';
import { answerOf, errorInBody, isError, noCompletion } from './answer.ts';
import { logprobsOfText } from './logprobs.ts';
import { countedUsage, fieldsOf, itemsOf } from './loose.ts';

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

/**
 * The answer: the texts of all messages of the output, each on lines of its own, of a body that may be anything. It ends before the first stop text,
 * which the interface does not know.
 */
export function responseOf(
  body: unknown,
  { stop }: DecodingSettings,
  endpoint: Endpoint,
): Result<Completion, ModelFault> {
  const { output, status, incomplete_details: incomplete, usage: counted, error } = fieldsOf(body);
  const usage = usageOf(counted);
  if (isError(error)) return errorInBody(error, endpoint, usage);
  if (!Array.isArray(output)) return noCompletion(endpoint, usage);
  const messages = itemsOf(output).flatMap((item) => {
    const { type, content } = fieldsOf(item);
    return type === 'message' ? [itemsOf(content).map(fieldsOf)] : [];
  });
  const parts = messages.flat();
  const said = messages.map((message) => message.map(textOfPart).join('')).filter((text) => text !== '');
  const { text, stopped } = cutAt(said.join('\n'), stop ?? []);
  const logprobs = parts.flatMap((part) => (textOfPart(part) === '' ? [] : logprobsOfText(part['logprobs'])));
  const refusals = parts.flatMap(({ refusal }) => (typeof refusal === 'string' ? [refusal] : []));
  return answerOf(
    text,
    stopped || status === 'completed'
      ? 'stop'
      : status === 'incomplete'
        ? reasonOf(fieldsOf(incomplete)['reason'])
        : status === 'failed'
          ? 'error'
          : undefined,
    usage,
    endpoint,
    refusals.join('\n'),
    logprobs.length === 0 ? undefined : logprobs,
  );
}

const textOfPart = ({ type, text }: Record<string, unknown>): string =>
  type === 'output_text' && typeof text === 'string' ? text : '';

function cutAt(text: string, stop: readonly string[]): { text: string; stopped: boolean } {
  const ends = stop.map((word) => (word === '' ? -1 : text.indexOf(word))).filter((at) => at >= 0);
  return ends.length === 0 ? { text, stopped: false } : { text: text.slice(0, Math.min(...ends)), stopped: true };
}

const reasonOf = (reason: unknown): string =>
  reason === 'max_output_tokens' ? 'length' : reason === 'content_filter' ? 'content_filter' : 'other';

function usageOf(usage: unknown): TokenUsage | undefined {
  const { input_tokens: input, output_tokens: output, output_tokens_details: details } = fieldsOf(usage);
  return countedUsage(input, output, fieldsOf(details)['reasoning_tokens']);
}
