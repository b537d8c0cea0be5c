import { type AbortSignalLike, onAbort } from '../base/cancellation.ts';
import type { SearchSettings } from './settings.ts';
import type { Evaluation, EvaluationRequest, WorldModel } from './world-model.ts';

/** Clock of a search. */
export interface SearchClock {
  /** Milliseconds since a fixed time. */
  now(): number;
  /** Calls back once after `ms` milliseconds. The returned function cancels it. */
  after(ms: number, callback: () => void): () => void;
}

/** Inputs of the requests of a search. */
export interface RequestTask {
  readonly model: WorldModel;
  readonly settings: Pick<SearchSettings, 'timeout'>;
  readonly clock: SearchClock;
  /** Ends the search; its results so far are kept. */
  readonly signal: AbortSignalLike;
}

/** Result of a request; `timeout` after t0. */
export type RequestResult = Evaluation | { readonly kind: 'timeout' };

/**
 * Requests of a search to its model. All share one timer and one listener for the stop: a timer and a listener per
 * request would cost more than the search.
 */
export class Requests {
  readonly #task: RequestTask;
  readonly #deadlines: Deadlines;
  readonly #open = new Set<Request>();
  readonly #forget: () => void;

  constructor(task: RequestTask) {
    this.#task = task;
    this.#deadlines = new Deadlines(task.clock, task.settings.timeout);
    this.#forget = onAbort(task.signal, () => this.#stop());
  }

  /**
   * Queries the model; `heard` is called once, never before this returns, with the answer, with a fault when the model
   * wrongly rejected or the search was stopped, or with `timeout` after t0.
   *
   * @param now the time
   */
  ask(request: EvaluationRequest, now: number, heard: (said: RequestResult) => void): void {
    const { model, signal } = this.#task;
    const own = new Request(heard, this.#open);
    this.#open.add(own);
    if (signal.aborted) return own.stop();
    this.#deadlines.add(own, now);
    let answer: Promise<RequestResult> | undefined;
    try {
      [answer] = model.evaluate([request], own);
    } catch (error) {
      answer = fault(String(error));
    }
    answer ??= fault('the model returned no answer');
    answer.then(
      (said) => own.end(said),
      (error: unknown) => own.end({ kind: 'fault', message: String(error) }),
    );
  }

  /** Stops the timer; no listener is called afterwards. */
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

const fault = (message: string): Promise<RequestResult> => Promise.resolve({ kind: 'fault', message });

/** Pending request, and the signal that notifies the model when the request is abandoned. */
class Request implements AbortSignalLike, Deadline {
  readonly #heard: (said: RequestResult) => void;
  readonly #open: Set<Request>;
  /** Created on the first listener: a model that answers immediately adds none. */
  #listeners: Set<() => void> | undefined;
  at = 0;
  isOver = false;
  aborted = false;

  constructor(heard: (said: RequestResult) => void, open: Set<Request>) {
    this.#heard = heard;
    this.#open = open;
  }

  end(said: RequestResult): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#open.delete(this);
    this.#heard(said);
  }

  late(): void {
    this.end({ kind: 'timeout' });
    this.#abort();
  }

  /** Abandons the request; the result follows later, since the caller may stop a search from within it. */
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

/** Wait with a deadline. */
interface Deadline {
  /** Set by `Deadlines`. */
  at: number;
  /** True if it was abandoned. */
  isOver: boolean;
  /** Called when the time is over. */
  late(): void;
}

/**
 * Deadlines with the same delay: one timer serves them, because a timer per request costs more than all other work of a
 * search for it.
 */
class Deadlines {
  readonly #clock: SearchClock;
  readonly #ms: number;
  /** Deadlines in the order in which they were set, which is that of their times. Slots are reused. */
  readonly #waiting: Deadline[] = [];
  /** Index of the first pending one. */
  #first = 0;
  /** Index after the last one in use. */
  #end = 0;
  #callOff: (() => void) | undefined;

  /** @param ms delay of a deadline in milliseconds; 0 for none */
  constructor(clock: SearchClock, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  /** Adds a deadline, which is called when its time is over, unless it is over earlier. */
  add(deadline: Deadline, now: number): void {
    if (this.#ms <= 0) return;
    deadline.at = now + this.#ms;
    this.#tidy();
    this.#waiting[this.#end++] = deadline;
    this.#callOff ??= this.#timer(this.#ms);
  }

  /** Stops the timer. */
  dispose(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#waiting.length = this.#first = this.#end = 0;
  }

  #timer(ms: number): () => void {
    return this.#clock.after(ms, () => this.#ring());
  }

  #ring(): void {
    this.#callOff = undefined;
    const now = this.#clock.now();
    // A late listener may set a new one immediately.
    while (this.#first < this.#end) {
      const deadline = this.#waiting[this.#first]!;
      if (!deadline.isOver && deadline.at > now) {
        this.#callOff ??= this.#timer(deadline.at - now);
        break;
      }
      this.#first++;
      if (!deadline.isOver) deadline.late();
    }
    this.#tidy();
  }

  #tidy(): void {
    const waiting = this.#waiting;
    while (this.#first < this.#end && waiting[this.#first]!.isOver) this.#first++;
    if (this.#first === this.#end) this.#first = this.#end = 0;
    else if (this.#first > 1000 && this.#first > this.#end / 2) {
      waiting.copyWithin(0, this.#first, this.#end);
      this.#end -= this.#first;
      this.#first = 0;
      waiting.length = this.#end;
    }
  }
}
