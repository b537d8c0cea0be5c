import type { AbortSignalLike } from '../base/cancellation.ts';
import { type MavPromptOptions, type ModelAnswer, mavPrompt, readEvaluation, ruled } from './mav-prompt.ts';
import { stateByRule } from './rules.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** Asks a language model to continue a prompt; a fault carries the reason for no answer. */
export type Complete = (prompt: string, signal: AbortSignalLike) => Promise<ModelAnswer | { readonly fault: string }>;

export interface LanguageModelOptions extends MavPromptOptions {
  /**
   * `rules`: legality, successors and ends by the rules, values alone by the model. `model`: all of it by the model, as it says
   * (Schultz et al., section 3.1).
   */
  readonly world: 'rules' | 'model';
}

/** MAV over any language model. */
export const languageModel = (label: string, complete: Complete, options: LanguageModelOptions): WorldModel => ({
  label,
  ...(options.tally !== undefined && { tally: options.tally }),
  evaluate: (batch, signal) => batch.map((request) => evaluate(request, complete, options, signal)),
});

async function evaluate(
  request: EvaluationRequest,
  complete: Complete,
  options: LanguageModelOptions,
  signal: AbortSignalLike,
): Promise<Evaluation> {
  if (options.world === 'model') return ask(request, complete, options, signal);
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const at: EvaluationRequest = { game: request.game, state: found.text };
  return ruled(await ask(at, complete, options, signal), at);
}

async function ask(
  request: EvaluationRequest,
  complete: Complete,
  options: LanguageModelOptions,
  signal: AbortSignalLike,
): Promise<Evaluation> {
  const answer = await complete(mavPrompt(request, options), signal);
  return 'fault' in answer ? { kind: 'fault', message: answer.fault } : readEvaluation(request, answer, options);
}
