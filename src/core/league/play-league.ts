import type { AbortSignalLike } from '../base/cancellation.ts';
import type { Opening } from './openings.ts';
import { type GameRecord, type GameRules, playGame } from './play-game.ts';
import type { ScheduledGame } from './schedule.ts';
import type { LeaguePlayer } from './seat.ts';

export interface LeagueTask {
  /** The games to play, in order. */
  readonly games: readonly ScheduledGame[];
  readonly openings: readonly Opening[];
  readonly players: ReadonlyMap<string, LeaguePlayer>;
  readonly rules: GameRules;
  /** Games that are played at the same time. */
  readonly concurrency: number;
  /** Games that begin are ended without a record. */
  readonly signal: AbortSignalLike;
  /** Told of each game when it is over, in the order in which they end. */
  readonly onGame: (record: GameRecord) => void;
}

/** Games that could not be played to their end. */
export interface LeagueFaults {
  readonly games: number;
  /** The last fault, with its player. */
  readonly message: string | undefined;
  /** True if the league was given up: so many games failed one after the other. */
  readonly isGivenUp: boolean;
}

/** So many games that fail one after the other end a league: a player is gone. */
const MAX_FAILED = 4;

/** Plays games, several at a time. Their results do not depend on the order in which they are played. */
export async function playLeague(task: LeagueTask): Promise<LeagueFaults> {
  const { games, openings, players, rules, concurrency, signal, onGame } = task;
  let next = 0;
  let failed = 0;
  let inARow = 0;
  let message: string | undefined;
  const playerNamed = (label: string): LeaguePlayer => {
    const player = players.get(label);
    if (player === undefined) throw new Error(`there is no player ${label}`);
    return player;
  };
  const work = async (): Promise<void> => {
    for (let game = games[next++]; game !== undefined; game = games[next++]) {
      if (signal.aborted || inARow >= MAX_FAILED) return;
      const opening = openings[game.opening];
      if (opening === undefined) throw new Error(`there is no opening ${game.opening}`);
      const played = await playGame(game, opening, [playerNamed(game.first), playerNamed(game.second)], rules, signal);
      if (signal.aborted) return;
      if ('fault' in played) {
        failed++;
        inARow++;
        message = `${played.player}: ${played.fault}`;
      } else {
        inARow = 0;
        onGame(played);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return { games: failed, message, isGivenUp: inARow >= MAX_FAILED };
}
