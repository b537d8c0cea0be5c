import type { TextSource } from '../../base/text/text-source.ts';
import { isCertain } from '../../notation/pgn/cut.ts';
import { ChunkReader, isGame } from '../../notation/pgn/document.ts';
import type { LongReading, Reading } from '../sections.ts';

/** UTF-16 code units that are read between two looks at the messages: some milliseconds. */
const STEP = 1 << 16;
/** The first window in which the end of a game is searched, and its growth when the end lies behind it. */
const WINDOW = 1 << 21;
const GROWTH = 4;

/** Reads one long game in steps; what comes out is what `readChunk` reads in one go. */
export class LongRead implements LongReading {
  readonly from: number;
  readonly #text: TextSource;
  readonly #step: number;
  #length: number;
  #window: string;
  #reader: ChunkReader;

  /** @param step code units read at a time */
  constructor(text: TextSource, from: number, step = STEP, window = WINDOW) {
    this.from = from;
    this.#text = text;
    this.#step = step;
    this.#length = window;
    this.#window = text.slice(from, from + window);
    this.#reader = new ChunkReader(this.#window);
  }

  step(): { readonly reading: Reading; readonly text: string } | undefined {
    const chunk = this.#reader.step(this.#step);
    if (chunk === undefined) return undefined;
    const isWhole = this.from + this.#window.length >= this.#text.length;
    if (isWhole || (chunk.length < this.#window.length && isCertain(this.#window, chunk.length)))
      return {
        reading: { length: chunk.length, counts: isGame(chunk), chunk },
        text: this.#window.slice(0, chunk.length),
      };
    this.#length *= GROWTH;
    this.#window = this.#text.slice(this.from, this.from + this.#length);
    this.#reader = new ChunkReader(this.#window);
    return undefined;
  }
}
