import { type Arena, type Automaton, type Outcome, SINK, type Sink } from '../../base/automaton.ts';
import { ChessArena } from './arena.ts';
import { inCheck } from './attacks.ts';
import { FRAME, play, TURN } from './frame.ts';
import { KernelArena } from './kernel/kernel-arena.ts';
import { loadKernel } from './kernel/load-kernel.ts';
import { MAP } from './move-map.ts';
import { fillMap } from './movegen.ts';
import { listMoves, MAX_LEGAL, moveName } from './moves.ts';
import { type ChessState, chessKey, parseChess, printChess } from './state.ts';

const map = new Int32Array(MAP);
const list = new Int32Array(MAX_LEGAL);

/** Legal moves as integers (`frame.ts`), in a fresh array. */
export function legalMoves(state: ChessState): Int32Array {
  fillMap(state.words, 0, map, 0);
  return list.slice(0, listMoves(state.words, 0, map, 0, list, 0));
}

/** The successor by a legal move; the given state stays as it is. */
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

/** An arena on the compiled kernel, several times as fast, or where that is not to be had in JavaScript. */
function arena(): Arena<ChessState> {
  const kernel = loadKernel();
  return kernel === undefined ? new ChessArena() : new KernelArena(kernel);
}

/** Chess by the rules of legality alone: repetition and the 50- and 75-move rules are history, not state. */
function automaton(id: string, chess960: boolean): Automaton<ChessState> {
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
