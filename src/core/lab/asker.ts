import type { AbortSignalLike } from '../base/cancellation.ts';
import { LruMap } from '../base/lru.ts';
import type { History, NextActions, NextDistribution } from './next-actions.ts';

/** Ends a unit of work whose model failed, or that was called off. It never leaves the lab: `runUnits` makes a fault of it. */
export class AskFault extends Error {}

/** Answers that are remembered. */
const REMEMBERED = 20_000;

/** Asks a model, remembers its answers, and counts the histories that it was asked about. */
export class Asker {
  /** Histories that the model was asked about; remembered ones count once. */
  asked = 0;
  readonly #model: NextActions;
  readonly #signal: AbortSignalLike;
  readonly #known = new LruMap<string, NextDistribution>(REMEMBERED);

  constructor(model: NextActions, signal: AbortSignalLike) {
    this.#model = model;
    this.#signal = signal;
  }

  /** Answers in the order of the histories. Throws an `AskFault` where there are none. */
  async next(histories: readonly History[]): Promise<readonly NextDistribution[]> {
    const keys = histories.map((history) => history.join(' '));
    const found = new Map<string, NextDistribution>();
    const wanted = new Map<string, History>();
    for (const [i, key] of keys.entries()) {
      const known = this.#known.get(key);
      if (known !== undefined) found.set(key, known);
      else wanted.set(key, histories[i] ?? []);
    }
    if (wanted.size > 0) {
      if (this.#signal.aborted) throw new AskFault('cancelled');
      this.asked += wanted.size;
      const answers = await this.#model.next([...wanted.values()], this.#signal);
      if (!answers.ok) throw new AskFault(answers.error);
      if (answers.value.length !== wanted.size)
        throw new AskFault(`${answers.value.length} answers came to ${wanted.size} histories`);
      for (const [i, key] of [...wanted.keys()].entries()) {
        const answer = answers.value[i];
        if (answer === undefined) continue;
        this.#known.set(key, answer);
        found.set(key, answer);
      }
    }
    return keys.map((key) => found.get(key) ?? NOTHING);
  }

  async one(history: History): Promise<NextDistribution> {
    const [next = NOTHING] = await this.next([history]);
    return next;
  }
}

const NOTHING: NextDistribution = { probs: new Map() };
