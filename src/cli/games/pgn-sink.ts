import type { SourceGame } from './game-blocks.ts';

const LF = 0x0a;
const CR = 0x0d;
const MARK = Buffer.from('\uFEFF');

/** Writes games one after another as PGN. */
export class PgnSink {
  readonly #write: (bytes: Buffer) => void;
  #last: Pick<SourceGame, 'file' | 'number'> | undefined;
  #end: Buffer = Buffer.alloc(0);

  constructor(write: (bytes: Buffer) => void) {
    this.#write = write;
  }

  /**
   * Writes the bytes of a game. Those of neighbors in a file are joined as they were there; between others there is a blank
   * line, and no byte order mark.
   */
  add({ file, number }: Pick<SourceGame, 'file' | 'number'>, bytes: Buffer): void {
    const isNext = this.#last?.file === file && this.#last.number + 1 === number;
    const isMarked = bytes.subarray(0, MARK.length).equals(MARK);
    if (this.#last !== undefined && !isNext) this.#separate();
    this.#write(isMarked && this.#last !== undefined && !isNext ? bytes.subarray(MARK.length) : bytes);
    this.#last = { file, number };
    this.#end = bytes.subarray(-4);
  }

  /** Adds the line ends that a blank line lacks. */
  #separate(): void {
    const isEnd = (from: number): boolean => this.#end.at(from) === LF;
    const isReturned = this.#end.at(-2) === CR;
    const line = isReturned ? '\r\n' : '\n';
    if (!isEnd(-1)) this.#write(Buffer.from('\n\n'));
    else if (!isEnd(isReturned ? -3 : -2)) this.#write(Buffer.from(line));
  }
}
