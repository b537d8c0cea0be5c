import { type Arena, type Automaton, type Outcome, SINK, type Sink } from '../../base/automaton.ts';
import { plural } from '../../base/text/counts.ts';
import { inCheck } from './attacks.ts';
import type { ChessVariant } from './chess-variants.ts';
import { copyFrame, FRAME, HASH, MAP, play, sameFuture, TURN } from './frame.ts';
import { KernelArena, loadKernel } from './kernel/chess-kernel.ts';
import { fillMap } from './movegen.ts';
import { commonMoves, listMoves, MAX_LEGAL, moveName } from './moves.ts';
import { printSan } from './san-print.ts';
import { type ChessState, chessKey, parseChess, printChess } from './state.ts';

const map = new Int32Array(MAP);
const list = new Int32Array(MAX_LEGAL);

/** Returns the legal moves as integers (`frame.ts`), in a new array. */
export function legalMoves(state: ChessState): Int32Array {
  fillMap(state.words, 0, map, 0);
  return list.slice(0, listMoves(state.words, 0, map, 0, list, 0));
}

/** Returns the successor by a legal move; the given state stays as it is. */
export function afterMove(state: ChessState, move: number): ChessState {
  const words = new Int32Array(2 * FRAME);
  words.set(state.words);
  play(words, 0, FRAME, move);
  return { words: words.slice(FRAME) };
}

function moveNamed(state: ChessState, name: string): number {
  for (const move of legalMoves(state)) if (moveName(move) === name) return move;
  return -1;
}

/**
 * Returns an arena on the compiled kernel, which is several times as fast, or in JavaScript if the kernel is not
 * available.
 */
function arena(): Arena<ChessState> {
  const kernel = loadKernel();
  return kernel === undefined ? new ChessArena() : new KernelArena(kernel);
}

/** Returns chess by the rules of legality alone: repetition and the 50- and 75-move rules are history, not state. */
function automaton(id: ChessVariant, chess960: boolean): Automaton<ChessState> {
  return {
    id,
    parse: (text) => parseChess(text, chess960),
    print: printChess,
    legal: (state) => (state === SINK ? [] : Array.from(legalMoves(state), moveName)),
    step(state: ChessState | Sink, action: string): ChessState | Sink {
      if (state === SINK) return SINK;
      const move = moveNamed(state, action);
      return move < 0 ? SINK : afterMove(state, move);
    },
    outcome(state): Outcome | undefined {
      if (fillMap(state.words, 0, map, 0) > 0) return undefined;
      if (!inCheck(state.words, 0)) return '1/2-1/2';
      return state.words[TURN] === 0 ? '0-1' : '1-0';
    },
    key: chessKey,
    arena,
  };
}

/** Standard chess; castling is `e1g1`. */
export const chess = automaton('chess', false);
/** Chess960; castling is king-takes-rook. */
export const chess960 = automaton('chess960', true);

/** Automata of chess by their rules. */
export const CHESS_AUTOMATA: Readonly<Record<ChessVariant, Automaton<ChessState>>> = { chess, chess960 };

/** Chess positions by handle: frames in one growing typed array, and two move maps for comparisons. */
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

  /** Returns the number of legal moves. */
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

/**
 * Converts an action in UCI (`g1f3`; in Chess960 castling is king-takes-rook) to SAN (`Nf3`); undefined if it is
 * illegal.
 */
export function actionSan(state: ChessState, action: string): string | undefined {
  for (const move of legalMoves(state)) if (moveName(move) === action) return printSan(state.words, 0, move);
  return undefined;
}

/** Describes the side to move and the number of its moves, `White to move, 31 legal moves`, or how the game ended. */
export function describeTurn(state: ChessState, legal = legalMoves(state).length): string {
  const side = state.words[TURN] === 0 ? 'White' : 'Black';
  const check = inCheck(state.words, 0);
  if (legal === 0) return check ? `${side} is mated` : `${side} is stalemated`;
  return `${side} to move${check ? ', in check' : ''}, ${plural(legal, 'legal move')}`;
}

/** Returns the number of move sequences of `depth` plies (1 or more). The last ply is counted, not played. */
export function perft(state: ChessState, depth: number): number {
  const words = new Int32Array(FRAME * (depth + 1));
  words.set(state.words);
  const map = new Int32Array(MAP);
  const list = new Int32Array(MAX_LEGAL * depth);
  const walk = (ply: number, left: number): number => {
    const at = ply * FRAME;
    const count = fillMap(words, at, map, 0);
    if (left === 1) return count;
    const start = ply * MAX_LEGAL;
    const end = listMoves(words, at, map, 0, list, start);
    let sum = 0;
    for (let i = start; i < end; i++) {
      play(words, at, at + FRAME, list[i]);
      sum += walk(ply + 1, left - 1);
    }
    return sum;
  };
  return walk(0, depth);
}
