import { seeded, shuffled } from '../base/random.ts';
import { partSeed } from '../base/text/hash.ts';

/** Start of a game, before its players move. */
export interface LeagueOpening {
  /** State before the first action, as the automaton prints it. */
  readonly start: string;
  readonly actions: readonly string[];
  /** Name in its book. */
  readonly name?: string;
}

/** Game of a league before it is played. */
export interface ScheduledGame {
  /** Number of the opening, from 0. */
  readonly opening: number;
  /** Labels of the players who move first and second from the start of the game. */
  readonly first: string;
  readonly second: string;
}

/** Returns the key of a game within its league. */
export const gameKey = ({ opening, first, second }: ScheduledGame): string => JSON.stringify([opening, first, second]);

/** Players that meet in an opening. */
export interface Pairings {
  /** Number of pairs that are drawn for each opening; 0: all of them. */
  readonly pairings: number;
  readonly seed: number;
}

/**
 * Returns the schedule: every opening between two players twice, with sides swapped, so that no player has the better
 * side more often than another (Schultz et al., section 5.1). Openings come one after the other, so that a stopped
 * league is balanced up to its last whole opening. Where not all pairs meet in each opening, they are drawn uniformly,
 * as in the paper; a larger number of pairings includes the smaller selection.
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
