import type { Clock } from '../../protocol/clock.ts';
import type { ScoringParams } from '../../protocol/lsp.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { scoreJob } from '../scoring/scores.ts';
import { Debouncer, waitBriefly } from './debouncer.ts';
import { type DocumentLenses, type LensEntry, type LensItem, type PendingScore, placeKey } from './lens.ts';

/** Maximum number of predictions in a file that are scored and aggregated without a request. */
export const MAX_AUTOMATIC = 500;
/** Time that an answer waits for scores that replace shown ones, in milliseconds, so that lenses do not flicker. */
const GRACE_MS = 250;
/** Time between refreshes while results arrive, in milliseconds. */
const REFRESH_MS = 1000;
/** Delay of the refresh once all visible scores are known, in milliseconds, for results that follow immediately. */
const COMPLETE_MS = 30;
/** Time between progress reports, in milliseconds. */
const PROGRESS_MS = 200;

export interface LensScoringContext {
  readonly clock: Clock;
  readonly scorer: Scorer;
  /** Returns true if the client supports refreshing lenses. */
  refreshes(): boolean;
  refresh(): void;
  scoring(params: ScoringParams): void;
}

/** Scores the predictions of lenses in the pool, visible ones first, and refreshes the lenses when results arrive. */
export class LensScoring {
  readonly #context: LensScoringContext;
  readonly #documents: ReadonlyMap<ServerDocument, DocumentLenses>;
  readonly #timer: Debouncer;
  #refreshAt = Number.POSITIVE_INFINITY;

  /** @param documents open documents with lenses */
  constructor(context: LensScoringContext, documents: ReadonlyMap<ServerDocument, DocumentLenses>) {
    this.#context = context;
    this.#documents = documents;
    this.#timer = new Debouncer(context.clock);
  }

  /** Returns true if all predictions of a document are scored, false for the visible ones only. */
  scoresAll(state: DocumentLenses): boolean {
    return state.requested || state.count <= MAX_AUTOMATIC;
  }

  /** Requests unknown scores, and cancels those that are no longer needed. */
  start(document: ServerDocument, state: DocumentLenses, m: number): void {
    const isVisible = visibility(document, state.entries);
    const all = this.scoresAll(state);
    const wanted = new Map<string, { entry: LensEntry; visible: boolean }>();
    state.entries.forEach((entry, i) => {
      const visible = isVisible(entry, i);
      if (entry.key === undefined || !(visible || all)) return;
      const before = wanted.get(entry.key);
      if (before === undefined || (visible && !before.visible)) wanted.set(entry.key, { entry, visible });
    });
    for (const [key, { controller }] of state.pending)
      if (!wanted.has(key) && (all || !state.entries.some((e) => e.key === key))) {
        state.pending.delete(key);
        controller.abort();
      }
    for (const [key, { entry, visible }] of wanted) this.#startOne(document, state, key, entry, visible, m);
    state.wanted = wanted.size;
    if (state.pending.size > 0) this.#report(document, state);
  }

  /** Waits briefly for scores at locations that show scores now: the client keeps the old ones until the answer. */
  async grace(state: DocumentLenses): Promise<void> {
    const awaited: Promise<unknown>[] = [];
    if (state.pending.size > 0 && state.shown.size > 0)
      for (const entry of state.entries) {
        const pending = entry.key === undefined ? undefined : state.pending.get(entry.key);
        if (pending?.visible === true && state.shown.has(placeKey(entry))) awaited.push(pending.done);
      }
    if (awaited.length > 0) await waitBriefly(this.#context.clock, GRACE_MS, awaited);
  }

  dispose(): void {
    this.#timer.dispose();
  }

  #startOne(
    document: ServerDocument,
    state: DocumentLenses,
    key: string,
    { placed: { prediction } }: LensEntry,
    visible: boolean,
    m: number,
  ): void {
    const { scorer } = this.#context;
    const { trueFen } = prediction;
    if (trueFen === null || scorer.known(key) !== undefined) return;
    const running = state.pending.get(key);
    if (running !== undefined && (running.visible || !visible)) return;
    // a second request raises the priority of the queued job
    const controller = running?.controller ?? new AbortController();
    const priority = visible ? 'visible' : 'background';
    const done = scorer.score(key, scoreJob(prediction, trueFen, m), { priority, signal: controller.signal });
    if (running !== undefined) {
      running.visible = true;
      return;
    }
    const pending: PendingScore = { controller, done, visible };
    state.pending.set(key, pending);
    void done.then((scores) => {
      if (state.pending.get(key) !== pending) return;
      state.pending.delete(key);
      if (scores !== undefined) this.#resultIn(document, state, pending.visible);
    });
  }

  #resultIn(document: ServerDocument, state: DocumentLenses, wasVisible: boolean): void {
    if (this.#documents.get(document) !== state) return;
    state.fresh++;
    const isComplete = state.pending.size === 0 || (wasVisible && !state.hasVisiblePending);
    this.#refreshIn(isComplete ? COMPLETE_MS : REFRESH_MS);
    if (state.pending.size === 0 || this.#context.clock.now() - state.reportedAt >= PROGRESS_MS)
      this.#report(document, state);
  }

  /** Reports the progress of scoring. */
  #report({ uri }: ServerDocument, state: DocumentLenses): void {
    state.reportedAt = this.#context.clock.now();
    this.#context.scoring({ uri, done: state.wanted - state.pending.size, total: state.wanted });
  }

  /** Schedules one refresh for all results until then; an earlier pending one stays. */
  #refreshIn(milliseconds: number): void {
    if (!this.#context.refreshes()) return;
    const { clock } = this.#context;
    const at = clock.now() + milliseconds;
    if (this.#timer.has('refresh') && this.#refreshAt <= at) return;
    this.#refreshAt = at;
    this.#timer.schedule('refresh', milliseconds, () => {
      let fresh = 0;
      for (const state of this.#documents.values()) fresh += state.fresh;
      if (fresh > 0) this.#context.refresh();
    });
  }
}

/**
 * Maximum number of lenses that are all resolved immediately; of more, only those on or near the screen are, and the
 * client requests the others.
 */
const MAX_WORDED = 500;
/** Minimum UTF-16 code units around the screen that count as near. */
const MIN_MARGIN = 4000;
/** Number of predictions assumed visible if the client does not state the visible ranges. */
const FIRST_SCREEN = 50;

/**
 * Returns a predicate for the lenses that are resolved immediately: all if they are few, otherwise those no farther
 * from the screen than its height.
 */
export function nearness(document: ServerDocument, items: readonly LensItem[]): (item: LensItem) => boolean {
  if (items.length <= MAX_WORDED) return () => true;
  const { start, end } = document.visibleSpan() ?? { start: 0, end: 0 };
  const margin = Math.max(MIN_MARGIN, end - start);
  return ({ range }) => range.end >= start - margin && range.start <= end + margin;
}

/** Returns a predicate for visible entries: by the ranges that the client states, otherwise the first ones. */
function visibility(document: ServerDocument, entries: readonly LensEntry[]): (entry: LensEntry, i: number) => boolean {
  const span = document.visibleSpan();
  if (span === undefined) return (_, i) => i < FIRST_SCREEN || entries.length <= FIRST_SCREEN;
  return ({ placed: { prediction, offset } }) =>
    offset + prediction.range.end >= span.start && offset + prediction.range.start <= span.end;
}
