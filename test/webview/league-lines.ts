import { gameLine, type LeagueHeader, leagueHeaderLine } from '../../src/core/league/league-file.ts';
import type { GameRecord } from '../../src/core/league/play-game.ts';
import { makeSchedule } from '../../src/core/league/schedule.ts';
import { leagueContent } from '../../src/extension/league/commands.ts';
import { LEAGUE_VERSION } from '../../src/protocol/league-messages.ts';
import type { OpenPage } from './page-host.ts';

const HEADER: LeagueHeader = {
  game: 'connect_four',
  hexSize: 0,
  seed: 1,
  openings: 12,
  openingPlies: 4,
  maxPlies: 100,
  pairings: 0,
  players: ['m:a/raw', 'm:a/search:10', 'm:a/search:100', 'rollouts:5', 'rollouts:50'],
  settings: {},
};

/** The file of a league in which later players win mostly, cut after some games. */
export function leagueText(games = Number.POSITIVE_INFINITY): string {
  const lines = makeSchedule(HEADER.players, HEADER.openings)
    .slice(0, games)
    .map((game, i): string => {
      const isFirstBetter = HEADER.players.indexOf(game.first) > HEADER.players.indexOf(game.second);
      const isUpset = (i * 7919 + game.opening * 31) % 5 < 2;
      const result = isFirstBetter === isUpset ? '0-1' : '1-0';
      const side = { answers: 9, calls: 9 };
      const record: GameRecord = { ...game, result, end: 'rules', actions: [], sides: [side, side] };
      return gameLine(record);
    });
  return leagueHeaderLine(HEADER) + lines.join('');
}

/** Sends the page of a league what the extension would of a file with such a text. */
export const showLeague = (open: OpenPage, text: string): Promise<void> =>
  open.send({ version: LEAGUE_VERSION, ...leagueContent('four.league.jsonl', text).message });
