import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { GAMES_VERSION } from '../../src/protocol/games-messages.ts';
import { itLong, thoroughly } from '../support/thorough.ts';
import { GamesExtension, manyGames } from './games-extension.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';
const MANY = thoroughly(100_000, 20_000);
/** Rows of the page, with what is drawn beyond what is seen. */
const MAX_ROWS = 60;

describe('the page of Query Games…', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page with games; after the test nothing may have gone wrong in it. */
  async function withGames(
    pgn: string,
    test: (open: OpenPage, extension: GamesExtension) => Promise<void>,
    width = 1100,
  ): Promise<void> {
    const open = await host.open({ page: 'games', width });
    try {
      const extension = new GamesExtension(open, pgn);
      await extension.show();
      await open.page.locator('.rows .players').first().waitFor();
      await test(open, extension);
      assert.deepEqual([open.errors, await open.violations()], [[], []]);
    } finally {
      await open.page.close();
    }
  }

  const counts = (open: OpenPage, text: string): Promise<void> =>
    open.page.locator('.counts', { hasText: new RegExp(`^${text}`) }).waitFor();
  const last = async (open: OpenPage): Promise<unknown> =>
    (await open.sentByGames()).filter(({ type }) => !['rows', 'boards', 'check'].includes(type)).at(-1);

  itLong('shows games with players, ratings, opening, date, length and their final positions', () =>
    withGames(manyGames(60), async (open) => {
      const { page } = open;
      await counts(open, '60 of 60 games$');
      const first = page.locator('.rows .row').first();
      assert.match(
        (await first.innerText()).replace(/\s+/g, ' '),
        /Player 0 1400 Rival 0 1400 1-0 A10 .* 2015.05.10 Open 0 6 1/,
      );
      await first.locator('img.board').waitFor();
      assert.equal(await first.locator('img.board').getAttribute('alt'), 'Final position, ply 6');
      const grid = page.getByRole('grid', { name: 'Games' });
      assert.equal(await grid.getAttribute('aria-rowcount'), '61');
      await open.screenshot('games');
    }),
  );

  itLong('completes expressions with fields and values that were seen, and chooses games by them', () =>
    withGames(manyGames(300), async (open, extension) => {
      const { page } = open;
      const field = page.getByRole('combobox', { name: 'Where' });
      await field.fill('white = "Player 21');
      const list = page.getByRole('listbox', { name: 'Completion' });
      await list.waitFor();
      assert.ok((await list.getByRole('option').allTextContents()).includes('"Player 210"'));
      await field.press('ArrowDown');
      await field.press('Enter');
      assert.match(await field.inputValue(), /^white = "Player 21\d?" $/);
      await field.fill('white = "Player 210" and plies < 10');
      await field.press('Escape');
      await field.press('Enter');
      await counts(open, '1 of 300 games$');
      assert.equal(extension.session.shown, 1);
      await field.fill('el');
      await list.getByRole('option', { name: /^elo\.mean/ }).click();
      assert.equal(await field.inputValue(), 'elo.mean ');
      await list.getByRole('option', { name: '>=' }).waitFor();
      await open.screenshot('games-completion');
    }),
  );

  itLong('says what is wrong with an expression, with carets, and mends it', () =>
    withGames(manyGames(30), async (open) => {
      const { page } = open;
      const field = page.getByRole('combobox', { name: 'Where' });
      await field.fill('plies > 3 and ello >= 1900');
      await field.press('Enter');
      await page.locator('.fault p', { hasText: 'Column 15: unknown field ello; did you mean elo?' }).waitFor();
      assert.equal(await page.locator('.fault pre').textContent(), `plies > 3 and ello >= 1900\n${' '.repeat(14)}^^^^`);
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      await open.screenshot('games-fault');
      await page.getByRole('button', { name: 'Use elo' }).click();
      assert.equal(await field.inputValue(), 'plies > 3 and elo >= 1900');
      await page.locator('.fault:empty').waitFor({ state: 'attached' });
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await counts(open, '\\d+ of 30 games$');
    }),
  );

  it('shows the position that an expression is about', () =>
    withGames(manyGames(30), async (open) => {
      const { page } = open;
      await page.getByRole('combobox', { name: 'Where' }).fill('line "1. e4 c5 2. Nf3"');
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await counts(open, '10 of 30 games$');
      const board = page.locator('.rows img.board').first();
      await board.waitFor();
      assert.equal(await board.getAttribute('alt'), 'Position that fits, ply 3');
    }));

  itLong('counts by facets, narrows by a click or a key, and takes it back', () =>
    withGames(manyGames(300), async (open, extension) => {
      const { page } = open;
      const won = page.getByRole('button', { name: 'Result: 1-0 100' });
      await won.click();
      await counts(open, '100 of 300 games$');
      assert.equal(await won.getAttribute('aria-pressed'), 'true');
      const letter = page.getByRole('button', { name: /^ECO: A00–A99 20$/ });
      await letter.focus();
      await page.keyboard.press('Enter');
      await counts(open, '20 of 300 games$');
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'facet-eco-A');
      assert.deepEqual(extension.session.choice, { result: ['1-0'], eco: ['A'] });
      for (const text of await page.locator('.rows .cell.result').allTextContents()) assert.equal(text, '1-0');
      await page.getByRole('button', { name: 'Clear Result' }).click();
      await counts(open, '60 of 300 games$');
      const kept = await page.evaluate(() => sessionStorage.getItem('state'));
      assert.deepEqual(JSON.parse(kept ?? ''), {
        uris: ['file:///games.pgn'],
        expression: '',
        choice: { eco: ['A'] },
      });
    }),
  );

  itLong('has the keyboard: moves, selects, selects ranges and all, opens, exports what is selected', () =>
    withGames(manyGames(500), async (open, extension) => {
      const { page } = open;
      const grid = page.getByRole('grid', { name: 'Games' });
      await grid.focus();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(' ');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(' ');
      await counts(open, '500 of 500 games · 2 selected$');
      assert.equal(await grid.getAttribute('aria-activedescendant'), 'game-3');
      assert.equal(await page.locator('#game-3').getAttribute('aria-selected'), 'true');
      await page.getByRole('button', { name: 'Export 2…' }).click();
      const { turn } = extension.session.counts;
      const spans = [
        [1, 2],
        [3, 4],
      ];
      assert.deepEqual(await last(open), { version: GAMES_VERSION, type: 'export', turn, spans });
      await grid.focus();
      await page.keyboard.press('Shift+ArrowDown');
      await counts(open, '500 of 500 games · 2 selected$');
      await page.keyboard.press('End');
      await page.keyboard.press('Enter');
      assert.deepEqual(await last(open), { version: GAMES_VERSION, type: 'open', turn, row: 499 });
      assert.ok(await page.locator('#game-499').isVisible());
      await page.keyboard.press('Control+a');
      await counts(open, '500 of 500 games · 500 selected$');
      await page.getByRole('button', { name: 'Use 500 in Experiment…' }).click();
      assert.deepEqual(await last(open), { version: GAMES_VERSION, type: 'experiment', turn, spans: [[0, 500]] });
      await grid.focus();
      await page.keyboard.press('Escape');
      await counts(open, '500 of 500 games$');
      await page.getByRole('button', { name: 'Export…' }).click();
      assert.deepEqual(await last(open), { version: GAMES_VERSION, type: 'export', turn, spans: null });
    }),
  );

  itLong(`has of ${MANY} games only those in the page that are seen, wherever it is scrolled`, () =>
    withGames(manyGames(MANY), async (open) => {
      const { page } = open;
      await counts(open, `${MANY.toLocaleString('en')} of`);
      const list = page.locator('.games');
      for (const share of [0.3, 0.77, 1]) {
        await list.evaluate((one, to) => {
          one.scrollTop = to * one.scrollHeight;
        }, share);
        await page.locator('.rows img.board').first().waitFor();
        assert.ok((await page.locator('.rows .row').count()) <= MAX_ROWS);
      }
      // until they come, the rows of the place before are there
      const game = page.locator('.rows .row').last().locator('.game');
      await game.filter({ hasText: String(MANY) }).waitFor();
      assert.equal(await game.textContent(), String(MANY));
    }),
  );

  itLong('says how far the reading is, and offers to cancel it or to read again', () =>
    withGames(manyGames(30), async (open, extension) => {
      const { page } = open;
      const list = { version: GAMES_VERSION, type: 'list', turn: 9, read: 20, chosen: 10, shown: 10, facets: [] };
      await open.send({ ...list, progress: 0.255, isCanceled: false, isStale: false, notes: [] });
      await counts(open, '10 of 20 games · 25 % read$');
      await page.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(extension.wanted.at(-1), 'cancel');
      await open.send({ ...list, progress: null, isCanceled: true, isStale: true, notes: ['b.pgn: it is compressed'] });
      await counts(open, '10 of 20 games · canceled$');
      assert.deepEqual(await page.locator('.warning').allTextContents(), [
        'A file has changed since it was read.',
        'b.pgn: it is compressed',
      ]);
      await page.getByRole('button', { name: 'Query Again' }).click();
      assert.deepEqual(extension.wanted.at(-1), 'again');
    }),
  );

  for (const theme of TRIED_THEMES) {
    itLong(`is accessible, wide and narrow, in the theme ${theme}`, async () => {
      for (const width of [1100, 480])
        await withGames(
          manyGames(40),
          async (open) => {
            const { page } = open;
            await open.theme(theme);
            await page.locator('.rows img.board').first().waitFor();
            await page.getByRole('grid', { name: 'Games' }).focus();
            await page.keyboard.press(' ');
            await page.getByRole('button', { name: /^Result: 1-0/ }).click();
            await page.locator('.rows img.board').first().waitFor();
            await page.evaluate(axe);
            const violations = await page.evaluate(async () => {
              const run = (globalThis as unknown as { axe: { run: () => Promise<{ violations: unknown[] }> } }).axe.run;
              return (await run()).violations;
            });
            assert.deepEqual(violations, []);
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
            await open.screenshot(`games-${theme}-${width}`);
          },
          width,
        );
    });
  }
});
