import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { FAILURES } from '../../src/core/evaluation/report/list/sample-query.ts';
import type { ReportRun } from '../../src/core/evaluation/report/report-sample.ts';
import { CAUSES, type CauseId } from '../../src/core/metrics/sentence/causes.ts';
import { REPORT_VERSION, type ReportView } from '../../src/protocol/report-messages.ts';
import { madeRun, madeSample, wrongScores } from '../support/report-samples.ts';
import { thoroughly } from '../support/thorough.ts';
import { BEFORE, BOARD, GPT, READ, READING, START } from './answer-readings.ts';
import { PageHost } from './page-host.ts';
import { lastSent, madeSamples, openReport, ReportExtension, type ReportTest } from './report-extension.ts';
import { skipReason } from './shared-browser.ts';

const MANY = thoroughly(200_000, 20_000);
/** After a move with three digits before it. */
const LATE = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 121';
const PREDICTED = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

/** 40 failures of three causes, of two models about the same positions, and a baseline that knows nothing. */
function failures(): ReportRun {
  const causes: readonly CauseId[] = ['side', 'castling-rook', 'missed-capture'];
  const samples = ['gpt-4o', 'o3-mini', 'baseline:lag-2'].flatMap((label, which) =>
    Array.from({ length: 20 }, (_, i) => {
      const id = causes[(i * i + which) % 3] ?? 'side';
      const scores = wrongScores(1 + (i % 5), label.startsWith('b') ? 0 : 0.5 ** (1 + (i % 5)), {
        cause: { id, ply: null, move: null },
        sentence: `thinks ${CAUSES[id]} in game ${i}`,
      });
      return madeSample({
        model: label,
        game: i,
        ply: 10,
        san: 'O-O',
        gameName: `game ${i}`,
        predicted: PREDICTED,
        scores,
      });
    }),
  );
  return madeRun(samples);
}

describe('reading answers in the page of a report', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  const withReport = (runs: readonly ReportRun[], run: ReportTest, width?: number): Promise<void> =>
    openReport(host, { runs, ready: '.rows .row.current', width }, run);

  it('stays where it is read when a panel opens beside the page, and closes again', () =>
    withReport([failures()], async ({ page }) => {
      const top = (): Promise<number> =>
        page
          .locator('.samples-reader, #samples')
          .first()
          .evaluate((one) => Math.round(one.getBoundingClientRect().top));
      await page.locator('#samples').evaluate((one) => one.scrollIntoView());
      const before = await top();
      for (const width of [620, 480, 1100]) {
        await page.setViewportSize({ width, height: 800 });
        // The page moves in its resize handler, which runs before the next frame.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.ok(Math.abs((await top()) - before) <= 2, `${await top()} instead of ${before} at ${width} px`);
      }
    }));

  it('opens on what models got wrong, by cause, and walks 40 failures with j and k without losing the place', () =>
    withReport([failures()], async ({ page }, extension) => {
      const order = [...extension.table.numbers(FAILURES)];
      assert.equal(order.length, 40);
      await page.locator('.count', { hasText: '40 of 60 answers' }).waitFor();
      const headings = page.locator('.rows .heading');
      const groups = extension.table.facts(FAILURES, -1).groups;
      assert.equal(await headings.first().textContent(), `${groups[0]?.name} ×${groups[0]?.count}`);
      const seen: string[] = [];
      const sentence = page.locator('.pane .sentence');
      const current = page.locator('.row.current .cell.cause');
      for (const sample of order) {
        const wanted = extension.table.samples[sample]?.sentence ?? '';
        await sentence.filter({ hasText: wanted }).waitFor();
        assert.equal(await current.textContent(), wanted);
        assert.ok(await page.locator('.row.current').isVisible());
        seen.push(wanted);
        await page.keyboard.press('j');
      }
      assert.equal(new Set(seen).size, new Set(order.map((one) => extension.table.samples[one]?.sentence)).size);
      // At the end it stays, and k goes back over the heading of a group.
      const back = thoroughly(0, order.length - 8);
      for (let i = order.length - 2; i >= back; i--) await page.keyboard.press('k');
      await sentence.filter({ hasText: seen[back] ?? '' }).waitFor();
      assert.equal(await current.textContent(), seen[back]);
    }));

  it('shows both boards, the answer with its state set off, and the prompt; o and c open the sample', () =>
    withReport([failures()], async (open, extension) => {
      const { page } = open;
      const [first = -1, second = -1] = extension.table.numbers(FAILURES);
      const pane = page.getByRole('region', { name: 'Chosen answer' });
      await pane.locator('.pair-picture').nth(1).waitFor();
      assert.equal(await pane.locator('.extracted').textContent(), PREDICTED);
      assert.match(
        (await pane.locator('.place').textContent()) ?? '',
        /^O-O ply 10 · game \d+ \(game \d+\) · games\.pgn$/,
      );
      await pane.getByText('Prompt').click();
      await pane.getByText('Where does everything stand in game').waitFor();
      await page.keyboard.press('j');
      // What is unfolded stays so.
      await pane.getByText(`stand in ${extension.table.samples[second]?.gameName}?`).waitFor();
      await page.keyboard.press('o');
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'open', sample: second });
      await page.keyboard.press('k');
      await pane.getByText(`stand in ${extension.table.samples[first]?.gameName}?`).waitFor();
      await page.keyboard.press('c');
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'compare', sample: first });
    }));

  it('marks all states of an answer with their roles, says how it was read, and lets none be taken', () =>
    withReport([failures()], async (open, extension) => {
      const { page } = open;
      extension.answer = { ...READ, reading: { ...READING, outcome: 'doubtful', reason: 'two fences differ' } };
      // the next answer was asked for before
      for (let i = 0; i < 3; i++) await page.keyboard.press('j');
      const pane = page.getByRole('region', { name: 'Chosen answer' });
      await pane.locator('.reading-note', { hasText: 'doubtful' }).waitFor();
      assert.equal(await pane.locator('mark.extracted').textContent(), GPT);
      assert.deepEqual(await pane.locator('.raw mark.candidate').allTextContents(), [START, BEFORE, BOARD]);
      assert.equal(
        await pane.locator('.reading').textContent(),
        'taken: labeled Final FEN:; doubtful: two fences differ; 3 other states in the answer',
      );
      await pane.getByText('States (5)').click();
      assert.equal(await pane.locator('.candidates li').count(), 5);
      assert.equal(await pane.getByRole('button', { name: /Take/ }).count(), 0);
      assert.equal(await pane.locator('mark.takeable').count(), 0);
      await pane.getByText('Reasoning', { exact: true }).click();
      assert.equal(await pane.locator('mark.role-draft').count(), 1);
      await open.screenshot('report-readings');
    }));

  it('narrows by groups, fields and words, keeps the answer that is read, and makes a link of it', () =>
    withReport([failures()], async (open, extension) => {
      const { page } = open;
      for (let i = 0; i < 5; i++) await page.keyboard.press('j');
      const read = [...extension.table.numbers(FAILURES)][5] ?? -1;
      const sample = extension.table.samples[read];
      await page.locator('.pane .sentence', { hasText: sample?.sentence ?? '' }).waitFor();
      const name = CAUSES[sample?.cause as CauseId];
      const bar = page.locator('.group-bar', { hasText: name });
      await bar.click();
      await page.locator('.group-bar[aria-pressed=true]', { hasText: name }).waitFor();
      const count = extension.table.numbers({ ...FAILURES, only: { cause: sample?.cause ?? '' } }).length;
      await page.locator('.count', { hasText: `${count} of 60 answers` }).waitFor();
      // The other bars still say what they would show.
      assert.equal(await page.locator('.group-bar').count(), 3);
      await page.locator('.row.current .cause', { hasText: sample?.sentence ?? '' }).waitFor();
      await page.getByRole('combobox', { name: 'Model' }).selectOption(sample?.series ?? '');
      await page.getByRole('searchbox', { name: 'Search' }).fill(sample?.gameName ?? '');
      await page.locator('.row.current', { hasText: sample?.sentence ?? '' }).waitFor();
      await page.locator('.count', { hasText: /^\d of 60 answers$/ }).waitFor();
      const only = { cause: sample?.cause ?? '', series: sample?.series ?? '' };
      const query = { ...FAILURES, only, search: sample?.gameName ?? '' };
      await page.getByRole('button', { name: 'Copy Link' }).click();
      assert.deepEqual(await lastSent(open), { version: REPORT_VERSION, type: 'link', query });
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.locator('.count', { hasText: '40 of 60 answers' }).waitFor();
      await page.locator('.row.current', { hasText: sample?.sentence ?? '' }).waitFor();
      await page.getByRole('combobox', { name: 'Show' }).selectOption('all, with baselines');
      await page.locator('.count', { hasText: '60 of 60 answers' }).waitFor();
    }));

  it('follows a bar of a figure', () =>
    withReport([madeSamples(600, 3)], async ({ page }) => {
      const bar = page.getByRole('button', { name: 'Read these answers: squares wrong: 200' });
      await bar.focus();
      await page.keyboard.press('Enter');
      await page.locator('.count', { hasText: '200 of 600 answers' }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Verdict' }).inputValue(), 'squares wrong');
      assert.ok(await page.getByRole('grid', { name: 'Samples' }).evaluate((grid) => grid === document.activeElement));
      // Exact answers are no failures: the list shows them all the same.
      await page.getByRole('button', { name: 'Read these answers: exact: 400' }).click();
      await page.locator('.count', { hasText: '400 of 600 answers' }).waitFor();
    }));

  it('follows the lengths and points of the charts, says so in words, and takes it back', () =>
    withReport([madeSamples(600, 5)], async (open, extension) => {
      const { page } = open;
      const chart = page.getByRole('group', { name: /^Mean p.* by game length/ });
      const column = chart.getByRole('button', { name: 'Read these answers: 33 half-moves played', exact: true });
      const other = chart.getByRole('button', { name: 'Read these answers: 50 half-moves played', exact: true });
      const narrowed = page.locator('.reader .narrowed');
      const counted = (only: object): Promise<void> => {
        const count = extension.table.numbers({ ...FAILURES, only }).length;
        assert.ok(count > 0);
        return page.locator('.count', { hasText: new RegExp(`^${count} of 600 answers$`) }).waitFor();
      };
      assert.equal(await narrowed.textContent(), '');
      assert.equal(await column.getAttribute('aria-pressed'), 'false');
      await page.getByRole('searchbox', { name: 'Search' }).fill('game 1');
      await page.locator('.narrowed', { hasText: '“game 1”' }).waitFor();

      await column.click();
      await counted({ length: '33-33' });
      assert.equal(await narrowed.textContent(), 'only ply 33');
      assert.equal(await column.getAttribute('aria-pressed'), 'true');
      assert.ok(await page.getByRole('grid', { name: 'Samples' }).evaluate((grid) => grid === document.activeElement));
      // The same length is pressed in the chart below.
      assert.equal(
        await page
          .getByRole('button', { name: 'Read these answers: 33 half-moves played', exact: true, pressed: true })
          .count(),
        2,
      );

      // A chart is one stop of the Tab key, and arrows go through it: along the lengths, then up to the points of one.
      assert.equal(await chart.locator('[tabindex="0"]').count(), 1);
      await column.focus();
      await page.keyboard.press('ArrowRight');
      assert.ok(await other.evaluate((one) => one === document.activeElement));
      await page.keyboard.press('ArrowDown');
      const focused = page.locator(':focus');
      assert.match((await focused.getAttribute('aria-label')) ?? '', /^Read these answers: gpt-4o: 50 half-moves: /);
      await page.keyboard.press(' ');
      await counted({ length: '50-50', series: 'gpt-4o' });
      assert.equal(await narrowed.textContent(), 'only ply 50 · gpt-4o');
      assert.equal(await column.getAttribute('aria-pressed'), 'false');

      // Pressed once more, it leads back to what was there before the figures were followed.
      const point = chart.locator('[data-brush][aria-pressed=true]');
      assert.equal(await point.count(), 1);
      await point.focus();
      await page.keyboard.press('Enter');
      await page.locator('.narrowed', { hasText: '“game 1”' }).waitFor();
      assert.equal(await narrowed.textContent(), 'only “game 1”');
      assert.equal(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), 'game 1');
      assert.equal(await page.locator('[data-brush][aria-pressed=true]').count(), 0);
      assert.equal(await page.locator(':focus[data-brush]').count(), 1, 'the keyboard stays in the chart');
    }));

  it('shows the right answers of a length where none is wrong', () => {
    const early = Array.from({ length: 12 }, (_, game) => madeSample({ model: 'gpt-4o', game, ply: 6 }));
    const late = Array.from({ length: 12 }, (_, game) =>
      madeSample({ model: 'gpt-4o', game, ply: 50, scores: wrongScores(3, 0.2), predicted: PREDICTED }),
    );
    return withReport([madeRun([...early, ...late])], async ({ page }) => {
      await page
        .getByRole('button', { name: 'Read these answers: 6 half-moves played', exact: true })
        .first()
        .press('Enter');
      await page.locator('.count', { hasText: '12 of 24 answers' }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Show' }).inputValue(), 'all answers');
    });
  });

  it('comes back as it was after it was hidden: filters, order, rows and the answer that was read', () => {
    const runs = [madeSamples(3000, 3)];
    return withReport(runs, async (open) => {
      const { page } = open;
      await page.getByRole('combobox', { name: 'Show' }).selectOption('all answers');
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('half-moves');
      await page.getByText('Filters', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Sort by' }).selectOption('edit distance');
      await page.getByRole('searchbox', { name: 'Search' }).fill('game 2');
      await page.locator('.count', { hasText: '1,111 of 3,000 answers' }).waitFor();
      await page.locator('.samples').evaluate((rows) => rows.scrollTo(0, 26 * 300));
      await page.waitForFunction(() => (sessionStorage.getItem('state') ?? '').includes('"game 2"'));
      const readBefore = await page.evaluate(() => {
        const kept = JSON.parse(sessionStorage.getItem('state') ?? 'null') as { view?: Partial<ReportView> } | null;
        return kept?.view?.sample;
      });
      await page
        .locator('#sample-303')
        .filter({ hasText: 'game' })
        .or(page.locator('#sample-303 .cause'))
        .first()
        .click();
      await page.locator('#sample-303.current').waitFor();
      const seen = () =>
        page.evaluate(() => ({
          search: (document.querySelector('input[type=search]') as HTMLInputElement).value,
          by: (document.querySelector('[aria-label="Group by"]') as HTMLSelectElement).value,
          rows: Math.round((document.querySelector('.samples')?.scrollTop ?? 0) / 26),
          page: window.scrollY,
          row: document.querySelector('.row.current')?.id,
          sorted: (document.querySelector('[aria-label="Sort by"]') as HTMLSelectElement).value,
        }));
      const before = await seen();
      assert.deepEqual([before.by, before.row, before.sorted], ['half-moves', 'sample-303', 'edit distance']);
      const sentence = await page.locator('.pane .place').textContent();
      await page.waitForFunction((other) => {
        const kept = JSON.parse(sessionStorage.getItem('state') ?? 'null') as { view?: Partial<ReportView> } | null;
        return (kept?.view?.first ?? 0) >= 280 && kept?.view?.sample !== other;
      }, readBefore);
      await page.reload();
      await new ReportExtension(open, runs).show();
      await page.locator('#sample-303.current').waitFor();
      await page.locator('.pane .place', { hasText: sentence ?? '' }).waitFor();
      assert.deepEqual(await seen(), before);
    });
  });

  it('begins with what a link names, and drops what the report does not have', () =>
    withReport([failures()], async ({ page }, extension) => {
      const only = { cause: 'castling-rook', series: 'nobody' };
      await extension.show({ ...FAILURES, by: 'series', only, sort: 'change', descending: true });
      const count = extension.table.numbers({ ...FAILURES, only: { cause: 'castling-rook' } }).length;
      await page.locator('.count', { hasText: `${count} of 60 answers` }).waitFor();
      await page.locator('.rows .heading', { hasText: 'o3-mini' }).waitFor();
      assert.equal(await page.getByRole('combobox', { name: 'Cause' }).inputValue(), CAUSES['castling-rook']);
    }));

  it('shows the answers of all models to a position side by side, those that differ most first', () =>
    withReport([failures()], async ({ page }, extension) => {
      await page.getByRole('button', { name: 'Models side by side' }).click();
      const grid = page.getByRole('grid', { name: 'Positions, models side by side' });
      await grid.locator('.thumb').nth(5).waitFor();
      assert.deepEqual(await grid.getByRole('columnheader').allTextContents(), [
        'position',
        'gpt-4o',
        'o3-mini',
        'baseline:lag-2',
      ]);
      await page.locator('.count', { hasText: '20 positions, 60 answers' }).waitFor();
      const box = await grid.locator('.thumb').first().boundingBox();
      assert.ok((box?.width ?? 0) >= 56 && (box?.height ?? 0) >= 56);
      const first = page.locator('.current-cell');
      const title = (await first.getAttribute('title')) ?? '';
      await page.keyboard.press('ArrowRight');
      await page.locator('.current-cell[title^="o3-mini: "]').waitFor();
      assert.match(title, /^gpt-4o: /);
      await page.locator('.pane .sentence .who', { hasText: 'o3-mini' }).waitFor();
      await page.keyboard.press('j');
      await page.locator('#position-1-1.current-cell').waitFor();
      await page.getByRole('combobox', { name: 'Order of positions' }).selectOption('game and ply');
      await page.locator('#position-0-1.current-cell').waitFor();
      assert.equal(extension.table.samples.length, 60);
    }));

  it(`holds few rows of ${MANY.toLocaleString('en')} samples, also at the end of them`, () =>
    withReport([madeSamples(MANY, 1)], async ({ page }, extension) => {
      await page.getByRole('combobox', { name: 'Group by' }).selectOption('nothing');
      await page.locator('#sample-0.current').waitFor();
      const rows = page.locator('.rows .row');
      const grid = page.getByRole('grid', { name: 'Samples' });
      assert.equal(await grid.getAttribute('aria-rowcount'), String(MANY + 1));
      assert.ok((await rows.count()) < 80);
      await grid.focus();
      const before = extension.asked.get('rows') ?? 0;
      await page.keyboard.press('End');
      const last = page.locator(`#sample-${MANY - 1}.current`);
      await last.waitFor();
      assert.equal(await last.getAttribute('aria-rowindex'), String(MANY + 1));
      assert.equal(await grid.getAttribute('aria-activedescendant'), `sample-${MANY - 1}`);
      assert.ok(await last.isVisible());
      assert.ok((await rows.count()) < 80);
      // What lies between was not asked for.
      assert.ok((extension.asked.get('rows') ?? 0) - before <= 3);
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowDown');
      await page.locator('#sample-1.current').waitFor();
    }));

  it('cuts no move, number or head of the list at any width, and wraps the groups', async () => {
    const long = (label: string, file: string) =>
      madeRun(
        failures()
          .samples.filter((sample) => sample.model === label)
          .map((sample) => ({
            ...sample,
            label: `${label}-of-a-long-name`,
            ply: 240,
            san: 'Nb8xd7+',
            trueFen: LATE,
            // written as <0.01
            scores: wrongScores(3, 0.001, { cause: { id: 'side', ply: null, move: null }, sentence: 'thinks so' }),
          })),
        file,
      );
    const runs = [long('gpt-4o', 'a.run.jsonl'), long('o3-mini', 'b.run.jsonl')];
    for (const width of [340, 420, 560, 746, 900, 1400])
      for (const shown of [runs.slice(0, 1), runs])
        await withReport(
          shown,
          async ({ page }) => {
            const cut = await page.evaluate(() =>
              [...document.querySelectorAll<HTMLElement>('.left .cell:not(.cause, .series, .game), .head .cell button')]
                .filter((one) => one.offsetParent !== null && one.scrollWidth > one.clientWidth + 1)
                .map((one) => one.textContent),
            );
            assert.deepEqual(cut, [], `${width} px, ${shown.length}`);
            const wide = await page.locator('.bars').evaluate((bars) => bars.scrollWidth - bars.clientWidth);
            assert.ok(wide <= 0, `${width} px: groups`);
          },
          width,
        );
  });

  it('has the list above the answer at 360 px, and nothing wider than the window', () =>
    withReport(
      [failures()],
      async ({ page }) => {
        await page.locator('.pane .pair-picture').nth(1).waitFor();
        const places = await page.evaluate(() => ({
          list: document.querySelector('.left')?.getBoundingClientRect().bottom ?? 0,
          pane: document.querySelector('.pane')?.getBoundingClientRect().top ?? 0,
          end: document.querySelector('.pane')?.getBoundingClientRect().bottom ?? 0,
          next: document.querySelector('.reader')?.getBoundingClientRect().bottom ?? 0,
          board: document.querySelector('.pair-picture')?.getBoundingClientRect().width ?? 0,
          wide: document.documentElement.scrollWidth,
        }));
        assert.ok(places.list <= places.pane && places.end <= places.next);
        assert.ok(places.board >= 140, String(places.board));
        assert.ok(places.wide <= 360, String(places.wide));
      },
      360,
    ));
});
