import type { Result } from '../../core/base/result.ts';
import type { RunProblem, RunReader } from '../../core/evaluation/runs/run-reader.ts';
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
