import type { Result } from '../../core/base/result.ts';
import type { ComputeError } from '../worker/compute-error.ts';

/** The urgency of a job: visible on the screen, requested by a user, or done ahead of need. */
export const PRIORITIES = ['visible', 'normal', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** One who asked for a task's result. */
export interface Requester {
  readonly settle: (result: Result<unknown, ComputeError>) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** A job that is wanted: by several requesters at once when they asked for the same. */
export interface Task {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
  readonly requesters: Set<Requester>;
  /** `over`: it has a result, or no requester is left. */
  state: 'queued' | 'sent' | 'over';
  priority: Priority;
  /** Workers that died while they held the task. */
  deaths: number;
  /** Its flag in the worker's shared memory. */
  slot: number;
}
