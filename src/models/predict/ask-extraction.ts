import { ok, type Result } from '../../core/base/result.ts';
import type { ExtractionPrompt } from '../../core/traces/prose/extraction-prompt.ts';
import type { CompletionRequest, DecodingSettings, Model, ModelFault, TokenUsage } from '../model.ts';
import { type AnswerCache, cacheKeyText } from '../runs/answer-cache.ts';

/** Options of the question for the nodes of a text. */
export interface ExtractionOptions {
  readonly settings: DecodingSettings;
  /** Answers of earlier questions. */
  readonly cache?: AnswerCache | undefined;
  /** Returns the hash of a text, for the names of cached answers. */
  readonly hash: (text: string) => Promise<string>;
}

/** Answer of a model to the question for the nodes of a text. */
export interface ExtractionCompletion {
  readonly text: string;
  /** True if it was cut off at the limit of tokens. */
  readonly isCut: boolean;
  /** Tokens as the server counts them; undefined if it does not. */
  readonly usage: TokenUsage | undefined;
  /** True if an earlier question has paid for it. */
  readonly isCached: boolean;
}

/** Asks a model for the nodes of a text, with one request; a known answer is taken from the cache. Never rejects. */
export async function askExtraction(
  model: Model,
  { system, user }: ExtractionPrompt,
  { settings, cache, hash }: ExtractionOptions,
  signal: AbortSignal,
): Promise<Result<ExtractionCompletion, ModelFault>> {
  const request: CompletionRequest = {
    task: { kind: 'text', sample: 0 },
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    settings,
  };
  const key = cache === undefined ? '' : await hash(cacheKeyText(model.label, model.endpoint, request, model.api));
  const known = await cache?.get(key);
  const answer = known === undefined ? await model.complete(request, signal) : ok(known);
  if (!answer.ok) return answer;
  const { text, finishReason, usage } = answer.value;
  const isCut = finishReason === 'length';
  // An answer that was cut off is asked for again, with a higher limit.
  if (known === undefined && !isCut) await cache?.put(key, answer.value);
  return ok({ text, isCut, usage, isCached: known !== undefined });
}
