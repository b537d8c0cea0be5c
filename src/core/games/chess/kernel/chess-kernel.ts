import type { Arena } from '../../../base/automaton.ts';
import { instantiate, type KernelMemory, PAGE } from '../../wasm.ts';
import { EP_KEYS, FRAME, HASH, PIECE_KEYS, RIGHT_KEYS, sameFuture, TURN_KEY } from '../frame.ts';
import {
  ALONG_FILE,
  ALONG_RANK,
  BETWEEN,
  BISHOP_RAYS,
  DIAGONALS,
  KING,
  KNIGHT,
  LINE,
  PAWN,
  ROOK_RAYS,
} from '../geometry.ts';
import { MAX_LEGAL, moveName } from '../moves.ts';
import type { ChessState } from '../state.ts';
import { KERNEL_HEX } from './kernel-bytes.ts';

/** The kernel's functions; positions and lists are addresses in its memory, in bytes. */
interface KernelExports {
  count(frame: number): number;
  legal(frame: number, out: number): number;
  common(a: number, b: number): number;
  commonList(a: number, b: number, out: number): number;
  play(from: number, to: number, move: number): void;
  readGames(text: number, end: number, isLast: boolean): number;
  skipGame(text: number, end: number, isLast: boolean): number;
  playGame(moves: number): number;
  seekTarget(moves: number): number;
  addName(name: number, rule: number, bit: number): void;
}

/** An instance of the chess kernel with its own memory. */
export interface Kernel extends KernelExports {
  readonly memory: KernelMemory;
}

/** Addresses of the counts of the last comparison, in bytes. */
const LEGAL_A = 84168;
const LEGAL_B = 84172;
/** Address of one list of moves, in bytes. */
const MOVE_LIST = 86016;
/** Address of the first frame, in bytes. */
const FRAMES = 2 * PAGE;

/** Addresses of the tables in the kernel, in bytes; assembly/memory.ts has the same numbers. */
const TABLES: readonly (readonly [at: number, table: Int32Array])[] = [
  [0, KNIGHT],
  [512, KING],
  [1024, PAWN],
  [2048, ROOK_RAYS],
  [2560, BISHOP_RAYS],
  [3072, DIAGONALS],
  [4096, twice(ALONG_RANK)],
  [8192, ALONG_FILE],
  [12288, BETWEEN],
  [45056, LINE],
  [77824, PIECE_KEYS],
  [83968, RIGHT_KEYS],
  [84096, EP_KEYS],
  [84160, TURN_KEY],
];

/** Doubles a table: attacks along a rank are in every byte, of eight here, where geometry.ts has four. */
function twice(table: Int32Array): Int32Array {
  return Int32Array.from({ length: 2 * table.length }, (_, i) => table[i >> 1]);
}

/**
 * Returns a new instance, or undefined if WebAssembly is missing or refused (a strict content security policy).
 *
 * @param pages pages of memory
 */
export function loadKernel(pages = 3): Kernel | undefined {
  const instance = instantiate(KERNEL_HEX, pages);
  if (instance === undefined) return undefined;
  const { exports, memory } = instance;
  const words = new Int32Array(memory.buffer);
  for (const [at, table] of TABLES) words.set(table, at >> 2);
  return { ...(exports as KernelExports), memory };
}

const FRAME_BYTES = 4 * FRAME;

/** `ChessArena` with the frames in the kernel's memory. */
export class KernelArena implements Arena<ChessState> {
  readonly maxLegal = MAX_LEGAL;
  readonly #kernel: Kernel;
  #words: Int32Array;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
    this.#words = new Int32Array(kernel.memory.buffer);
  }

  get legalA(): number {
    return this.#words[LEGAL_A >> 2];
  }

  get legalB(): number {
    return this.#words[LEGAL_B >> 2];
  }

  reserve(count: number): void {
    const needed = FRAMES + count * FRAME_BYTES;
    const have = 4 * this.#words.length;
    if (needed <= have) return;
    this.#kernel.memory.grow(Math.ceil(Math.max(needed - have, have / 2) / 65536));
    this.#words = new Int32Array(this.#kernel.memory.buffer);
  }

  load(handle: number, state: ChessState): void {
    this.#words.set(state.words, wordOf(handle));
  }

  copy(from: number, to: number): void {
    this.#words.copyWithin(wordOf(to), wordOf(from), wordOf(from) + FRAME);
  }

  play(from: number, to: number, action: number): void {
    this.#kernel.play(byteOf(from), byteOf(to), action);
  }

  count(handle: number): number {
    return this.#kernel.count(byteOf(handle));
  }

  legal(handle: number, out: Int32Array, at: number): number {
    return this.#fetch(this.#kernel.legal(byteOf(handle), MOVE_LIST), out, at);
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    if (out === undefined) return this.#kernel.common(byteOf(a), byteOf(b));
    return this.#fetch(this.#kernel.commonList(byteOf(a), byteOf(b), MOVE_LIST), out, at);
  }

  /** Copies the kernel's list element by element, since lists are short and a subarray costs more. */
  #fetch(count: number, out: Int32Array, at: number): number {
    const words = this.#words;
    for (let i = 0; i < count; i++) out[at + i] = words[(MOVE_LIST >> 2) + i];
    return count;
  }

  same(a: number, b: number): boolean {
    return sameFuture(this.#words, wordOf(a), wordOf(b));
  }

  hashLow(handle: number): number {
    return this.#words[wordOf(handle) + HASH];
  }

  hashHigh(handle: number): number {
    return this.#words[wordOf(handle) + HASH + 1];
  }

  actionName(action: number): string {
    return moveName(action);
  }
}

const wordOf = (handle: number): number => (FRAMES >> 2) + handle * FRAME;
const byteOf = (handle: number): number => FRAMES + handle * FRAME_BYTES;
