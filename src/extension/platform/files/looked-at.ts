import type { Clock } from '../../../protocol/clock.ts';

/** What tells one state of a file from the next; undefined: there is no file. */
export type FileStamp = { readonly mtime: number; readonly size: number } | undefined;

/** Between two looks, in milliseconds. */
const LOOK_MS = 2000;

/**
 * Looks at a file again and again, and calls back when it is another than at the last look. Watchers alone miss what happens before
 * they are set up, which takes seconds on a busy machine, and hear little of what happens on drives of other machines.
 */
export class LookedAt {
  readonly #stamp: () => Thenable<FileStamp>;
  readonly #changed: () => void;
  readonly #clock: Clock;
  #seen: string | undefined;
  #forget: (() => void) | undefined;
  #isClosed = false;

  constructor(stamp: () => Thenable<FileStamp>, changed: () => void, clock: Clock) {
    this.#stamp = stamp;
    this.#changed = changed;
    this.#clock = clock;
    void this.#look();
  }

  /** A watcher tells of a change: that is told on, and not found once more at the next look. */
  told(): void {
    void this.#look(true);
  }

  dispose(): void {
    this.#isClosed = true;
    this.#forget?.();
  }

  /** The look comes before the news: what changes while the news is acted on is another state then. */
  async #look(isTold = false): Promise<void> {
    const stamp = await this.#stamp();
    if (this.#isClosed) return;
    const now = stamp === undefined ? 'none' : `${stamp.mtime} ${stamp.size}`;
    const isOther = this.#seen !== undefined && this.#seen !== now;
    this.#seen = now;
    this.#forget?.();
    this.#forget = this.#clock.after(LOOK_MS, () => void this.#look());
    if (isTold || isOther) this.#changed();
  }
}
