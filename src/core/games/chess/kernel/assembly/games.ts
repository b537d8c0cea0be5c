import { readGame } from './game';
import { GAMES } from './memory';

/**
 * Reads games from `p` on up to the first that needs a full reading; returns its start, and leaves their number at
 * GAMES.
 */
export function readGames(p: usize, end: usize, isLast: bool): usize {
  let games = 0;
  while (p < end) {
    const next = readGame(p, end, isLast);
    if (next == 0) break;
    p = next;
    games++;
  }
  store<i32>(GAMES, games);
  return p;
}
