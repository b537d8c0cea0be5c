import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { addPoints, type ScoreTable, scoreTable } from '../../../src/core/league/bradley-terry.ts';

export const uniform = (random: RandomGenerator): number => (random.next() >>> 0) / 2 ** 32;

/** The points that a player of one strength is expected to take from another. */
export const expectedShare = (a: number, b: number): number => 1 / (1 + 10 ** ((b - a) / 400));

/** Openings in which players of known Elo meet twice each, with colors swapped, by chance; so many of the games are draws. */
export function simulatedOpenings(
  elos: readonly number[],
  openings: number,
  random: RandomGenerator,
  draws = 0,
): ScoreTable[] {
  return Array.from({ length: openings }, () => {
    const table = scoreTable(elos.length);
    for (let a = 0; a < elos.length; a++)
      for (let b = a + 1; b < elos.length; b++)
        for (let game = 0; game < 2; game++) {
          const share = expectedShare(elos[a] ?? 0, elos[b] ?? 0);
          const drawn = 2 * draws * Math.min(share, 1 - share);
          const chance = uniform(random);
          const points = chance < drawn ? 0.5 : chance < drawn + share - drawn / 2 ? 1 : 0;
          addPoints(table, a, b, points, 1 - points);
        }
    return table;
  });
}
