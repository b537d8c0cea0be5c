import { onAbort } from '../../core/base/cancellation.ts';
import { err, ok, type Result } from '../../core/base/result.ts';
import type { WorkerCalls } from './call-server.ts';
import {
  type ComputeError,
  computeError,
  type FromWorker,
  type StartWorker,
  type WorkerHandle,
  type WorkerReply,
} from './worker-protocol.ts';

export interface WorkerClientOptions {
  readonly start: StartWorker;
  /**
   * True if the call after a worker's end starts another worker; otherwise it and all later ones fail as that worker did.
   */
  readonly restarts: boolean;
  /** Called with `false` when the last call is answered, and with `true` when there is one again. */
  readonly onBusy?: (isBusy: boolean) => void;
}

export interface CallOptions<Progress> {
  /** Cancels the call; the worker still decides when it ends and with what reply. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

interface PendingCall {
  readonly settle: (result: Result<unknown, ComputeError>) => void;
  readonly onProgress: ((progress: never) => void) | undefined;
}

/** Calls one stateful worker, which starts with the first call. */
export class WorkerClient<Calls extends WorkerCalls> {
  readonly #options: WorkerClientOptions;
  readonly #pending = new Map<number, PendingCall>();
  #worker: WorkerHandle | undefined;
  #isReady = false;
  /** Reason why no worker is started anymore. */
  #ended: ComputeError | undefined;
  #lastId = 0;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Returns the output of a call, or a coded error; never rejects. */
  call<Name extends keyof Calls & string>(
    name: Name,
    input: Calls[Name]['input'],
    { signal, onProgress }: CallOptions<Calls[Name]['progress']> = {},
  ): Promise<Result<Calls[Name]['output'], ComputeError>> {
    if (signal?.aborted === true) return Promise.resolve(err(computeError('COMPUTE_CANCELLED')));
    if (this.#ended !== undefined) return Promise.resolve(err(this.#ended));
    const worker = this.#started();
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      const forget = signal && onAbort(signal, () => worker.post({ kind: 'cancel', id }));
      this.#pending.set(id, {
        settle: (result) => {
          forget?.();
          resolve(result);
        },
        onProgress,
      });
      if (this.#pending.size === 1) this.#busy(true);
      worker.post({ kind: 'requests', requests: [{ id, name, input }] });
    });
  }

  /** Ends the worker; the next call starts another. Running calls are canceled. */
  async release(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failAll(computeError('COMPUTE_CANCELLED'));
    await worker?.terminate();
  }

  /** Ends the worker for good. */
  async dispose(): Promise<void> {
    const error = computeError('COMPUTE_DISPOSED');
    this.#ended ??= error;
    const worker = this.#worker;
    this.#worker = undefined;
    this.#failAll(error);
    await worker?.terminate();
  }

  #started(): WorkerHandle {
    if (this.#worker !== undefined) return this.#worker;
    this.#isReady = false;
    const worker = this.#options.start({
      message: (message) => this.#receive(message),
      died: (reason) => this.#died(reason),
    });
    this.#worker = worker;
    return worker;
  }

  #receive(message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        this.#isReady = true;
        break;
      case 'progress':
        this.#pending.get(message.id)?.onProgress?.(message.progress as never);
        break;
      case 'replies':
        for (const reply of message.replies) this.#settle(reply.id, replyResult(reply));
        break;
    }
  }

  #died(reason: string): void {
    const error = computeError(this.#isReady ? 'COMPUTE_WORKER_DIED' : 'COMPUTE_START_FAILED', reason);
    this.#worker = undefined;
    if (!this.#options.restarts) this.#ended ??= error;
    this.#failAll(error);
  }

  #failAll(error: ComputeError): void {
    for (const id of this.#pending.keys()) this.#settle(id, err(error));
  }

  #settle(id: number, result: Result<unknown, ComputeError>): void {
    const call = this.#pending.get(id);
    if (call === undefined) return;
    this.#pending.delete(id);
    call.settle(result);
    if (this.#pending.size === 0) this.#busy(false);
  }

  #busy(isBusy: boolean): void {
    this.#worker?.keepAlive?.(isBusy);
    this.#options.onBusy?.(isBusy);
  }
}

function replyResult(reply: WorkerReply): Result<unknown, ComputeError> {
  switch (reply.status) {
    case 'done':
      return ok(reply.value);
    case 'cancelled':
      return err(computeError('COMPUTE_CANCELLED'));
    case 'failed':
      return err(computeError('COMPUTE_JOB_FAILED', reply.message, reply.stack));
  }
}
