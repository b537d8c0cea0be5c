import { FULLMOVES } from './frame.ts';

/** True if all men stand where a game of chess or Chess960 starts, with move 1. */
export function isStart(fen: string, words: Int32Array): boolean {
  return words[FULLMOVES] === 1 && /^[bknqr]{8}\/p{8}\/8\/8\/8\/8\/P{8}\/[BKNQR]{8} w /.test(fen.trimStart());
}
