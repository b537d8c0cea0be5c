import type { TextPosition } from '../../core/base/text/lines.ts';
import type { CheckOptions } from '../../core/languages/sections.ts';
import type { ServerHost } from '../host.ts';
import type { CheckInPool, ServerDocument } from './document.ts';
import { LARGE } from './section-options.ts';

/**
 * Time slice of work between two polls for messages, in milliseconds; a message takes three polls from its arrival to
 * its answer.
 */
const SLICE_MS = 4;
/** Delay before awaited findings are reported, in milliseconds; the rest of a small document is completed in it. */
const DUE_MS = 1;
/** Time between reports of partial findings during long work, in milliseconds. */
const PARTIAL_MS = 400;
/** Maximum quiet time after an edit of a game that is too large for a slice, in milliseconds. */
const LARGE_QUIET_MS = 300;
/** Time to wait for a program that is asked about a walk before the known results are shown, in milliseconds. */
const ASK_MS = 1000;
/**
 * Estimated code units of such a game that are read and checked per millisecond: keys hit in quick succession are one
 * edit.
 */
const CHECKED_PER_MS = 20_000;

export interface WorkEvents {
  /** Called when a document's findings have changed: all of them, those of an edit, or further ones of long work. */
  found(document: ServerDocument): void;
  /** Called for an internal error; the document stays as it is until its next edit. */
  failed(document: ServerDocument, error: unknown): void;
}

/** A caller that waits until a document is read: all of it, or up to a position. */
interface Waiting {
  readonly to: TextPosition | undefined;
  readonly resolve: (read: boolean) => void;
}

interface Entry {
  readonly document: ServerDocument;
  waiting: Waiting[];
  /** Cancels the quiet time after an edit of a large game. */
  stopWait: (() => void) | undefined;
  hasEdit: boolean;
  /** True if the visible findings were reported, or something more urgent is pending. */
  shown: boolean;
  reportedAt: number;
}

/** Reads and checks documents in short slices between messages, the most recently touched first. */
export class Work {
  readonly #host: ServerHost;
  readonly #events: WorkEvents;
  readonly #checkInPool: CheckInPool;
  readonly #options: () => CheckOptions;
  /** Entries in the order in which the documents were touched. */
  readonly #entries = new Map<ServerDocument, Entry>();
  /** Callers that wait for a program's answer, with nothing else to do here. */
  readonly #asking = new Map<ServerDocument, Waiting[]>();
  #scheduled = false;

  /** @param options returns the options of the checks, called at every step */
  constructor(
    host: ServerHost,
    events: WorkEvents,
    checkInPool: CheckInPool,
    options: () => CheckOptions = () => ({}),
  ) {
    this.#host = host;
    this.#events = events;
    this.#checkInPool = checkInPool;
    this.#options = options;
  }

  /** Schedules work for a document: it was opened or edited, or the pool has returned a part. */
  touch(document: ServerDocument, edited: boolean): void {
    const entry = this.#entries.get(document) ?? this.#newEntry(document);
    this.#entries.delete(document);
    this.#entries.set(document, entry);
    entry.hasEdit ||= edited;
    entry.shown ||= edited;
    entry.stopWait?.();
    entry.stopWait = undefined;
    const { unreadLength } = document.sections;
    if (edited && unreadLength > LARGE) {
      entry.stopWait = this.#host.clock.after(Math.min(LARGE_QUIET_MS, unreadLength / CHECKED_PER_MS), () => {
        entry.stopWait = undefined;
        this.#schedule();
      });
    } else this.#schedule();
  }

  /** Drops the work left for a document. */
  drop(document: ServerDocument): void {
    for (const { resolve } of this.#unasked(document)) resolve(false);
    const entry = this.#entries.get(document);
    if (entry === undefined) return;
    this.#entries.delete(document);
    entry.stopWait?.();
    this.#wake(entry, false);
  }

  /**
   * Resolves once all of a document is read, so that its predictions are known. With a position, resolves once the
   * section there and all before it are read, which are then final. Waits a limited time for the program of a walk, in
   * which most answer. False if the document was closed or could not be read.
   */
  whenRead(document: ServerDocument, to?: TextPosition): Promise<boolean> {
    const entry = this.#entries.get(document);
    if (isReadTo(document, to)) return Promise.resolve(true);
    const waiting = entry?.waiting ?? this.#asking.get(document);
    if (waiting === undefined) return Promise.resolve(document.isAsking && document.sections.isRead);
    return new Promise((resolve) => waiting.push({ to, resolve }));
  }

  dispose(): void {
    for (const document of this.#asking.keys()) this.drop(document);
    for (const document of this.#entries.keys()) this.drop(document);
  }

  #newEntry(document: ServerDocument): Entry {
    return {
      document,
      waiting: this.#unasked(document),
      stopWait: undefined,
      hasEdit: false,
      shown: false,
      reportedAt: this.#host.clock.now(),
    };
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#host.defer(() => {
      this.#scheduled = false;
      this.#slice();
    });
  }

  /** Returns the most recently touched document that does not wait. */
  #next(): Entry | undefined {
    let next: Entry | undefined;
    for (const entry of this.#entries.values()) if (entry.stopWait === undefined) next = entry;
    return next;
  }

  #slice(): void {
    const { clock } = this.#host;
    const end = clock.now() + SLICE_MS;
    for (let entry = this.#next(); entry !== undefined; entry = this.#next()) {
      try {
        this.#advance(entry, end);
      } catch (error) {
        this.drop(entry.document);
        this.#events.failed(entry.document, error);
      }
      if (clock.now() >= end) break;
    }
    if (this.#next() !== undefined) this.#schedule();
  }

  /** Works on a document until `end`, or until nothing is left. */
  #advance(entry: Entry, end: number): void {
    const { clock } = this.#host;
    const { document } = entry;
    let more = true;
    let due = false;
    let until = end;
    while (more) {
      more = document.step(this.#options(), this.#checkInPool);
      this.#wakeRead(entry);
      if (entry.hasEdit && document.isEditDone) {
        entry.hasEdit = false;
        document.forgetEdits();
        due = true;
        until = Math.min(until, clock.now() + DUE_MS);
      }
      if (!entry.shown && document.isShownDone) {
        entry.shown = true;
        due = true;
        until = Math.min(until, clock.now() + DUE_MS);
      }
      if (clock.now() >= until) break;
    }
    if (!more) {
      this.#entries.delete(document);
      if (document.isAsking) this.#ask(entry);
      else this.#wake(entry, true);
      document.forgetEdits();
      if (due || !document.isWaiting) this.#report(entry);
    } else if (due || clock.now() - entry.reportedAt >= PARTIAL_MS) this.#report(entry);
  }

  /** Lets callers wait for the answer of a program, for a limited time. */
  #ask({ document, waiting }: Entry): void {
    this.#asking.set(document, waiting);
    this.#host.clock.after(ASK_MS, () => {
      if (this.#asking.get(document) !== waiting) return;
      this.#asking.delete(document);
      for (const { resolve } of waiting) resolve(true);
    });
  }

  /** Removes and returns the callers that wait for a program that is asked about a document. */
  #unasked(document: ServerDocument): Waiting[] {
    const waiting = this.#asking.get(document) ?? [];
    this.#asking.delete(document);
    return waiting;
  }

  #report(entry: Entry): void {
    entry.reportedAt = this.#host.clock.now();
    this.#events.found(entry.document);
  }

  #wake(entry: Entry, read: boolean): void {
    const { waiting } = entry;
    entry.waiting = [];
    for (const { resolve } of waiting) resolve(read);
  }

  /** Resolves the callers for whom enough is read. */
  #wakeRead(entry: Entry): void {
    const { document, waiting } = entry;
    if (waiting.length === 0) return;
    entry.waiting = waiting.filter(({ to }) => !isReadTo(document, to));
    if (entry.waiting.length === waiting.length) return;
    for (const item of waiting) if (!entry.waiting.includes(item)) item.resolve(true);
  }
}

const isReadTo = (document: ServerDocument, to: TextPosition | undefined): boolean =>
  !document.isAsking && (to === undefined ? document.sections.isRead : document.isReadTo(to));
