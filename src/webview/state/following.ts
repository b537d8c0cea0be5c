/**
 * The order of steps: the page steps by itself, the extension sends the position of the cursor. Steps are numbered; the extension
 * names the last one that it knows of.
 */
export class Following {
  #asked = 0;
  #sent = 0;
  #answered = 0;
  #frame = 0;
  readonly #send: (number: number) => void;

  /** @param send tells the extension, once a frame at most, with the number of the last step */
  constructor(send: (number: number) => void) {
    this.#send = send;
  }

  /** Counts a step of the page. */
  stepped(): void {
    this.#asked++;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.flush());
  }

  /**
   * Returns true if a position of the extension is newer than the last step of the page.
   *
   * @param after the last step that the extension knew of; 0 where the position has nothing to do with any
   */
  follows(after: number): boolean {
    this.#answered = Math.max(this.#answered, after);
    return after >= this.#asked || (after === 0 && this.#answered >= this.#asked);
  }

  /** Tells the extension immediately, before any other message. */
  flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#sent === this.#asked) return;
    this.#sent = this.#asked;
    this.#send(this.#sent);
  }
}
