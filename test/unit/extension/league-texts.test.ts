import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gameLine, type LeagueHeader, leagueHeaderLine } from '../../../src/core/league/league-file.ts';
import type { GameRecord } from '../../../src/core/league/play-game.ts';
import { makeSchedule } from '../../../src/core/league/schedule.ts';
import { LEAGUE_FORMATS, leagueContent, leagueName } from '../../../src/extension/league/commands.ts';
import { LEAGUE_VERSION, readToLeague } from '../../../src/protocol/league-messages.ts';

const HEADER: LeagueHeader = {
  game: 'hex',
  hexSize: 7,
  seed: 1,
  openings: 10,
  openingPlies: 2,
  maxPlies: 100,
  pairings: 0,
  players: ['rollouts:5', 'rollouts:50'],
  settings: {},
};
const LINES = makeSchedule(HEADER.players, HEADER.openings).map((game, i) => {
  const side = { answers: 9, calls: 9 };
  const record: GameRecord = {
    ...game,
    result: i % 3 === 0 ? '0-1' : '1-0',
    end: 'rules',
    actions: [],
    sides: [side, side],
  };
  return gameLine(record);
});
const fileOf = (...lines: readonly string[]): string => leagueHeaderLine(HEADER) + lines.join('');

const notesOf = (text: string): readonly string[] => {
  const { message } = leagueContent('a.league.jsonl', text);
  assert.ok(message.type === 'show');
  return message.notes;
};

describe('the view of a league', () => {
  it('shows a file in messages that the page reads', () => {
    for (const text of [fileOf(...LINES), fileOf(), 'nothing']) {
      const { message } = leagueContent('a.league.jsonl', text);
      assert.deepEqual(readToLeague({ ...message, version: LEAGUE_VERSION }), { ...message, version: LEAGUE_VERSION });
    }
    assert.equal(leagueContent('a.league.jsonl', 'nothing').league, undefined);
  });

  it('says what is missing, and what cannot be read besides the line that is being written', () => {
    assert.deepEqual(notesOf(fileOf(...LINES)), []);
    const half = fileOf(...LINES.slice(0, 9)) + (LINES[9] ?? '').slice(0, 30);
    assert.deepEqual(notesOf(half), [
      '11 games not played yet; statelens league --resume a.league.jsonl continues the league.',
    ]);
    assert.equal(notesOf(fileOf('{}\n', 'x\n', ...LINES))[0], '2 lines of the file cannot be read.');
  });

  it('saves what the command line writes', () => {
    const { league } = leagueContent('a.league.jsonl', fileOf(...LINES));
    assert.ok(league);
    const heads = LEAGUE_FORMATS.map(({ ending, text }) => [ending, text(league, 'statelens 1')?.slice(0, 8)]);
    assert.deepEqual(heads, [
      ['html', '<!doctyp'],
      ['md', '# League'],
      ['svg', '<svg xml'],
      ['json', '{"schema'],
    ]);
    assert.equal(leagueName('night.league.jsonl'), 'night');
  });
});
