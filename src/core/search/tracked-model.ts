import type { AbortSignalLike } from '../base/cancellation.ts';
import type { Complete } from './language-model.ts';
import { type MavPromptOptions, mavPrompt, readState } from './mav-prompt.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** How a model is asked for states. */
type StateOptions = Pick<MavPromptOptions, 'form' | 'dialect'>;

/**
 * States by a language model, all else by another world, on the states that the model wrote: a search in which nothing can be wrong
 * but the states, so that what its errors cost is seen alone. A model needs to know transitions only.
 */
export const trackedModel = (
  label: string,
  complete: Complete,
  options: StateOptions,
  values: WorldModel,
): WorldModel => ({
  label: trackedLabel(label, values.label),
  evaluate: (batch, signal) => batch.map((request) => evaluate(request, complete, options, values, signal)),
});

async function evaluate(
  request: EvaluationRequest,
  complete: Complete,
  options: StateOptions,
  values: WorldModel,
  signal: AbortSignalLike,
): Promise<Evaluation> {
  const { game } = request;
  if (request.action === undefined) return valued({ game, state: request.state }, values, signal);
  const answer = await complete(mavPrompt(request, { ...options, list: 'none', best: false }), signal);
  if ('fault' in answer) return { kind: 'fault', message: answer.fault };
  const { text } = answer;
  const found = readState(request, text, options);
  if ('reason' in found) return { kind: 'hallucination', text, reason: found.reason };
  const said = await valued({ game, state: found.state }, values, signal);
  return said.kind === 'fault' ? said : { ...said, text };
}

const valued = (request: EvaluationRequest, values: WorldModel, signal: AbortSignalLike): Promise<Evaluation> =>
  values.evaluate([request], signal)[0] ??
  Promise.resolve({ kind: 'fault', message: `${values.label} did not answer` });

/** `builtin:mav-small with reference: Stockfish 19`. */
const trackedLabel = (model: string, values: string): string => `${model} with ${values}`;

/** The model and the values of such a label; undefined for any other label. */
export function readTrackedLabel(label: string): { readonly model: string; readonly values: string } | undefined {
  const [, model, values] = /^(.+?) with ((?:reference|rollouts): .+)$/.exec(label) ?? [];
  return model === undefined || values === undefined ? undefined : { model, values };
}
