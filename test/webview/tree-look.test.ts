import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { chessSearch, discSearch, type Searched } from '../support/searched-tree.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';
import { focusRow, lastOf, openTree, withTreePage } from './tree-page.ts';

describe('the look of the page of search trees', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  let discs: Searched;
  let chess: Searched;
  before(async () => {
    [host, discs, chess] = await Promise.all([PageHost.start(), discSearch(), chessSearch()]);
  });
  after(() => host?.close());

  const rows = ({ page }: OpenPage) => page.locator('.children tbody tr');

  for (const theme of TRIED_THEMES) {
    it(`has nothing that axe finds fault with, in the theme ${theme}`, () =>
      withTreePage(
        host,
        async (open) => {
          const { page } = open;
          await open.theme(theme);
          await openTree(open, chess.text, { hasValues: true });
          await rows(open).first().waitFor();
          await page.locator('.children .chosen button').click();
          await page.locator('cg-board').first().waitFor();
          assert.deepEqual(await open.axeFaults(), []);
          await open.screenshot(`tree-chess-${theme}`);
          await page.getByLabel('Filter nodes').selectOption('diverged');
          await page.getByText(/^(?:\d+ of )?\d+ matches$/).waitFor();
          await page.getByRole('button', { name: 'Next match' }).click();
          await page.keyboard.press('t');
          await open.screenshot(`tree-tidy-${theme}`);
          await page.getByRole('button', { name: 'Clear' }).click();
          await page.keyboard.press('i');
          await page.getByRole('slider').fill('90');
          await page.getByText('90 / 150').waitFor();
          await open.screenshot(`tree-step-${theme}`);
          await openTree(open, discs.text, { title: 'discs' });
          await page.getByText('Connect Four').waitFor();
          await focusRow(open);
          assert.deepEqual(await open.axeFaults(), []);
          await open.screenshot(`tree-table-${theme}`);
        },
        { width: 1400 },
      ));
  }

  for (const width of [400, 820, 2000])
    it(`fits into ${width} pixels`, () =>
      withTreePage(
        host,
        async (open) => {
          await openTree(open, chess.text, { hasValues: true });
          await rows(open).first().waitFor();
          const isWide = await open.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
          assert.equal(isWide, false);
          await open.screenshot(`tree-${width}`);
        },
        { width },
      ));

  it('is divided by mouse and by keys', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      const split = page.getByRole('separator', { name: 'Width of the tree' });
      await split.focus();
      await page.keyboard.press('ArrowLeft');
      assert.equal(await split.getAttribute('aria-valuenow'), '54');
      const box = await split.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + 5, box.y + 50);
      await page.mouse.down();
      await page.mouse.move(600, box.y + 50);
      await page.mouse.up();
      const now = Number(await split.getAttribute('aria-valuenow'));
      assert.ok(now > 45 && now < 55);
    }));

  it('exports the tree in all forms, also from the table', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, discs.text);
      await rows(open).first().waitFor();
      const save = async (name: string): Promise<string> => {
        await page.locator('.menu summary').click();
        await page.getByRole('button', { name, exact: true }).click();
        const said = await lastOf(open, 'export');
        assert.equal(said?.format, name.toLowerCase());
        return said?.content ?? '';
      };
      assert.match(await save('SVG'), /^<svg/);
      assert.match(await save('DOT'), /digraph/);
      assert.deepEqual(
        Buffer.from(await save('PNG'), 'base64')
          .subarray(1, 4)
          .toString(),
        'PNG',
      );
      await page.keyboard.press('g');
      assert.ok(JSON.parse(await save('JSON')));
      await page.locator('.menu summary').click();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'SVG' }).waitFor({ state: 'hidden' });
    }));
});
