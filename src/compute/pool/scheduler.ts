import type { Clock } from '../../protocol/clock.ts';
import type { JobProgress } from '../jobs/jobs.ts';
import {
  type ComputeError,
  computeError,
  FLAG_COUNT,
  type Transport,
  type WorkerHandle,
  type WorkerReply,
} from '../worker/worker-protocol.ts';
import { type Priority, type Task, TaskQueue } from './task-queue.ts';

/** Expected work sent to a worker in one batch, in milliseconds: short enough that urgent work comes soon. */
const BATCH_MS = 16;
const MAX_BATCH = 64;
/** Assumed cost of a job that has not run yet, in milliseconds. */
const FIRST_COST_MS = 4;
/** Weight of the newest time in the running mean of a job's cost. */
const COST_WEIGHT = 0.2;
const MAX_CRASHES = 2;
const MAX_FAILED_STARTS = 3;

/** When workers start and end, in milliseconds. */
export interface WorkerTimes {
  /** Time that a canceled job may continue before its worker is replaced. */
  readonly graceMs: number;
  /** Time that tasks wait for running workers before one more is started; 0: all start with the first tasks. */
  readonly moreAfterMs: number;
  /** Time without a task after which all workers but one end; undefined: they stay. */
  readonly endAfterMs: number | undefined;
}

export interface SchedulerEvents {
  replied(task: Task, reply: WorkerReply): void;
  failed(task: Task, error: ComputeError): void;
  notice(notice: PoolNotice): void;
}

/** A worker died. `retried` tasks are tried once more, `failed` tasks are given up. */
export interface PoolNotice {
  readonly reason: string;
  readonly retried: number;
  readonly failed: number;
}

/** Sends waiting tasks to workers in batches, and replaces workers that died or hang in a canceled job. */
export class Scheduler {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #times: WorkerTimes;
  readonly #events: SchedulerEvents;
  readonly #workers = new Set<PoolWorker>();
  readonly #queue = new TaskQueue();
  /** Tasks held by a worker that died: each runs alone, so that only the guilty one fails. */
  readonly #retries: Task[] = [];
  readonly #costs = new Map<string, number>();
  readonly #ending = new Set<Promise<void>>();
  #failedStarts = 0;
  #pumping = false;
  #disposed = false;
  /** Stops what waits to start one more worker, or to end idle ones. */
  #stopMore: (() => void) | undefined;
  #stopIdle: (() => void) | undefined;

  constructor(transport: Transport, clock: Clock, times: WorkerTimes, events: SchedulerEvents) {
    this.#transport = transport;
    this.#clock = clock;
    this.#times = times;
    this.#events = events;
  }

  get concurrency(): number {
    return this.#transport.concurrency;
  }

  get size(): number {
    return this.#workers.size;
  }

  /** Starts all workers now, for work that is certain to come. */
  start(): void {
    while (!this.#disposed && this.#workers.size < this.concurrency) this.#startWorker();
  }

  add(task: Task): void {
    this.#queue.push(task);
    this.#schedule();
  }

  raise(task: Task, priority: Priority): void {
    this.#queue.raise(task, priority);
  }

  /** Cancels a task that has no requester left. */
  cancel(task: Task): void {
    this.#queue.drop(task);
    if (task.state !== 'sent') return;
    task.state = 'over';
    for (const worker of this.#workers) {
      if (!worker.outstanding.has(task.id)) continue;
      worker.cancel(task);
      this.#watch(worker);
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#stopMore?.();
    this.#stopIdle?.();
    for (const worker of this.#workers) this.#end(worker);
    await Promise.all(this.#ending);
  }

  /** Batches the tasks requested in one turn of the event loop. */
  #schedule(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    queueMicrotask(() => {
      this.#pumping = false;
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#disposed) return;
    for (const worker of this.#workers) this.#fill(worker);
    while (this.#canStartMore && (this.#workers.size === 0 || this.#times.moreAfterMs === 0))
      this.#fill(this.#startWorker());
    this.#watchLoad();
  }

  /** True if tasks wait and another worker may start. */
  get #canStartMore(): boolean {
    return this.#workers.size < this.concurrency && this.#queue.size + this.#retries.length > 0;
  }

  /** Starts one more worker when tasks have waited for running ones, and ends idle ones. */
  #watchLoad(): void {
    const { moreAfterMs, endAfterMs } = this.#times;
    if (!this.#canStartMore) {
      this.#stopMore?.();
      this.#stopMore = undefined;
    } else if ([...this.#workers].every(({ ready }) => ready)) {
      this.#stopMore ??= this.#clock.after(moreAfterMs, () => {
        this.#stopMore = undefined;
        if (this.#disposed || !this.#canStartMore) return;
        this.#fill(this.#startWorker());
        this.#watchLoad();
      });
    }
    this.#stopIdle?.();
    this.#stopIdle = undefined;
    if (endAfterMs === undefined || this.#workers.size < 2) return;
    if ([...this.#workers].some(({ outstanding }) => outstanding.size > 0)) return;
    this.#stopIdle = this.#clock.after(endAfterMs, () => {
      this.#stopIdle = undefined;
      for (const worker of [...this.#workers].slice(1)) if (worker.outstanding.size === 0) this.#end(worker);
    });
  }

  #startWorker(): PoolWorker {
    const worker = new PoolWorker(this.#transport, this.#clock, {
      ready: (worker) => {
        this.#failedStarts = 0;
        this.#watch(worker);
        this.#watchLoad();
      },
      replied: (_, task, reply) => {
        const mean = this.#costs.get(task.name) ?? reply.ms;
        this.#costs.set(task.name, mean + COST_WEIGHT * (reply.ms - mean));
        if (task.state === 'sent') this.#events.replied(task, reply);
      },
      drained: (worker) => {
        this.#fill(worker);
        this.#watch(worker);
        this.#watchLoad();
      },
      died: (worker, reason) => this.#died(worker, reason),
    });
    this.#workers.add(worker);
    return worker;
  }

  /** Sends a worker as many tasks as it can take. */
  #fill(worker: PoolWorker): void {
    if (this.#disposed) return;
    while (this.#retries[0]?.state === 'over') this.#retries.shift();
    if (this.#retries.length > 0) {
      const alone = worker.outstanding.size === 0 ? this.#retries.shift() : undefined;
      if (alone !== undefined) worker.send([alone], [0]);
      return;
    }
    const runsRetry = (worker.current?.deaths ?? 0) > 0;
    if (runsRetry || worker.load > BATCH_MS) return;
    // Workers that start only when tasks have waited take no share before.
    const sharing = this.#times.moreAfterMs === 0 ? this.concurrency : this.#workers.size;
    const share = Math.ceil(this.#queue.size / sharing);
    const most = Math.min(MAX_BATCH, worker.room, share);
    const tasks: Task[] = [];
    const costs: number[] = [];
    for (let load = worker.load; tasks.length < most && load < 2 * BATCH_MS; ) {
      const task = this.#queue.shift();
      if (task === undefined) break;
      const cost = this.#costs.get(task.name) ?? FIRST_COST_MS;
      tasks.push(task);
      costs.push(cost);
      load += cost;
    }
    if (tasks.length > 0) worker.send(tasks, costs);
  }

  /** Replaces a worker that continues a canceled job for too long. */
  #watch(worker: PoolWorker): void {
    const isStuck = () => worker.ready && worker.current?.state === 'over';
    if (!isStuck() || this.#disposed) return;
    worker.watch(this.#times.graceMs, () => {
      if (!isStuck() || this.#disposed) return;
      const left = [...worker.outstanding.values()];
      this.#end(worker);
      for (const task of left) if (task.state === 'sent') this.#queue.push(task);
      this.#schedule();
    });
  }

  #died(worker: PoolWorker, reason: string): void {
    if (this.#disposed) return;
    const left = [...worker.outstanding.values()].filter((task) => task.state === 'sent');
    this.#end(worker);
    if (!worker.ready) {
      this.#failedStarts++;
      for (const task of left) this.#queue.push(task);
      if (this.#failedStarts >= MAX_FAILED_STARTS) this.#giveUp(reason);
      else this.#schedule();
      return;
    }
    let failed = 0;
    for (const task of left) {
      task.deaths++;
      if (task.deaths >= MAX_CRASHES) {
        failed++;
        this.#events.failed(task, computeError('COMPUTE_WORKER_DIED', reason));
      } else {
        this.#retries.push(task);
      }
    }
    this.#events.notice({ reason, retried: left.length - failed, failed });
    this.#schedule();
  }

  #giveUp(reason: string): void {
    this.#failedStarts = 0;
    const error = computeError('COMPUTE_START_FAILED', reason);
    for (const task of this.#retries.splice(0)) this.#events.failed(task, error);
    for (let task = this.#queue.shift(); task !== undefined; task = this.#queue.shift())
      this.#events.failed(task, error);
  }

  #end(worker: PoolWorker): void {
    this.#workers.delete(worker);
    const ending = worker.terminate().finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }
}

/** The events of a worker. */
export interface PoolWorkerEvents {
  ready(worker: PoolWorker): void;
  /** Reports the task's own reply; canceled tasks that still reply are reported too. */
  replied(worker: PoolWorker, task: Task, reply: WorkerReply): void;
  /** Reports that a batch of replies is complete: there is room for more. */
  drained(worker: PoolWorker): void;
  died(worker: PoolWorker, reason: string): void;
}

/** One worker with the tasks that were sent to it and are not answered. */
class PoolWorker {
  /** Tasks in the order sent, which is the order in which they run. */
  readonly outstanding = new Map<number, Task>();
  /** True if the worker has started. */
  ready = false;
  /** Expected time of the outstanding tasks, in milliseconds. */
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

  /** Number of tasks that can still be sent. */
  get room(): number {
    return this.#freeSlots.length;
  }

  /** Task that runs now, or the first to run. */
  get current(): Task | undefined {
    for (const task of this.outstanding.values()) return task;
    return undefined;
  }

  /** @param costs expected time of each task, in milliseconds */
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

  /** Calls back if the worker gives no reply for `ms` milliseconds. */
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
