import { type RunHeader, type RunSample, worldOfPlan } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { builtWorld } from '../../core/worlds/world-spec.ts';
import type { ChatMessage } from '../model.ts';
import { renderPrompt } from './prompt.ts';

/**
 * The messages of a sample of a run by the template that it was asked with.
 *
 * @param plan of the run, which says the world that its walks are in
 * @returns undefined where the sample has no moves, or its world is not known
 */
export function sampleMessages(
  { id, messages }: { readonly id: string; readonly messages: readonly ChatMessage[] },
  { moves, startFen, variant, index }: RunSample,
  plan: RunHeader['plan'],
): readonly ChatMessage[] | undefined {
  if (moves === undefined) return undefined;
  const asked = { startFen: startFen ?? INITIAL_FEN, moves, sample: index };
  const template = { id, title: id, messages };
  if (!isComparedWorld(variant))
    return renderPrompt({ ...template, task: 'state' }, { kind: 'state', variant, ...asked });
  const spec = worldOfPlan(plan);
  const world = spec && builtWorld(spec);
  if (world?.ok !== true) return undefined;
  return renderPrompt({ ...template, task: 'world' }, { kind: 'world', world: world.value, ...asked });
}
