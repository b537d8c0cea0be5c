import type { Automaton } from '../core/base/automaton.ts';
import type { AbortSignalLike } from '../core/base/cancellation.ts';
import { LruMap } from '../core/base/lru-map.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import { connectFour } from '../core/games/connect-four/connect-four.ts';
import type { ConnectFourLimits } from '../core/games/connect-four/solver.ts';
import { hex } from '../core/games/hex/hex.ts';
import { DEFAULT_PLAYOUTS, type HexPlayoutOptions } from '../core/games/hex/playouts.ts';
import type { PositionValues } from '../core/games/position-values.ts';
import type { MavGameName } from '../core/mav/game-names.ts';
import type { ValuedPosition, ValueSource, ValueSourceFault } from '../core/mav/values.ts';
import { othello } from '../core/worlds/othello.ts';
import { DEFAULT_OTHELLO_PLAYOUTS, type OthelloPlayoutOptions } from '../core/worlds/othello-values.ts';

/**
 * Combines sources: the first one that values a game is asked.
 *
 * @param used resources of the sources, disposed with them
 */
export function combineValueSources(
  sources: readonly ValueSource[],
  used: readonly Pick<ValueSource, 'dispose'>[] = [],
): ValueSource {
  const games = [...new Set(sources.flatMap(({ games }) => games))];
  return {
    get label() {
      return sources.map(({ label }) => label).join('; ');
    },
    labelOf: (game) => sources.find(({ games }) => games.includes(game))?.label ?? 'nobody',
    games,
    values(position: ValuedPosition, signal: AbortSignalLike): Promise<Result<PositionValues, ValueSourceFault>> {
      const source = sources.find(({ games }) => games.includes(position.game));
      if (source !== undefined) return source.values(position, signal);
      return Promise.resolve(err({ code: 'no-source', message: `no value source evaluates ${position.game}` }));
    },
    async dispose() {
      await Promise.all([...sources, ...used].map((item) => item.dispose()));
    },
  };
}

/** Runner of the jobs that compute values: a pool of `compute`, which this layer does not import. */
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
 * Returns the sources for Connect Four, Hex and Othello, whose values jobs compute.
 *
 * @param limits limits of the Connect Four solver
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

/** Input of the job `connect-four-values`. */
interface ConnectFourInput extends ConnectFourLimits {
  readonly state: string;
}

/** Limits for checks of values, which need only the outcome: about eight seconds per position at most. */
export const CHECK_LIMITS: ConnectFourLimits = { outcomesOnly: true, maxPositions: 100_000_000 };

/**
 * Returns exact values of Connect Four, proved by search from any position; the first plies come from a table.
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

/** Input of the job `hex-values`. */
interface HexInput extends HexPlayoutOptions {
  readonly state: string;
}

/** Returns estimates for Hex from random playouts; wins and losses within three plies are proved. */
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

/** Input of the job `othello-values`. */
interface OthelloInput extends OthelloPlayoutOptions {
  readonly state: string;
}

/** Returns estimates for Othello from random playouts; the last moves are solved. */
function othelloValueSource(
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

/** Values, or the reason why a text is no state, or the sign that the job's limit was too low. */
export type JobValuesOutput = PositionValues | { readonly invalid: string } | { readonly tooLong: true };

interface JobRunOptions {
  readonly signal: AbortSignalLike;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs a job, in a thread or in place, as a pool of `compute` does. Never rejects. */
type RunValuesJob<Input> = (
  input: Input,
  options: JobRunOptions,
) => Promise<Result<JobValuesOutput, { readonly code: string; readonly message: string }>>;

interface JobValueOptions {
  /** Positions whose values are cached; default 10,000. */
  readonly cacheEntries?: number;
  /** Called with the progress of the current position. */
  readonly onProgress?: (done: number, total: number) => void;
}

interface JobValueGame<Input> extends JobValueOptions {
  readonly game: MavGameName;
  readonly label: string;
  readonly automaton: Automaton<unknown>;
  readonly run: RunValuesJob<Input>;
  /** Returns the input of the job for a state. */
  readonly input: (state: string) => Input;
}

const DEFAULT_CACHE = 10_000;

/** Values of one game that a job computes; the runner manages its own threads. */
class JobValues<Input> implements ValueSource {
  readonly label: string;
  readonly games: readonly MavGameName[];
  readonly #game: JobValueGame<Input>;
  readonly #cache: LruMap<string, PositionValues>;
  #isDisposed = false;

  constructor(game: JobValueGame<Input>) {
    this.label = game.label;
    this.games = [game.game];
    this.#game = game;
    this.#cache = new LruMap(game.cacheEntries ?? DEFAULT_CACHE);
  }

  async values(
    { game, state }: ValuedPosition,
    signal: AbortSignalLike,
  ): Promise<Result<PositionValues, ValueSourceFault>> {
    const { automaton, run, input, onProgress } = this.#game;
    if (game !== this.#game.game) return fault('no-source', `${this.label} cannot evaluate ${game}`);
    if (signal.aborted || this.#isDisposed) return cancelled();
    const parsed = automaton.parse(state);
    if (!parsed.ok) return fault('bad-position', `not a position: ${parsed.error}`);
    const key = automaton.key(parsed.value);
    const known = this.#cache.get(key);
    if (known !== undefined) return ok(known);
    const done = await run(input(automaton.print(parsed.value)), { signal, ...(onProgress && { onProgress }) });
    if (signal.aborted || this.#isDisposed) return cancelled();
    if (!done.ok) return fault('failed', done.error.message);
    if ('tooLong' in done.value) return fault('too-long', `${this.label}: this position would take too long`);
    if ('invalid' in done.value) return fault('bad-position', `not a position: ${done.value.invalid}`);
    this.#cache.set(key, done.value);
    return ok(done.value);
  }

  /** Clears the cache; the runner belongs to the caller. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#cache.clear();
  }
}

const fault = (code: ValueSourceFault['code'], message: string): Result<never, ValueSourceFault> =>
  err({ code, message });
const cancelled = (): Result<never, ValueSourceFault> => fault('cancelled', 'the evaluation was canceled');
