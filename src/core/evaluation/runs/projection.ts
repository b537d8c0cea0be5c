import { Z_95 } from '../../base/stats/confidence-interval.ts';
import { meanEstimate } from '../../base/stats/descriptive.ts';
import type { Prices, RunSample } from './run-schema.ts';
import { tokenCost } from './spending.ts';

/** Number of requests of a pilot. */
export const PILOT = 20;
/** Number of requests from which a pilot is worthwhile. */
export const PILOT_WORTH = 200;

/** Projected amount of the whole run, with its 95 % interval. */
export interface Projected {
  readonly expected: number;
  readonly low: number;
  readonly high: number;
}

export interface Projection {
  /** Number of answers in the projection. */
  readonly samples: number;
  readonly input: Projected;
  readonly output: Projected;
  /** Undefined without prices. */
  readonly cost: Projected | undefined;
}

/**
 * Projects the usage of a whole run from that of a random sample of it. The interval is that of the mean (normal
 * approximation), scaled; undefined where fewer than two answers came with their usage.
 *
 * @param tasks number of tasks of the whole run
 */
export function project(
  samples: readonly RunSample[],
  tasks: number,
  prices: Prices | undefined,
): Projection | undefined {
  const used = samples.flatMap(({ usage }) =>
    usage?.inputTokens === undefined || usage.outputTokens === undefined
      ? []
      : [{ input: usage.inputTokens, output: usage.outputTokens }],
  );
  if (used.length < 2) return undefined;
  const scaled = (values: readonly number[]): Projected => {
    const { mean = 0, standardError = 0 } = meanEstimate(values) ?? {};
    const half = Z_95 * standardError;
    return { expected: mean * tasks, low: Math.max(0, mean - half) * tasks, high: (mean + half) * tasks };
  };
  return {
    samples: used.length,
    input: scaled(used.map(({ input }) => input)),
    output: scaled(used.map(({ output }) => output)),
    cost: prices === undefined ? undefined : scaled(used.map((tokens) => tokenCost(tokens, prices))),
  };
}
