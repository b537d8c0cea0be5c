import type { MavGameName } from '../mav/games.ts';
import { sourceLabel, type ValueSource } from '../mav/value-source.ts';
import { stateByRule } from './rules.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** Rules, and the values of a source (an engine, a solver): the ceiling of what a model can know. */
export const referenceModel = (source: ValueSource, game: MavGameName): WorldModel => ({
  label: `reference: ${sourceLabel(source, game)}`,
  evaluate: (batch, signal) => batch.map((request) => evaluate(request, source, signal)),
});

async function evaluate(
  request: EvaluationRequest,
  source: ValueSource,
  signal: Parameters<WorldModel['evaluate']>[1],
): Promise<Evaluation> {
  const found = stateByRule(request);
  if ('kind' in found) return found;
  const values = await source.values({ game: request.game, state: found.text }, signal);
  if (!values.ok) return { kind: 'fault', message: values.error.message };
  const actions = values.value.actions.map(({ action, win }) => ({ action, value: win }));
  const [best] = actions;
  if (best === undefined) return { kind: 'fault', message: `${source.label} gave no values` };
  return { kind: 'state', state: found.text, actions, best: best.action };
}
