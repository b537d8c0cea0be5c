import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { gameLine, type LeagueHeader, leagueHeaderLine } from '../../src/core/league/league-file.ts';
import type { GameRecord } from '../../src/core/league/play-game.ts';
import { scheduleOf } from '../../src/core/league/schedule.ts';
import { shownLeague } from '../../src/extension/league/league-texts.ts';
import { LEAGUE_VERSION } from '../../src/protocol/league-messages.ts';
import { itLong } from '../support/thorough.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

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
function leagueText(games = Number.POSITIVE_INFINITY): string {
  const lines = scheduleOf(HEADER.players, HEADER.openings)
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

const show = (open: OpenPage, text: string): Promise<void> =>
  open.send({ version: LEAGUE_VERSION, ...shownLeague('four.league.jsonl', text).message });

describe('the page of a league', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  it('shows ratings, curves and the games between every two players, by nothing but its script', async () => {
    const open = await host.open({ page: 'league' });
    const { page } = open;
    await show(open, leagueText());
    assert.deepEqual(await page.locator('h2').allTextContents(), [
      'Ratings',
      'Strength and budget',
      'Head to head',
      'Method',
    ]);
    assert.equal(await page.locator('#ratings + div tbody tr').count(), 5);
    assert.equal(await page.locator('#pairs + div tbody tr').count(), 10);
    const curve = page.locator('figure > svg').first();
    assert.match((await curve.getAttribute('aria-label')) ?? '', /^External search\. Elo against simulations M/);
    assert.equal(await curve.locator('.mark').count(), 5);
    assert.match((await page.locator('figure li').first().textContent()) ?? '', /m:a/);
    await page.getByRole('button', { name: 'Save League As…' }).click();
    assert.deepEqual(
      (await open.sentByLeague()).map(({ type }) => type),
      ['ready', 'save'],
    );
    await open.send({ version: LEAGUE_VERSION, type: 'notice', text: 'Saved as four.html.' });
    assert.equal(await page.getByRole('status').textContent(), 'Saved as four.html.');
    assert.deepEqual([open.errors, await open.violations()], [[], []]);
    await open.screenshot('league');
    await page.close();
  });

  itLong('stays where it is read while games are added, and says how many are missing', async () => {
    const open = await host.open({ page: 'league' });
    const { page } = open;
    await show(open, leagueText(101));
    assert.match(
      (await page.locator('.warning').textContent()) ?? '',
      /^139 games not played yet; statelens league --resume four\.league\.jsonl continues/,
    );
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('300'));
    await show(open, leagueText(200));
    assert.equal(await page.evaluate(() => window.scrollY), 300);
    await page.reload();
    await show(open, leagueText());
    assert.equal(await page.evaluate(() => window.scrollY), 300);
    assert.equal(await page.locator('.warning').count(), 0);
    await page.close();
  });

  it('says why a file is no league', async () => {
    const open = await host.open({ page: 'league' });
    await show(open, '{"kind":"run"}\n');
    assert.match(
      (await open.page.getByRole('alert').textContent()) ?? '',
      /^four\.league\.jsonl cannot be read: it is not the file of a league/,
    );
    await open.page.close();
  });

  itLong('can be read by everybody', async () => {
    const open = await host.open({ page: 'league' });
    const { page } = open;
    await show(open, leagueText());
    for (const theme of TRIED_THEMES) {
      await open.theme(theme);
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const run = (globalThis as unknown as { axe: { run: () => Promise<{ violations: { id: string }[] }> } }).axe;
        return (await run.run()).violations.map(({ id }) => id);
      });
      assert.deepEqual(found, [], theme);
    }
    await page.close();
  });
});
