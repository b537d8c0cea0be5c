import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { buildReport } from '../../src/core/evaluation/report/build.ts';
import { reportParts } from '../../src/core/evaluation/report/html/parts.ts';
import type { ReportRun } from '../../src/core/evaluation/report/report-sample.ts';
import { SampleTable } from '../../src/core/evaluation/report/sample-table.ts';
import { type FromReport, REPORT_VERSION } from '../../src/protocol/report-messages.ts';
import { madeRun, madeSample, wrongScores } from '../support/report-samples.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';
const MANY = 100_000;
const PREDICTED = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** Samples of several lengths; every `each`-th is wrong, by more squares from game to game. */
function madeSamples(count: number, each: number, label = 'gpt-4o'): ReportRun {
  const samples = Array.from({ length: count }, (_, i) => {
    const wrong = i % each === 0;
    const squares = 1 + (Math.floor(i / each) % 9);
    const over = wrong ? { scores: wrongScores(squares, 0.5 ** squares), predicted: PREDICTED } : {};
    return madeSample({
      label,
      game: i,
      ply: [2, 6, 14, 33, 50, 90][i % 6] ?? 2,
      san: 'Nf3',
      gameName: `game ${i}`,
      ...over,
    });
  });
  return madeRun(samples, `${label}-${each}.run.jsonl`);
}

/** The other end of the page, as the extension is it. */
class Extension {
  readonly #open: OpenPage;
  readonly #table: SampleTable;
  readonly #runs: readonly ReportRun[];
  #answered = 0;

  constructor(open: OpenPage, runs: readonly ReportRun[]) {
    this.#open = open;
    this.#runs = runs;
    this.#table = new SampleTable(runs);
  }

  async show(): Promise<void> {
    const report = buildReport(
      this.#runs.map((run) => ({ ...run, samples: run.samples.slice(0, 3000) })),
      {
        tool: { name: 'statelens', version: '0' },
        m: 2,
        worst: 3,
      },
    );
    const { samples } = this.#table;
    await this.#open.send({
      version: REPORT_VERSION,
      type: 'show',
      title: 'State tracking report',
      uris: ['file:///a.run.jsonl'],
      parts: reportParts(report),
      series: [...new Set(samples.map(({ series }) => series))],
      verdicts: ['exact', 'squares'],
      groups: report.groups,
      samples: samples.length,
      worst: report.worst.map(({ id }) => samples.findIndex(({ sample }) => sample.id === id)),
      changes: this.#table.changes(),
      runs: this.#runs.map(({ file }) => file),
      notes: [],
      isComplete: true,
    });
    await this.answer();
  }

  /** Answers what the page asked for since it was answered last. */
  async answer(): Promise<void> {
    await this.#open.page.waitForFunction(
      (count) =>
        (globalThis as unknown as { sent: { type: string }[] }).sent.filter(({ type }) => type === 'rows').length >
        count,
      this.#answered,
    );
    const asked = (await this.#open.sentByReport()).filter(
      (message): message is Extract<FromReport, { type: 'rows' }> => message.type === 'rows',
    );
    for (const { question, query, from, count } of asked.slice(this.#answered))
      await this.#open.send({
        version: REPORT_VERSION,
        type: 'rows',
        question,
        from,
        ...this.#table.page(query, from, count),
      });
    this.#answered = asked.length;
  }
}

describe('the page of a report in the editor', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page with a report; afterwards nothing may have gone wrong in it. */
  async function withReport(
    runs: readonly ReportRun[],
    run: (open: OpenPage, extension: Extension) => Promise<void>,
  ): Promise<void> {
    const open = await host.open({ page: 'report' });
    try {
      const extension = new Extension(open, runs);
      await extension.show();
      await open.page.locator('.rows .row').first().waitFor();
      await run(open, extension);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const lastSent = async (open: OpenPage): Promise<FromReport | undefined> =>
    (await open.sentByReport()).filter(({ type }) => type !== 'rows').at(-1);

  it('shows the parts of the HTML report: verdicts, curves, tables, worst boards', () =>
    withReport([madeSamples(600, 3)], async ({ page }) => {
      assert.equal(await page.locator('.model .bar').count(), 1);
      assert.match((await page.locator('.finding').textContent()) ?? '', /400 of 600 answers exact/);
      assert.ok((await page.locator('figure > svg[role=img]').count()) >= 3);
      assert.equal(await page.locator('.worst img').count(), 3);
      assert.equal(
        await page
          .locator('#model, [style]')
          .evaluateAll((all) => all.filter((one) => one.getAttribute('style') === '').length),
        0,
      );
    }));

  it('opens a worst answer at its move, compares it, and saves the report', () =>
    withReport([madeSamples(60, 3)], async (open) => {
      const card = open.page.locator('.worst li').first();
      const table = new SampleTable([madeSamples(60, 3)]);
      const lowest = table.page(
        { sort: 'p', descending: false, series: null, verdict: null, group: null, change: null, search: '' },
        0,
        1,
      );
      await card.getByRole('button', { name: 'Show in the PGN' }).click();
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'open', sample: lowest.rows[0]?.sample });
      await card.getByRole('button', { name: 'Compare' }).click();
      assert.deepEqual(await lastSent(open), {
        version: REPORT_VERSION,
        type: 'compare',
        sample: lowest.rows[0]?.sample,
      });
      await open.page.getByRole('button', { name: 'Save Report As…' }).click();
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'save' });
    }));

  it(`holds few rows of ${MANY.toLocaleString('en')} samples, also at the end of them`, () =>
    withReport([madeSamples(MANY, 3)], async (open, extension) => {
      const { page } = open;
      const rows = page.locator('.rows .row');
      const grid = page.getByRole('grid', { name: 'All samples' });
      assert.equal(await grid.getAttribute('aria-rowcount'), String(MANY + 1));
      assert.ok((await rows.count()) < 80);
      await grid.focus();
      await page.keyboard.press('End');
      await extension.answer();
      const last = page.locator('.row.current');
      await last.filter({ hasText: 'game 99998' }).waitFor();
      assert.equal(await last.getAttribute('aria-rowindex'), String(MANY + 1));
      assert.equal(await grid.getAttribute('aria-activedescendant'), `sample-${MANY - 1}`);
      assert.ok(await last.isVisible());
      assert.ok((await rows.count()) < 80);
      await page.keyboard.press('Enter');
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'open', sample: 99_998 });
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      // These rows are still there: the page does not ask again.
      await page.locator('.row.current[aria-rowindex="3"]').waitFor();
      await page.keyboard.press('c');
      assert.equal((await lastSent(open))?.type, 'compare');
    }));

  it('sorts, narrows and searches what the extension has', () =>
    withReport([madeSamples(300, 3)], async ({ page }, extension) => {
      const first = page.locator('.rows .row').first();
      await page.getByRole('button', { name: 'Sort by edit' }).click();
      await extension.answer();
      await first
        .filter({ hasText: '9 squares' })
        .or(first.locator('.edit', { hasText: '18' }))
        .first()
        .waitFor();
      assert.equal(
        await page.getByRole('columnheader', { name: 'Sort by edit' }).getAttribute('aria-sort'),
        'descending',
      );
      await page.getByRole('combobox', { name: 'Verdict' }).selectOption({ index: 1 });
      await extension.answer();
      await page.getByText('200 samples', { exact: true }).waitFor();
      await page.getByRole('combobox', { name: 'Verdict' }).selectOption({ index: 0 });
      await extension.answer();
      await page.getByRole('searchbox', { name: 'Search' }).fill('game 29');
      await extension.answer();
      await page.getByText('11 samples', { exact: true }).waitFor();
    }));

  it('comes back as it was after it was hidden: filters, order, rows and place', () => {
    const runs = [madeSamples(3000, 3)];
    return withReport(runs, async (open, extension) => {
      const { page } = open;
      await page.getByRole('button', { name: 'Sort by edit' }).click();
      await extension.answer();
      await page.getByRole('combobox', { name: 'Verdict' }).selectOption({ label: 'exact' });
      await extension.answer();
      await page.getByRole('searchbox', { name: 'Search' }).fill('game 2');
      await extension.answer();
      const count = await page.getByText(/^[\d,]+ samples$/).textContent();
      await page.locator('.samples').evaluate((rows) => rows.scrollTo(0, 26 * 300));
      await extension.answer();
      const seen = () =>
        page.evaluate(() => {
          const rows = document.querySelector('.samples');
          return {
            verdict: (document.querySelector('select[aria-label=Verdict]') as HTMLSelectElement).value,
            search: (document.querySelector('input[type=search]') as HTMLInputElement).value,
            rows: rows?.scrollTop,
            page: window.scrollY,
            current: document.querySelector('.row.current')?.id,
            sorted: document.querySelector('[aria-sort=descending]')?.textContent,
          };
        });
      const row = page.locator('#sample-303');
      await row.filter({ hasText: 'game' }).waitFor();
      await row.click();
      assert.equal((await lastSent(open))?.type, 'open');
      const before = await seen();
      assert.deepEqual([before.search, before.current], ['game 2', 'sample-303']);
      assert.ok((before.rows ?? 0) > 0 && before.page > 0);
      // What is kept follows after a while without another move.
      await page.waitForFunction(() => {
        const kept = JSON.parse(sessionStorage.getItem('state') ?? 'null') as { view?: { row: number } } | null;
        return kept?.view?.row === 303;
      });
      await page.reload();
      const again = new Extension(open, runs);
      await again.show();
      await page.locator('#sample-303.current').filter({ hasText: 'game' }).waitFor();
      assert.equal(await page.getByText(/^[\d,]+ samples$/).textContent(), count);
      const after = await seen();
      assert.equal(Math.round((after.rows ?? 0) / 26), Math.round((before.rows ?? 0) / 26));
      assert.deepEqual({ ...after, rows: 0 }, { ...before, rows: 0 });
    });
  });

  it('says of two runs which samples got better and worse', () =>
    withReport([madeSamples(120, 3), madeSamples(120, 4)], async ({ page }, extension) => {
      await page.getByText('Of 120 positions that both answered', { exact: false }).waitFor();
      await page.locator('.rows .row').first().locator('.change', { hasText: '−' }).waitFor();
      await page.getByRole('combobox', { name: 'Change' }).selectOption('improved');
      await extension.answer();
      await page.locator('.rows .row').first().locator('.change', { hasText: '+' }).waitFor();
    }));

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
    it(`has nothing that axe finds fault with: ${theme}`, () =>
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
      }));
});
