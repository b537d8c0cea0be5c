import { type BitBoard, boardBits, CELL_COUNT, COLUMN_INDICES, canonicalKey } from './bit-board.ts';
import { EMPTY_CONNECT_FOUR } from './connect-four.ts';
import { OPENING_PLY, OPENING_SCORES } from './opening-scores.ts';
import { afterColumn, canWin, isOpen, isWin, type KnownScores } from './solver.ts';

/** Character of score 0. */
const ZERO = 'E'.charCodeAt(0);

/** Encodes a score as a character, `0` for -21 to `Z` for 21. */
export const scoreCharacter = (score: number): string => String.fromCharCode(ZERO + score);

/**
 * Returns the positions after each number of plies from the empty board, up to `ply`: those that are not over, one of
 * two mirror images, by key.
 */
export function openingPositions(ply: number): ReadonlyMap<number, BitBoard>[] {
  const empty = boardBits(EMPTY_CONNECT_FOUR);
  const levels = [new Map([[canonicalKey(empty), empty]])];
  while (levels.length <= ply) {
    const next = new Map<number, BitBoard>();
    for (const board of levels[levels.length - 1].values())
      for (const child of successors(board)) {
        const key = canonicalKey(child);
        if (!next.has(key)) next.set(key, child);
      }
    levels.push(next);
  }
  return levels;
}

/** Returns the positions after moves that do not end the game. */
const successors = (board: BitBoard): BitBoard[] =>
  COLUMN_INDICES.filter((column) => isOpen(board, column) && !isWin(board, column)).map((column) =>
    afterColumn(board, column),
  );

/**
 * Returns the scores of all positions up to some ply from the scores of the last ply's positions, in ascending order of
 * keys: the score of a position is that of its best move.
 */
export function scoresFrom(ply: number, characters: string): ReadonlyMap<number, number> {
  const levels = openingPositions(ply);
  const scores = new Map<number, number>();
  const last = [...levels[ply].keys()].sort((a, b) => a - b);
  for (const [i, key] of last.entries()) scores.set(key, characters.charCodeAt(i) - ZERO);
  for (const level of levels.slice(0, ply).reverse())
    for (const [key, board] of level) {
      const best = (): number =>
        Math.max(...successors(board).map((child) => -(scores.get(canonicalKey(child)) ?? Number.NaN)));
      // not -0
      scores.set(key, canWin(board) ? (CELL_COUNT + 1 - board.stones) >> 1 : best() + 0);
    }
  return scores;
}

let openings: ReadonlyMap<number, number> | undefined;

/**
 * Looks up scores of the first positions of a game, in the table that is checked in
 * (scripts/make-connect-four-table.mjs).
 */
export const openingScore: KnownScores = (board) => {
  if (board.stones > OPENING_PLY) return undefined;
  openings ??= scoresFrom(OPENING_PLY, OPENING_SCORES);
  return openings.get(canonicalKey(board));
};
