/** Where a game was read: its file, and its number there from 1 on. */
interface GameOrigin {
  readonly file: string;
  readonly number: number;
}

const LF = 0x0a;
const CR = 0x0d;
/** The byte order mark of UTF-8. */
const MARK = [0xef, 0xbb, 0xbf] as const;

/** Writes games one after another as PGN. */
export class PgnSink {
  readonly #write: (bytes: Uint8Array) => void;
  #last: GameOrigin | undefined;
  #bytes: Uint8Array = new Uint8Array();

  constructor(write: (bytes: Uint8Array) => void) {
    this.#write = write;
  }

  /**
   * Writes the bytes of a game. Those of neighbors in a file are joined as they were there; between others there is a blank
   * line, and no byte order mark.
   */
  add({ file, number }: GameOrigin, bytes: Uint8Array): void {
    const isNext = this.#last?.file === file && this.#last.number + 1 === number;
    const isMarked = MARK.every((byte, i) => bytes[i] === byte);
    if (this.#last !== undefined && !isNext) this.#separate();
    this.#write(isMarked && this.#last !== undefined && !isNext ? bytes.subarray(MARK.length) : bytes);
    this.#last = { file, number };
    this.#bytes = bytes;
  }

  /** Adds the line ends that a blank line lacks, as the game before it has them. */
  #separate(): void {
    const isEnd = (from: number): boolean => this.#bytes.at(from) === LF;
    const isReturned = this.#bytes.at(-2) === CR;
    if (!isEnd(-1)) this.#write(this.#bytes.includes(CR) ? Uint8Array.of(CR, LF, CR, LF) : Uint8Array.of(LF, LF));
    else if (!isEnd(isReturned ? -3 : -2)) this.#write(isReturned ? Uint8Array.of(CR, LF) : Uint8Array.of(LF));
  }
}
