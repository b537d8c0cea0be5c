import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { LEAGUE_VERSION } from '../../src/protocol/league-messages.ts';
import { itLong } from '../support/thorough.ts';
import { leagueText, showLeague } from './league-lines.ts';
import { PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

describe('the page of a league', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  it('shows ratings, curves and the games between every two players, by nothing but its script', async () => {
    const open = await host.open({ page: 'league' });
    const { page } = open;
    await showLeague(open, leagueText());
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
    await showLeague(open, leagueText(101));
    assert.match(
      (await page.locator('.warning').textContent()) ?? '',
      /^139 games not played yet; statelens league --resume four\.league\.jsonl continues/,
    );
    await page.evaluate(() => window.scrollTo(0, 300));
    await page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('300'));
    await showLeague(open, leagueText(200));
    assert.equal(await page.evaluate(() => window.scrollY), 300);
    await page.reload();
    await showLeague(open, leagueText());
    assert.equal(await page.evaluate(() => window.scrollY), 300);
    assert.equal(await page.locator('.warning').count(), 0);
    await page.close();
  });

  it('says why a file is no league', async () => {
    const open = await host.open({ page: 'league' });
    await showLeague(open, '{"kind":"run"}\n');
    assert.match(
      (await open.page.getByRole('alert').textContent()) ?? '',
      /^four\.league\.jsonl cannot be read: it is not the file of a league/,
    );
    await open.page.close();
  });

  itLong('can be read by everybody', async () => {
    const open = await host.open({ page: 'league' });
    const { page } = open;
    await showLeague(open, leagueText());
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
