import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { atMessage, lineMessage, traced } from './state-lines.ts';
import { openTree, withTreePage } from './tree-page.ts';

/** A name that turns what is behind it, and one that has no place to break. */
const TURNED = 'gpt\u202E4o\u2066';
const LONG = 'x'.repeat(1_000_000);

const wider = ({ page }: OpenPage): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

describe('names in pages', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the state view with a name for its first model and for the game. */
  async function withName(name: string, run: (open: OpenPage) => Promise<void>): Promise<void> {
    const open = await host.open({ page: 'state', width: 546 });
    const shown = traced();
    const rows = shown.line.rows.map((row, i) =>
      i > 0
        ? row
        : { ...row, label: name, cells: row.cells.map((cell) => (cell === null ? null : { ...cell, label: name })) },
    );
    try {
      await open.send(lineMessage({ ...shown.line, title: name, rows }));
      await open.send(atMessage(8));
      await open.page.locator('h1.sentence', { hasText: name.slice(0, 3) }).waitFor();
      await run(open);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  it('turn nothing in the state view', () =>
    withName(TURNED, async ({ page }) => {
      const text = await page.locator('.content').innerText();
      assert.doesNotMatch(text, /[\u202A-\u202E\u2066-\u2069]/);
      assert.ok(text.includes('gpt\uFFFD4o\uFFFD'));
    }));

  it('without a place to break widen no state view', () =>
    withName(LONG.slice(0, 20_000), async (open) => assert.ok((await wider(open)) <= 0, `${await wider(open)} px`)));

  it('turn nothing in a tree, and widen it not', () =>
    withTreePage(host, async (open) => {
      const header = { kind: 'header', version: 1, game: 'chess', fen: 'x', model: `${TURNED}${LONG}` };
      await openTree(open, `${JSON.stringify(header)}\n`, { title: `${TURNED}${LONG}` });
      await open.page.getByText('gpt\uFFFD4o\uFFFD').first().waitFor();
      assert.ok((await wider(open)) <= 0, `${await wider(open)} px`);
      assert.doesNotMatch(await open.page.content(), /[\u202A-\u202E\u2066-\u2069]/);
    }));
});
