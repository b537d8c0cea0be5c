import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { chessSearch } from '../support/searched-tree.ts';
import { itLong } from '../support/thorough.ts';
import { traceOfText } from '../support/trace-page.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';
import { lastOf, openTree, withTreePage } from './tree-page.ts';

const PUBLISHED = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8').replace('g3g5 :', 'g3g6 :');
/** The same with a bishop where the queen stands, after one of its moves. */
const WRONG = PUBLISHED.replace(/(?<=%prev_action g3g6\]\n\[%state )([^ \]]+)/, (state) => state.replace('Q', 'B'));

describe('a small tree', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  const open = async (page: OpenPage, text: string, title = 'trace'): Promise<void> => {
    const { lines, notes } = traceOfText(text);
    await openTree(page, lines, { source: 'trace', title, notes });
    await page.page.locator('.children tbody tr').first().waitFor();
  };
  /** How many different colors stand along a line across the middle of the drawing. */
  const colorsAt = ({ page }: OpenPage): Promise<number> =>
    page.evaluate(async () => {
      const canvas = document.querySelector('canvas') as HTMLCanvasElement;
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(
        0,
        0,
        canvas.width,
        canvas.height,
      );
      const light = [0xee, 0xf0, 0xee];
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (light.every((value, c) => data[i + c] === value)) count++;
      return count;
    });

  itLong('is drawn with boards, moves on its lines, and each state as the model has it', () =>
    withTreePage(host, async (page) => {
      await open(page, WRONG);
      assert.equal(
        await page.page.getByRole('button', { name: 'Tree', exact: true }).getAttribute('aria-pressed'),
        'true',
      );
      // four boards of 128 pixels, half of each light squares
      assert.ok((await colorsAt(page)) > 4 * 96 * 96 * 0.3);
      await page.page.getByText('thick line: chosen moves').waitFor();
      await page.page
        .getByText(/^Values? for Black, /)
        .first()
        .waitFor();
      await page.page.locator('canvas').focus();
      // It opened at the wrong state.
      await page.page.keyboard.press('ArrowLeft');
      assert.equal((await lastOf(page, 'select'))?.node, 0);
      await page.page.keyboard.press('i');
      assert.ok((await colorsAt(page)) < 1000, 'the icicle has no boards');
      await page.page.getByText('width: evaluations', { exact: true }).waitFor();
    }),
  );

  it('of more than forty nodes has none, and is an icicle at first', async () => {
    const { text } = await chessSearch();
    await withTreePage(host, async (page) => {
      await openTree(page, text);
      await page.page.locator('.children tbody tr').first().waitFor();
      const icicle = page.page.getByRole('button', { name: 'Icicle' });
      assert.equal(await icicle.getAttribute('aria-pressed'), 'true');
      await page.page.keyboard.press('t');
      await page.page.getByText('width of lines: visits').waitFor();
      assert.ok((await colorsAt(page)) < 1000);
    });
  });

  for (const theme of TRIED_THEMES)
    itLong(`is legible at 360, 546 and 1200 pixels, in the theme ${theme}`, async () => {
      for (const width of [360, 546, 1200])
        await withTreePage(
          host,
          async (page) => {
            await page.theme(theme);
            await open(page, WRONG);
            await colorsAt(page);
            const isWide = await page.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
            assert.equal(isWide, false);
            const number = await page.page.locator('.children td:visible').last().boundingBox();
            assert.ok(number && number.x + number.width <= width, 'numbers are not cut');
            await page.screenshot(`tree-boards-${theme}-${width}`);
          },
          { width },
        );
    });

  itLong('asks for the state view to show the states on the way to a node of a search', async () => {
    const { text } = await chessSearch();
    await withTreePage(host, async (page) => {
      await openTree(page, text);
      await page.page.locator('.children .chosen button').click();
      const followed = await lastOf(page, 'state');
      assert.equal(followed?.open, false);
      assert.equal(followed.steps.length, 2);
      await page.page.getByRole('button', { name: 'State View' }).click();
      assert.deepEqual(await lastOf(page, 'state'), { ...followed, open: true });
    });
  });
});
