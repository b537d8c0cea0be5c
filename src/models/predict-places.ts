import type { RunSample } from '../core/runs/run-schema.ts';
import type { Clock } from '../protocol/clock.ts';
import { type AskedPlace, taskOf } from './asked-game.ts';
import type { DecodingSettings, Model, ModelFault, ModelFaultCode } from './model.ts';
import { predictState } from './predict.ts';
import type { PromptTemplate } from './prompts.ts';

export interface AskedSample {
  readonly place: AskedPlace;
  /** 0-based number of the sample at its place. */
  readonly sample: number;
}

export interface PredictPlacesOptions {
  readonly template: PromptTemplate;
  /** Name the template in the label. */
  readonly nameTemplate: boolean;
  readonly settings: DecodingSettings;
  /** Requests at a time. */
  readonly concurrency: number;
  readonly clock: Clock;
  /** Told of each answer or fault, in the order they come in. */
  readonly onSample?: (asked: AskedSample, sample: RunSample) => void;
}

export interface PredictedPlaces {
  /** What was answered, in the order it was asked for; faults are not among it. */
  readonly answered: readonly { readonly asked: AskedSample; readonly sample: RunSample }[];
  /** Number of requests by the sentence that says why they failed; cancelled ones are not counted. */
  readonly faults: ReadonlyMap<string, number>;
  /** Requests that were never made: cancelled, or given up. */
  readonly unasked: number;
}

/** Faults that every further request would meet as well. */
const HOPELESS: ReadonlySet<string> = new Set<ModelFaultCode>(['unauthorized', 'unknown-model', 'unavailable']);
/** So many faults in a row, whatever they are, end the rest as well. */
const MOST_IN_A_ROW = 3;
/** Models of this process answer at once; so often the rest of the program gets a turn, and can cancel. */
const TURN_MS = 25;

/** Asks a model for many positions. What was answered before a cancellation is kept. Never rejects. */
export async function predictPlaces(
  model: Model,
  samples: readonly AskedSample[],
  options: PredictPlacesOptions,
  signal: AbortSignal,
): Promise<PredictedPlaces> {
  const { template, nameTemplate, settings, clock, onSample } = options;
  const found: ({ asked: AskedSample; sample: RunSample } | undefined)[] = samples.map(() => undefined);
  const faults = new Map<string, number>();
  let next = 0;
  let asked = 0;
  let inARow = 0;
  let hopeless = false;
  let turn = clock.now();
  const now = (): number => clock.now();
  const worker = async (): Promise<void> => {
    while (next < samples.length && !signal.aborted && !hopeless) {
      const index = next++;
      const one = samples[index];
      if (one === undefined) return;
      const { place } = one;
      const position = { task: taskOf(place, one.sample), game: place.game, trueFen: place.trueFen };
      const sample = await predictState(model, position, { template, nameTemplate, settings, now }, signal);
      if (sample.error?.code === 'cancelled') return;
      asked++;
      if (sample.error === undefined) {
        inARow = 0;
        found[index] = { asked: one, sample };
      } else {
        inARow++;
        faults.set(sample.error.message, (faults.get(sample.error.message) ?? 0) + 1);
        hopeless ||= HOPELESS.has(sample.error.code) || inARow >= MOST_IN_A_ROW;
      }
      onSample?.(one, sample);
      if (clock.now() - turn > TURN_MS) {
        await new Promise<void>((resolve) => void clock.after(0, resolve));
        turn = clock.now();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.concurrency) }, worker));
  return { answered: found.filter((one) => one !== undefined), faults, unasked: samples.length - asked };
}

/** The most frequent fault of a run, for the one message about it. */
export function mainFault(faults: ReadonlyMap<string, number>): Pick<ModelFault, 'message'> | undefined {
  const [first] = [...faults].sort(([, a], [, b]) => b - a);
  return first && { message: first[0] };
}
