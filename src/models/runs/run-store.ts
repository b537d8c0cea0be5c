import type { Result } from '../../core/base/result.ts';
import type { RunProblem, RunReader } from '../../core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunBatch, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';

/** Beginning of every header: it distinguishes a file cut within its header from other files. */
export const HEADER_BEGIN = '{"kind":"run",';

/** Content of an existing run file. */
export interface RunFileContents {
  /** Undefined for a file that is missing or empty, or whose writer was killed while it wrote the header. */
  readonly header: RunHeader | undefined;
  /** Lines that do not count, including an incomplete last one. */
  readonly problems: readonly RunProblem[];
  /** Reason why nothing of it can be used: it is no run file, or a newer one. */
  readonly refusal: string | undefined;
  readonly tail: RunReader['tail'];
}

/** A run file open for writing: its samples, and functions that append. */
export interface OpenedRun {
  readonly header: RunHeader;
  /** True if the file was created now. */
  readonly isNew: boolean;
  readonly contents: RunFileContents;
  /** Appends lines; resolves when they are safe, all of them or none; rejects with the system's error. */
  append(...lines: readonly (RunSample | RunAttempt | RunBatch)[]): Promise<void>;
  /** Waits for pending writes and releases the lock. */
  close(): Promise<void>;
}

export interface OpenRunOptions {
  readonly file: string;
  /** Returns the header of a new file; undefined if the file must exist. */
  readonly header: (() => RunHeader) | undefined;
  readonly breakLock: boolean;
  /** Checks whether an existing run can be resumed; the error is the end of a sentence. */
  readonly check?: (header: RunHeader) => string | undefined;
  readonly onSample: (sample: RunSample) => void;
  readonly onAttempt?: (attempt: RunAttempt) => void;
  readonly onBatch?: (batch: RunBatch) => void;
}

/**
 * Opens a run's file, or its substitute, to resume it. The error is one sentence for the user; rejects with the system's error.
 */
export type OpenRun = (options: OpenRunOptions) => Promise<Result<OpenedRun, string>>;

/** Destination of lines: a file. Each call may fail with the system's error. */
export interface LineSink {
  /** Appends the whole text. */
  write(text: string): Promise<void>;
  /** Resolves when everything written is on the disk. */
  sync(): Promise<void>;
  /** Cuts off everything appended since the last sync. */
  rollBack(): Promise<void>;
}

/**
 * Appends lines so that each is on the disk before it counts, and many share one sync: lines that arrive during a sync wait for the next
 * one. After a failure nothing is written anymore; lines that were not on the disk by then are cut off, as far as possible.
 */
export class GroupCommit {
  readonly #sink: LineSink;
  #waiting: { readonly line: string; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #running: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Resolves when the line is on the disk. Rejects with the system's error. */
  append(line: string): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Waits for pending commits. Does not reject: each `append` reports its own failure. */
  async drain(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // The first commit also includes lines appended later in this turn.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.#sink.write(group.map(({ line }) => line).join(''));
        await this.#sink.sync();
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#failure = { error };
        // If this fails as well, the partial line is repaired when the file is opened again.
        await this.#sink.rollBack().catch(() => {});
        for (const { reject } of [...group, ...this.#waiting]) reject(error);
        this.#waiting = [];
      }
    }
    this.#running = undefined;
  }
}
