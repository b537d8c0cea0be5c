import type { Automaton } from '../core/base/automaton.ts';
import type { AbortSignalLike } from '../core/base/cancellation.ts';
import { LruMap } from '../core/base/lru.ts';
import { err, ok, type Result } from '../core/base/result.ts';
import type { PositionValues } from '../core/games/position-values.ts';
import type { MavGameName } from '../core/mav/games.ts';
import type { ValuedPosition, ValueFault, ValueSource } from '../core/mav/value-source.ts';

/** Values, or why a text is no state, or that they were not found within the job's limit. */
export type JobValuesOutput = PositionValues | { readonly invalid: string } | { readonly tooLong: true };

export interface JobRunOptions {
  readonly signal: AbortSignalLike;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Runs a job, in a thread or in place; a pool of `compute` does. Never rejects. */
export type RunValuesJob<Input> = (
  input: Input,
  options: JobRunOptions,
) => Promise<Result<JobValuesOutput, { readonly code: string; readonly message: string }>>;

export interface JobValueOptions {
  /** Positions whose values are kept, default 10,000. */
  readonly cacheEntries?: number;
  /** Called with the progress of the current position. */
  readonly onProgress?: (done: number, total: number) => void;
}

interface JobValueGame<Input> extends JobValueOptions {
  readonly game: MavGameName;
  readonly label: string;
  readonly automaton: Automaton<unknown>;
  readonly run: RunValuesJob<Input>;
  /** The input of the job for a state. */
  readonly input: (state: string) => Input;
}

const DEFAULT_CACHE = 10_000;

/** Values of one game that a job computes; the runner keeps its threads to itself. */
export class JobValues<Input> implements ValueSource {
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

  async values({ game, state }: ValuedPosition, signal: AbortSignalLike): Promise<Result<PositionValues, ValueFault>> {
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

  /** Forgets what it knows; the runner belongs to others. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#cache.clear();
  }
}

const fault = (code: ValueFault['code'], message: string): Result<never, ValueFault> => err({ code, message });
const cancelled = (): Result<never, ValueFault> => fault('cancelled', 'the evaluation was canceled');
