import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { buildReport } from '../../src/core/evaluation/report/build.ts';
import { reportHtml } from '../../src/core/evaluation/report/html/page.ts';
import { PAGE_SCRIPT, PAGE_STYLE, pageScript } from '../../src/models/report/report-page.ts';
import { samplesForPage } from '../../src/models/report/report-samples.ts';
import { packSamples } from '../../src/protocol/exported-samples.ts';
import type { SampleDetail } from '../../src/protocol/report-messages.ts';
import { exportedOf, madeDetails } from '../support/exported-details.ts';
import { readingAt } from '../support/readings.ts';
import { madeRun, madeSample, wrongScores } from '../support/report-samples.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { thoroughly } from '../support/thorough.ts';
import { SCREENSHOTS } from './page-host.ts';
import { borrowBrowser, returnBrowser, skipReason } from './shared-browser.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

/** What a model could write to run something where it is shown, or to end the data that it stands in. */
const HOSTILE = [
  '</script><script>window.taken = 1</script>',
  '<img src=x onerror="window.taken = 1">',
  '"><svg onload="window.taken = 1">',
  '<!--<script>window.taken = 1',
  'javascript:window.taken=1',
  '\u2028window.taken = 1\u2029',
  '{{constructor.constructor("window.taken = 1")()}}',
];

/** Failures of which the first have hostile texts wherever a model or a file can name something. */
function hostileDetails(): readonly SampleDetail[] {
  return madeDetails(60, 300).map((detail, i): SampleDetail => {
    const bad = HOSTILE[i];
    if (bad === undefined || detail.answer === null) return detail;
    const { listed, answer } = detail;
    return {
      ...detail,
      verdictText: bad,
      listed: {
        ...listed,
        series: bad,
        gameName: bad,
        opening: bad,
        sentence: bad,
        predicted: bad,
        cause: 'unparsable',
      },
      answer: { ...answer, label: bad, raw: `${bad} and more`, prompt: bad, reading: readingAt(0, bad) },
    };
  });
}

async function exported(folder: string): Promise<string> {
  const script = `import('./esbuild.mjs').then((m) => m.bundleExportedPage(${JSON.stringify(folder)}))`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  const read = (file: string): string => fs.readFileSync(path.join(folder, file), 'utf8');
  const samples = ['gpt-4o', 'o3-mini', 'nano'].flatMap((label) =>
    Array.from({ length: 60 }, (_, game) =>
      madeSample({ model: label, game, ply: 6 + game, scores: wrongScores(2, 0.5) }),
    ),
  );
  const report = buildReport([madeRun(samples)], { tool: { name: 'statelens', version: '0' }, m: 4 });
  const { note, ...held } = await samplesForPage(
    exportedOf(hostileDetails(), report.groups),
    'failures',
    4,
    (text) => text,
  );
  const page = await pageScript(read(PAGE_SCRIPT), read(PAGE_STYLE));
  return reportHtml(report, { answers: { ...page, data: packSamples(held), note } });
}

describe('the page of a report with answers', { skip: skipReason ?? false }, () => {
  const { folder, remove } = temporaryFolder();
  const file = path.join(folder, 'report.html');
  const address = pathToFileURL(file).href;
  let browser: Browser;
  before(async () => {
    fs.writeFileSync(file, await exported(folder));
    browser = await borrowBrowser();
  });
  after(() => {
    returnBrowser();
    remove();
  });

  /** Opens the file; afterwards nothing that an answer says may have run, and nothing may have been asked for. */
  async function opened(run: (page: Page) => Promise<void>, behind = ''): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' });
    const wrong: string[] = [];
    page.on('pageerror', ({ message }) => wrong.push(message));
    page.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    page.on('request', (request) => {
      if (!request.url().startsWith('data:image/svg+xml') && !request.url().startsWith(address))
        wrong.push(request.url());
    });
    try {
      await page.goto(`${address}${behind}`);
      await page.locator('.rows .row.current').waitFor();
      await run(page);
      assert.deepEqual(wrong, []);
      assert.equal(await page.evaluate(() => (globalThis as { taken?: number }).taken), undefined);
    } finally {
      await page.close();
    }
  }

  it('walks through all answers by j without running or loading anything that they say', () =>
    opened(async (page) => {
      await page.getByText('60 of 60 answers', { exact: true }).waitFor();
      await page.getByText('What the models got wrong: 60 of 60 answers.').waitFor();
      const sentence = page.locator('.pane .sentence');
      const seen = new Set<string>();
      for (let i = 0; i < 60; i++) {
        const row = await page.locator('.row.current').getAttribute('id');
        seen.add((await sentence.textContent()) ?? '');
        await page.locator('.pane summary', { hasText: 'Prompt' }).waitFor();
        await page.keyboard.press('j');
        if (i < 59) await page.locator(`.row.current:not(#${row})`).waitFor();
      }
      for (const bad of HOSTILE.filter((text) => !/[\u2028\u2029]/.test(text)))
        assert.ok(
          [...seen].some((text) => text.includes(bad)),
          bad,
        );
    }));

  it('narrows, groups and sorts, says so in its address, and comes back by that address', async () => {
    let behind = '';
    await opened(async (page) => {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('model');
      await page.locator('.group-bar', { hasText: 'o3-mini' }).click();
      await page.getByRole('button', { name: 'Sort by p', exact: true }).click();
      await page.locator('.count', { hasText: /^1\d of 60 answers$/ }).waitFor();
      await page.waitForFunction(() => location.hash.includes('sort'));
      behind = await page.evaluate(() => location.hash);
    });
    assert.equal(behind, '#samples?by=series&sort=-p&series=o3-mini');
    await opened(async (page) => {
      await page.locator('.count', { hasText: /^1\d of 60 answers$/ }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Model' }).inputValue(), 'o3-mini');
      await page.locator('[aria-sort=descending]', { hasText: 'p' }).waitFor();
      await page.evaluate(() => void (location.hash = '#samples?by=none&search=Nf6'));
      await page.locator('.count', { hasText: /^\d\d of 60 answers$/ }).waitFor();
      assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'Nf6');
    }, behind);
  });

  it('follows the bars of its figures, and shows models side by side', () =>
    opened(async (page) => {
      await page
        .getByRole('button', { name: /^Read these answers: squares wrong/ })
        .nth(0)
        .click();
      await page.locator('.count', { hasText: /^[12]\d of 60 answers$/ }).waitFor();
      await page.getByRole('button', { name: 'Models side by side' }).click();
      await page.locator('img.thumb').nth(3).waitFor();
    }));

  it('follows the lengths and points of its charts, says so, and takes it back', () =>
    opened(async (page) => {
      const chart = page.getByRole('group', { name: /^Mean p.* by game length/ });
      const column = chart.getByRole('button', { name: 'Read these answers: 21–40 half-moves played', exact: true });
      await column.focus();
      await page.keyboard.press('Enter');
      await page.locator('.count', { hasText: '20 of 60 answers' }).waitFor();
      assert.equal(await page.locator('.narrowed').textContent(), 'only ply 21–40');
      assert.equal(await column.getAttribute('aria-pressed'), 'true');
      await page.waitForFunction(() => location.hash.includes('length=21-40'));
      await chart.getByRole('button', { name: /^Read these answers: gpt-4o: 21–40 half-moves: / }).click();
      await page.locator('.narrowed', { hasText: 'only ply 21–40 · gpt-4o' }).waitFor();
      assert.equal(await column.getAttribute('aria-pressed'), 'false');
      await chart.locator('[data-brush][aria-pressed=true]').click();
      await page.locator('.count', { hasText: '60 of 60 answers' }).waitFor();
      assert.equal(await page.locator('.narrowed').textContent(), '');
      assert.equal(await page.locator('[data-brush][aria-pressed=true]').count(), 0);
    }));

  it('has nothing that axe finds fault with, fits a narrow window, and prints its list', async () => {
    for (const colorScheme of thoroughly(['light', 'dark'] as const, ['dark'] as const)) {
      const page = await browser.newPage({ colorScheme, bypassCSP: true });
      await page.goto(address);
      await page.locator('.pane .pair-picture').first().waitFor();
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { axe: runner } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        };
        return (await runner.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
      });
      assert.deepEqual(found, []);
      if (thoroughly(true, false))
        await page.screenshot({ path: path.join(SCREENSHOTS, `report-export-${colorScheme}.png`), fullPage: true });
      await page.setViewportSize({ width: 360, height: 800 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      assert.ok((await page.locator('.rows .row:not(.heading)').count()) === 60);
      await page.close();
    }
  });
});
