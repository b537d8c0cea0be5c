import type { Cancellation } from '../../core/base/cancellation.ts';

/** The context of a running job. */
export interface JobContext {
  /** Long work looks at it now and then and returns early; its output is then discarded. */
  readonly cancellation: Cancellation;
  /** Reports how far the work is. Passed on at most ten times a second. */
  readonly progress: (done: number, total: number) => void;
}

/** How far a job is. */
export interface JobProgress {
  readonly done: number;
  readonly total: number;
}

/** A job that pauses now and then, so that a thread it shares with others stays responsive. */
export type Steps<Output> = Generator<undefined, Output, undefined>;

/** A job: a pure function from plain data to plain data. An exception is a bug and comes back as `COMPUTE_JOB_FAILED`. */
export type Job<Input, Output> = (input: Input, context: JobContext) => Output | Steps<Output>;

/** Names of jobs with the types of their inputs and outputs. Both survive a structured clone and `JSON`. */
export type JobTypes = { readonly [name: string]: { readonly input: unknown; readonly output: unknown } };

/** The implementation of every job, and what a worker does before its first one of a name. */
export interface JobTable<Types extends JobTypes> {
  readonly jobs: { readonly [Name in keyof Types]: Job<Types[Name]['input'], Types[Name]['output']> };
  /** Runs a job's hot code over varied inputs, so that the engine has seen every type before it counts. Asked once a name. */
  warmUp?(name: string): void;
}

/** A table of jobs whose types are known only to the callers of the pool. */
export interface AnyJobTable {
  readonly jobs: { readonly [name: string]: Job<never, unknown> };
  warmUp?(name: string): void;
}

/** Version of each job's meaning: a part of the key of its results. Raise it when the same input gives another output. */
export type JobVersions<Types extends JobTypes> = { readonly [Name in keyof Types]: number };
