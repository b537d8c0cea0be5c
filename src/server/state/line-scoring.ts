import { fingerprint } from '../../core/base/text/hash.ts';
import {
  type TimelineAnswer,
  type TimelineCell,
  timelineCell,
  timelineRows,
} from '../../core/evaluation/game-trace/timeline.ts';
import type { LocalPrediction } from '../../core/languages/sections.ts';
import type { TextComparison } from '../../core/metrics/comparison.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { DocumentLine } from '../../protocol/state.ts';
import type { ServerDocument } from '../documents/document.ts';
import { Debouncer } from '../lenses/debouncer.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { type Scores, scoreJob, scoreKey } from '../scoring/scores.ts';
import type { LineDraft } from './located.ts';

/** Number of cells that are scored at a time besides those at the cursor; the nearest follow when they are done. */
const AHEAD = 32;
/** Minimum time between two notifications, in milliseconds. */
const NOTICE_MS = 150;
/** Additional time for each cell, in milliseconds: a long line takes longer to send and draw. */
const NOTICE_MS_PER_CELL = 0.5;
/** Time that a notification waits for results that arrive together, in milliseconds. */
const TOGETHER_MS = 20;

type Open = ReturnType<BuiltLine['open']>[number];

interface ScoringState {
  readonly line: BuiltLine;
  readonly m: number;
  at: number;
  /** Open cells, the nearest to `at` first; undefined if they must be determined. */
  queue: Open[] | undefined;
  readonly running: Map<string, { readonly controller: AbortController; isVisible: boolean }>;
  /** Time of the last notification. */
  noticedAt: number;
  hasNews: boolean;
}

/** Scores the cells of the line that was requested last in each document, the nearest to the cursor first. */
export class LineScoring {
  readonly #scorer: Scorer;
  readonly #clock: Clock;
  readonly #timer: Debouncer;
  readonly #notify: (uri: string) => void;
  readonly #lines = new Map<ServerDocument, ScoringState>();

  /** @param notify called with documents whose line has new scores */
  constructor(scorer: Scorer, clock: Clock, notify: (uri: string) => void) {
    this.#scorer = scorer;
    this.#clock = clock;
    this.#timer = new Debouncer(clock);
    this.#notify = notify;
  }

  /** Moves the cursor to a step of a line. */
  focus(document: ServerDocument, line: BuiltLine, m: number, at: number): void {
    const before = this.#lines.get(document);
    let scored = before;
    if (scored?.line !== line) {
      scored = { line, m, at, queue: undefined, running: new Map(), noticedAt: this.#clock.now(), hasNews: false };
      this.#lines.set(document, scored);
    }
    // scores can arrive from requests of others
    if (scored.at !== at) scored.queue = undefined;
    scored.at = at;
    this.#startNext(document, scored);
    // jobs that both lines need continue
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

  #startNext(document: ServerDocument, scored: ScoringState): void {
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
    scored: ScoringState,
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
      const isWaiting = [...running.values()].some((item) => item.isVisible);
      this.#noticeSoon(document, scored, running.size === 0 || (own.isVisible && !isWaiting));
    });
  }

  /** @param isDue true if all scores at the cursor are known, or all there are */
  #noticeSoon({ uri }: ServerDocument, scored: ScoringState, isDue: boolean): void {
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

function cancel({ running }: ScoringState): void {
  for (const { controller } of running.values()) controller.abort();
  running.clear();
}

/** A cell with the key of its scores. */
interface BuiltCell {
  readonly at: number;
  readonly row: string;
  readonly prediction: LocalPrediction;
  readonly trueFen: string;
  readonly text: TextComparison;
  readonly printed: string | undefined;
  /** Undefined if none are computed: for an exact state both are 1. */
  readonly key: string | undefined;
  cell: TimelineCell;
  state: 'open' | 'scored' | 'failed';
}

export type KnownScores = (key: string) => Scores | 'failed' | undefined;

/** A line with its cells; scores are inserted as they arrive. */
export class BuiltLine {
  readonly #draft: LineDraft;
  readonly #key: string;
  readonly #m: number;
  readonly #cells: BuiltCell[] = [];
  #hasNews = true;
  #shown: { readonly id: string; readonly line: DocumentLine } | undefined;

  constructor(key: string, draft: LineDraft, m: number) {
    this.#key = key;
    this.#draft = draft;
    this.#m = m;
  }

  /** Number of cells so far. */
  get count(): number {
    return this.#cells.length;
  }

  /** Adds the cell of the draft's next prediction; false when all of them exist. */
  addNext(textOf: (prediction: LineDraft['predictions'][number]) => TextComparison): boolean {
    const next = this.#draft.predictions[this.#cells.length];
    if (next === undefined) return false;
    const text = textOf(next);
    const { prediction } = next.placed;
    const isExact = text.verdict === 'exact';
    this.#cells.push({
      at: next.at,
      row: next.row,
      prediction,
      trueFen: next.trueFen,
      text,
      printed: next.printed,
      key: isExact ? undefined : scoreKey(prediction, this.#m),
      cell: this.#cell(prediction, next.printed, isExact ? this.#exact(text) : text),
      state: isExact ? 'scored' : 'open',
    });
    return true;
  }

  /** Marks the line as outdated: new scores may be known. */
  touch(): void {
    this.#hasNews = true;
  }

  /** Inserts the scores that are known by now. */
  update(scores: KnownScores): void {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    for (const item of this.#cells) {
      if (item.state !== 'open' || item.key === undefined) continue;
      const found = scores(item.key);
      if (found === undefined) continue;
      item.state = found === 'failed' ? 'failed' : 'scored';
      if (found !== 'failed') item.cell = this.#cell(item.prediction, item.printed, { ...item.text, ...found });
      this.#shown = undefined;
    }
  }

  /** Returns the cells with unknown scores, those at a step first, then the nearest. */
  open(at: number): { readonly key: string; readonly at: number; readonly job: [LocalPrediction, string] }[] {
    return this.#cells
      .flatMap(({ state, key, prediction, trueFen, at }) =>
        state === 'open' && key !== undefined
          ? [{ key, at, job: [prediction, trueFen] as [LocalPrediction, string] }]
          : [],
      )
      .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  }

  /** The current line, with its identifier. */
  get shown(): { readonly id: string; readonly line: DocumentLine } {
    return (this.#shown ??= this.#show());
  }

  #show(): { readonly id: string; readonly line: DocumentLine } {
    const { kind, predictions: _, ...line } = this.#draft;
    const rows = timelineRows(
      this.#cells.map(({ at, row, cell }) => ({ step: at, row, cell })),
      line.steps,
      kind,
    );
    const scored = this.#cells.map(({ state }) => state.charAt(0)).join('');
    return { id: fingerprint(`${this.#key} ${this.#m} ${scored}`), line: { ...line, m: this.#m, rows } };
  }

  #cell(
    { label, fen }: LocalPrediction,
    printed: string | undefined,
    comparison: TimelineAnswer['comparison'],
  ): TimelineCell {
    return { ...timelineCell({ label, fen, comparison }, this.#m), ...(printed !== undefined && { printed }) };
  }

  #exact(text: TextComparison) {
    const ones = new Array<number>(this.#m).fill(1);
    const vacuous = { p: false, r: false };
    return { ...text, m: this.#m, p: ones, r: ones, samples: null, standardError: null, conditional: null, vacuous };
  }
}
