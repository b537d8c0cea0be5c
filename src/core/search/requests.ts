import type { AbortSignalLike } from '../base/cancellation.ts';
import { onAbort } from '../base/on-abort.ts';
import { type Deadline, Deadlines } from './deadlines.ts';
import type { SearchTask } from './run-search.ts';
import type { Evaluation, EvaluationRequest } from './world-model.ts';

/** What came of a request: `timeout` after t0. */
export type Said = Evaluation | { readonly kind: 'timeout' };

/** The requests of a search to its model. All share one timer and one listener for the stop: those of their own would cost more than the search. */
export class Requests {
  readonly #task: SearchTask;
  readonly #deadlines: Deadlines;
  readonly #open = new Set<Request>();
  readonly #forget: () => void;

  constructor(task: SearchTask) {
    this.#task = task;
    this.#deadlines = new Deadlines(task.clock, task.settings.timeout);
    this.#forget = onAbort(task.signal, () => this.#stop());
  }

  /**
   * Asks the model; `heard` is told once, never before this returns: the answer, a fault when the model broke its promise not to reject or
   * the search was stopped, `timeout` after t0.
   *
   * @param now the time
   */
  ask(request: EvaluationRequest, now: number, heard: (said: Said) => void): void {
    const { model, signal } = this.#task;
    const own = new Request(heard, this.#open);
    this.#open.add(own);
    if (signal.aborted) return own.stop();
    this.#deadlines.add(own, now);
    let answer: Promise<Said> | undefined;
    try {
      [answer] = model.evaluate([request], own);
    } catch (error) {
      answer = fault(String(error));
    }
    answer ??= fault('the model answered nothing');
    answer.then(
      (said) => own.end(said),
      (error: unknown) => own.end({ kind: 'fault', message: String(error) }),
    );
  }

  /** Ends the timer; nobody is told of anything any more. */
  dispose(): void {
    this.#forget();
    this.#deadlines.dispose();
    for (const request of this.#open) request.isOver = true;
    this.#open.clear();
  }

  #stop(): void {
    for (const request of this.#open) request.stop();
  }
}

const fault = (message: string): Promise<Said> => Promise.resolve({ kind: 'fault', message });

/** A request that is waited for; it is the signal, too, that tells the model when nobody waits any more. */
class Request implements AbortSignalLike, Deadline {
  readonly #heard: (said: Said) => void;
  readonly #open: Set<Request>;
  /** Made when somebody listens: a model that answers at once never does. */
  #listeners: Set<() => void> | undefined;
  at = 0;
  isOver = false;
  aborted = false;

  constructor(heard: (said: Said) => void, open: Set<Request>) {
    this.#heard = heard;
    this.#open = open;
  }

  end(said: Said): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#open.delete(this);
    this.#heard(said);
  }

  late(): void {
    this.end({ kind: 'timeout' });
    this.#abort();
  }

  /** Gives it up; told later, for whoever stops a search may stand in the middle of it. */
  stop(): void {
    void fault('stopped').then((said) => this.end(said));
    this.#abort();
  }

  addEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener);
  }

  #abort(): void {
    this.aborted = true;
    for (const listener of this.#listeners ?? []) listener();
    this.#listeners?.clear();
  }
}
