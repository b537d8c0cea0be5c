import type { Arena } from '../../base/automaton.ts';
import { copyFrame, FRAME, HASH, play, sameFuture } from './frame.ts';
import { MAP } from './move-map.ts';
import { fillMap } from './movegen.ts';
import { commonMoves, listMoves, MAX_LEGAL, moveName } from './moves.ts';
import type { ChessState } from './state.ts';

/** Chess positions by handle: frames in one growing typed array, and two move maps for comparing. */
export class ChessArena implements Arena<ChessState> {
  legalA = 0;
  legalB = 0;
  readonly maxLegal = MAX_LEGAL;
  #words: Int32Array = new Int32Array(64 * FRAME);
  readonly #map = new Int32Array(2 * MAP);

  reserve(count: number): void {
    if (count * FRAME <= this.#words.length) return;
    const grown = new Int32Array(Math.max(count * FRAME, 2 * this.#words.length));
    grown.set(this.#words);
    this.#words = grown;
  }

  load(handle: number, state: ChessState): void {
    this.#words.set(state.words, handle * FRAME);
  }

  copy(from: number, to: number): void {
    copyFrame(this.#words, from * FRAME, to * FRAME);
  }

  play(from: number, to: number, action: number): void {
    play(this.#words, from * FRAME, to * FRAME, action);
  }

  legal(handle: number, out: Int32Array, at: number): number {
    fillMap(this.#words, handle * FRAME, this.#map, 0);
    return listMoves(this.#words, handle * FRAME, this.#map, 0, out, at) - at;
  }

  common(a: number, b: number, out?: Int32Array, at = 0): number {
    const words = this.#words;
    this.legalA = fillMap(words, a * FRAME, this.#map, 0);
    this.legalB = fillMap(words, b * FRAME, this.#map, MAP);
    return commonMoves(words, a * FRAME, b * FRAME, this.#map, 0, MAP, out, at);
  }

  /** Number of legal moves. */
  count(handle: number): number {
    return fillMap(this.#words, handle * FRAME, this.#map, 0);
  }

  same(a: number, b: number): boolean {
    return sameFuture(this.#words, a * FRAME, b * FRAME);
  }

  hashLow(handle: number): number {
    return this.#words[handle * FRAME + HASH];
  }

  hashHigh(handle: number): number {
    return this.#words[handle * FRAME + HASH + 1];
  }

  actionName(action: number): string {
    return moveName(action);
  }
}
