import { connectFour } from '../core/games/connect-four/connect-four.ts';
import type { ValueSource } from '../core/mav/value-source.ts';
import { type JobValueOptions, JobValues, type RunValuesJob } from './job-values.ts';

/** The input of the job `connect-four-values`. */
export interface ConnectFourInput {
  readonly state: string;
}

/** Exact values of Connect Four: proved by search, from any position; the first plies from a table. */
export const connectFourValueSource = (
  run: RunValuesJob<ConnectFourInput>,
  options: JobValueOptions = {},
): ValueSource =>
  new JobValues({
    ...options,
    game: 'connect_four',
    label: 'Connect Four solver, exact',
    automaton: connectFour,
    run,
    input: (state) => ({ state }),
  });
