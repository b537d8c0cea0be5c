import type { LineHistory, Squares } from '../placement.ts';
import { roleName } from '../wording-details.ts';
import { type Cause, type CauseId, causeOf } from './causes.ts';

/** One wrong belief in words. */
export interface Claim {
  readonly text: string;
  /** The wrong squares that it names or explains, in FEN order. */
  readonly covers: readonly number[];
  readonly cause: Cause;
}

/** The boards of a pair, and what is wrong between them. */
export interface BoardFacts {
  readonly truth: Squares;
  readonly predicted: Squares;
  /** Wrong squares in FEN order. */
  readonly wrong: readonly number[];
  readonly history: LineHistory | undefined;
}

/** The move from `index` to `index + 1` of a line as a sentence names it: `8...Ne4`, or `ply 16` without SAN. */
export const moveWord = (history: LineHistory, index: number): string =>
  history.moveAfter(index) ?? `ply ${plyAfter(history, index)}`;

const plyAfter = (history: LineHistory, index: number): number => (history.plies[index]?.ply ?? index) + 1;

/** A cause that lies in the move from `index` to `index + 1`. */
export const causeAt = (id: CauseId, history: LineHistory, index: number): Cause => ({
  ...causeOf(id),
  ply: plyAfter(history, index),
  move: history.moveAfter(index) ?? null,
});

/** `knight` for the character code of a piece. */
export const roleOf = (code: number): string => roleName(String.fromCharCode(code));
