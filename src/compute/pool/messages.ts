/** What the pool sends to a runner. */
export type ToRunner =
  | { readonly kind: 'run'; readonly jobs: readonly JobRequest[] }
  | { readonly kind: 'cancel'; readonly id: number };

export interface JobRequest {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  /** Index of its flag in the worker's shared memory. */
  readonly slot: number;
}

/** What a runner sends back. Replies come in the order in which the jobs were sent. */
export type FromRunner =
  | { readonly kind: 'ready' }
  | { readonly kind: 'replies'; readonly replies: readonly JobReply[] }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total: number };

export type JobReply = {
  readonly id: number;
  /** Time that the job ran, in milliseconds. */
  readonly ms: number;
} & (
  | { readonly status: 'done'; readonly value: unknown }
  | { readonly status: 'cancelled' }
  | { readonly status: 'failed'; readonly message: string; readonly stack: string | undefined }
);

/** Flags in a worker's shared memory; a job's flag is 1 once it is cancelled. Bounds the jobs that one worker holds. */
export const FLAG_COUNT = 256;
