import type { CompareJob } from '../../compute/jobs/jobs.ts';
import type { Priority } from '../../compute/pool/task-queue.ts';
import { LruMap } from '../../core/base/lru-map.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ResultStore, StoredResult } from '../host.ts';
import { type Compares, comparisonScores, isKept, parseScores, printScores, type Scores } from './scores.ts';

/** Maximum number of scores in memory: about 10 MB. */
const MAX_ENTRIES = 20_000;
/** Delay before new scores are written together, in milliseconds. */
const WRITE_MS = 500;

/** Scores by content, in memory and, with a store, across sessions. */
export class ScoreCache {
  /** Scores; those from the store stay text until requested. */
  readonly #scores = new LruMap<string, Scores | string>(MAX_ENTRIES);
  readonly #clock: Clock;
  #store: ResultStore | undefined;
  #unwritten: StoredResult[] = [];
  #stopTimer: (() => void) | undefined;
  #loaded: Promise<void> = Promise.resolve();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves once the scores of earlier sessions are loaded. */
  get loaded(): Promise<void> {
    return this.#loaded;
  }

  /** Reads a store, and writes new scores into it from then on. */
  use(store: ResultStore): void {
    this.#store = store;
    this.#loaded = store.load().then(
      (results) => {
        for (const [key, value] of results) if (this.#scores.get(key) === undefined) this.#scores.set(key, value);
      },
      () => {},
    );
  }

  get(key: string): Scores | undefined {
    const found = this.#scores.get(key);
    if (typeof found !== 'string') return found;
    const scores = parseScores(found);
    if (scores !== undefined) this.#scores.set(key, scores);
    return scores;
  }

  set(key: string, scores: Scores): void {
    this.#scores.set(key, scores);
    if (this.#store === undefined || !isKept(key)) return;
    this.#unwritten.push([key, printScores(scores)]);
    this.#stopTimer ??= this.#clock.after(WRITE_MS, () => void this.flush());
  }

  /** Writes pending scores. */
  async flush(): Promise<void> {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const results = this.#unwritten;
    this.#unwritten = [];
    if (results.length > 0) await this.#store?.append(results).catch(() => {});
  }
}

/** Time assumed for a prediction before any was scored, in milliseconds. */
const FIRST_GUESS_MS = 10;
/** Weight of the newest time in the running mean. */
const WEIGHT = 0.05;

/** Maximum number of predictions without scores that are remembered, whose keys contain their texts. */
const MAX_FAILED = 1000;

/** Scores predictions, each content once. */
export class Scorer {
  readonly #compare: Compares;
  readonly #cache: ScoreCache;
  readonly #clock: Clock;
  readonly #log: (message: string) => void;
  readonly #failed = new LruMap<string, true>(MAX_FAILED);
  #meanMs = FIRST_GUESS_MS;
  #running = 0;
  #lastDone = 0;

  constructor(compare: Compares, cache: ScoreCache, clock: Clock, log: (message: string) => void) {
    this.#compare = compare;
    this.#cache = cache;
    this.#clock = clock;
    this.#log = log;
  }

  /** Resolves once the scores of earlier sessions are loaded. */
  get ready(): Promise<void> {
    return this.#cache.loaded;
  }

  /** Mean time from one result to the next while several are pending, in milliseconds. */
  get meanMs(): number {
    return this.#meanMs;
  }

  /** Returns known scores. `failed`: they cannot be computed. */
  known(key: string): Scores | 'failed' | undefined {
    return this.#failed.get(key) === true ? 'failed' : this.#cache.get(key);
  }

  /** Computes scores; undefined when canceled. Never rejects. */
  async score(
    key: string,
    job: CompareJob,
    options: { readonly priority: Priority; readonly signal: AbortSignal },
  ): Promise<Scores | 'failed' | undefined> {
    const known = this.known(key);
    if (known !== undefined) return known;
    if (this.#running++ === 0) this.#lastDone = this.#clock.now();
    const result = await this.#compare(job, options);
    this.#running--;
    if (result.ok && !('stopped' in result.value)) {
      const now = this.#clock.now();
      this.#meanMs += WEIGHT * (now - this.#lastDone - this.#meanMs);
      this.#lastDone = now;
      const scores = comparisonScores(result.value);
      this.#cache.set(key, scores);
      return scores;
    }
    if (!result.ok && (result.error.code === 'COMPUTE_CANCELLED' || result.error.code === 'COMPUTE_DISPOSED'))
      return undefined;
    this.#failed.set(key, true);
    this.#log(`could not score a prediction: ${result.ok ? 'the node budget ran out' : result.error.message}`);
    return 'failed';
  }
}
