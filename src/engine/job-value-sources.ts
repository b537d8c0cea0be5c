import type { ConnectFourLimits } from '../core/games/connect-four/action-values.ts';
import type { HexPlayoutOptions } from '../core/games/hex/playouts.ts';
import type { ValueSource } from '../core/mav/value-source.ts';
import { type ConnectFourInput, connectFourValueSource } from './connect-four-values.ts';
import { type HexInput, hexValueSource } from './hex-values.ts';
import type { JobRunOptions, JobValueOptions, RunValuesJob } from './job-values.ts';
import { type OthelloInput, othelloValueSource } from './othello-values.ts';

/** Runs the jobs behind values: a pool of `compute`, which this layer does not know. */
export interface ValueJobRunner {
  dispose(): Promise<void>;
  run(
    name: 'connect-four-values',
    input: ConnectFourInput,
    options: JobRunOptions,
  ): ReturnType<RunValuesJob<ConnectFourInput>>;
  run(name: 'hex-values', input: HexInput, options: JobRunOptions): ReturnType<RunValuesJob<HexInput>>;
  run(name: 'othello-values', input: OthelloInput, options: JobRunOptions): ReturnType<RunValuesJob<OthelloInput>>;
}

/**
 * The values of Connect Four, Hex and Othello, computed by jobs.
 *
 * @param limits of Connect Four
 */
export const jobValueSources = (
  runner: Pick<ValueJobRunner, 'run'>,
  { limits, ...options }: JobValueOptions & HexPlayoutOptions & { readonly limits?: ConnectFourLimits } = {},
): ValueSource[] => [
  connectFourValueSource((input, how) => runner.run('connect-four-values', input, how), {
    ...options,
    ...(limits && { limits }),
  }),
  hexValueSource((input, how) => runner.run('hex-values', input, how), options),
  othelloValueSource((input, how) => runner.run('othello-values', input, how), options),
];
