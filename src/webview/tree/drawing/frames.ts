/** A layout that takes longer is made less often, in milliseconds. */
const LONG = 10;
/** The time between layouts while counts keep changing, in milliseconds. */
const APART = 200;

/** The work of a drawing at the next frame, each at most once per frame. */
export interface FrameWork {
  /** Lays the tree out again. */
  readonly layout: () => void;
  /** One step of a movement; false when it has come to its end. */
  readonly move: (now: number) => boolean;
  readonly paint: () => void;
}

/** Calls for layout, movement and painting, put together into frames. */
export class FrameScheduler {
  readonly #work: FrameWork;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isStale = false;
  #isMoving = false;
  #last = Number.NEGATIVE_INFINITY;
  #took = 0;

  constructor(work: FrameWork) {
    this.#work = work;
  }

  /** Requests painting. */
  paint(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame((now) => this.#run(now));
  }

  /** Schedules a layout; immediately where the user waits for it. */
  layout(isUrgent: boolean): void {
    this.#isStale = true;
    const wait = isUrgent || this.#took < LONG ? 0 : this.#last + APART - performance.now();
    if (wait <= 0) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
      this.#last = Number.NEGATIVE_INFINITY;
      this.paint();
    } else
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.paint();
      }, wait);
  }

  /** A movement begins. */
  move(): void {
    this.#isMoving = true;
    this.paint();
  }

  /** Completes a pending layout: callers need positions. */
  settle(): void {
    if (this.#isStale) this.#lay();
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
  }

  #lay(): void {
    const start = performance.now();
    this.#isStale = false;
    this.#work.layout();
    this.#last = performance.now();
    this.#took = this.#last - start;
  }

  #run(now: number): void {
    this.#frame = 0;
    if (this.#isStale && this.#timer === undefined) this.#lay();
    if (this.#isMoving) this.#isMoving = this.#work.move(now);
    this.#work.paint();
    if (this.#isMoving) this.paint();
  }
}
