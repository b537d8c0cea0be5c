import type OpenAI from 'openai';
import type { Result } from '../../core/base/result.ts';
import { type Endpoint, OPENAI_BASE_URL } from '../endpoint.ts';
import { asFields, asList } from '../json-fields.ts';
import type { ChatMessage, Completion, DecodingSettings, ModelFault } from '../model.ts';
import type { OpenAiApi } from '../sources/source.ts';
import { answerFromParts } from './answer.ts';
import { contentParts, statedUsage, textIn, textLogprobs } from './message.ts';

/**
 * Returns true if a request goes to the Responses API: at OpenAI itself, or if the user chose it. It accepts no seed, so `auto` leaves a
 * request with one to Chat Completions.
 */
export const usesResponses = (api: OpenAiApi, { baseUrl }: Endpoint, { seed, stop }: DecodingSettings): boolean =>
  api === 'responses' || (api === 'auto' && baseUrl === OPENAI_BASE_URL && seed === undefined && stop === undefined);

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming;

/** Returns the request body. It asks OpenAI not to store it. */
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
 * Reads the answer: the texts of all messages of the output, each on separate lines, from a body that may be any value. It ends before the
 * first stop text, which the interface does not support.
 */
export function readResponse(
  body: unknown,
  { stop }: DecodingSettings,
  endpoint: Endpoint,
  prompt?: string,
): Result<Completion, ModelFault> {
  const fields = asFields(body);
  const { output, status, incomplete_details: incomplete } = fields;
  const usage = statedUsage(fields['usage']);
  if (!Array.isArray(output))
    return answerFromParts({ fields, choice: undefined, parts: undefined, usage }, endpoint, prompt);
  const items = asList(output).map(asFields);
  const messages = items.filter(({ type }) => type === 'message').map(({ content }) => asList(content));
  const parts = messages.map(contentParts);
  const calls = items.flatMap(({ type, arguments: given }) =>
    type === 'function_call' && typeof given === 'string' ? [given] : [],
  );
  const said = [...parts.map(({ text = '' }) => text), ...calls].filter((text) => text !== '');
  const { text, stopped } = cutAt(said.join('\n'), stop ?? []);
  const reasoning = [
    ...items
      .filter(({ type }) => type === 'reasoning')
      .map((item) => textIn(item['content']) || textIn(item['summary'])),
    ...parts.map((part) => part.reasoning),
  ].filter((part) => part !== '');
  const logprobs = messages.flat().flatMap((part) => textLogprobs(asFields(part)['logprobs']));
  const reason = stopped ? 'stop' : endReason(status, asFields(incomplete)['reason'], calls.length > 0);
  return answerFromParts(
    {
      fields,
      choice: reason === undefined ? {} : { finish_reason: reason },
      parts: {
        text,
        reasoning: reasoning.join('\n'),
        refusal: parts.flatMap(({ refusal }) => refusal || []).join('\n'),
      },
      usage,
      ...(logprobs.length === 0 ? {} : { logprobs }),
    },
    endpoint,
    prompt,
  );
}

function cutAt(text: string, stop: readonly string[]): { text: string; stopped: boolean } {
  const ends = stop.map((word) => (word === '' ? -1 : text.indexOf(word))).filter((at) => at >= 0);
  return ends.length === 0 ? { text, stopped: false } : { text: text.slice(0, Math.min(...ends)), stopped: true };
}

/** Returns the end of a response as a finish reason. */
function endReason(status: unknown, incomplete: unknown, hasCalls: boolean): unknown {
  if (status === 'incomplete') return typeof incomplete === 'string' ? incomplete : 'other';
  if (status === 'completed') return hasCalls ? 'tool_calls' : 'stop';
  return status === 'failed' || status === 'cancelled' ? status : undefined;
}
