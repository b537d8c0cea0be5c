import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { FAILURES } from '../../src/core/evaluation/report/list/sample-query.ts';
import type { ReportRun } from '../../src/core/evaluation/report/report-sample.ts';
import { REPORT_VERSION } from '../../src/protocol/report-messages.ts';
import { itLong } from '../support/thorough.ts';
import { PageHost } from './page-host.ts';
import { lastSent, madeSamples, openReport, type ReportTest } from './report-extension.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

describe('the page of a report in the editor', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  const withReport = (runs: readonly ReportRun[], run: ReportTest): Promise<void> => openReport(host, { runs }, run);

  itLong('shows the parts of the HTML report: verdicts, curves, tables, worst boards', () =>
    withReport([madeSamples(600, 3)], async ({ page }) => {
      assert.equal(await page.locator('.model .bar').count(), 1);
      assert.match(
        (await page.locator('.finding').textContent()) ?? '',
        /400 of 600 answers have the right position; 400 are exact/,
      );
      assert.ok((await page.locator('figure > svg[aria-label]').count()) >= 3);
      assert.equal(await page.locator('.worst img').count(), 3);
      assert.equal(
        await page
          .locator('#model, [style]')
          .evaluateAll((all) => all.filter((one) => one.getAttribute('style') === '').length),
        0,
      );
    }),
  );

  itLong('opens a worst answer at its move, compares it, and saves the report', () =>
    withReport([madeSamples(60, 3)], async (open, extension) => {
      const card = open.page.locator('.worst li').first();
      const lowest = [...extension.table.numbers({ ...FAILURES, by: null })][0];
      await card.getByRole('button', { name: 'Show in the PGN' }).click();
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'open', sample: lowest });
      await card.getByRole('button', { name: 'Compare' }).click();
      assert.deepEqual(await lastSent(open), {
        version: REPORT_VERSION,
        type: 'compare',
        sample: lowest,
      });
      await open.page.getByRole('button', { name: 'Save Report As…' }).click();
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'save' });
    }),
  );

  it('tells how far scoring is, and lets it be cancelled', async () => {
    const open = await host.open({ page: 'report' });
    const { page } = open;
    const text = 'Scoring a.run.jsonl: 1,200 of 5,200 · 620/s · 7 s left';
    for (const done of [600, 1200])
      await open.send({
        version: REPORT_VERSION,
        type: 'progress',
        text,
        done,
        total: 5200,
        uris: ['file:///a.run.jsonl'],
      });
    await page.getByText(text).waitFor();
    assert.equal(
      await page.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value / bar.max),
      1200 / 5200,
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'cancel' });
    assert.deepEqual(await page.evaluate(() => JSON.parse(sessionStorage.getItem('state') ?? 'null') as unknown), {
      uris: ['file:///a.run.jsonl'],
    });
    await open.send({ version: REPORT_VERSION, type: 'unavailable', reason: 'a.run.jsonl: no run' });
    await page.getByRole('alert').filter({ hasText: 'no run' }).waitFor();
    await page.close();
  });

  for (const theme of TRIED_THEMES)
    itLong(`has nothing that axe finds fault with: ${theme}`, () =>
      withReport([madeSamples(300, 3), madeSamples(300, 4, 'o3-mini')], async (open) => {
        const { page } = open;
        await open.theme(theme);
        await page.evaluate(axe).catch(() => page.addScriptTag({ content: axe }));
        const found = await page.evaluate(async () => {
          const { axe: runner } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          };
          return (await runner.run()).violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map((n) => n.html.slice(0, 200)).join(' ')}`,
          );
        });
        assert.deepEqual(found, []);
        await open.screenshot(`report-page-${theme}`);
      }),
    );
});
