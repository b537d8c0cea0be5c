import { messageOf } from '../../core/base/message-of.ts';
import type { LineReader, SearchLines } from './lines.ts';

/** How a tree comes into a file. */
export interface TreeTarget {
  /** Adds to the file; undefined where a file can be written as a whole alone. */
  readonly append?: (text: string) => Promise<void>;
  readonly write: (text: string) => Promise<void>;
}

/** A file that is written as a whole is written again once so much came, or a quarter more. */
const WORTH_WRITING = 1 << 16;

/** Writes a tree into a file while it grows. A fault ends the writing, and is told once: the search does not need the file. */
export class TreeWriter {
  readonly #lines: SearchLines;
  readonly #target: TreeTarget;
  readonly #failed: (why: string) => void;
  readonly #reader: LineReader;
  #written = 0;
  #isOver = false;
  #going: Promise<void> | undefined;

  /** @param isWritten whether the file has the lines that are there already */
  constructor(lines: SearchLines, target: TreeTarget, failed: (why: string) => void, isWritten = false) {
    this.#lines = lines;
    this.#target = target;
    this.#failed = failed;
    this.#reader = lines.reader();
    if (!isWritten) return;
    this.#reader.skip();
    this.#written = lines.length;
  }

  /** Writes what is new; `all`: also where that is little. What comes while it writes is written with the next call. */
  async save(all: boolean): Promise<void> {
    if (this.#going !== undefined) {
      if (!all) return;
      await this.#going;
    }
    if (this.#isOver || this.#lines.length === this.#written) return;
    this.#going = this.#write(all).catch((error: unknown) => {
      this.#isOver = true;
      this.#failed(messageOf(error));
    });
    await this.#going;
    this.#going = undefined;
  }

  async #write(all: boolean): Promise<void> {
    const { append, write } = this.#target;
    if (append !== undefined) {
      for (let text = this.#reader.next(); text !== undefined; text = this.#reader.next()) {
        await append(text);
        this.#written += text.length;
      }
      return;
    }
    const { length } = this.#lines;
    if (!all && length < 1.25 * this.#written + WORTH_WRITING) return;
    await write(this.#lines.text);
    this.#written = length;
  }
}
