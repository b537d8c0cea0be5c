import { messageOf } from '../core/base/message-of.ts';
import type { EngineEvents, EngineProcess, EngineProgram } from './engine-program.ts';
import { Lines } from './lines.ts';

/** A web worker, as far as an engine in one needs it: lines go in and come out as messages. */
export interface EngineWorker {
  postMessage(line: string): void;
  terminate(): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { readonly message?: string }) => void): void;
}

/**
 * An engine in a web worker.
 *
 * @param open starts the worker; its files may must be fetched first
 */
export const workerProgram = (name: string, open: () => Promise<EngineWorker>): EngineProgram => ({
  name,
  start: (events) => new WorkerEngine(open, events),
});

class WorkerEngine implements EngineProcess {
  readonly #events: EngineEvents;
  /** Lines sent before the worker had started. */
  readonly #early: string[] = [];
  #worker: EngineWorker | undefined;
  #isOver = false;

  constructor(open: () => Promise<EngineWorker>, events: EngineEvents) {
    this.#events = events;
    open().then(
      (worker) => this.#opened(worker),
      (error: unknown) => this.#ended(`could not be loaded: ${messageOf(error)}`),
    );
  }

  send(line: string): void {
    if (this.#isOver) return;
    if (this.#worker === undefined) this.#early.push(line);
    else this.#worker.postMessage(line);
  }

  end(): Promise<void> {
    this.#isOver = true;
    this.#worker?.terminate();
    return Promise.resolve();
  }

  #opened(worker: EngineWorker): void {
    if (this.#isOver) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    const lines = new Lines((line) => {
      if (!this.#isOver) this.#events.line(line);
    });
    worker.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') lines.push(`${data}\n`);
    });
    worker.addEventListener('error', ({ message }) => {
      worker.terminate();
      this.#ended(`ended: ${message ?? 'its worker failed'}`);
    });
    for (const line of this.#early) worker.postMessage(line);
  }

  #ended(reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#events.ended(reason, false);
  }
}
