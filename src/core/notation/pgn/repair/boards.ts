import type { Word } from './word.ts';

/** The positions of a search: slots that moves lead from and to. */
export interface Boards {
  /** What playing a move costs, in moves of chess. */
  readonly cost: number;
  /** Plays a word: slot `to` becomes the successor of slot `from`. The move as a number, -1 if it cannot be played. */
  playWord(from: number, to: number, word: Word): number;
  /** The legal moves of a slot. */
  legal(at: number): readonly number[];
  /** Plays a legal move. */
  playMove(from: number, to: number, move: number): void;
  /** A legal move of a slot in export format. */
  san(at: number, move: number): string;
  /** The signs and letters of a word that contradict the move that it was played as in a slot. */
  contradictions(at: number, move: number, word: Word): number;
  /** The result by the position of a slot, where the game is over there. */
  result(at: number): string | undefined;
}

/** Slots that a search needs behind those of its line. */
export const SCRATCH = 3;

/** The number of a null move. */
export const NULL = 1 << 24;
