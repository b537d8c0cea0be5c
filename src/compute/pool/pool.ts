import { type AbortSignalLike, onAbort } from '../../core/base/cancellation.ts';
import { LruMap } from '../../core/base/lru-map.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { Clock } from '../../protocol/clock.ts';
import type { JobTypes, JobVersions } from '../jobs/jobs.ts';
import { type ComputeError, computeError, type Transport, type WorkerReply } from '../worker/worker-protocol.ts';
import { type PoolNotice, Scheduler } from './scheduler.ts';
import type { Priority, Requester, Task } from './task-queue.ts';

/** Longer keys (whole files, not positions) are shared while in flight, but their results are not cached. */
const MAX_KEPT_KEY_LENGTH = 1 << 15;

/** Key of jobs that are not shared. */
const ONCE = '';

export interface PoolOptions<Types extends JobTypes> {
  readonly transport: Transport;
  readonly versions: JobVersions<Types>;
  readonly clock: Clock;
  /** Number of cached results, least recently used dropped first. Default 10,000. */
  readonly cacheEntries?: number;
  /** Milliseconds that a canceled job may continue before its worker is replaced. Default 250. */
  readonly graceMs?: number;
  /** Milliseconds that jobs wait for running workers before one more starts. Default 0: all start with the first jobs. */
  readonly moreAfterMs?: number;
  /** Milliseconds without a job after which all workers but one end. Default: they stay. */
  readonly endAfterMs?: number;
  /** Called when a worker has died; its tasks are retried once, each alone. */
  readonly onNotice?: (notice: PoolNotice) => void;
}

export interface RunOptions {
  readonly signal?: AbortSignalLike;
  /** Default `normal`. */
  readonly priority?: Priority;
  readonly onProgress?: (done: number, total: number) => void;
  /** The result is neither shared nor cached: for large inputs that do not repeat. Default false. */
  readonly once?: boolean;
}

export interface MapOptions extends RunOptions {
  readonly signal?: AbortSignal;
  /** Number of inputs taken ahead of the results. Default: 256 per worker. */
  readonly window?: number;
}

type Output<Types extends JobTypes, Name extends keyof Types> = Result<Types[Name]['output'], ComputeError>;

/**
 * Runs jobs on all workers of a transport. Equal inputs are computed once: results are cached by content (the job's name, its version and
 * its whole input), and a job in flight is shared by all who request it. Results are shared: do not modify them.
 */
export class Pool<Types extends JobTypes> {
  readonly #versions: JobVersions<Types>;
  readonly #scheduler: Scheduler;
  readonly #cache: LruMap<string, { readonly value: unknown }>;
  readonly #inFlight = new Map<string, Task>();
  /** Jobs with `once` that are in flight. */
  readonly #alone = new Set<Task>();
  #nextId = 1;
  #disposed = false;

  constructor(options: PoolOptions<Types>) {
    const { transport, versions, clock, cacheEntries = 10_000, graceMs = 250, moreAfterMs = 0, endAfterMs } = options;
    this.#versions = versions;
    this.#cache = new LruMap(cacheEntries);
    this.#scheduler = new Scheduler(
      transport,
      clock,
      { graceMs, moreAfterMs, endAfterMs },
      {
        replied: (task, reply) => this.#replied(task, reply),
        failed: (task, error) => this.#finish(task, err(error)),
        notice: (notice) => options.onNotice?.(notice),
      },
    );
  }

  /** Number of cached results. */
  get cached(): number {
    return this.#cache.size;
  }

  /** Number of workers that can run at the same time. */
  get concurrency(): number {
    return this.#scheduler.concurrency;
  }

  /** Number of running workers. */
  get workers(): number {
    return this.#scheduler.size;
  }

  /** Starts all workers now, for work that is certain to come; otherwise the first job starts them. */
  start(): void {
    this.#scheduler.start();
  }

  /** Returns the output of a job, or a coded error; the promise is never rejected. */
  run<Name extends keyof Types & string>(
    name: Name,
    input: Types[Name]['input'],
    { signal, priority = 'normal', onProgress, once = false }: RunOptions = {},
  ): Promise<Output<Types, Name>> {
    if (this.#disposed) return Promise.resolve(err(computeError('COMPUTE_DISPOSED')));
    if (signal?.aborted === true) return Promise.resolve(err(computeError('COMPUTE_CANCELLED')));
    const key = once ? ONCE : JSON.stringify([name, this.#versions[name], input]);
    const hit = once ? undefined : this.#cache.get(key);
    if (hit !== undefined) return Promise.resolve(ok(hit.value as Types[Name]['output']));
    return new Promise((resolve) => {
      const task = this.#task(key, name, input, priority);
      let stop: (() => void) | undefined;
      const requester: Requester = {
        progress: onProgress,
        settle: (result) => {
          stop?.();
          resolve(result);
        },
      };
      task.requesters.add(requester);
      if (signal === undefined) return;
      stop = onAbort(signal, () => {
        task.requesters.delete(requester);
        requester.settle(err(computeError('COMPUTE_CANCELLED')));
        if (task.requesters.size > 0) return;
        if (this.#inFlight.get(key) === task) this.#inFlight.delete(key);
        this.#alone.delete(task);
        this.#scheduler.cancel(task);
      });
    });
  }

  /**
   * Yields the outputs for many inputs, in the order of the inputs, as they become ready. Takes inputs only a window ahead of what was
   * consumed, so that neither side must be held in memory. Leaving the loop early cancels the inputs taken ahead.
   */
  map<Name extends keyof Types & string>(
    name: Name,
    inputs: Iterable<Types[Name]['input']> | AsyncIterable<Types[Name]['input']>,
    { window = 256 * this.#scheduler.concurrency, signal, ...options }: MapOptions = {},
  ): AsyncGenerator<Output<Types, Name>, void, undefined> {
    return mapOrdered(inputs, (input, inner) => this.run(name, input, { ...options, signal: inner }), window, signal);
  }

  /** Ends all workers; unfinished jobs fail with `COMPUTE_DISPOSED`. */
  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const task of [...this.#inFlight.values(), ...this.#alone]) {
      this.#finish(task, err(computeError('COMPUTE_DISPOSED')));
    }
    this.#cache.clear();
    await this.#scheduler.dispose();
  }

  #task(key: string, name: string, input: unknown, priority: Priority): Task {
    const shared = key === ONCE ? undefined : this.#inFlight.get(key);
    if (shared !== undefined) {
      this.#scheduler.raise(shared, priority);
      return shared;
    }
    const id = this.#nextId++;
    const task: Task = {
      id,
      key,
      name,
      input,
      priority,
      requesters: new Set(),
      state: 'queued',
      deaths: 0,
      slot: 0,
    };
    if (key === ONCE) this.#alone.add(task);
    else this.#inFlight.set(key, task);
    this.#scheduler.add(task);
    return task;
  }

  #replied(task: Task, reply: WorkerReply): void {
    switch (reply.status) {
      case 'done':
        if (task.key !== ONCE && task.key.length <= MAX_KEPT_KEY_LENGTH && !this.#disposed)
          this.#cache.set(task.key, { value: reply.value });
        this.#finish(task, ok(reply.value));
        break;
      case 'failed':
        // The message names the program.
        this.#finish(
          task,
          err(
            reply.isWorld
              ? { code: 'COMPUTE_WORLD_FAILED', message: reply.message }
              : computeError('COMPUTE_JOB_FAILED', reply.message, reply.stack),
          ),
        );
        break;
      case 'cancelled':
        this.#finish(task, err(computeError('COMPUTE_CANCELLED')));
        break;
    }
  }

  #finish(task: Task, result: Result<unknown, ComputeError>): void {
    task.state = 'over';
    this.#alone.delete(task);
    if (this.#inFlight.get(task.key) === task) this.#inFlight.delete(task.key);
    const { requesters } = task;
    for (const requester of requesters) requester.settle(result);
    requesters.clear();
  }
}

/**
 * Applies `run` to every input with at most `window` results waiting, and yields the results in the order of the inputs. Inputs are taken
 * while results are consumed. Leaving early aborts the signal given to `run`; so does `outer`, after which no input is taken. An exception
 * of the inputs is thrown after the results before it.
 */
export async function* mapOrdered<Input, Output>(
  inputs: Iterable<Input> | AsyncIterable<Input>,
  run: (input: Input, signal: AbortSignal) => Promise<Output>,
  window: number,
  outer?: AbortSignal,
): AsyncGenerator<Output, void, undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  if (outer?.aborted === true) controller.abort();
  const stop = outer && onAbort(outer, () => controller.abort());
  const state = new Waiting<Output>();

  const take = async () => {
    try {
      for await (const input of inputs) {
        if (signal.aborted) return;
        state.results.push(run(input, signal));
        state.wake();
        while (state.results.length >= window && !signal.aborted) await state.change();
      }
    } finally {
      state.ended = true;
      state.wake();
    }
  };
  const taking = take();
  // Awaited after the results before it are out; until then an early rejection would count as unhandled.
  taking.catch(() => {});

  try {
    for (;;) {
      const next = state.results[0];
      if (next !== undefined) {
        yield await next;
        void state.results.shift();
        state.wake();
      } else if (state.ended) {
        break;
      } else {
        await state.change();
      }
    }
    await taking;
  } finally {
    controller.abort();
    state.wake();
    stop?.();
  }
}

/**
 * State shared by the input and the output side. Only one of them waits at a time: one for room, the other for a result.
 */
class Waiting<Output> {
  readonly results: Promise<Output>[] = [];
  ended = false;
  wake: () => void = () => {};

  change(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }
}
