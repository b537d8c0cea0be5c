import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { itLong } from '../support/thorough.ts';
import { traceOfText } from '../support/trace-page.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';
import { lastOf, openTree, withTreePage } from './tree-page.ts';

const SEARCH = fs.readFileSync('samples/state-tracking.mcts.jsonl', 'utf8');
const TRACE = traceOfText(fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8'));

/** The page beside a text, in a window of 1440 by 900 pixels with the side bar open. */
const BESIDE = { width: 580, height: 860 };

describe('the page of search trees beside a text', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  async function openSearch(open: OpenPage, size = BESIDE): Promise<void> {
    await open.page.setViewportSize(size);
    await openTree(open, SEARCH, { title: 'state-tracking', hasValues: true });
    await open.page.getByRole('heading', { name: 'Moves at the start' }).waitFor();
    await open.page.locator('cg-board').nth(1).waitFor();
  }
  async function openTrace(open: OpenPage): Promise<void> {
    await open.page.setViewportSize(BESIDE);
    await openTree(open, TRACE.lines, { source: 'trace', title: 'trace.mav:1', notes: TRACE.notes });
    await open.page.locator('.children tbody tr').first().waitFor();
    await open.page.locator('cg-board').first().waitFor();
  }
  /** Names what is not whole on the screen before anything was scrolled. */
  const cut = async ({ page }: OpenPage, ...parts: string[]): Promise<string[]> => {
    const boxes = await Promise.all(parts.map((part) => page.locator(part).first().boundingBox()));
    const { width, height } = BESIDE;
    return parts.filter((_, i) => {
      const box = boxes[i];
      return box === null || box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
    });
  };
  /** Lines of a text. */
  const lines = ({ page }: OpenPage, part: string): Promise<number> =>
    page.locator(part).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });

  it('has verdict, board pair, drawing and moves of a search on the screen, the fault first', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openSearch(open);
      assert.equal(await page.locator('h1').textContent(), 'state-tracking · mav-small · 160 simulations');
      const verdict = page.locator('.verdict');
      assert.equal(
        await verdict.textContent(),
        'Chooses bxa8=Q+, which rests on a state that does not exist (68 % of visits); with true states it is Ne5.',
      );
      assert.ok((await lines(open, '.verdict')) <= 2);
      const rows = [1, 2, 3, 4].map((row) => `.children tbody tr:nth-child(${row})`);
      assert.deepEqual(await cut(open, 'h1', '.verdict', '.pair', '.drawing', '.children thead', ...rows), []);
      assert.deepEqual(await page.locator('figcaption').allTextContents(), [
        'True after 12.bxa8=Q+',
        'Believed by mav-small',
      ]);
      const [left, right] = await page
        .locator('.pair figure')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect));
      assert.ok(left.right <= right.left && Math.abs(left.top - right.top) < 1, 'true on the left');
      // the row of the node that is shown
      assert.match((await page.locator('.children [aria-current=true]').textContent()) ?? '', /^◇bxa8=Q\+ ★83/);
      await page.getByText('Values for White, colors spread over 0 to 0.27').waitFor();
      assert.equal(await lastOf(open, 'select'), undefined, 'nobody has selected anything');
      assert.equal(await page.getByRole('button', { name: 'Resume' }).isVisible(), false);
    }));

  it('has verdict, board and moves of a trace on the screen, and the pair for each move', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTrace(open);
      assert.equal(await page.locator('h1').textContent(), 'trace.mav:1 · 3 evaluations');
      await page.locator('.verdict', { hasText: 'Comparing' }).waitFor({ state: 'detached' });
      assert.equal(
        await page.locator('.verdict').textContent(),
        'Qg5 (g3g5) was never expanded: the choice rests on 2 of 3 actions.',
      );
      assert.deepEqual(await cut(open, '.verdict', '.pair', '.drawing', '.children', '.row-legend'), []);
      assert.doesNotMatch(await page.locator('main').innerText(), /visits?/);
      assert.deepEqual(await page.locator('figcaption').allTextContents(), ['Given the start of the search']);
      await page.locator('.children').getByRole('button', { name: 'Qxg6' }).click();
      await page.locator('cg-board').nth(1).waitFor();
      assert.deepEqual(await page.locator('figcaption').allTextContents(), [
        'True after 1...Qxg6',
        'Believed in the text ✓',
      ]);
      assert.deepEqual(await cut(open, '.verdict', '.pair', '.children'), []);
    }));

  it('has the terms of PUCT for pointer and keyboard, and states as symbols with a legend', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openSearch(open);
      const heads = await page.locator('.children thead th:visible').allTextContents();
      assert.deepEqual(heads, ['State', 'Move', 'N', 'Q', 'P']);
      const move = page.locator('.children').getByRole('button', { name: 'Ne5', exact: true });
      const words =
        /^Ne5: true state · the model listed 0\.40 for White · PUCT for White: Q \S+ \+ exploration \S+ = \S+$/;
      assert.match((await move.getAttribute('title')) ?? '', words);
      await move.focus();
      await page.locator('.terms').filter({ hasText: words }).waitFor();
      await page.locator('.children tbody tr').nth(2).hover();
      await page
        .locator('.terms')
        .filter({ hasText: /^bxa8=R\+: state that does not exist · / })
        .waitFor();
      assert.deepEqual(await page.locator('.row-legend li').allTextContents(), [
        '✓ true state',
        '◇ state that does not exist',
      ]);
      const marks = page.locator('.children .mark [role=img]');
      assert.equal(await marks.first().getAttribute('aria-label'), 'state that does not exist');
      for (const cell of await page.locator('.children tbody tr:first-child td:visible').all())
        assert.ok(((await cell.boundingBox())?.height ?? 99) < 32, 'one line');
    }));

  itLong('has its filters behind a button and a key, and goes through all by the keyboard', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openSearch(open);
      const filter = page.getByRole('button', { name: 'Filter' });
      const field = page.getByLabel('Move or state');
      assert.equal(await field.isVisible(), false);
      assert.equal(await filter.getAttribute('aria-expanded'), 'false');
      await filter.focus();
      await page.keyboard.press('Enter');
      await page.keyboard.type('Ne5');
      await page.getByText('1 match').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('figcaption', { hasText: 'True after 12.Ne5' }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await filter.click();
      await field.waitFor({ state: 'hidden' });
      await page.keyboard.press('/');
      await field.waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('type')), 'search');
    }),
  );

  itLong('fits its drawing when it becomes narrower, until somebody zooms', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openSearch(open);
      /** The color at the right end of the root's row: its box is as wide as the drawing. */
      const end = (): Promise<string> =>
        page.evaluate(async () => {
          await new Promise((done) => setTimeout(done, 300));
          const canvas = document.querySelector('canvas') as HTMLCanvasElement;
          const context = canvas.getContext('2d') as CanvasRenderingContext2D;
          return [...context.getImageData(canvas.width - 6, 3, 1, 1).data].join();
        });
      const color = await end();
      await page.setViewportSize({ width: 480, height: 700 });
      assert.equal(await end(), color);
      await page.setViewportSize({ width: 1200, height: 900 });
      assert.equal(await end(), color);
      await page.setViewportSize(BESIDE);
      assert.equal(await end(), color);
      assert.equal(await page.locator('canvas').count(), 1);
    }),
  );

  for (const theme of TRIED_THEMES)
    itLong(`is whole at 580, 400 and 290 pixels, in the theme ${theme}`, () =>
      withTreePage(host, async (open) => {
        await open.theme(theme);
        for (const size of [BESIDE, { width: 400, height: 860 }, { width: 290, height: 430 }]) {
          await openSearch(open, size);
          const isWide = await open.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
          assert.equal(isWide, false, `${size.width}`);
          const words = open.page.locator('.did');
          assert.ok(await words.evaluate((one) => one.scrollWidth <= one.clientWidth), `${size.width}`);
          await open.screenshot(`tree-narrow-${theme}-${size.width}`);
        }
        await openTrace(open);
        await open.screenshot(`tree-narrow-trace-${theme}`);
      }),
    );
});
