import type { Camera } from './scene.ts';

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
