import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type ShowLine, STATE_VERSION } from '../../src/protocol/state-messages.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { atMessage, resultAt, traced } from './state-lines.ts';

/** Of the view beside a text, in a window of 1280 pixels with its side bar. */
const WIDTH = 465;

describe('the state view in the layout that VS Code begins with', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  async function withPage(at: number, run: (open: OpenPage) => Promise<void>, shown: ShowLine = traced()) {
    const open = await host.open({ page: 'state', width: WIDTH });
    try {
      await open.send(shown);
      await open.send(atMessage(at));
      await open.page.locator('cg-board').first().waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const notice = async ({ page }: OpenPage): Promise<string> =>
    (await page.locator('.notice').textContent({ timeout: 5000 })) ?? '';
  const say = (open: OpenPage, text: string) => open.send({ version: STATE_VERSION, type: 'notice', text });

  it('reminds of as many keys as there is room for between what stands there', () => {
    const shown = traced();
    const rows = shown.line.rows.map((row) => ({ ...row, label: `${row.label}@with-a-long-template` }));
    return withPage(
      8,
      async ({ page }) => {
        const parts = await page.evaluate(() => {
          const head = document.querySelector('.by-ply');
          const words = document.createRange();
          words.selectNodeContents(head?.firstChild ?? document);
          const within = head?.getBoundingClientRect() ?? new DOMRect();
          const hints = [...document.querySelectorAll('.key-hints > span')].map((one) => one.getBoundingClientRect());
          const seen = hints.filter(({ top }) => top < within.bottom - 2);
          return {
            count: seen.length,
            left: Math.min(...seen.map(({ left }) => left)) - words.getBoundingClientRect().right,
            right: within.right - Math.max(...seen.map(({ right }) => right)),
            cut: Math.max(...seen.map(({ bottom }) => bottom)) - within.bottom,
          };
        });
        assert.ok(parts.count >= 1 && parts.count < 3, JSON.stringify(parts));
        assert.ok(parts.left > 8 && parts.right >= 0 && parts.cut <= 0, JSON.stringify(parts));
      },
      { ...shown, line: { ...shown.line, rows } },
    );
  });

  it('says where a model was asked, and cuts nothing of it', () =>
    withPage(13, async ({ page }) => {
      await page.getByRole('tab', { name: 'gpt-4o' }).locator('.name').click();
      const words = page.locator('.numbers .words');
      const said = 'asked about 12 of 17 positions here\u00a0· first lost after 3...Nf6 (ply 6)';
      assert.equal(await words.textContent(), said);
      for (const width of [600, 400, 280]) {
        await page.setViewportSize({ width, height: 800 });
        const cut = await page
          .locator('.statement')
          .evaluate((one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]);
        assert.deepEqual(cut, [0, 0], `at ${width} px`);
      }
    }));

  it('drops what it said of a step once another step or model is shown, and not when scores come', () =>
    withPage(8, async (open) => {
      const { page } = open;
      for (const move of [
        () => open.send(atMessage(9)),
        () => page.keyboard.press('ArrowRight'),
        () => page.getByRole('tab', { name: 'o3-mini' }).locator('.name').click(),
      ]) {
        await say(open, 'Qxh9 was not written: this is not a move.');
        assert.match(await notice(open), /Qxh9/);
        await open.send({ ...traced(), lineId: 'line 2' });
        assert.match(await notice(open), /Qxh9/);
        await open.send({ ...traced(), lineId: 'line 1' });
        await move();
        assert.equal(await notice(open), '');
      }
    }));

  it('has the same model and side open again behind a place without a position', () =>
    withPage(8, async (open) => {
      const { page } = open;
      await page.getByRole('tab', { name: 'o3-mini' }).locator('.name').click();
      await page.keyboard.press('f');
      await open.send({ version: STATE_VERSION, type: 'nothing', reason: 'There is no position here.', commands: [] });
      await page.getByText('There is no position here.').waitFor();
      await open.send(traced());
      await open.send(atMessage(8));
      await page.locator('h1', { hasText: /^. o3-mini/ }).waitFor();
      assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 2);
    }));

  it('has p and r from the details of a step where its line has none, as those of nodes', () => {
    const shown = traced();
    const rows = shown.line.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => cell && { ...cell, p: null, r: null, verdictText: '2 squares wrong · p₂ …' }),
    }));
    return withPage(
      8,
      async (open) => {
        const numbers = open.page.locator('.numbers');
        const value = open.page.locator('.row[aria-selected="true"] .value');
        assert.match((await numbers.textContent()) ?? '', /p₂ …/);
        assert.equal(await value.textContent(), '…');
        const result = resultAt(shown, 8);
        await open.send({ version: STATE_VERSION, type: 'detail', lineId: 'line 1', at: 8, result });
        await numbers.filter({ hasText: /p₂ 0\.\d\d/ }).waitFor();
        assert.match((await value.textContent()) ?? '', /^0\.\d\d$/);
      },
      { ...shown, line: { ...shown.line, rows } },
    );
  });

  it('says of a position why nothing is judged there, and counts its plies', () => {
    const shown = traced();
    const steps = shown.line.steps.map((step) => ({ ...step, unjudged: '“The knight on f6”: f6 is empty' }));
    return withPage(
      8,
      async ({ page }) => {
        assert.equal(await page.locator('h1').textContent(), '“The knight on f6”: f6 is empty');
        assert.equal(await page.locator('.where .ply').textContent(), 'ply 8');
        assert.equal(await page.locator('.believed-board').isVisible(), false);
      },
      { ...shown, line: { ...shown.line, steps, rows: [] } },
    );
  });

  // 273 is a panel of 546 at 200 % zoom.
  for (const width of [273, 400])
    it(`cuts no caption, name or number at ${width} px, whatever is open`, () => {
      const shown = traced();
      const rows = shown.line.rows.map((row) => ({ ...row, label: row.label.replace('gpt-4o', 'gpt-4o-2024-08-06') }));
      return withPage(
        8,
        async (open) => {
          const { page } = open;
          await page.setViewportSize({ width, height: 900 });
          const at = (key: string) =>
            open.send({ version: STATE_VERSION, type: 'answers', lineId: key, at: 8, answers: [] });
          for (const tab of ['gpt-4o-2024-08-06', 'gemini', 'All']) {
            await page
              .getByRole('tab', { name: tab })
              .locator(tab === 'All' ? 'xpath=.' : '.name')
              .click();
            await at('line 1');
            if (tab === 'All') await page.locator('.models img').first().waitFor();
            const cut = await page.locator('main *').evaluateAll((all) =>
              all
                // What is measured, and what is only spoken, is not seen.
                .filter((one) => one.checkVisibility() && !one.matches('.spoken, .probe, .probe *, .text-box'))
                .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.clientWidth > 0)
                .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 2)
                .map((one) => `${one.className}: ${one.textContent}`),
            );
            assert.deepEqual(cut, [], tab);
            const boards = await page
              .locator('.pair .board:visible, .pair-picture:visible')
              .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
            assert.equal(new Set(boards).size, 1, 'boards stand at one height');
          }
          await open.screenshot(`state-narrow-${width}`);
        },
        { ...shown, line: { ...shown.line, rows } },
      );
    });

  for (const [width, columns] of [
    [273, ['board', 'model', 'p₂']],
    [380, ['board', 'model', 'p₂', 'r₂']],
    [WIDTH, ['board', 'model', 'p₂', 'r₂', 'wrong']],
  ] as const)
    it(`has in the table of all models the columns that ${width} px have room for, whole`, () =>
      withPage(8, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await page.getByRole('tab', { name: 'All' }).click();
        await page.locator('.models img').first().waitFor();
        assert.deepEqual(await page.locator('.models thead th:visible').allInnerTexts(), columns);
        assert.ok(await page.locator('.all .scroll').evaluate((one) => one.scrollWidth <= one.clientWidth));
      }));

  it('shows a state of a MAV file as it is printed, and what it is read as', () => {
    const shown = traced();
    const printed = '[%state r1bqkb1r/pppp1ppp/2n5 w]';
    const rows = shown.line.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => cell && { ...cell, printed }),
    }));
    return withPage(
      8,
      async ({ page }) => {
        const text = (await page.locator('.text-box.raw').textContent()) ?? '';
        assert.ok(text.startsWith(`${printed}\nread as r1bqkb1r/`), text);
        assert.match((await page.locator('.text-box.raw mark').textContent()) ?? '', /^r1bqkb1r\/.* w kq - 1 5$/);
      },
      { ...shown, line: { ...shown.line, labels: 'states', rows } },
    );
  });
});
