import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { MAV_STATS_VERSION } from '../../src/protocol/mav-stats-messages.ts';
import { itLong } from '../support/thorough.ts';
import { showMavStats } from './mav-stats-figures.ts';
import { PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

describe("the page of a MAV file's statistics", { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  it('shows the figures of each game, and asks for values', async () => {
    const open = await host.open({ page: 'mav-stats' });
    const { page } = open;
    await showMavStats(open, false);
    assert.equal(await page.locator('h1').textContent(), 'traces.mav');
    assert.deepEqual(await page.locator('h2').allTextContents(), ['chess', 'connect_four', 'all']);
    assert.equal(await page.locator('figure').count(), 0);
    await page.getByRole('button', { name: 'Compare Values' }).click();
    await open.send({
      version: MAV_STATS_VERSION,
      type: 'progress',
      uri: 'file:///folder/traces.mav',
      text: 'Comparing values: 3 of 10 lists',
      share: 0.3,
    });
    assert.equal(await page.getByRole('progressbar').getAttribute('aria-label'), 'Comparing values: 3 of 10 lists');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await showMavStats(open);
    assert.equal(await page.getByRole('button', { name: 'Compare Values' }).count(), 0);
    assert.ok((await page.locator('figure > svg').count()) >= 2);
    await page.getByRole('button', { name: 'Save Statistics As…' }).click();
    await open.send({ version: MAV_STATS_VERSION, type: 'notice', text: 'Saved as traces-stats.html.' });
    assert.equal(await page.getByRole('status').textContent(), 'Saved as traces-stats.html.');
    assert.deepEqual(
      (await open.sentByStats()).map(({ type }) => type),
      ['ready', 'compare', 'cancel', 'save'],
    );
    assert.deepEqual([open.errors, await open.violations()], [[], []]);
    await open.screenshot('mav-stats');
    await page.close();
  });

  it('says why nothing is shown', async () => {
    const open = await host.open({ page: 'mav-stats' });
    const reason = 'This file has no examples.';
    await open.send({ version: MAV_STATS_VERSION, type: 'unavailable', uri: 'file:///a.mav', reason });
    assert.equal(await open.page.getByRole('alert').textContent(), reason);
    await open.page.close();
  });

  itLong('can be read by everybody', async () => {
    const open = await host.open({ page: 'mav-stats' });
    const { page } = open;
    await showMavStats(open);
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
