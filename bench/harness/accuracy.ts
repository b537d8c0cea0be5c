import type { Outcome, Scores } from './contest.ts';
import { meanOf, standardError } from './spread.ts';

/** Below this a relative error says little, so such values are left out of it. */
export const RELATIVE_FROM = 0.01;

/** True if a contestant computed the right thing, judged by its values in this run. */
export interface Agreement {
  readonly ok: boolean;
  /** The evidence in a few words. */
  readonly detail: string;
}

/** Mean of |value - reference| / reference over pairs, rounds and both directions, where the reference is 0.01 or more. */
export function relativeError(outcome: Outcome, reference: readonly Scores[]): number {
  const errors: number[] = [];
  for (const { value, exact } of compared(outcome, reference)) {
    for (const side of ['p', 'r'] as const) {
      if (exact[side] >= RELATIVE_FROM) errors.push(Math.abs(value[side] - exact[side]) / exact[side]);
    }
  }
  return meanOf(errors);
}

/** An exact contestant has to give the reference itself. */
export function agreesExactly(outcome: Outcome, reference: readonly Scores[]): Agreement {
  let most = 0;
  let values = 0;
  for (const { value, exact } of compared(outcome, reference)) {
    most = Math.max(most, Math.abs(value.p - exact.p), Math.abs(value.r - exact.r));
    values += 2;
  }
  return { ok: values > 0 && most < 1e-9, detail: `largest difference ${most.toExponential(0)} in ${values} values` };
}

/**
 * An estimator has to meet the reference on average: the mean difference within 4 of its standard errors, and `bias` for
 * methods that are only nearly unbiased.
 */
export function agreesOnAverage(outcome: Outcome, reference: readonly Scores[], bias: number): Agreement {
  const differences: number[] = [];
  for (const { value, exact } of compared(outcome, reference)) {
    differences.push(value.p - exact.p, value.r - exact.r);
  }
  const mean = meanOf(differences);
  const error = standardError(differences);
  const detail = `mean difference ${mean.toExponential(0)} ± ${error.toExponential(0)}`;
  return { ok: Math.abs(mean) <= 4 * error + bias, detail };
}

function* compared(
  { scored }: Outcome,
  reference: readonly Scores[],
): Generator<{ readonly value: Scores; readonly exact: Scores }> {
  for (const [i, rounds] of scored.entries()) {
    for (const value of rounds) yield { value, exact: reference[i] };
  }
}
