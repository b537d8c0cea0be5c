import type { Clock } from '../../protocol/clock.ts';
import type { ServerDocument } from '../documents/document.ts';
import { Debouncer } from '../lenses/debouncer.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { scoreJob } from '../scoring/scores.ts';
import type { BuiltLine } from './built-line.ts';

/** Cells that are scored at a time besides those at the cursor: what is nearest when they are done comes next. */
const AHEAD = 32;
/** Least time between two notices, in milliseconds. */
const NOTICE_MS = 150;
/** More of it for each cell: a long line takes longer to be sent and drawn. */
const NOTICE_MS_PER_CELL = 0.5;
/** Time that a notice waits for results that come together, in milliseconds. */
const TOGETHER_MS = 20;

type Open = ReturnType<BuiltLine['open']>[number];

interface Scored {
  readonly line: BuiltLine;
  readonly m: number;
  at: number;
  /** What is open, the nearest to `at` first; undefined where that is to be found out. */
  queue: Open[] | undefined;
  readonly running: Map<string, { readonly controller: AbortController; isVisible: boolean }>;
  /** When the last notice was sent. */
  noticedAt: number;
  hasNews: boolean;
}

/** Scores the cells of the line that was asked for last in each document, the nearest to the cursor first. */
export class LineScoring {
  readonly #scorer: Scorer;
  readonly #clock: Clock;
  readonly #timer: Debouncer;
  readonly #notify: (uri: string) => void;
  readonly #lines = new Map<ServerDocument, Scored>();

  /** @param notify is told of documents whose line has new scores */
  constructor(scorer: Scorer, clock: Clock, notify: (uri: string) => void) {
    this.#scorer = scorer;
    this.#clock = clock;
    this.#timer = new Debouncer(clock);
    this.#notify = notify;
  }

  /** The cursor is at a step of a line. */
  focus(document: ServerDocument, line: BuiltLine, m: number, at: number): void {
    const before = this.#lines.get(document);
    let scored = before;
    if (scored?.line !== line) {
      scored = { line, m, at, queue: undefined, running: new Map(), noticedAt: this.#clock.now(), hasNews: false };
      this.#lines.set(document, scored);
    }
    // scores may have come that nobody asked for here
    if (scored.at !== at) scored.queue = undefined;
    scored.at = at;
    this.#startNext(document, scored);
    // what both lines need goes on
    if (before !== undefined && before !== scored) cancel(before);
  }

  drop(document: ServerDocument): void {
    const scored = this.#lines.get(document);
    if (scored === undefined) return;
    cancel(scored);
    this.#timer.cancel(document.uri);
    this.#lines.delete(document);
  }

  dispose(): void {
    this.#timer.dispose();
    for (const document of this.#lines.keys()) this.drop(document);
  }

  #startNext(document: ServerDocument, scored: Scored): void {
    const { line, running, at } = scored;
    const queue = (scored.queue ??= line.open(at).reverse());
    for (let next = queue.at(-1); next !== undefined; next = queue.at(-1)) {
      const isVisible = next.at === at;
      if (!isVisible && running.size >= AHEAD) return;
      queue.pop();
      const known = running.get(next.key);
      if (known !== undefined && (known.isVisible || !isVisible)) continue;
      if (this.#scorer.known(next.key) === undefined) this.#start(document, scored, next, isVisible);
      else line.touch();
    }
  }

  #start(
    document: ServerDocument,
    scored: Scored,
    { key, job: [prediction, trueFen] }: Open,
    isVisible: boolean,
  ): void {
    const { running, m } = scored;
    const known = running.get(key);
    const controller = known?.controller ?? new AbortController();
    const priority = isVisible ? 'visible' : 'background';
    // a second request raises the priority of the queued job
    const done = this.#scorer.score(key, scoreJob(prediction, trueFen, m), { priority, signal: controller.signal });
    if (known !== undefined) {
      known.isVisible = true;
      return;
    }
    const own = { controller, isVisible };
    running.set(key, own);
    void done.then((scores) => {
      running.delete(key);
      if (this.#lines.get(document) !== scored || scores === undefined) return;
      scored.hasNews = true;
      scored.line.touch();
      this.#startNext(document, scored);
      const isWaiting = [...running.values()].some((one) => one.isVisible);
      this.#noticeSoon(document, scored, running.size === 0 || (own.isVisible && !isWaiting));
    });
  }

  /** @param isDue true if all that is at the cursor is known, or all there is */
  #noticeSoon({ uri }: ServerDocument, scored: Scored, isDue: boolean): void {
    if (this.#timer.has(uri) && !isDue) return;
    const pause = NOTICE_MS + NOTICE_MS_PER_CELL * scored.line.count;
    const wait = isDue ? 0 : scored.noticedAt + pause - this.#clock.now();
    this.#timer.schedule(uri, Math.max(TOGETHER_MS, wait), () => {
      if (!scored.hasNews) return;
      scored.hasNews = false;
      scored.noticedAt = this.#clock.now();
      this.#notify(uri);
    });
  }
}

function cancel({ running }: Scored): void {
  for (const { controller } of running.values()) controller.abort();
  running.clear();
}
