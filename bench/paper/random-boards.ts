import { chess } from '../../src/core/games/chess/chess.ts';
import { AffordanceScorer } from '../../src/core/metrics/affordance.ts';
import type { Row } from './csv.ts';
import { randomPair } from './random-game.ts';

/** Lengths of the random games, in half-moves. The paper's "after 5 moves" is 10 of them. */
export const PLIES = [5, 10, 15, 20, 25, 30];
export const PAIRS = 400;
/** The paper's figure for random boards. */
export const PAPER = { value: 8e-4, error: 2e-4 };
/** What a prototype measured on 60 to 150 pairs each, before this project. */
export const PROTOTYPE = [
  { plies: 10, p4: 1.3e-2 },
  { plies: 20, p4: 1.8e-3 },
  { plies: 30, p4: 5.6e-4 },
];

export const RANDOM_BOARDS_COLUMNS = ['plies', 'pair', 'p1', 'p2', 'p3', 'p4'];

const scorer = new AffordanceScorer(chess);

/** Exact p_1 to p_4 between two independent games of so many random legal half-moves. */
export function randomBoardsRow(plies: number, pair: number): Row {
  const { truth, predicted } = randomPair(plies, 1000 * plies + pair);
  const result = scorer.score(truth, predicted, { m: 4, method: 'exact' });
  if (!result.ok) throw new Error(result.error);
  const [p1, p2, p3, p4] = result.value.p;
  return { plies, pair, p1, p2, p3, p4 };
}

export const randomBoardsRows = (): Row[] =>
  PLIES.flatMap((plies) => Array.from({ length: PAIRS }, (_, pair) => randomBoardsRow(plies, pair)));
