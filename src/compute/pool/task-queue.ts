import type { Result } from '../../core/base/result.ts';
import type { ComputeError } from '../worker/worker-protocol.ts';

/**
 * Waiting tasks: by priority, then first come first served. Tasks that are no longer queued are skipped when they come up.
 */
export class TaskQueue {
  readonly #lanes: Readonly<Record<Priority, Lane>> = {
    visible: new Lane(),
    normal: new Lane(),
    background: new Lane(),
  };
  #size = 0;

  /** Number of waiting tasks. */
  get size(): number {
    return this.#size;
  }

  push(task: Task): void {
    task.state = 'queued';
    this.#lanes[task.priority].push(task);
    this.#size++;
  }

  /** Raises the priority of a waiting task. */
  raise(task: Task, priority: Priority): void {
    if (task.state !== 'queued' || PRIORITIES.indexOf(priority) >= PRIORITIES.indexOf(task.priority)) return;
    task.priority = priority;
    this.#lanes[priority].push(task);
  }

  /** Removes a waiting task. */
  drop(task: Task): void {
    if (task.state !== 'queued') return;
    task.state = 'over';
    this.#size--;
  }

  /** Returns the next task, which stays in the queue. */
  peek(): Task | undefined {
    for (const priority of PRIORITIES) {
      const lane = this.#lanes[priority];
      for (let task = lane.peek(); task !== undefined; task = lane.peek()) {
        // A raised task leaves a mark in its former lane.
        if (task.state === 'queued' && task.priority === priority) return task;
        lane.shift();
      }
    }
    return undefined;
  }

  /** Removes and returns the next task; the caller sets its new state. */
  shift(): Task | undefined {
    const task = this.peek();
    if (task === undefined) return undefined;
    this.#lanes[task.priority].shift();
    this.#size--;
    return task;
  }
}

/**
 * A first in, first out queue that does not move its items at every step. It holds no removed item: inputs can be large.
 */
class Lane {
  #tasks: (Task | undefined)[] = [];
  #head = 0;

  push(task: Task): void {
    this.#tasks.push(task);
  }

  peek(): Task | undefined {
    return this.#tasks[this.#head];
  }

  shift(): void {
    this.#tasks[this.#head++] = undefined;
    if (this.#head < 1024 || this.#head * 2 < this.#tasks.length) return;
    this.#tasks = this.#tasks.slice(this.#head);
    this.#head = 0;
  }
}

/** Urgency of a job: visible on the screen, requested by a user, or done ahead of need. */
const PRIORITIES = ['visible', 'normal', 'background'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A requester of a task's result. */
export interface Requester {
  readonly settle: (result: Result<unknown, ComputeError>) => void;
  readonly progress: ((done: number, total: number) => void) | undefined;
}

/** A requested job; several requesters share it if they asked for the same. */
export interface Task {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly input: unknown;
  readonly requesters: Set<Requester>;
  /** `over`: it has a result, or no requester is left. */
  state: 'queued' | 'sent' | 'over';
  priority: Priority;
  /** Number of workers that died while they held the task. */
  deaths: number;
  /** Index of its flag in the worker's shared memory. */
  slot: number;
}
