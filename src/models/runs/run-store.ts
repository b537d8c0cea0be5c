import type { Result } from '../../core/base/result.ts';
import type { RunProblem, RunReader } from '../../core/evaluation/runs/run-reader.ts';
import type { RunHeader, RunSample } from '../../core/evaluation/runs/run-schema.ts';

/** How every header begins: what is cut within its header is told by it from somebody's notes. */
export const HEADER_BEGIN = '{"kind":"run",';

/** What a run file holds already. */
export interface RunFileContents {
  /** Undefined for a file that is not there, is empty, or was killed while its header was written. */
  readonly header: RunHeader | undefined;
  /** Lines that do not count; a torn last one is among them. */
  readonly problems: readonly RunProblem[];
  /** Why nothing of it can be used: it is no run file, or a newer one. */
  readonly refusal: string | undefined;
  readonly tail: RunReader['tail'];
}

/** What the owner of a run file has of it: which samples are there, and how to add more. */
export interface OpenedRun {
  readonly header: RunHeader;
  /** Whether the file was made now. */
  readonly isNew: boolean;
  readonly contents: RunFileContents;
  /** Comes back when the sample's line is safe; rejects with the system's error. */
  append(sample: RunSample): Promise<void>;
  /** Waits for what is under way and gives the lock back. */
  close(): Promise<void>;
}

export interface OpenRunOptions {
  readonly file: string;
  /** For a file that is not there yet; without one it has to be there. */
  readonly header: (() => RunHeader) | undefined;
  readonly breakLock: boolean;
  /** Whether a run that is there is gone on with; the error is the end of a sentence. */
  readonly check?: (header: RunHeader) => string | undefined;
  readonly onSample: (sample: RunSample) => void;
}

/**
 * Opens a run's file, or what stands for one, to go on with it. The error is one sentence for people; rejects with the
 * system's error.
 */
export type OpenRun = (options: OpenRunOptions) => Promise<Result<OpenedRun, string>>;
