import { err, ok } from '../../core/base/result.ts';
import type { RunSample } from '../../core/evaluation/runs/run-schema.ts';
import type { DecodingSettings, Model } from '../model.ts';
import type { PromptTemplate } from '../prompts/prompt.ts';
import { askMany, type ConcurrencyOptions } from './concurrent-requests.ts';
import { type PredictionTarget, targetTask } from './game-targets.ts';
import { predictState } from './predict-state.ts';

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
