import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { buildReport } from '../../src/core/evaluation/report/build.ts';
import { reportHtml } from '../../src/core/evaluation/report/html/page.ts';
import { madeRun, madeSample, wrongScores } from '../support/report-samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { itLong, thoroughly } from '../support/thorough.ts';
import { SCREENSHOTS } from './page-host.ts';
import { borrowBrowser, returnBrowser, skipReason } from './shared-browser.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

const PREDICTED = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** Two models and a floor at several lengths of game; a name tries to be HTML. */
function page(): string {
  const plies = [2, 6, 14, 15, 33, 34, 50, 55, 66, 90];
  const samples = ['good', '<img src=x onerror=alert(1)>'].flatMap((label, which) =>
    plies.flatMap((ply, i) =>
      [0, 1, 2].map((game) => {
        const wrong = (i + game) % (3 - which) === 0;
        const over = wrong ? { scores: wrongScores(1 + i, 0.5 ** (i + 1)), predicted: PREDICTED } : {};
        return madeSample({ model: label, game: 3 * i + game, ply, san: 'Nf3', ...over });
      }),
    ),
  );
  const failed = madeSample({ model: 'good', game: 99, error: 'timeout', predicted: null, scores: null });
  const floor = samples.slice(0, 30).map((one) => ({ ...one, id: `b${one.id}`, label: 'baseline:lag-2' }));
  const runs = [madeRun([...samples, failed])];
  return reportHtml(
    buildReport(runs, { tool: { name: 'statelens', version: '0' }, m: 2, baselines: [madeRun(floor)] }),
  );
}

describe('the page of a report', { skip: skipReason ?? false }, () => {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, 'report.html');
  let browser: Browser;
  before(async () => {
    fs.writeFileSync(file, page());
    browser = await borrowBrowser();
  });
  after(async () => {
    returnBrowser();
    remove();
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    itLong(`has nothing that axe finds fault with, and asks for nothing from outside: ${colorScheme}`, async () => {
      const open = await browser.newPage({ colorScheme, bypassCSP: true });
      const requests: string[] = [];
      open.on('request', (request) => requests.push(request.url()));
      await open.goto(pathToFileURL(file).href);
      await open.evaluate(axe);
      const found = await open.evaluate(async () => {
        const { axe: runner } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await runner.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
      });
      assert.deepEqual(found, []);
      assert.deepEqual(
        requests.filter((url) => !url.startsWith('data:image/svg+xml') && url !== pathToFileURL(file).href),
        [],
      );
      if (thoroughly(true, false))
        await open.screenshot({ path: path.join(SCREENSHOTS, `report-${colorScheme}.png`), fullPage: true });
      await open.close();
    });
  }

  it('shows names as text, boards as pictures, and fits a narrow window', async () => {
    const open = await browser.newPage({ viewport: { width: 400, height: 900 } });
    await open.goto(pathToFileURL(file).href);
    const seen = await open.evaluate(() => ({
      heading: document.querySelector('.model:nth-of-type(2) h3')?.textContent,
      broken: Array.from(document.images).filter((image) => image.naturalWidth === 0).length,
      boards: document.querySelectorAll('.worst img').length,
      scripts: document.scripts.length,
      wide: document.documentElement.scrollWidth > window.innerWidth,
      charts: document.querySelectorAll('figure > svg[role=img]').length,
    }));
    assert.deepEqual(seen, {
      heading: '<img src=x onerror=alert(1)>',
      broken: 0,
      boards: 6,
      scripts: 0,
      wide: false,
      charts: 3,
    });
    await open.close();
  });
});
