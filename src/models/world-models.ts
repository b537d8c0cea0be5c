import { onAbort } from '../core/base/cancellation.ts';
import type { MavGameName } from '../core/mav/game-names.ts';
import type { ValueSource } from '../core/mav/values.ts';
import type { ScoredToken } from '../core/search/bucket-chances.ts';
import {
  type Complete,
  completeThroughRookWorld,
  type LanguageModelOptions,
  languageModel,
  trackedModel,
} from '../core/search/language-model.ts';
import { DEFAULT_ROLLOUTS, referenceModel, rolloutModel } from '../core/search/rule-models.ts';
import { ScoringTally, type WorldModel } from '../core/search/world-model.ts';
import type { Clock } from '../protocol/clock.ts';
import { LogprobRequests } from './logprob-requests.ts';
import type { DecodingSettings, Model, TokenLogprob } from './model.ts';
import { type PromptTemplate, renderPrompt } from './prompts/prompt.ts';
import { RAW_STOPS, ROOK_STOPS } from './prompts/templates.ts';

/** Options of a language model in a search. */
export type WorldOptions = Pick<
  SearchModelOptions,
  'world' | 'scoring' | 'fallback' | 'topLogprobs' | 'form' | 'dialect' | 'template' | 'settings'
>;

/** World of a search, with its resources. */
export type World =
  /** Random games, this many per state; with a clock they let other work have its turn. */
  | { readonly kind: 'rollouts'; readonly rollouts: number; readonly seed: number; readonly clock?: Clock }
  /** Rules and values of a source. */
  | { readonly kind: 'reference'; readonly source: ValueSource; readonly game: MavGameName }
  /** MAV prompts for all actions and the best one. */
  | { readonly kind: 'model'; readonly model: Model; readonly options: WorldOptions }
  /** MAV prompts for states; everything else by another world. */
  | {
      readonly kind: 'states';
      readonly model: Model;
      readonly options: Pick<WorldOptions, 'form'> & MavPromptWording;
      readonly values: World;
    };

/** Labels of the worlds that are no models. */
export const REFERENCE_WORLD = 'reference';
export const ROLLOUTS_WORLD = 'rollouts';

/** Returns the world model of a search, the same for the command line and the editor. */
export function worldModel(world: World): WorldModel {
  if (world.kind === 'reference') return referenceModel(world.source, world.game);
  if (world.kind === 'model') return searchModel(world.model, { ...world.options, list: 'all', best: true });
  if (world.kind === 'states') {
    const { model, options, values } = world;
    return trackedModel(model.label, completeBy(model, options, RAW_STOPS), options, worldModel(values));
  }
  const { rollouts, seed, clock } = world;
  return rolloutModel({ ...DEFAULT_ROLLOUTS, rollouts, seed }, clock);
}

interface SearchModelOptions extends LanguageModelOptions {
  readonly template: PromptTemplate;
  readonly settings: DecodingSettings;
  /** Alternatives per token whose log probabilities are requested if values are scored by them. */
  readonly topLogprobs: number;
}

/**
 * Returns a model that answers MAV prompts as the world of a search. Log probabilities are requested if values are scored by them.
 */
function searchModel(model: Model, options: SearchModelOptions): WorldModel {
  const { scoring, fallback, topLogprobs } = options;
  const isScored = scoring !== 'written';
  const asked = isScored ? new LogprobRequests(model, topLogprobs, fallback === 'written') : model;
  return languageModel(
    model.label,
    completeBy(asked, options, RAW_STOPS),
    isScored ? { ...options, tally: new ScoringTally() } : options,
  );
}

/** Wording of a MAV prompt for a model. */
export type MavPromptWording = Pick<WorldOptions, 'template' | 'settings' | 'dialect'>;

/**
 * Returns a function that completes MAV prompts by a model; one that was trained on RookWorld is asked in that format.
 *
 * @param stops texts before which a raw answer ends
 */
export const completeBy = (
  model: Pick<Model, 'complete'>,
  wording: MavPromptWording,
  stops: readonly string[],
): Complete =>
  wording.dialect.format === 'rookworld'
    ? completeThroughRookWorld(continueBy(model, wording, ROOK_STOPS), wording.dialect)
    : continueBy(model, wording, stops);

/**
 * Returns a function that continues prompts of any wording by a model.
 *
 * @param stops texts before which a raw answer ends
 */
export const continueBy =
  (
    model: Pick<Model, 'complete'>,
    { template, settings, dialect }: MavPromptWording,
    stops: readonly string[],
  ): Complete =>
  async (prompt, outer) => {
    const controller = new AbortController();
    const forget = onAbort(outer, () => controller.abort());
    const task = { kind: 'mav', prompt, sample: 0, dialect } as const;
    const request = {
      task,
      messages: renderPrompt(template, task),
      settings: { ...(template.isRaw === true && { stop: stops }), ...settings },
      ...(template.isRaw === true && { isRaw: true }),
    };
    const answer = await model.complete(request, controller.signal);
    forget();
    if (!answer.ok) return { fault: answer.error.message };
    const { text, logprobs } = answer.value;
    return { text, ...(logprobs !== undefined && { tokens: logprobs.map(scoredToken) }) };
  };

/** Returns a token for scoring; the chosen one need not be among the likeliest. */
const scoredToken = ({ token, logprob, top }: TokenLogprob): ScoredToken => ({
  token,
  top: top.some((other) => other.token === token) ? top : [...top, { token, logprob }],
});
