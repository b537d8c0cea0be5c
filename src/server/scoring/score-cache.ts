import { LruMap } from '../../core/base/lru-map.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { ResultStore, StoredResult } from '../host.ts';
import { isKept, parseScores, printScores, type Scores } from './scores.ts';

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
