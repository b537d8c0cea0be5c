/** Where lines go: a file. Each call may fail with the system's error. */
export interface LineSink {
  /** Appends all of it. */
  write(text: string): Promise<void>;
  /** Comes back when all that was written is on the disk. */
  sync(): Promise<void>;
  /** Cuts off what was appended since the last sync. */
  rollBack(): Promise<void>;
}

/**
 * Appends lines so that each is on the disk before it counts, and many share one sync: what comes while one is under way goes into the
 * next. After a failure nothing is written anymore; what was not on the disk by then is cut off, as far as the disk lets it.
 */
export class GroupCommit {
  readonly #sink: LineSink;
  #waiting: { readonly line: string; readonly resolve: () => void; readonly reject: (error: unknown) => void }[] = [];
  #running: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(sink: LineSink) {
    this.#sink = sink;
  }

  /** Comes back when the line is on the disk. Rejects with the system's error. */
  append(line: string): Promise<void> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure.error);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ line, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Waits for pending commits. Does not reject: each `append` reports its own failure. */
  async drain(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // The first commit also includes what the rest of this turn appends.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        await this.#sink.write(group.map(({ line }) => line).join(''));
        await this.#sink.sync();
        for (const { resolve } of group) resolve();
      } catch (error) {
        this.#failure = { error };
        // The torn line is repaired when the file is opened again, should this fail as well.
        await this.#sink.rollBack().catch(() => {});
        for (const { reject } of [...group, ...this.#waiting]) reject(error);
        this.#waiting = [];
      }
    }
    this.#running = undefined;
  }
}
