import { WorldError } from '../worlds/world-error.ts';

// The messages between a program and its workers: those of the pool, of a report and of a local model.

/** To a worker. */
export type ToWorker =
  | { readonly kind: 'requests'; readonly requests: readonly WorkerRequest[] }
  | { readonly kind: 'cancel'; readonly id: number };

export interface WorkerRequest {
  readonly id: number;
  /** The job or call. */
  readonly name: string;
  readonly input: unknown;
  /** Index of its flag in the worker's shared memory, where it has one. */
  readonly slot?: number;
}

/** From a worker: `ready` first, then one reply for each request, cancelled ones included. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'replies'; readonly replies: readonly WorkerReply[] }
  | { readonly kind: 'progress'; readonly id: number; readonly progress: unknown };

export type WorkerReply = {
  readonly id: number;
  /** Time that the request ran, in milliseconds. */
  readonly ms: number;
} & (
  | { readonly status: 'done'; readonly value: unknown }
  | { readonly status: 'cancelled' }
  /** `isWorld`: not the request failed, but a program that is a world. */
  | {
      readonly status: 'failed';
      readonly message: string;
      readonly stack: string | undefined;
      readonly isWorld: boolean;
    }
);

/** The reply to a request that threw. */
export function failedReply(id: number, ms: number, error: unknown): WorkerReply {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { id, ms, status: 'failed', message, stack, isWorld: error instanceof WorldError };
}

/** Flags in a worker's shared memory; a request's flag is 1 once it is cancelled. Bounds the jobs that one worker holds. */
export const FLAG_COUNT = 256;
