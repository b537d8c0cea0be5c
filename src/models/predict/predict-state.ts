import { resolveAnswerPlace } from '../../core/answers/answer-reading.ts';
import { makeExtraction } from '../../core/answers/extraction.ts';
import { readAnswer } from '../../core/answers/read-answer.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import { sampleId } from '../../core/evaluation/runs/run-file.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import { INITIAL_FEN } from '../../core/games/chess/state.ts';
import { comparedWorld } from '../../core/metrics/comparison-rules.ts';
import { decodeState, originalName } from '../../core/worlds/renamed-world.ts';
import type { Completion, DecodingSettings, Model, ModelFault, StateTask, WorldTask } from '../model.ts';
import { type PromptTemplate, renderPrompt } from '../prompts/prompt.ts';
import { askMany, type ConcurrencyOptions } from './concurrent-requests.ts';
import { type PredictionTarget, targetTask } from './game-targets.ts';

/** A position that a model is asked for, with its location. */
export interface PredictionQuestion {
  /** Task, whose `moves` lead to the position. */
  readonly task: StateTask | WorldTask;
  /** 0-based index of the game in its file. */
  readonly game: number;
  /** True state after the moves. */
  readonly trueFen: string;
}

/** Parts of a sample's name. */
interface SampleNaming {
  /** Label of the model. */
  readonly label: string;
  readonly template: PromptTemplate;
  /** True to name the template in the sample's label, as a run over several templates must. */
  readonly nameTemplate: boolean;
}

export interface PredictOptions {
  readonly template: PromptTemplate;
  readonly settings: DecodingSettings;
  /** True to name the template in the sample's label, as a run over several templates must. */
  readonly nameTemplate: boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
}

/** Returns the parts of a sample's id in its run. */
export const sampleIdParts = ({ task, game }: PredictionQuestion, { label, template, nameTemplate }: SampleNaming) => ({
  model: label,
  ...(nameTemplate ? { template: template.id } : {}),
  index: task.sample,
  game,
  ply: task.moves.length,
});

/**
 * Returns the line of the run file about an answer: its whole text, extraction and usage, or the fault instead of them.
 *
 * @param timing time of the request, and duration in milliseconds
 */
export function createSample(
  position: PredictionQuestion,
  naming: SampleNaming,
  answer: Result<Completion, Pick<ModelFault, 'message' | 'usage'> & { readonly code: string }>,
  timing?: RunSample['timing'],
): RunSample {
  const { task, trueFen } = position;
  const place = sampleIdParts(position, naming);
  const asked = {
    kind: 'sample' as const,
    id: sampleId(place),
    ...place,
    variant: task.kind === 'world' ? comparedWorld(originalName(task.world)) : task.variant,
    ...(task.startFen === INITIAL_FEN ? {} : { startFen: task.startFen }),
    moves: [...task.moves],
    trueFen,
    ...(timing === undefined ? {} : { timing }),
  };
  if (!answer.ok) {
    const { code, message, usage } = answer.error;
    return {
      ...asked,
      raw: null,
      extraction: null,
      ...(usage === undefined ? {} : { usage }),
      error: { code, message },
    };
  }
  const { text, finishReason, reasoning, usage, served, attempts } = answer.value;
  // A quote in a refusal is no answer.
  const found = finishReason === 'refusal' ? undefined : extracted(text, task, naming.template);
  return {
    ...asked,
    raw: text,
    extraction: found === undefined ? null : { ...found, by: 'statelens' },
    finishReason,
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(usage === undefined ? {} : { usage }),
    ...(served === undefined ? {} : { served }),
    ...(attempts === undefined ? {} : { attempts }),
  };
}

/** Returns the state in an answer, by the place that its template asked for. */
function extracted(answer: string, task: PredictionQuestion['task'], template: PromptTemplate) {
  const prompt = renderPrompt(template, task)
    .map(({ content }) => content)
    .join('\n\n');
  const place = resolveAnswerPlace(template);
  if (task.kind === 'state') return makeExtraction(readAnswer(answer, { place, prompt, startFen: task.startFen }));
  const { world } = task;
  const isState = (text: string): boolean => world.automaton.parse(decodeState(world, text)).ok;
  const found = makeExtraction(readAnswer(answer, { place, prompt, world: isState }));
  return found?.fen === undefined ? found : { ...found, fen: decodeState(world, found.fen) };
}

/**
 * Asks a model for one state and returns the line of the run file: whole answer, extraction, usage and time, or the
 * fault instead of them. Never rejects.
 */
export const predictState = async (
  model: Model,
  position: PredictionQuestion,
  options: PredictOptions,
  signal: AbortSignal,
): Promise<RunSample> => {
  const { task } = position;
  const { template, settings } = options;
  const messages = renderPrompt(template, task);
  let began = options.now();
  let waited = 0;
  const isRaw = template.isRaw === true;
  const onSent = (): void => void (began = options.now());
  const onWait = (ms: number): void => void (waited += ms);
  const answer = await model.complete(
    { task, messages, settings, ...(isRaw ? { isRaw } : {}), onSent, onWait },
    signal,
  );
  const own = answer.ok ? answer.value.elapsed : undefined;
  const elapsed = own ?? Math.max(0, options.now() - began);
  const timing = { elapsed, ...(waited > 0 ? { waited } : {}) };
  return createSample(position, { ...options, label: model.label }, answer, timing);
};

export interface SampleRequest<Place extends PredictionTarget = PredictionTarget> {
  readonly place: Place;
  /** 0-based number of the sample at its location. */
  readonly sample: number;
  /** Template, if it differs from the others. */
  readonly by?: Pick<PredictTargetsOptions, 'template' | 'nameTemplate'>;
}

export interface PredictTargetsOptions extends ConcurrencyOptions {
  readonly template: PromptTemplate;
  /** True to name the template in the label. */
  readonly nameTemplate: boolean;
  readonly settings: DecodingSettings;
  /** Called when a request is sent. */
  readonly onAsk?: (asked: SampleRequest) => void;
  /** Called with each answer or fault, in order of arrival. */
  readonly onSample?: (asked: SampleRequest, sample: RunSample) => void;
}

export interface PredictionResults<Place extends PredictionTarget = PredictionTarget> {
  /** Answers, in the order of the requests, without faults. */
  readonly answered: readonly { readonly asked: SampleRequest<Place>; readonly sample: RunSample }[];
  /** Number of requests by the message of their fault; canceled ones are not counted. */
  readonly faults: ReadonlyMap<string, number>;
  /** Number of requests never made: canceled, or given up. */
  readonly unasked: number;
}

/** Asks a model for many positions, of games or of worlds. Answers from before a cancellation are kept. Never rejects. */
export async function predictTargets<Place extends PredictionTarget>(
  model: Model,
  samples: readonly SampleRequest<Place>[],
  options: PredictTargetsOptions,
  signal: AbortSignal,
): Promise<PredictionResults<Place>> {
  const { template, nameTemplate, settings, clock, onAsk, onSample } = options;
  const now = (): number => clock.now();
  const ask = async (asked: SampleRequest<Place>) => {
    const { place } = asked;
    const position = { task: targetTask(place, asked.sample), game: place.game, trueFen: place.trueFen };
    const by = asked.by ?? { template, nameTemplate };
    onAsk?.(asked);
    const sample = await predictState(model, position, { ...by, settings, now }, signal);
    if (sample.error?.code !== 'cancelled') onSample?.(asked, sample);
    return sample.error === undefined ? ok(sample) : err(sample.error);
  };
  const { answered, faults, unasked } = await askMany(samples, ask, options, signal);
  return { answered: answered.map(({ asked, answer }) => ({ asked, sample: answer })), faults, unasked };
}
