import type { Arena } from '../../../base/automaton.ts';
import { FRAME, HASH, sameFuture } from '../frame.ts';
import { MAX_LEGAL, moveName } from '../moves.ts';
import type { ChessState } from '../state.ts';
import { FRAMES, type Kernel, LEGAL_A, LEGAL_B, MOVE_LIST } from './load-kernel.ts';

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

  /** Copies the kernel's list; by hand, since lists are short and a subarray costs more. */
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
