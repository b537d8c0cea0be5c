import * as v from 'valibot';
import { type Completion, type CompletionRequest, FINISH_REASONS, type Model } from '../model.ts';

/** Answers of earlier requests, by their question. Losing one costs only a request, so neither call fails. */
export interface AnswerCache {
  get(key: string): Promise<Completion | undefined>;
  put(key: string, answer: Completion): Promise<void>;
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Parts of an answer that a run file needs. */
export const cachedAnswerSchema = v.object({
  text: v.string(),
  finishReason: v.picklist(FINISH_REASONS),
  reasoning: v.exactOptional(v.string()),
  usage: v.exactOptional(
    v.object({
      inputTokens: v.exactOptional(count),
      outputTokens: v.exactOptional(count),
      reasoningTokens: v.exactOptional(count),
    }),
  ),
  served: v.exactOptional(
    v.object({
      model: v.exactOptional(v.string()),
      fingerprint: v.exactOptional(v.string()),
      without: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
    }),
  ),
});

/**
 * Returns everything that an answer depends on, as a text to hash: the model and its server, the prompt, the settings, the number of the
 * sample.
 *
 * @param model name at its server, whatever its label in the run
 * @param api interface of the requests, if it is not the usual one of the server
 */
export const cacheKeyText = (
  model: string,
  endpoint: Model['endpoint'],
  request: CompletionRequest,
  api?: string,
): string => {
  const { messages, isRaw, settings, task } = request;
  const sorted = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    1,
    model,
    endpoint?.baseUrl ?? '',
    isRaw === true,
    messages,
    sorted,
    task.sample,
    ...(api === undefined ? [] : [api]),
  ]);
};
