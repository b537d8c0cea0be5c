import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { gameLine, type LeagueHeader, leagueHeaderLine } from '../../src/core/league/league-file.ts';
import { makeSchedule } from '../../src/core/league/schedule.ts';
import { BARE_GAME } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

const FILE = 'four.league.jsonl';
const HEADER: LeagueHeader = {
  game: 'connect_four',
  hexSize: 0,
  seed: 1,
  openings: 12,
  openingPlies: 4,
  maxPlies: 100,
  pairings: 0,
  players: ['random', 'rollouts:5', 'rollouts:50'],
  settings: {},
};

/** Games of the league: the later player wins, but for every fifth game. */
const LINES = makeSchedule(HEADER.players, HEADER.openings).map((game, i) => {
  const isFirstLater = HEADER.players.indexOf(game.first) > HEADER.players.indexOf(game.second);
  const side = { answers: 9, calls: 9 };
  const result = isFirstLater === (i % 5 === 0) ? '0-1' : '1-0';
  return gameLine({ ...game, result, end: 'rules', actions: [], sides: [side, side] });
});

describe('leagues', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('open as a page that follows the file, and are saved', () => {
    const files = { 'game.pgn': BARE_GAME, [FILE]: leagueHeaderLine(HEADER) + LINES.slice(0, 36).join('') };
    return stage.play('league', { files, open: 'game.pgn' }, async ({ workbench, page, folder, picture }) => {
      const view = workbench.webview;
      await workbench.show(FILE);
      await view.getByText('36 games not played yet', { exact: false }).waitFor();
      fs.appendFileSync(path.join(folder, FILE), LINES.slice(36).join(''));
      await view.getByText('3 players, 72 games').waitFor();
      await view.locator('figure > svg .mark').first().waitFor();
      await picture('league');
      await view.getByRole('button', { name: 'Save League As…' }).click();
      await workbench.choose('Markdown');
      const dialog = page.locator('.quick-input-widget', { has: page.getByText('Show Local') });
      await dialog.locator('.monaco-button', { hasText: 'OK' }).click();
      await view.getByText('Saved as four.md').waitFor();
      assert.match(fs.readFileSync(path.join(folder, 'four.md'), 'utf8'), /^# League\n\nConnect Four, 12 openings/);
    });
  });
});
