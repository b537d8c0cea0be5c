import type { Result } from '../../core/base/result.ts';
import type { RunProblem, RunReader } from '../../core/evaluation/runs/run-file.ts';
import type { RunAttempt, RunBatch, RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';

/** The beginning of every header: it distinguishes a file cut within its header from other files. */
export const HEADER_BEGIN = '{"kind":"run",';

/** The content of an existing run file. */
export interface RunFileContents {
  /** Undefined for a file that is not there, is empty, or was killed while its header was written. */
  readonly header: RunHeader | undefined;
  /** Lines that do not count; a torn last one is among them. */
  readonly problems: readonly RunProblem[];
  /** Why nothing of it can be used: it is no run file, or a newer one. */
  readonly refusal: string | undefined;
  readonly tail: RunReader['tail'];
}

/** The owner's view of a run file: its samples, and how to add more. */
export interface OpenedRun {
  readonly header: RunHeader;
  /** True if the file was made now. */
  readonly isNew: boolean;
  readonly contents: RunFileContents;
  /** Comes back when the lines are safe, all of them or none; rejects with the system's error. */
  append(...lines: readonly (RunSample | RunAttempt | RunBatch)[]): Promise<void>;
  /** Waits for pending writes and releases the lock. */
  close(): Promise<void>;
}

export interface OpenRunOptions {
  readonly file: string;
  /** For a file that is not there yet; without one it must be there. */
  readonly header: (() => RunHeader) | undefined;
  readonly breakLock: boolean;
  /** True if a run that is there is gone on with; the error is the end of a sentence. */
  readonly check?: (header: RunHeader) => string | undefined;
  readonly onSample: (sample: RunSample) => void;
  readonly onAttempt?: (attempt: RunAttempt) => void;
  readonly onBatch?: (batch: RunBatch) => void;
}

/**
 * Opens a run's file, or what stands for one, to go on with it. The error is one sentence for people; rejects with the
 * system's error.
 */
export type OpenRun = (options: OpenRunOptions) => Promise<Result<OpenedRun, string>>;

/** Where lines go: a file. Each call may fail with the system's error. */
export interface LineSink {
  /** Appends all of it. */
  write(text: string): Promise<void>;
  /** Comes back when all that was written is on the disk. */
  sync(): Promise<void>;
  /** Cuts off what was appended since the last sync. */
  rollBack(): Promise<void>;
}

/**
 * Appends lines so that each is on the disk before it counts, and many share one sync: what comes while one is under way goes into the
 * next. After a failure nothing is written anymore; what was not on the disk by then is cut off, as far as the disk lets it.
 */
export class GroupCommit {
  readonly #sink: LineSink;
  #waiting: { readonly line: string; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #running: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Comes back when the line is on the disk. Rejects with the system's error. */
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
    // The first commit also includes what the rest of this turn appends.
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
        // The torn line is repaired when the file is opened again, should this fail as well.
        await this.#sink.rollBack().catch(() => {});
        for (const { reject } of [...group, ...this.#waiting]) reject(error);
        this.#waiting = [];
      }
    }
    this.#running = undefined;
  }
}
