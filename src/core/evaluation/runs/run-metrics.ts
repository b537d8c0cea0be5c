import * as v from 'valibot';
import { METHODS, POLICIES, TARGET_METHODS, TERMINALS } from '../../metrics/affordance-options.ts';

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Options of the scores of a run in its reports, unless a report has its own. */
export const metricsEntries = {
  /** m of p_m and r_m. */
  depth: v.exactOptional(whole(1, 100)),
  method: v.exactOptional(v.picklist(METHODS)),
  /** N of an estimate, or its limit with `targetError`. */
  samples: v.exactOptional(whole(1, 10_000_000)),
  seed: v.exactOptional(whole(0, 0xffffffff)),
  targetError: v.exactOptional(
    v.pipe(
      v.number(),
      v.check((error) => error > 0 && error < 1, 'must be between 0 and 1'),
    ),
  ),
  policy: v.exactOptional(v.picklist(POLICIES)),
  importance: v.exactOptional(v.boolean()),
  terminal: v.exactOptional(v.picklist(TERMINALS)),
};

export const metricsSchema = v.object(metricsEntries);
export type RunMetrics = v.InferOutput<typeof metricsSchema>;

/** Returns true unless a standard error is wanted of a method that states none. */
export const fitsTarget = ({ method = 'auto', targetError }: RunMetrics): boolean =>
  targetError === undefined || TARGET_METHODS.some((one) => one === method);

/** Returns true unless a policy is set without guided rollouts. */
export const fitsPolicy = ({ method, policy, importance = false }: RunMetrics): boolean =>
  method === 'guided' || (policy === undefined && !importance);
