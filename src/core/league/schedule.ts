import { seeded, shuffled } from '../base/random.ts';
import { partSeed } from '../base/text/hash.ts';

/** A game of a league before it is played. */
export interface ScheduledGame {
  /** Number of the opening, from 0. */
  readonly opening: number;
  /** Labels of who moves first from the start of the game, and who second. */
  readonly first: string;
  readonly second: string;
}

/** Returns the key of a game within its league. */
export const gameKey = ({ opening, first, second }: ScheduledGame): string => JSON.stringify([opening, first, second]);

/** Which players meet in an opening. */
export interface Pairings {
  /** So many of all pairs, drawn for each opening; 0: all of them. */
  readonly pairings: number;
  readonly seed: number;
}

/**
 * Every opening between two players twice, with sides swapped, so that no player has the better side more often than another
 * (Schultz et al., section 5.1). Openings come one after the other, so that a league that is stopped is balanced up to its last
 * whole opening. Where not all pairs meet in each opening, those that do are drawn by chance, each as likely as the others, as in
 * the paper; more pairings have the fewer among them.
 */
export function makeSchedule(
  players: readonly string[],
  openings: number,
  { pairings, seed }: Pairings = { pairings: 0, seed: 0 },
): ScheduledGame[] {
  const pairs = players.flatMap((first, i) => players.slice(i + 1).map((second) => [first, second] as const));
  const games: ScheduledGame[] = [];
  for (let opening = 0; opening < openings; opening++) {
    const drawn =
      pairings === 0 || pairings >= pairs.length
        ? pairs
        : shuffled(pairs, seeded(partSeed(seed, `pairings ${opening}`))).slice(0, pairings);
    for (const [first, second] of drawn)
      games.push({ opening, first, second }, { opening, first: second, second: first });
  }
  return games;
}
