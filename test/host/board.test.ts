import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { Stage } from './stage.ts';
import { layoutKept } from './stored-layout.ts';
import type { Workbench } from './workbench.ts';

const GAME = `[Event "?"]
[White "Ann"]
[Black "Bob"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 *
`;

/** Where the middle of a square is on the screen, White below. */
async function square({ webview }: Workbench, name: string): Promise<{ x: number; y: number }> {
  const box = await webview.locator('cg-board').boundingBox();
  assert.ok(box);
  const file = name.charCodeAt(0) - 97;
  return {
    x: box.x + ((file + 0.5) * box.width) / 8,
    y: box.y + ((8.5 - Number(name.charAt(1))) * box.height) / 8,
  };
}

async function drag(workbench: Workbench, from: string, to: string): Promise<void> {
  const [a, b] = [await square(workbench, from), await square(workbench, to)];
  await workbench.page.mouse.move(a.x, a.y);
  await workbench.page.mouse.down();
  await workbench.page.mouse.move(b.x, b.y, { steps: 6 });
  await workbench.page.mouse.up();
}

for (const kind of ['node', 'web'] as const) {
  describe(`the board, ${kind}`, () => {
    const stage = new Stage({ kind });
    before(() => stage.start());
    after(() => stage.stop());

    it('follows the cursor, steps by keys, and writes a move that is made on it, which one undo takes out', () =>
      stage.play(
        `board-${kind}`,
        { files: { 'game.pgn': GAME }, open: 'game.pgn' },
        async ({ workbench, page, picture, saved }) => {
          const editor = workbench.editor('game.pgn');
          await editor.clickBehind('2. Nf3');
          await workbench.run('Open Board', 'StateLens');
          const view = workbench.webview;
          const now = view.locator('.now strong');
          const shows = (move: string) =>
            eventually(
              move,
              () => now.innerText(),
              (text) => text === move,
            );
          await shows('2.Nf3');
          await editor.clickBehind('3. d4');
          await shows('3.d4');
          await view.getByRole('button', { name: 'One move back', exact: true }).click();
          await shows('2...d6');
          for (const key of ['ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
          await shows('3...a6');
          await page.keyboard.press('ArrowLeft');
          await shows('3.Bb5');
          await view.locator('.cg-wrap').waitFor();
          await drag(workbench, 'g8', 'f6');
          await shows('3...Nf6');
          await picture(`board-editor-${kind}`);
          const written = '3. Bb5 a6 (3... Nf6) *';
          await editor.clickBehind('1. e4');
          await shows('1.e4');
          await saved('game.pgn', (text) => text === GAME.replace('3. Bb5 a6 *', written));
          await page.keyboard.press('Control+z');
          await saved('game.pgn', (text) => text === GAME);
        },
      ));
  });
}

describe('the board in VS Code', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('types a move into a sample, and comes back after a reload', () =>
    stage.play(
      'board-sample',
      { files: { 'games.pgn': sample('world-cup.pgn') }, open: 'games.pgn' },
      async ({ workbench, page, folder, picture, saved }) => {
        const editor = workbench.editor('games.pgn');
        await editor.settledLenses();
        await editor.clickBehind('4. O-O');
        await page.locator('.editor-actions [aria-label^="Open Board"]').click();
        const view = workbench.webview;
        await view.getByText('4.O-O').first().waitFor();
        await view.getByLabel('Play a move').fill('Nge7');
        await page.keyboard.press('Enter');
        await view.getByText('Nge7 was not written: Black has no knight on the g-file').waitFor();
        await view.getByLabel('Play a move').fill('Be7');
        await page.keyboard.press('Enter');
        await view.getByText('4...Be7').first().waitFor();
        await picture('board-sample');
        await editor.clickBehind('4. O-O');
        await saved('games.pgn', (text) => text.includes('(4... Be7)'));
        await layoutKept(page, 'mainThreadWebview-statelens.board');
        await page.goto(stage.host.url({ folder }));
        await workbench.webview.getByText('4.O-O').first().waitFor();
      },
    ));

  it('leaves a read-only file alone, and says so', () =>
    stage.play(
      'board-read-only',
      {
        files: { 'game.pgn': GAME },
        open: 'game.pgn',
      },
      async ({ workbench, page }) => {
        await workbench.editor('game.pgn').clickBehind('3. Bb5 a6');
        await workbench.run('Set Active Editor Read-only in Session', 'File');
        await workbench.run('Open Board', 'StateLens');
        const view = workbench.webview;
        await view.getByLabel('Play a move').fill('Ba4');
        await page.keyboard.press('Enter');
        await view.getByText('This file is read-only').waitFor();
      },
    ));
});
