import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { BOARD_VERSION, type FromBoard } from '../../src/protocol/board-messages.ts';
import { boardMessage } from './board-message.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

const GAME = `[White "Morphy"]
[Black "Duke"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 (2... Nc6 3. Bb5 (3. Bc4)) 3. d4! { [%cal Gd4e5,Rf3e5] [%csl Ye5] Takes the centre. } Bg4?! $14 1-0
`;
const FEN = '8/4P3/8/8/8/2k5/8/4K3 w - - 0 1';

describe('the page of the board', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page with what is behind `cursor` in a text; afterwards nothing may have gone wrong in it. */
  async function withPage(text: string, cursor: string, run: (open: OpenPage) => Promise<void>, width = 1000) {
    const open = await host.open({ page: 'board', width });
    try {
      await open.send(boardMessage(text, cursor));
      await open.page.locator('cg-board').waitFor();
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  /** Where the middle of a square is, White below. */
  async function square({ page }: OpenPage, name: string): Promise<{ x: number; y: number }> {
    const box = await page.locator('cg-board').boundingBox();
    assert.ok(box);
    const file = name.charCodeAt(0) - 97;
    const rank = Number(name.charAt(1));
    return { x: box.x + ((file + 0.5) * box.width) / 8, y: box.y + ((8.5 - rank) * box.height) / 8 };
  }

  async function drag(open: OpenPage, from: string, to: string): Promise<void> {
    const [a, b] = [await square(open, from), await square(open, to)];
    await open.page.mouse.move(a.x, a.y);
    await open.page.mouse.down();
    await open.page.mouse.move(b.x, b.y, { steps: 4 });
    await open.page.mouse.up();
  }

  async function click(open: OpenPage, ...names: string[]): Promise<void> {
    for (const name of names) {
      const { x, y } = await square(open, name);
      await open.page.mouse.click(x, y);
    }
  }

  const last = async (open: OpenPage): Promise<FromBoard | undefined> => (await open.sentByBoard()).at(-1);
  const play = (move: string, fen: string): FromBoard => ({ version: BOARD_VERSION, type: 'play', move, fen });

  /** Waits for so many messages, of which this is the last: the board tells of a move a moment after it. */
  async function says(open: OpenPage, count: number, message: FromBoard): Promise<void> {
    await open.page.waitForFunction((n) => (globalThis as unknown as { sent: unknown[] }).sent.length >= n, count);
    const said = await open.sentByBoard();
    assert.deepEqual([said.length, said.at(-1)], [count, message]);
  }

  it('shows the position, the line with its variations, the comment and what it draws', () =>
    withPage(GAME, '3. d4', async (open) => {
      const { page } = open;
      assert.equal(await page.locator('h1').textContent(), 'Morphy – Duke 1-0');
      assert.equal(await page.locator('.now').textContent(), '3.d4! Black to move, 33 legal moves');
      assert.equal(await page.locator('.comment').textContent(), 'Takes the centre.');
      assert.equal(
        (await page.locator('.moves').textContent())?.replaceAll('\u00a0', ' ').trim(),
        'Start 1.e4 e5 2.Nf3 d6 (2...Nc6) 3.d4! Bg4?! ⩲',
      );
      assert.equal(await page.locator('[aria-current=step]').textContent(), 'd4!');
      assert.equal(await page.locator('.cg-shapes > g > *').count(), 3);
      assert.equal(await page.locator('square.last-move').count(), 2);
      assert.match((await page.locator('.board').getAttribute('aria-label')) ?? '', /^Position: 3\.d4!\. White: K e1/);
      assert.deepEqual(await open.sentByBoard(), [{ version: BOARD_VERSION, type: 'ready' }]);
    }));

  it('steps by keys and buttons, and turns the board', () =>
    withPage(GAME, '3. d4', async (open) => {
      const { page } = open;
      const steps: string[] = [];
      for (const key of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'Home', 'End']) {
        await page.keyboard.press(key);
        const message = await last(open);
        steps.push(message?.type === 'step' ? message.to : 'none');
      }
      assert.deepEqual(steps, ['previous', 'next', 'up', 'first', 'last']);
      await page.getByRole('button', { name: 'One move back' }).click();
      assert.deepEqual(await last(open), { version: BOARD_VERSION, type: 'step', to: 'previous' });
      await page.keyboard.press('f');
      assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 1);
      await page.getByRole('button', { name: 'Flip' }).click();
      assert.equal(await page.locator('.cg-wrap.orientation-white').count(), 1);
    }));

  it('goes to a move that is clicked, also in a variation', () =>
    withPage(GAME, '3. d4', async (open) => {
      await open.page.getByRole('button', { name: 'instead 2...Nc6' }).click();
      const character = GAME.split('\n')[4]?.indexOf(' 3. Bb5');
      assert.deepEqual(await last(open), {
        version: BOARD_VERSION,
        type: 'go',
        to: { line: 4, character },
        textVersion: 1,
      });
    }));

  it('plays moves that are dragged, clicked or typed, and no others', () =>
    withPage(GAME, '3. d4', async (open) => {
      const { fen } = boardMessage(GAME, '3. d4').position.shown ?? { fen: '' };
      await drag(open, 'g8', 'f6');
      await says(open, 2, play('g8f6', fen));
      await open.send({ version: BOARD_VERSION, type: 'notice', text: 'Not written.' });
      await open.page.getByText('Not written.').waitFor();
      await click(open, 'b8', 'c6');
      await says(open, 3, play('b8c6', fen));
      await open.send(boardMessage(GAME, '3. d4'));
      await drag(open, 'e8', 'e4');
      await drag(open, 'd1', 'd2');
      await open.page.getByLabel('Play a move').fill('nf6');
      await open.page.keyboard.press('ArrowLeft');
      await open.page.keyboard.press('Enter');
      await says(open, 4, play('nf6', fen));
    }));

  it('asks what a pawn becomes, and leaves it where it was when the user does not want to', () => {
    const game = `[SetUp "1"]\n[FEN "${FEN}"]\n[Result "*"]\n\n*\n`;
    return withPage(game, ']\n\n', async (open) => {
      const { page } = open;
      await drag(open, 'e7', 'e8');
      const dialog = page.getByRole('dialog', { name: 'Promote to' });
      await dialog.waitFor();
      await open.screenshot('board-promotion');
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      assert.equal((await open.sentByBoard()).length, 1);
      await drag(open, 'e7', 'e8');
      await page.getByRole('button', { name: 'Knight' }).click();
      await says(open, 2, play('e7e8n', FEN));
    });
  });

  it('keeps the last good position, and says what is wrong', () =>
    withPage(GAME, '3. d4', async (open) => {
      const message = boardMessage(GAME, '3. d4');
      const reason = 'There is no game here.';
      await open.send({ ...message, position: { ...message.position, shown: null, reason } });
      await open.page.getByText(reason).waitFor();
      assert.match((await open.page.locator('.now').textContent()) ?? '', /^3\.d4/);
      await open.send(boardMessage('1. e4 e5 2. Ke3 Ke6 *', 'Ke6'));
      await open.page.getByText('Ke3 cannot be played: the board shows the position before it.').waitFor();
      assert.equal(await open.page.getByRole('button', { name: '2.Ke3, cannot be played' }).count(), 1);
      await open.send({ version: 99, type: 'notice', text: 'of another version' });
      assert.equal(await open.page.getByText('of another version').count(), 0);
    }));

  it('is for looking alone in a FEN file', () =>
    withPage(GAME, '3. d4', async (open) => {
      const message = boardMessage(GAME, '3. d4');
      await open.send({ ...message, position: { ...message.position, accepts: false } });
      await open.page.getByText('this board is read-only').waitFor();
      assert.equal(await open.page.getByLabel('Play a move').isVisible(), false);
      await drag(open, 'g8', 'f6');
      assert.equal((await open.sentByBoard()).length, 1);
    }));

  it('comes back as it was after it was hidden', () =>
    withPage(GAME, '3. d4', async ({ page }) => {
      await page.keyboard.press('f');
      await page.reload();
      await page.locator('.cg-wrap.orientation-black').waitFor();
      assert.match((await page.locator('.now').textContent()) ?? '', /^3\.d4/);
    }));

  for (const theme of TRIED_THEMES) {
    it(`has nothing that axe finds fault with, in the theme ${theme}`, () =>
      withPage(GAME, '3. d4', async (open) => {
        await open.theme(theme);
        await open.page.evaluate(axe);
        const found = await open.page.evaluate(async () => {
          const { axe } = globalThis as unknown as {
            axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
          };
          return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' ')}`);
        });
        assert.deepEqual(found, []);
        await open.screenshot(`board-${theme}`);
      }));
  }

  it('fits into a narrow column', () =>
    withPage(
      GAME,
      'Bg4',
      async (open) => {
        const wide = await open.page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        assert.equal(wide, false);
        await open.screenshot('board-narrow');
      },
      360,
    ));
});
