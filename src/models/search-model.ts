import { onAbort } from '../core/base/cancellation.ts';
import { type LanguageModelOptions, languageModel } from '../core/search/language-model.ts';
import type { ScoredToken } from '../core/search/scoring.ts';
import type { WorldModel } from '../core/search/world-model.ts';
import type { DecodingSettings, Model, TokenLogprob } from './model.ts';
import { type PromptTemplate, renderPrompt } from './prompts/prompt.ts';
import { RAW_STOPS } from './prompts/templates.ts';

export interface SearchModelOptions extends LanguageModelOptions {
  readonly template: PromptTemplate;
  readonly settings: DecodingSettings;
}

/** A model that answers MAV prompts as the world of a search. Log probabilities are asked for where values are scored by them. */
export function searchModel(model: Model, options: SearchModelOptions): WorldModel {
  const { template, scoring, dialect } = options;
  const settings: DecodingSettings = {
    ...(scoring !== 'written' && { topLogprobs: 20 }),
    ...(template.isRaw === true && { stop: RAW_STOPS }),
    ...options.settings,
  };
  return languageModel(
    model.label,
    async (prompt, outer) => {
      const controller = new AbortController();
      const forget = onAbort(outer, () => controller.abort());
      const task = { kind: 'mav', prompt, sample: 0, dialect } as const;
      const request = {
        task,
        messages: renderPrompt(template, task),
        settings,
        ...(template.isRaw === true && { isRaw: true }),
      };
      const answer = await model.complete(request, controller.signal);
      forget();
      if (!answer.ok) return { fault: answer.error.message };
      const { text, logprobs } = answer.value;
      return { text, ...(logprobs !== undefined && { tokens: logprobs.map(scoredToken) }) };
    },
    options,
  );
}

const scoredToken = ({ token, logprob, top }: TokenLogprob): ScoredToken => ({
  token,
  top: top.length > 0 ? top : [{ token, logprob }],
});
