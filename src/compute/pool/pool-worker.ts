import type { Clock } from '../../protocol/clock.ts';
import type { JobProgress } from '../jobs/job.ts';
import { FLAG_COUNT, type WorkerReply } from '../worker/messages.ts';
import type { Transport, WorkerHandle } from '../worker/transport.ts';
import type { Task } from './task.ts';

/** The events of a worker. */
export interface PoolWorkerEvents {
  ready(worker: PoolWorker): void;
  /** The task's own reply; cancelled tasks that still reply are reported too. */
  replied(worker: PoolWorker, task: Task, reply: WorkerReply): void;
  /** A batch of replies is through: there is room for more. */
  drained(worker: PoolWorker): void;
  died(worker: PoolWorker, reason: string): void;
}

/** One worker, and the tasks that were sent to it and have not come back. */
export class PoolWorker {
  /** In the order sent, which is the order in which they run. */
  readonly outstanding = new Map<number, Task>();
  /** True if the worker has started. */
  ready = false;
  /** Expected time of what is outstanding, in milliseconds. */
  load = 0;
  readonly #handle: WorkerHandle;
  readonly #clock: Clock;
  readonly #costs = new Map<number, number>();
  readonly #freeSlots = Array.from({ length: FLAG_COUNT }, (_, slot) => slot);
  #stopGrace: (() => void) | undefined;

  constructor(transport: Transport, clock: Clock, events: PoolWorkerEvents) {
    this.#clock = clock;
    this.#handle = transport.start({
      died: (reason) => events.died(this, reason),
      message: (message) => {
        switch (message.kind) {
          case 'ready':
            this.ready = true;
            events.ready(this);
            break;
          case 'progress': {
            const task = this.outstanding.get(message.id);
            const { done, total } = message.progress as JobProgress;
            for (const { progress } of task?.requesters ?? []) progress?.(done, total);
            break;
          }
          case 'replies':
            this.#stopGrace?.();
            this.#stopGrace = undefined;
            for (const reply of message.replies) {
              const task = this.outstanding.get(reply.id);
              if (task === undefined) continue;
              this.#forget(task);
              events.replied(this, task, reply);
            }
            events.drained(this);
            break;
        }
      },
    });
  }

  /** Tasks that can still be sent. */
  get room(): number {
    return this.#freeSlots.length;
  }

  /** The task that runs now, or the first to run. */
  get current(): Task | undefined {
    for (const task of this.outstanding.values()) return task;
    return undefined;
  }

  /** @param costs Expected time of each task, in milliseconds. */
  send(tasks: readonly Task[], costs: readonly number[]): void {
    tasks.forEach((task, i) => {
      const cost = costs[i] ?? 0;
      task.slot = this.#freeSlots.pop() ?? 0;
      task.state = 'sent';
      if (this.#handle.flags !== undefined) Atomics.store(this.#handle.flags, task.slot, 0);
      this.outstanding.set(task.id, task);
      this.#costs.set(task.id, cost);
      this.load += cost;
    });
    this.#handle.post({
      kind: 'requests',
      requests: tasks.map(({ id, name, input, slot }) => ({ id, name, input, slot })),
    });
  }

  /** Cancels a task: the worker skips it, or the running job sees the flag. */
  cancel(task: Task): void {
    if (this.#handle.flags !== undefined) Atomics.store(this.#handle.flags, task.slot, 1);
    this.#handle.post({ kind: 'cancel', id: task.id });
  }

  /** Calls back when the worker has given no reply for `ms` milliseconds. */
  watch(ms: number, late: () => void): void {
    this.#stopGrace ??= this.#clock.after(ms, () => {
      this.#stopGrace = undefined;
      late();
    });
  }

  terminate(): Promise<void> {
    this.#stopGrace?.();
    return this.#handle.terminate();
  }

  #forget(task: Task): void {
    this.outstanding.delete(task.id);
    this.#freeSlots.push(task.slot);
    const cost = this.#costs.get(task.id) ?? 0;
    this.#costs.delete(task.id);
    this.load = this.outstanding.size === 0 ? 0 : this.load - cost;
  }
}
