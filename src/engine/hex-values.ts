import { hex } from '../core/games/hex/hex.ts';
import { DEFAULT_PLAYOUTS, type HexPlayoutOptions } from '../core/games/hex/playouts.ts';
import type { ValueSource } from '../core/mav/value-source.ts';
import { type JobValueOptions, JobValues, type RunValuesJob } from './job-values.ts';

/** The input of the job `hex-values`. */
export interface HexInput extends HexPlayoutOptions {
  readonly state: string;
}

/** Estimates of Hex from random playouts; wins and losses within three plies are proved. */
export function hexValueSource(
  run: RunValuesJob<HexInput>,
  { playouts = DEFAULT_PLAYOUTS, seed = 0, ...options }: JobValueOptions & HexPlayoutOptions = {},
): ValueSource {
  return new JobValues({
    ...options,
    game: 'hex',
    label: `random playouts, estimate, N ${playouts}, seed ${seed}`,
    automaton: hex,
    run,
    input: (state) => ({ state, playouts, seed }),
  });
}
