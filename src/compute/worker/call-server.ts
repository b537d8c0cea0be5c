import {
  type FromWorker,
  failedReply,
  type ToWorker,
  type WorkerReply,
  type WorkerRequest,
} from './worker-protocol.ts';

/** Calls of a stateful worker, by name. All data survives a structured clone. */
export type WorkerCalls = {
  readonly [name: string]: { readonly input: unknown; readonly output: unknown; readonly progress: unknown };
};

/** Context of a running call. */
export interface CallContext<Progress> {
  /** Aborts when the caller cancels. The call still replies: with its result so far, or that it was canceled. */
  readonly signal: AbortSignal;
  readonly progress: (progress: Progress) => void;
}

export type CallHandlers<Calls extends WorkerCalls> = {
  readonly [Name in keyof Calls]: (
    input: Calls[Name]['input'],
    context: CallContext<Calls[Name]['progress']>,
  ) => Promise<Calls[Name]['output']> | Calls[Name]['output'];
};

type AnyHandlers = Readonly<Record<string, (input: never, context: CallContext<never>) => unknown>>;

/** Answers calls in a worker, each as it arrives. The counterpart of `WorkerClient`. */
export class CallServer<Calls extends WorkerCalls> {
  readonly #handlers: CallHandlers<Calls>;
  readonly #post: (message: FromWorker) => void;
  readonly #running = new Map<number, AbortController>();

  constructor(handlers: CallHandlers<Calls>, post: (message: FromWorker) => void) {
    this.#handlers = handlers;
    this.#post = post;
  }

  /** Announces that the worker is ready for calls. */
  start(): void {
    this.#post({ kind: 'ready' });
  }

  receive(message: ToWorker): void {
    if (message.kind === 'cancel') {
      this.#running.get(message.id)?.abort();
      return;
    }
    for (const request of message.requests) {
      const controller = new AbortController();
      this.#running.set(request.id, controller);
      void this.#answer(request, controller.signal);
    }
  }

  async #answer(request: WorkerRequest, signal: AbortSignal): Promise<void> {
    const { id } = request;
    const reply = await this.#reply(request, signal);
    this.#running.delete(id);
    this.#post({ kind: 'replies', replies: [reply] });
  }

  async #reply({ id, name, input }: WorkerRequest, signal: AbortSignal): Promise<WorkerReply> {
    const started = performance.now();
    const ms = (): number => performance.now() - started;
    try {
      const handler = (this.#handlers as unknown as AnyHandlers)[name];
      if (handler === undefined) throw new Error(`no call has the name ${name}`);
      const progress = (progress: unknown): void => this.#post({ kind: 'progress', id, progress });
      const value = await handler(input as never, { signal, progress });
      return { id, ms: ms(), status: 'done', value };
    } catch (error) {
      return failedReply(id, ms(), error);
    }
  }
}
