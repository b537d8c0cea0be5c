import { FRAME, MAP, play } from './frame.ts';
import { fillMap } from './movegen.ts';
import { listMoves, MAX_LEGAL } from './moves.ts';
import type { ChessState } from './state.ts';

/** Number of move sequences of `depth` plies (1 or more). The last ply is counted, not played. */
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
