import { answerPlaceOf } from '../../core/answers/places.ts';
import { type Question, readAnswer } from '../../core/answers/read-answer.ts';
import type { AnswerReading } from '../../core/answers/reading.ts';
import { type RunHeader, type RunSample, worldOfPlan } from '../../core/evaluation/runs/run-schema.ts';
import { isComparedWorld } from '../../core/metrics/compared.ts';
import { readState } from '../../core/worlds/renamed/renamed-world.ts';
import type { World } from '../../core/worlds/world.ts';
import { builtWorld } from '../../core/worlds/world-spec.ts';
import { sampleMessages } from '../prompts/sample-messages.ts';

/** A test whether a text of a model is a state of a world, by the names that the model was given. */
export const isStateOf =
  (world: World<unknown>) =>
  (text: string): boolean =>
    world.automaton.parse(readState(world, text)).ok;

/**
 * The answer of a sample, read once more: all its states with their roles, as when it was asked. Run files keep what was taken, not the rest.
 *
 * @returns undefined where no answer came, or its world is not known
 */
export function sampleReading(sample: RunSample, { plan }: Pick<RunHeader, 'plan'>): AnswerReading | undefined {
  const { raw, variant, startFen, template: id } = sample;
  if (raw === null) return undefined;
  const templates = plan?.templates ?? [];
  const template = templates.find((one) => one.id === id) ?? (templates.length === 1 ? templates[0] : undefined);
  const messages = template === undefined ? undefined : sampleMessages(template, sample, plan);
  const question: Question = {
    prompt: sample.prompt ?? messages?.map(({ content }) => content).join('\n\n') ?? '',
    place: answerPlaceOf(template ?? {}),
    ...(startFen !== undefined && { startFen }),
  };
  if (!isComparedWorld(variant)) return readAnswer(raw, question);
  const spec = worldOfPlan(plan);
  const world = spec === undefined ? undefined : builtWorld(spec);
  if (world?.ok !== true) return undefined;
  const reading = readAnswer(raw, { ...question, world: isStateOf(world.value) });
  const candidates = reading.candidates.map((one) => ({ ...one, state: readState(world.value, one.state) }));
  return { ...reading, candidates };
}
