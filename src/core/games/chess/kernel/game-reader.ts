import { PAGE } from '../../wasm.ts';

import { INITIAL_FEN, parseChess } from '../state.ts';
import { type Kernel, loadKernel } from './load-kernel.ts';

// Where the kernel reads and leaves what concerns games, in bytes; assembly/memory.ts has the same numbers.
const GAMES = 131072;
const START = 131200;
const NAME = 262336;
const TEXT = 266240;

/** Most characters of a text that are in the kernel's memory at a time; a longer game is never plain. */
export const WINDOW = 1 << 18;
/** Zeros behind the text, where the kernel looks ahead. */
const MARGIN = 64;

/** Characters of a tag name in the kernel's table, at most. */
export const MAX_NAME = 16;
/** Most names in the kernel's table: each has a bit of a word. */
export const MAX_NAMES = 64;

/** Stands for a character outside ASCII, and for one that no plain text has. */
const FOREIGN = 0x80;
const ODD = 0xff;
const REPLACEMENT = 0xfffd;
const BOM = 0xfeff;

/** How the kernel checks the value of a tag: as `notation/pgn/check/tag-values.ts` does, as far as it is plain. */
export const TAG_RULES = {
  any: 0,
  date: 1,
  time: 2,
  elo: 3,
  result: 4,
  round: 5,
  eco: 6,
  timeControl: 7,
  plyCount: 8,
  never: 9,
} as const;
export type TagRule = keyof typeof TAG_RULES;

/** What is used of the platform's encoder; `core` has no platform types. */
interface EncoderApi {
  readonly encodeInto: (text: string, bytes: Uint8Array) => { readonly read: number; readonly written: number };
}
declare const TextEncoder: (new () => EncoderApi) | undefined;

const encoder = typeof TextEncoder === 'undefined' ? undefined : new TextEncoder();

/** Writes a text into bytes of its length if it is ASCII, ten times as fast as one by one; else false. */
function isAscii(text: string, bytes: Uint8Array): boolean {
  const done = encoder?.encodeInto(text, bytes);
  // other characters take two bytes or more, so that not all of them fit
  return done?.read === text.length;
}

/** A game that the kernel has played, until it reads another one. */
export interface PlayedGame {
  /** Moves with those of variations, and half-moves of the main line. */
  readonly count: number;
  readonly plies: number;
}

/** Reads and plays PGN games in the kernel, as far as they are plainly written; a part of a text is in its memory at a time. */
export class GameReader {
  readonly #kernel: Kernel;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  #names = 0;
  #text = '';
  #from = 0;
  #to = 0;

  private constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#words = new Int32Array(kernel.memory.buffer);
    this.#bytes = new Uint8Array(kernel.memory.buffer);
    const initial = parseChess(INITIAL_FEN, false);
    if (initial.ok) this.#words.set(initial.value.words, START >> 2);
  }

  /** Undefined where WebAssembly is missing. */
  static load(): GameReader | undefined {
    const kernel = loadKernel(Math.ceil((TEXT + WINDOW + MARGIN) / PAGE));
    return kernel === undefined ? undefined : new GameReader(kernel);
  }

  /** True while names can be added. */
  get hasRoom(): boolean {
    return this.#names < MAX_NAMES;
  }

  /** Adds a tag name of ASCII letters, digits and `_` to those that plain games may have. */
  addName(name: string, rule: TagRule): void {
    for (let i = 0; i < MAX_NAME; i++) this.#bytes[NAME + i] = i < name.length ? name.charCodeAt(i) : 0;
    this.#kernel.addName(NAME, TAG_RULES[rule], this.#names++);
  }

  /**
   * Reads plain games of a text from an offset on, where a game starts.
   *
   * @returns the offset of the first game that is not plain, or else the text's end, and the number of games before
   */
  readGames(text: string, at: number): { readonly end: number; readonly games: number } {
    let end = at;
    let games = 0;
    while (end < text.length) {
      this.#show(text, end);
      end = this.#from + this.#kernel.readGames(this.#place(end), this.#place(this.#to), this.#isLast) - TEXT;
      games += this.#words[GAMES >> 2];
      // the next game may go on behind the window; one of half its length or more is not read
      if (this.#isLast || end < this.#from + WINDOW / 2) break;
      this.#load(end);
    }
    return { end, games };
  }

  /** Lets go of the text that was read last. */
  forget(): void {
    this.#text = '';
    this.#to = 0;
    this.#from = 0;
  }

  #place(offset: number): number {
    return TEXT + offset - this.#from;
  }

  get #isLast(): boolean {
    return this.#to === this.#text.length;
  }

  /** Has the text in memory from an offset on, as far as it fits. */
  #show(text: string, at: number): void {
    if (text !== this.#text || at < this.#from || at >= this.#to) {
      this.#text = text;
      this.#load(at);
    }
  }

  #load(at: number): void {
    const text = this.#text;
    const bytes = this.#bytes;
    const length = Math.min(WINDOW, text.length - at);
    const part = text.slice(at, at + length);
    if (!isAscii(part, bytes.subarray(TEXT, TEXT + length))) {
      for (let i = 0; i < length; i++) {
        const c = part.charCodeAt(i);
        bytes[TEXT + i] = c < 0x80 ? c : c === REPLACEMENT || c === BOM ? ODD : FOREIGN;
      }
    }
    bytes.fill(0, TEXT + length, TEXT + length + MARGIN);
    this.#from = at;
    this.#to = at + length;
  }
}
