import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';
import type { Workbench } from './workbench.ts';

const GAME = `[Event "Opera"]
[Site "Paris"]
[Date "1858.11.02"]
[Round "?"]
[White "Morphy, Paul"]
[Black "Duke Karl"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 { [%cal Gd4e5,Rc8g4] [%csl Ye5] [%eval 0.7] }
3... Bg4 (3... exd4 4. Nxd4 (4. Qxd4 Nc6 5. Bb5 Bd7) 4... Nf6) 4. dxe5 Bxf3
5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 1-0

[Event "Match"]
[Site "Paris"]
[Date "1858.12.20"]
[Round "1"]
[White "Anderssen, Adolf"]
[Black "Morphy, Paul"]
[Result "0-1"]

1. e4 e5 2. Nf3 Nc6 0-1
`;

const TAGS = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "*"]

`;
/** All of it can be repaired, save for the blanks, which are for the formatter. */
const SLOPPY = `${TAGS}1. e4 d5 2. Bb5   c6 3. nf3 cxb5 4. 0-0 *\n`;
const REPAIRED = SLOPPY.replace('Bb5', 'Bb5+').replace('nf3', 'Nf3').replace('0-0', 'O-O');
const FIX_ON_SAVE = { '.vscode/settings.json': '{ "editor.codeActionsOnSave": { "source.fixAll": "explicit" } }' };

const SHUFFLE = Array.from({ length: 60 }, (_, i) =>
  i % 2 === 0 ? `${i + 1}. Nf3 Nf6${i % 12 === 10 ? '\n' : ' '}` : `${i + 1}. Ng1 Ng8 `,
).join('');
const LONG_GAME = `${TAGS}${SHUFFLE}*\n\n`;
const BROKEN_GAME = LONG_GAME.replace('3. Nf3', '3. Nf4');
const many = (megabytes: number) => LONG_GAME.repeat(Math.ceil((megabytes * 1024 * 1024) / LONG_GAME.length));

/** Of moves in the tests' theme: those that can be played, those that cannot, and those behind them. */
const [PLAYED, ILLEGAL, UNCHECKED] = ['rgb(220, 220, 170)', 'rgb(244, 71, 71)', 'rgb(106, 153, 85)'];

/** The entries of the completion list. */
const suggestions = (page: Page) => page.locator('.suggest-widget.visible .monaco-list-row .label-name');
/** The place of the cursor, in the status bar. */
const cursor = (page: Page, place: string) =>
  page.locator(String.raw`.statusbar-item#status\.editor\.selection`, { hasText: place }).waitFor();

async function goToLine({ page, input }: Workbench, line: number): Promise<void> {
  await page.keyboard.press('Control+g');
  await input.fill(`:${line}`);
  await page.keyboard.press('Enter');
  await cursor(page, `Ln ${line},`);
}

const AUTHORED = { files: { 'game.pgn': GAME, 'broken.pgn': GAME.replace('7. Qb3', '7. Qb4') }, open: 'game.pgn' };

/** Title, board with arrows and FEN stand in a hover that nobody has to scroll. */
async function arrowsInHover({ workbench, page, picture }: Scene): Promise<void> {
  await workbench.editor('game.pgn').hoverOver('[%cal Gd4e5');
  await workbench.hoverPictures(1);
  await picture('hover-arrows');
  const board = workbench.hover.locator('img').first();
  assert.match((await board.getAttribute('src')) ?? '', /green%20arrow%20d4%20e5%2C%20red%20arrow%20c8%20g4/);
  const popup = await page.locator('.monaco-hover:visible').first().boundingBox();
  for (const part of ['3.d4 (ply 5)', 'Black to move, 33 legal moves', 'rnbqkbnr/ppp2ppp/3p4/4p3/3PP3/5N2']) {
    const box = await workbench.hover.getByText(part).last().boundingBox();
    assert.ok(popup !== null && box !== null, part);
    assert.ok(box.y >= popup.y && box.y + box.height <= popup.y + popup.height, `${part} is cut off`);
  }
}

describe('writing PGN in VS Code', () => {
  const stage = new SharedStage({
    settings: {
      'statelens.inlayHints': { position: 'ply', opening: true },
      'workbench.editorLargeFileConfirmation': 1024,
    },
  });
  before(() => stage.start());
  after(() => stage.stop());

  it('shows a game with hints, hover, outline and colors, renames its player, and completes its moves', () =>
    stage.play('authoring', AUTHORED, async (scene) => {
      const { workbench, page, picture, saved } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.lines.filter({ hasText: 'C41 Philidor Defense' }).waitFor();
      // The last of a long line: VS Code cuts hints after 43 characters unless it is told not to.
      await editor.lines.filter({ hasText: 'ply 12' }).first().waitFor();
      await arrowsInHover(scene);

      await workbench.run('Focus on Outline View', 'Explorer');
      const entries = page.locator('.outline-pane .monaco-list-row');
      for (const entry of ['Morphy, Paul – Duke Karl, 1-0', '3... exd4', 'Anderssen, Adolf – Morphy, Paul, 0-1'])
        await entries.filter({ hasText: entry }).waitFor();
      await editor.clickBehind('Morphy');
      await page.keyboard.press('F2');
      const field = page.locator('.rename-box input');
      await eventually(
        'the name',
        () => field.inputValue(),
        (name) => name === 'Morphy, Paul',
      );
      await picture('outline-rename');
      await field.fill('Morphy, Paul Charles');
      await page.keyboard.press('Enter');
      const renamed = GAME.replaceAll('"Morphy, Paul"', '"Morphy, Paul Charles"');
      await saved('game.pgn', (text) => text === renamed);

      await editor.clickBehind('Qxd4');
      await page.keyboard.press('F12');
      await cursor(page, 'Ln 10, Col 24');
      await editor.clickBehind('Bd7');
      // The dot offers all moves; a blank closes the list, and a letter opens it again.
      await page.keyboard.type(' 6.');
      await suggestions(page).first().waitFor();
      await page.keyboard.type(' ');
      await suggestions(page).first().waitFor({ state: 'hidden' });
      await page.keyboard.type('N');
      await eventually(
        'moves of the knight',
        () => suggestions(page).allInnerTexts(),
        (texts) => texts.join(' ') === 'Na3 Nbd2 Nc3 Ne5 Nfd2 Ng1 Ng5 Nh4',
      );
      await picture('completion');
      await page.keyboard.type('c');
      await eventually(
        'one move',
        () => suggestions(page).allInnerTexts(),
        (texts) => texts.join() === 'Nc3',
      );
      await page.keyboard.press('Enter');
      await saved('game.pgn', (text) => text === renamed.replace('Bd7)', 'Bd7 6. Nc3)'));

      const broken = await workbench.open('broken.pgn');
      await eventually(
        'colors of the moves',
        () => broken.colors('Qb4'),
        (colors) => [PLAYED, ILLEGAL, UNCHECKED].every((color) => colors.includes(color)),
      );
      await picture('inlay-hints');
    }));

  it('repairs a move by the keyboard, the rest on saving, and formats', () =>
    stage.play('repairs', { files: { ...FIX_ON_SAVE, 'game.pgn': SLOPPY }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page, picture, saved } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.root.locator('.squiggly-warning').first().waitFor();
      await editor.clickBehind('Bb5');
      await workbench.quickFix('Write Bb5+');
      await picture('quick-fix');
      await page.keyboard.press('Enter');
      await editor.lines.filter({ hasText: 'Bb5+' }).waitFor();
      await saved('game.pgn', (text) => text === REPAIRED);
      await workbench.run('Format Document');
      await saved('game.pgn', (text) => text === REPAIRED.replace('   ', ' '));
    }));

  it('colors files of megabytes where one looks, says once what is off in one of 21 MB, and takes what is typed', () => {
    const broken = many(3) + BROKEN_GAME;
    const files = { 'a.pgn': broken + many(0.5), 'large.pgn': BROKEN_GAME + many(21), 'b.pgn': GAME };
    return stage.play('megabytes', { files, open: 'a.pgn' }, async ({ workbench, page, picture }) => {
      const some = workbench.editor('a.pgn');
      await goToLine(workbench, broken.slice(0, broken.lastIndexOf('3. Nf4')).split('\n').length);
      await eventually(
        'colors of an illegal move',
        () => some.colors('Nf4'),
        (colors) => colors.includes(ILLEGAL) && colors.includes(UNCHECKED),
      );
      await picture('megabytes');
      await page.keyboard.press('Control+Home');
      await eventually(
        'colors of the first screen',
        () => some.colors('1. Nf3'),
        (colors) => colors.includes(PLAYED) && !colors.includes(UNCHECKED),
      );

      const editor = await workbench.open('large.pgn');
      await editor.root.locator('.squiggly-error').first().waitFor();
      const told = workbench.toasts.filter({ hasText: 'outline work in large.pgn' });
      await told.waitFor();
      await editor.clickBehind('1. Nf3');
      await page.keyboard.type(' {typed while the rest is checked}');
      await editor.lines.filter({ hasText: '1. Nf3 {typed while the rest is checked} Nf6' }).waitFor();
      await picture('large');
      await workbench.run('Clear All Notifications', 'Notifications');
      await workbench.open('b.pgn');
      await workbench.open('large.pgn');
      await editor.root.locator('.squiggly-error').first().waitFor();
      assert.equal(await told.count(), 0);
      await eventually(
        'colors of moves',
        () => editor.colors('1. Nf3 {typed'),
        (colors) => colors.includes(PLAYED),
      );
    });
  });
});
