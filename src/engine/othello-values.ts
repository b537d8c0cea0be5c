import type { ValueSource } from '../core/mav/value-source.ts';
import { DEFAULT_OTHELLO_PLAYOUTS, type OthelloPlayoutOptions } from '../core/worlds/othello/action-values.ts';
import { othello } from '../core/worlds/othello/othello.ts';
import { type JobValueOptions, JobValues, type RunValuesJob } from './job-values.ts';

/** The input of the job `othello-values`. */
export interface OthelloInput extends OthelloPlayoutOptions {
  readonly state: string;
}

/** Estimates of Othello from random playouts; the last moves are solved. */
export function othelloValueSource(
  run: RunValuesJob<OthelloInput>,
  { playouts = DEFAULT_OTHELLO_PLAYOUTS, seed = 0, ...options }: JobValueOptions & OthelloPlayoutOptions = {},
): ValueSource {
  return new JobValues({
    ...options,
    game: 'othello',
    label: `random playouts, estimate, N ${playouts}, seed ${seed}; the last moves solved`,
    automaton: othello.automaton,
    run,
    input: (state) => ({ state, playouts, seed }),
  });
}
