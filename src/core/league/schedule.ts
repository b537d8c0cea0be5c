/** A game of a league before it is played. */
export interface ScheduledGame {
  /** Number of the opening, from 0. */
  readonly opening: number;
  /** Labels of who moves first from the start of the game, and who second. */
  readonly first: string;
  readonly second: string;
}

/** What tells the games of a league apart. */
export const gameKey = ({ opening, first, second }: ScheduledGame): string => JSON.stringify([opening, first, second]);

/**
 * Every opening between every two players twice, with sides swapped, so that nobody has the better side of it more often than another
 * (Schultz et al., section 5.1). Openings come one after the other, so that a league that is stopped is balanced up to its last
 * whole opening.
 */
export function scheduleOf(players: readonly string[], openings: number): ScheduledGame[] {
  const games: ScheduledGame[] = [];
  for (let opening = 0; opening < openings; opening++)
    for (const [i, first] of players.entries())
      for (const second of players.slice(i + 1))
        games.push({ opening, first, second }, { opening, first: second, second: first });
  return games;
}
