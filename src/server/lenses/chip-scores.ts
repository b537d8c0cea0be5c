import type { Clock } from '../../protocol/clock.ts';
import type { MarksChangedParams } from '../../protocol/marks.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { scoreJob } from '../scoring/scores.ts';
import { Debouncer, waitBriefly } from './debouncer.ts';
import type { PredictionEntry } from './lens.ts';

/** Time that an answer waits for a few new scores, in milliseconds, so that chips do not flicker during typing. */
const GRACE_MS = 150;
/** Maximum number of new scores that an answer waits for. */
const FEW = 8;
/** Time between notifications while scores arrive, and after the last one, in milliseconds. */
const NOTIFY_MS = 300;
const COMPLETE_MS = 20;
/** Maximum number of scores pending for a document; older requests are of text that was scrolled away. */
const MAX_PENDING = 1000;

interface ChipScoresContext {
  readonly clock: Clock;
  readonly scorer: Scorer;
  m(): number;
  changed(params: MarksChangedParams): void;
}

interface PendingChipScore {
  readonly controller: AbortController;
  readonly done: Promise<unknown>;
}

/** Scores that chips need, requested from the scorer that lenses use: equal ones are computed once. */
export class ChipScores {
  readonly #context: ChipScoresContext;
  readonly #timer: Debouncer;
  readonly #pending = new Map<ServerDocument, Map<string, PendingChipScore>>();
  /** Documents whose chips have shown scores. */
  readonly #shown = new WeakSet<ServerDocument>();

  constructor(context: ChipScoresContext) {
    this.#context = context;
    this.#timer = new Debouncer(context.clock);
  }

  /**
   * Requests the unknown scores of entries. Resolves immediately, or after an edit once a few new ones are known.
   *
   * @param shows returns false for an entry whose chip is the same without a score
   */
  async want(
    document: ServerDocument,
    entries: readonly PredictionEntry[],
    shows: (entry: PredictionEntry) => boolean,
  ): Promise<void> {
    const { scorer, clock } = this.#context;
    await scorer.ready;
    const started = entries.flatMap((entry) => {
      const pending = this.#start(document, entry);
      return shows(entry) ? pending : [];
    });
    const waits = started.length > 0 && started.length <= FEW && this.#shown.has(document);
    this.#shown.add(document);
    if (waits) await waitBriefly(clock, GRACE_MS, started);
  }

  drop(document: ServerDocument): void {
    for (const { controller } of this.#pending.get(document)?.values() ?? []) controller.abort();
    this.#pending.delete(document);
    this.#timer.cancel(document.uri);
  }

  dispose(): void {
    for (const document of this.#pending.keys()) this.drop(document);
    this.#timer.dispose();
  }

  /** Starts an unknown score; returns when it is known. */
  #start(document: ServerDocument, { key, placed: { prediction } }: PredictionEntry): Promise<unknown>[] {
    const { scorer } = this.#context;
    const { trueFen } = prediction;
    if (key === undefined || trueFen === null || document.signal.aborted || scorer.known(key) !== undefined) return [];
    const pending = this.#pending.get(document) ?? new Map<string, PendingChipScore>();
    this.#pending.set(document, pending);
    const running = pending.get(key);
    if (running !== undefined) return [running.done];
    const controller = new AbortController();
    const job = scoreJob(prediction, trueFen, this.#context.m());
    const done = scorer.score(key, job, { priority: 'visible', signal: controller.signal }).then((scores) => {
      pending.delete(key);
      if (scores !== undefined) this.#notify(document, pending.size === 0);
    });
    pending.set(key, { controller, done });
    const [oldest] = pending;
    if (oldest !== undefined && pending.size > MAX_PENDING) {
      pending.delete(oldest[0]);
      oldest[1].controller.abort();
    }
    return [done];
  }

  #notify(document: ServerDocument, isLast: boolean): void {
    const { uri, signal } = document;
    if (signal.aborted || (this.#timer.has(uri) && !isLast)) return;
    this.#timer.schedule(uri, isLast ? COMPLETE_MS : NOTIFY_MS, () => this.#context.changed({ uri, scores: true }));
  }
}
