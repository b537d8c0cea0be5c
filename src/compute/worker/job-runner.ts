import type { Clock } from '../../protocol/clock.ts';
import type { AnyJobTable, JobContext, JobProgress, Steps } from '../jobs/jobs.ts';
import {
  type FromWorker,
  failedReply,
  type ToWorker,
  type Transport,
  type WorkerReply,
  type WorkerRequest,
} from './worker-protocol.ts';

/** Time of work between two checks of the message queue, in milliseconds. */
export const SLICE_MS = 8;
const PROGRESS_MS = 100;

/** Functions that a runner needs from its thread. */
export interface RunnerHost {
  now(): number;
  /** Calls back after pending messages and events. */
  defer(callback: () => void): void;
  post(message: FromWorker): void;
  /** Shared memory in which the pool flags canceled jobs, if the platform has it. */
  readonly flags?: Int32Array | undefined;
}

interface Running {
  readonly request: WorkerRequest;
  readonly context: JobContext;
  steps?: Steps<unknown>;
  ms: number;
}

/** Runs jobs one after another in slices of `SLICE_MS`: the worker's half of every transport. */
export class Runner {
  readonly #table: AnyJobTable;
  readonly #host: RunnerHost;
  readonly #cancelled = new Set<number>();
  /** Names of jobs that have been warmed up. */
  readonly #warm = new Set<string>();
  #queue: (WorkerRequest | undefined)[] = [];
  #head = 0;
  #running: Running | undefined;
  #replies: WorkerReply[] = [];
  #scheduled = false;
  #closed = false;

  constructor(table: AnyJobTable, host: RunnerHost) {
    this.#table = table;
    this.#host = host;
  }

  /** Announces that the runner is ready for jobs. */
  start(): void {
    this.#host.post({ kind: 'ready' });
  }

  receive(message: ToWorker): void {
    if (message.kind === 'cancel') {
      this.#cancelled.add(message.id);
      return;
    }
    for (const request of message.requests) this.#queue.push(request);
    this.#schedule();
  }

  /** Drops the remaining jobs; nothing is posted afterwards. */
  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#running = undefined;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    this.#host.defer(() => {
      this.#scheduled = false;
      this.#slice();
    });
  }

  #slice(): void {
    if (this.#closed) return;
    const end = this.#host.now() + SLICE_MS;
    do {
      this.#running ??= this.#next();
      if (this.#running === undefined) break;
      const reply = this.#advance(this.#running, end);
      if (reply !== undefined) {
        this.#replies.push(reply);
        this.#running = undefined;
        this.#cancelled.delete(reply.id);
      }
    } while (this.#host.now() < end);
    if (this.#replies.length > 0) {
      this.#host.post({ kind: 'replies', replies: this.#replies });
      this.#replies = [];
    }
    if (this.#running !== undefined || this.#head < this.#queue.length) this.#schedule();
    else this.#cancelled.clear();
  }

  #next(): Running | undefined {
    const request = this.#queue[this.#head];
    if (request === undefined) {
      this.#queue = [];
      this.#head = 0;
      return undefined;
    }
    // Released: inputs can be large, and the queue may never run empty.
    this.#queue[this.#head++] = undefined;
    if (this.#head >= 1024) {
      this.#queue = this.#queue.slice(this.#head);
      this.#head = 0;
    }
    if (!this.#warm.has(request.name)) {
      this.#warm.add(request.name);
      this.#table.warmUp?.(request.name);
    }
    return { request, context: this.#context(request), ms: 0 };
  }

  /** Runs a job until it ends, or pauses past `end`. */
  #advance(running: Running, end: number): WorkerReply | undefined {
    const { request, context } = running;
    const { id } = request;
    if (context.cancellation.cancelled) return { id, ms: running.ms, status: 'cancelled' };
    const started = this.#host.now();
    const ms = () => running.ms + this.#host.now() - started;
    try {
      let value: unknown;
      if (running.steps === undefined) {
        const job = this.#table.jobs[request.name];
        if (job === undefined) throw new Error(`no job has the name ${request.name}`);
        value = job(request.input as never, context);
        if (isSteps(value)) running.steps = value;
      }
      if (running.steps !== undefined) {
        let step = running.steps.next();
        while (step.done !== true && !context.cancellation.cancelled) {
          if (this.#host.now() >= end) {
            running.ms = ms();
            return undefined;
          }
          step = running.steps.next();
        }
        value = step.value;
      }
      if (context.cancellation.cancelled) return { id, ms: ms(), status: 'cancelled' };
      return { id, ms: ms(), status: 'done', value };
    } catch (error) {
      return failedReply(id, ms(), error);
    }
  }

  #context({ id, slot }: WorkerRequest): JobContext {
    const { flags } = this.#host;
    const cancelled = this.#cancelled;
    let reported = Number.NEGATIVE_INFINITY;
    return {
      cancellation: {
        get cancelled() {
          return cancelled.has(id) || (flags !== undefined && slot !== undefined && Atomics.load(flags, slot) === 1);
        },
      },
      progress: (done, total) => {
        const now = this.#host.now();
        if (now - reported < PROGRESS_MS) return;
        reported = now;
        this.#host.post({ kind: 'progress', id, progress: { done, total } satisfies JobProgress });
      },
    };
  }
}

const isSteps = (value: unknown): value is Steps<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value && 'next' in value;

/**
 * Runs jobs in this thread, in slices between which other events are served. For inputs too small to pay for a thread, and for hosts that
 * allow no worker.
 *
 * @param defer calls back after pending events: `setImmediate` in Node, a `MessageChannel` in browsers (timers are clamped there)
 */
export function inThread(table: AnyJobTable, clock: Clock, defer: (callback: () => void) => void): Transport {
  return {
    concurrency: 1,
    start(events) {
      const runner = new Runner(
        { jobs: table.jobs },
        { now: () => clock.now(), defer, post: (message) => events.message(message) },
      );
      let open = true;
      defer(() => {
        if (open) runner.start();
      });
      return {
        flags: undefined,
        post: (message) => runner.receive(message),
        terminate() {
          open = false;
          runner.close();
          return Promise.resolve();
        },
      };
    },
  };
}
