import type { Camera } from './scene.ts';

/** A layout that takes longer is made less often, in milliseconds. */
const LONG = 10;
/** The time between layouts while counts keep changing, in milliseconds. */
const APART = 200;

/** The work of a drawing at the next frame, each at most once per frame. */
interface FrameWork {
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

/** Milliseconds that a movement takes. */
const LENGTH = 140;

/** Movement from one camera to another; it ends immediately where the user wants less motion. */
export class Motion {
  #from: Camera = [];
  #to: Camera = [];
  /** Time of the first frame; undefined before it. */
  #start: number | undefined;
  #isOver = true;

  /** @returns whether there is a way to go */
  begin(from: Camera, to: Camera): boolean {
    this.#from = from;
    this.#to = to;
    this.#start = undefined;
    this.#isOver =
      matchMedia('(prefers-reduced-motion: reduce)').matches ||
      from.every((value, i) => Math.abs(value - (to[i] ?? 0)) < 1e-12);
    return !this.#isOver;
  }

  cancel(): void {
    this.#isOver = true;
  }

  /** Returns the camera at a time; undefined when the movement is over. */
  at(now: number): Camera | undefined {
    if (this.#isOver) return undefined;
    this.#start ??= now;
    const share = Math.min(1, (now - this.#start) / LENGTH);
    this.#isOver = share >= 1;
    if (this.#isOver) return this.#to;
    const eased = 1 - (1 - share) ** 3;
    return this.#from.map((value, i) => value + ((this.#to[i] ?? 0) - value) * eased);
  }
}
