import { readStones } from '../games/stones.ts';
import { STONE_GAMES, type StoneBoard } from './stone-board.ts';

/** A true and a predicted board of stones, with the cells that differ pointed out on both. */
export interface StonePair {
  readonly truth: StoneBoard;
  readonly predicted: StoneBoard;
  /** Indices of the cells that differ. Boards of different sizes have none in common. */
  readonly wrong: readonly number[];
}

/** The boards of two states as they are written (`x || cells ||`); a text that has none gives an empty one. */
export function stonePair(kind: StoneBoard['kind'], trueText: string, predictedText: string): StonePair {
  const [truth, predicted] = [cellsOf(trueText), cellsOf(predictedText)];
  const wrong = truth.length === predicted.length ? differingCells(truth, predicted) : [];
  return { truth: { kind, cells: truth, wrong }, predicted: { kind, cells: predicted, wrong }, wrong };
}

/** Indices of the cells in which two boards of one size differ. */
export function differingCells(a: string, b: string): number[] {
  const found: number[] = [];
  for (let i = 0; i < b.length; i++) if (a[i] !== b[i]) found.push(i);
  return found;
}

/** True if the states of a game are stones, not FENs. */
export const isStoneGame = (game: string): game is StoneBoard['kind'] => STONE_GAMES.some((one) => one === game);

/** The cell that a stone was put on between two boards; undefined for none. Others may have changed with it. */
export function playedCell(before: string, after: string): number | undefined {
  return differingCells(before, after).find((cell) => before[cell] === '.');
}

function cellsOf(text: string): string {
  const read = readStones(text);
  return read.ok ? read.value.cells : '';
}
