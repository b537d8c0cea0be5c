import { PAGE } from '../../wasm.ts';
import { FRAME } from '../frame.ts';

import { INITIAL_FEN, parseChess } from '../state.ts';
import { type Kernel, loadKernel } from './chess-kernel.ts';

// Addresses of the kernel's data about games, in bytes; assembly/memory.ts has the same numbers.
const GAMES = 131072;
const MOVETEXT = 131076;
const PLIES = 131080;
const MOVE_COUNT = 131084;
const NOTES = 131088;
const START = 131200;
const MOVES = 147456;
const PLACES = 151552;
const MAIN = 155648;
const FRAMES = 167968;
const TARGET = 132992;
const NAME = 266304;
const TEXT = 270336;

/** Maximum number of characters of a text in the kernel's memory; a longer game is never plain. */
export const KERNEL_WINDOW = 1 << 19;
/** Number of zeros after the text, where the kernel looks ahead. */
const MARGIN = 64;

/** Maximum length of a tag name in the kernel's table. */
export const MAX_NAME = 16;
/** Maximum number of names in the kernel's table: each has a bit of a word. */
export const MAX_NAMES = 64;

/** Code for a character outside ASCII, and for one that no plain text has. */
const FOREIGN = 0x80;
const ODD = 0xff;
const REPLACEMENT = 0xfffd;
const BOM = 0xfeff;

/**
 * Rules by which the kernel checks the value of a tag: those of `notation/pgn/check/tag-values.ts`, for plain values.
 */
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

/** The part of the platform's encoder that is used; `core` has no platform types. */
interface EncoderApi {
  readonly encodeInto: (text: string, bytes: Uint8Array) => { readonly read: number; readonly written: number };
}
declare const TextEncoder: (new () => EncoderApi) | undefined;

const encoder = typeof TextEncoder === 'undefined' ? undefined : new TextEncoder();

/** Writes a text into bytes of its length if it is ASCII, ten times as fast as one by one; otherwise returns false. */
function isAscii(text: string, bytes: Uint8Array): boolean {
  const done = encoder?.encodeInto(text, bytes);
  // other characters take two bytes or more, so that not all of them fit
  return done?.read === text.length;
}

/** Number of annotations of each kind in a game, with its variations. */
export interface GameNotes {
  readonly comments: number;
  readonly variations: number;
  readonly glyphs: number;
  readonly clocks: number;
  readonly evals: number;
}

/** Main lines of games without variations, by their length. */
const LINES: (readonly number[])[] = [];

/** A game that the kernel has played. Moves are numbered in the order of the text, those of variations included. */
export class KernelGame {
  readonly moves: Int32Array;
  readonly notes: GameNotes;
  /** The moves of the main line. */
  readonly main: readonly number[];
  readonly #places: Int32Array;
  readonly #base: number;
  readonly #framesOf: (game: KernelGame) => Int32Array;
  #frames: Int32Array | undefined;

  /**
   * @param words the kernel's memory, with the game
   * @param base the offset of the text at address 0
   * @param framesOf computes the frames on demand: few callers that read moves use them
   */
  constructor(words: Int32Array, base: number, framesOf: (game: KernelGame) => Int32Array) {
    const count = words[MOVE_COUNT >> 2];
    const plies = words[PLIES >> 2];
    const at = NOTES >> 2;
    this.moves = words.slice(MOVES >> 2, (MOVES >> 2) + count);
    this.#places = words.slice(PLACES >> 2, (PLACES >> 2) + count);
    this.notes = {
      comments: words[at],
      variations: words[at + 1],
      glyphs: words[at + 2],
      clocks: words[at + 3],
      evals: words[at + 4],
    };
    const numberOf = (ply: number): number => (plies === count ? ply : words[(MAIN >> 2) + ply]);
    const listed = (): readonly number[] => Array.from({ length: plies }, (_, ply) => numberOf(ply));
    if (plies === count) LINES[plies] ??= listed();
    this.main = plies === count ? (LINES[plies] ?? []) : listed();
    this.#base = base;
    this.#framesOf = framesOf;
  }

  /** The start position, then the position after each move. */
  get frames(): Int32Array {
    this.#frames ??= this.#framesOf(this);
    return this.#frames;
  }

  /** Returns the offsets of a move in its text, without a suffix. */
  placeOf(move: number): { readonly start: number; readonly end: number } {
    const place = this.#places[move];
    const start = this.#base + (place & 0xffffff);
    return { start, end: start + (place >>> 24) };
  }
}

/**
 * Reads and plays PGN games in the kernel, if they are plainly written; a part of a text is in its memory at a time.
 */
export class GameReader {
  readonly #kernel: Kernel;
  readonly #words: Int32Array;
  readonly #bytes: Uint8Array;
  #names = 0;
  #text = '';
  #played: KernelGame | undefined;
  #from = 0;
  #to = 0;

  private constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#words = new Int32Array(kernel.memory.buffer);
    this.#bytes = new Uint8Array(kernel.memory.buffer);
    const initial = parseChess(INITIAL_FEN, false);
    if (initial.ok) this.#words.set(initial.value.words, START >> 2);
  }

  /** Returns a reader; undefined if WebAssembly is missing. */
  static load(): GameReader | undefined {
    const kernel = loadKernel(Math.ceil((TEXT + KERNEL_WINDOW + MARGIN) / PAGE));
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
   * @returns the offset of the first game that is not plain, otherwise the text's end, and the number of games before
   */
  readGames(text: string, at: number): { readonly end: number; readonly games: number } {
    let end = at;
    let games = 0;
    while (end < text.length) {
      this.#show(text, end);
      this.#played = undefined;
      end = this.#from + this.#kernel.readGames(this.#place(end), this.#place(this.#to), this.#isLast) - TEXT;
      games += this.#words[GAMES >> 2];
      // the next game may continue after the window; one of half its length or more is not read
      if (this.#isLast || end < this.#from + KERNEL_WINDOW / 2) break;
      this.#load(end);
    }
    return { end, games };
  }

  /**
   * Finds the end of the game at an offset, if it is plainly written: tags, a line each, an empty line, movetext, a
   * result.
   *
   * @returns the offsets of its movetext and of the next game; undefined if it must be read in full
   */
  skipGame(text: string, at: number): { readonly movetext: number; readonly end: number } | undefined {
    this.#show(text, at);
    let next = this.#skip(at);
    if (next === 0 && !this.#isLast && at >= this.#from + KERNEL_WINDOW / 2) {
      this.#load(at);
      next = this.#skip(at);
    }
    if (next === 0) return undefined;
    return { movetext: this.#words[MOVETEXT >> 2] - TEXT + this.#from, end: next - TEXT + this.#from };
  }

  #skip(at: number): number {
    return this.#kernel.skipGame(this.#place(at), this.#place(this.#to), this.#isLast);
  }

  /**
   * Plays the moves of a game from the standard start if all of them, those of variations included, are legal and in
   * export format, with right numbers.
   *
   * @param movetext the offset of its movetext, as `skipGame` found it
   * @param end the offset after the game
   */
  playGame(text: string, movetext: number, end: number): KernelGame | undefined {
    if (!this.#play(text, movetext, end)) return undefined;
    this.#played = new KernelGame(this.#words, this.#from - TEXT, (game) => {
      // another game may have been played since
      if (game !== this.#played) this.#play(text, movetext, end);
      this.#played = game;
      return this.#words.slice(FRAMES >> 2, (FRAMES >> 2) + (game.moves.length + 1) * FRAME);
    });
    return this.#played;
  }

  #play(text: string, movetext: number, end: number): boolean {
    return this.#showGame(text, movetext, end) && this.#kernel.playGame(this.#place(movetext)) !== 0;
  }

  /**
   * Returns true if the main line of a game, played from the standard start, reaches a position; for most games a few
   * moves decide.
   *
   * @param target the frame of the position; its counters do not matter
   * @returns undefined if the moves must be read in full
   */
  comesTo(text: string, movetext: number, end: number, target: Int32Array): boolean | undefined {
    if (!this.#showGame(text, movetext, end)) return undefined;
    this.#words.set(target, TARGET >> 2);
    const reached = this.#kernel.seekTarget(this.#place(movetext));
    return reached === 2 ? undefined : reached === 1;
  }

  /** Loads a game into memory; false if it is too long for that. */
  #showGame(text: string, movetext: number, end: number): boolean {
    if (end - movetext > KERNEL_WINDOW) return false;
    this.#show(text, movetext);
    if (end > this.#to) this.#load(movetext);
    this.#played = undefined;
    return true;
  }

  /** Releases the last text. */
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

  /** Loads the text into memory from an offset on, as far as it fits. */
  #show(text: string, at: number): void {
    if (text !== this.#text || at < this.#from || at >= this.#to) {
      this.#text = text;
      this.#load(at);
    }
  }

  #load(at: number): void {
    const text = this.#text;
    const bytes = this.#bytes;
    const length = Math.min(KERNEL_WINDOW, text.length - at);
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
