import {
  type CancellationToken,
  type CodeLens,
  type Command,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import type { Clock } from '../../protocol/clock.ts';
import {
  COMPARE_COMMAND,
  OPEN_TREE_COMMAND,
  REVEAL_COMMAND,
  SCORE_FILE_COMMAND,
  type ScoringParams,
} from '../../protocol/lsp.ts';
import type { ServerSettings } from '../../protocol/settings.ts';
import type { ServerDocument } from '../documents/document.ts';
import type { Work } from '../documents/work.ts';
import type { Scorer } from '../scoring/scorer.ts';
import { scoreJob } from '../scoring/scores.ts';
import { Debouncer } from './debouncer.ts';
import { LensEntries } from './lens-entries.ts';
import { type LensEntry, type LensItem, lensItems } from './lens-items.ts';
import { MavItems } from './mav-items.ts';
import { nearness, visibility } from './sight.ts';

/** More predictions in one file than this are scored, and summed up, only when somebody asks for it. */
export const MAX_AUTOMATIC = 500;
/** An answer waits so long for scores that stand in for ones already shown, in milliseconds: lenses do not flicker. */
const GRACE_MS = 250;
/** Refreshes are so far apart while results come in, in milliseconds. */
const REFRESH_MS = 1000;
/** What is visible is complete: the refresh waits for results that come right behind. */
const COMPLETE_MS = 30;
const SLICE_MS = 8;
/** Sections between two looks at the time. */
const LOOKS = 16;
const TELL_MS = 200;

/** What the feature needs of the server around it. */
export interface LensContext {
  readonly clock: Clock;
  readonly work: Work;
  readonly scorer: Scorer;
  defer(callback: () => void): void;
  settings(): ServerSettings;
  /** Whether the client asks again when told to; else lenses are resolved one by one. */
  refreshes(): boolean;
  /** Whether the client opens trees of traces. */
  opensTrees(): boolean;
  refresh(): void;
  scoring(params: ScoringParams): void;
}

interface Pending {
  readonly controller: AbortController;
  readonly done: Promise<unknown>;
  visible: boolean;
}

/** What is known of the lenses of one document. */
class DocumentLenses {
  /** Names the document in lenses whose words are asked for. */
  readonly id: number;
  readonly pending = new Map<string, Pending>();
  /** Places where scores were shown: a label at a position. */
  shown = new Set<string>();
  entries: readonly LensEntry[] = [];
  /** Predictions of the document. */
  count = 0;
  items: readonly LensItem[] = [];
  version = -1;
  /** Somebody asked for all scores of a file with very many predictions. */
  asked = false;
  /** Results that no answer has shown. */
  fresh = 0;
  toldAt = 0;
  /** Scores that are wanted, known or not. */
  wanted = 0;

  constructor(id: number) {
    this.id = id;
  }
}

/** What was read of a document: its predictions, and the lenses that need no scores. */
interface ReadLenses {
  readonly entries: readonly LensEntry[];
  readonly others: readonly LensItem[];
}
const NOTHING: ReadLenses = { entries: [], others: [] };

/** Names a lens of an answer; short, for there are thousands. */
const lensData = (id: number, version: number, index: number): string => `${id} ${version} ${index}`;

/** Code lenses: the cheap words at once, the scores from the pool, and one refresh when they are in. */
export class LensFeature {
  readonly #context: LensContext;
  readonly #entries = new LensEntries();
  readonly #mav = new MavItems();
  readonly #states = new Map<ServerDocument, DocumentLenses>();
  readonly #timer: Debouncer;
  #lastId = 0;
  #refreshAt = Number.POSITIVE_INFINITY;

  constructor(context: LensContext) {
    this.#context = context;
    this.#timer = new Debouncer(context.clock);
  }

  /** The lenses of a document as it is now. */
  async provide(document: ServerDocument, token: CancellationToken): Promise<CodeLens[]> {
    const { mode, m } = this.#settings();
    const state = this.#state(document);
    const read = mode === 'off' ? NOTHING : await this.#read(document, state, token);
    if (read === undefined) throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
    await this.#context.scorer.ready;
    const { entries, others } = read;
    const { version } = document;
    state.entries = entries;
    this.#startScoring(document, state, m);
    await this.#grace(state);
    if (token.isCancellationRequested || document.version !== version)
      throw new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');

    const { scorer } = this.#context;
    const scores = (key: string) => scorer.known(key);
    const aggregates = this.#wantsAll(state);
    const tellsExact = document.language !== 'mav';
    const items = lensItems(entries, { mode, m, scores, aggregates, tellsExact });
    if (others.length > 0) {
      items.unshift(...others);
      items.sort((a, b) => a.range.start - b.range.start);
    }
    state.items = items;
    state.version = version;
    state.fresh = 0;
    state.shown = new Set();
    for (const entry of entries)
      if (entry.key !== undefined && scores(entry.key) !== undefined) state.shown.add(placeKey(entry));
    const isWorded = this.#context.refreshes() ? nearness(document, items) : () => false;
    const lenses = items.map((item, index): CodeLens => {
      if (isWorded(item)) return { range: document.rangeAt(item.range), command: command(document, item) };
      // Editors put a lens above the line where it starts.
      const start = document.buffer.positionAt(item.range.start);
      const range = { start, end: start };
      return { range, data: lensData(state.id, version, index) };
    });
    if (!aggregates && mode !== 'off') lenses.unshift(this.#scoreFileLens(document, state.count));
    return lenses;
  }

  /** One lens with its words, and for clients that cannot be told to ask again with its scores. */
  async resolve(lens: CodeLens): Promise<CodeLens> {
    const [id, version, index] = String(lens.data).split(' ').map(Number);
    const [document, state] = [...this.#states].find(([, one]) => one.id === id) ?? [];
    const item = state?.items[index];
    if (document === undefined || state === undefined || item === undefined || document.version !== version)
      return lens;
    if (this.#context.refreshes()) return { range: lens.range, command: command(document, item) };
    const waiting = item.needs.flatMap(({ key }) => (key === undefined ? [] : (state.pending.get(key)?.done ?? [])));
    await Promise.all(waiting);
    return { range: lens.range, command: command(document, item) };
  }

  /** Scores all predictions of a file, however many. */
  scoreFile(document: ServerDocument): void {
    const state = this.#state(document);
    state.asked = true;
    this.#startScoring(document, state, this.#settings().m);
    this.#context.refresh();
  }

  /** What is on the screen has changed: that is scored first. */
  visibleChanged(document: ServerDocument): void {
    const state = this.#states.get(document);
    if (state !== undefined && state.version === document.version)
      this.#startScoring(document, state, this.#settings().m);
  }

  /** The document was closed. */
  drop(document: ServerDocument): void {
    const state = this.#states.get(document);
    for (const { controller } of state?.pending.values() ?? []) controller.abort();
    this.#states.delete(document);
  }

  dispose(): void {
    this.#timer.dispose();
    for (const document of this.#states.keys()) this.drop(document);
  }

  #settings() {
    const { lensMode: mode, m, mavDialect: dialect } = this.#context.settings();
    return { mode, m, dialect };
  }

  #state(document: ServerDocument): DocumentLenses {
    const known = this.#states.get(document) ?? new DocumentLenses(++this.#lastId);
    this.#states.set(document, known);
    return known;
  }

  /** The entries of the document, read again when it changes meanwhile; undefined when nobody wants them any more. */
  async #read(
    document: ServerDocument,
    state: DocumentLenses,
    token: CancellationToken,
  ): Promise<ReadLenses | undefined> {
    const { work, clock } = this.#context;
    const { mode, m, dialect } = this.#settings();
    while (!token.isCancellationRequested) {
      if (!(await work.whenRead(document))) return NOTHING;
      const { version } = document;
      let end = clock.now() + SLICE_MS;
      let asked = 0;
      const pause = (): Promise<boolean> | undefined => {
        // asking for the time takes longer than most of what is done between
        if (++asked % LOOKS !== 0 || clock.now() < end) return undefined;
        return new Promise((resolve) =>
          this.#context.defer(() => {
            end = clock.now() + SLICE_MS;
            resolve(document.version === version && !token.isCancellationRequested);
          }),
        );
      };
      if (!document.sections.isRead) continue;
      state.count = document.predictionCount;
      const withExact = document.language !== 'mav' || this.#wantsAll(state);
      const entries = await this.#entries.of(document, m, withExact, pause);
      const others = entries && (await this.#mav.of(document, mode, dialect, this.#context.opensTrees(), pause));
      if (entries !== undefined && others !== undefined && document.version === version) return { entries, others };
    }
    return undefined;
  }

  #wantsAll(state: DocumentLenses): boolean {
    return state.asked || state.count <= MAX_AUTOMATIC;
  }

  /** Asks the pool for what is not known yet, and calls off what nobody wants any more. */
  #startScoring(document: ServerDocument, state: DocumentLenses, m: number): void {
    const isVisible = visibility(document, state.entries);
    const all = this.#wantsAll(state);
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
    if (state.pending.size > 0) this.#tell(document, state);
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
    // Asking again for what waits lets it wait in front.
    const controller = running?.controller ?? new AbortController();
    const priority = visible ? 'visible' : 'background';
    const done = scorer.score(key, scoreJob(prediction, trueFen, m), { priority, signal: controller.signal });
    if (running !== undefined) {
      running.visible = true;
      return;
    }
    const pending: Pending = { controller, done, visible };
    state.pending.set(key, pending);
    void done.then((scores) => {
      if (state.pending.get(key) !== pending) return;
      state.pending.delete(key);
      if (scores !== undefined) this.#resultIn(document, state, pending.visible);
    });
  }

  #resultIn(document: ServerDocument, state: DocumentLenses, wasVisible: boolean): void {
    if (this.#states.get(document) !== state) return;
    state.fresh++;
    const isComplete = state.pending.size === 0 || (wasVisible && !hasVisible(state.pending));
    this.#refreshIn(isComplete ? COMPLETE_MS : REFRESH_MS);
    if (state.pending.size === 0 || this.#context.clock.now() - state.toldAt >= TELL_MS) this.#tell(document, state);
  }

  /** Tells how far the scoring is. */
  #tell({ uri }: ServerDocument, state: DocumentLenses): void {
    state.toldAt = this.#context.clock.now();
    this.#context.scoring({ uri, done: state.wanted - state.pending.size, total: state.wanted });
  }

  /** One refresh for all results that come in until then; an earlier one that is due stays. */
  #refreshIn(milliseconds: number): void {
    if (!this.#context.refreshes()) return;
    const { clock } = this.#context;
    const at = clock.now() + milliseconds;
    if (this.#timer.has('refresh') && this.#refreshAt <= at) return;
    this.#refreshAt = at;
    this.#timer.schedule('refresh', milliseconds, () => {
      let fresh = 0;
      for (const state of this.#states.values()) fresh += state.fresh;
      if (fresh > 0) this.#context.refresh();
    });
  }

  /** Waits a moment for scores in places that show scores now: the client keeps what it has until the answer. */
  async #grace(state: DocumentLenses): Promise<void> {
    const waiting: Promise<unknown>[] = [];
    if (state.pending.size > 0 && state.shown.size > 0)
      for (const entry of state.entries) {
        const pending = entry.key === undefined ? undefined : state.pending.get(entry.key);
        if (pending?.visible === true && state.shown.has(placeKey(entry))) waiting.push(pending.done);
      }
    if (waiting.length === 0) return;
    let stop = () => {};
    const timeout = new Promise<void>((resolve) => {
      stop = this.#context.clock.after(GRACE_MS, resolve);
    });
    await Promise.race([Promise.all(waiting), timeout]);
    stop();
  }

  /** In place of aggregates while they wait. */
  #scoreFileLens({ uri }: ServerDocument, count: number): CodeLens {
    const seconds = Math.max(1, Math.round((count * this.#context.scorer.meanMs) / 1000));
    const time = seconds < 100 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
    const title = `Score File (${count.toLocaleString('en')}, about ${time})`;
    const start = { line: 0, character: 0 };
    return { range: { start, end: start }, command: { title, command: SCORE_FILE_COMMAND, arguments: [uri] } };
  }
}

const hasVisible = (pending: ReadonlyMap<string, Pending>): boolean => {
  for (const { visible } of pending.values()) if (visible) return true;
  return false;
};

/** A label at a position, which an edit of the prediction leaves as it is. */
const placeKey = ({ placed: { prediction, game } }: LensEntry): string =>
  JSON.stringify([game, prediction.ply, prediction.path, prediction.label]);

function command(document: ServerDocument, item: LensItem): Command {
  const { title, tooltip, place, target, tree } = item.render();
  const shown = { title, ...(tooltip !== undefined && tooltip !== '' && { tooltip }) };
  if (place !== undefined) return { ...shown, command: COMPARE_COMMAND, arguments: [document.uri, place] };
  if (tree !== undefined)
    return { ...shown, command: OPEN_TREE_COMMAND, arguments: [document.uri, document.buffer.positionAt(tree)] };
  if (target === undefined) return { ...shown, command: '' };
  return { ...shown, command: REVEAL_COMMAND, arguments: [document.uri, document.rangeAt(target)] };
}
