import type { ConnectFourLimits } from '../core/games/connect-four/action-values.ts';
import { connectFour } from '../core/games/connect-four/connect-four.ts';
import type { ValueSource } from '../core/mav/value-source.ts';
import { type JobValueOptions, JobValues, type RunValuesJob } from './job-values.ts';

/** The input of the job `connect-four-values`. */
export interface ConnectFourInput extends ConnectFourLimits {
  readonly state: string;
}

/** Limits for checks of values, which need only the outcome: about eight seconds per position at most. */
export const CHECK_LIMITS: ConnectFourLimits = { outcomesOnly: true, maxPositions: 100_000_000 };

/**
 * Exact values of Connect Four: proved by search, from any position; the first plies from a table.
 *
 * @param limits default: none
 */
export const connectFourValueSource = (
  run: RunValuesJob<ConnectFourInput>,
  { limits = {}, ...options }: JobValueOptions & { readonly limits?: ConnectFourLimits } = {},
): ValueSource =>
  new JobValues({
    ...options,
    game: 'connect_four',
    label: 'Connect Four solver, exact',
    automaton: connectFour,
    run,
    input: (state) => ({ state, ...limits }),
  });
