import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { CUTS, NUMBERS, sample } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';

const GAMES = { files: { 'games.pgn': CUTS }, open: 'games.pgn' };
const CHESS960 = { files: { 'chess960.pgn': sample('chess960.pgn') }, open: 'chess960.pgn' };

/** A prediction of each kind. */
const MARKED = `[Event "?"]
[Result "*"]

1. e4
{ [%pfen o3-mini rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1] }
{ [%pfen gemini rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2] }
{ [%pfen gpt-4o rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1] }
*

[Event "?"]
[Result "*"]

1. d4 { [%pfen nano ?] } *
`;

describe('the VSIX in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('colors a PGN with predictions', () =>
    stage.play('colors', GAMES, async ({ workbench }) => {
      const editor = workbench.editor('games.pgn');
      await workbench.language('PGN').waitFor();
      for (const part of ['Nepomniachtchi', '1. e4 e5', '%pfen'])
        await eventually(
          `colors of ${part}`,
          () => editor.colors(part),
          (colors) => colors.length >= 3,
        );
    }));

  it('underlines an illegal move, and says why in the Problems view', () => {
    const broken = CUTS.replace('3. Bb5', '3. Bb7');
    return stage.play('problems', { files: { 'broken.pgn': broken }, open: 'broken.pgn' }, async (scene) => {
      await scene.workbench.editor('broken.pgn').root.locator('.squiggly-error').first().waitFor();
      await scene.workbench.run('Focus on Problems View', 'Problems');
      await scene.workbench.problems.filter({ hasText: 'illegal move 3. Bb7' }).waitFor();
      await scene.picture('problems');
    });
  });

  it('says over every prediction what the model believes, and the numbers', () =>
    stage.play('lenses', CHESS960, async ({ workbench, picture }) => {
      const texts = await workbench.editor('chess960.pgn').settledLenses();
      const ofOne = texts.filter((text) => NUMBERS.test(text));
      assert.ok(ofOne.length >= 2, texts.join('\n'));
      for (const text of ofOne) assert.match(text, /^p₄ .* · \S+: [a-z]+ [a-z]+ /);
      await picture('lenses');
    }));

  it('sums up every model, and has one lens a position, the worst model first', () =>
    stage.play('aggregates', GAMES, async ({ workbench, picture }) => {
      const expected = [
        /^whole file · mean p₄, r₄: .*o3-mini\S* 0\.\d\d, 0\.\d\d/,
        /^p₄ \S+ .* · (?!starting)\S+: [^|]+ \| \S+ [✓✗≈?]/,
      ];
      const editor = workbench.editor('games.pgn');
      // VS Code shows a lens when it has its text: those of the whole file may come last.
      await eventually(
        'the lens of the file, and that of a position',
        () => editor.settledLenses(),
        (texts) => expected.every((form) => texts.some((text) => form.test(text))),
      );
      await picture('lenses-of-models');
    }));

  itInEach('marks predictions by how right they are, in dark, light and high contrast', () =>
    stage.play('marks', { files: { 'game.pgn': MARKED }, open: 'game.pgn' }, async ({ workbench, folder, picture }) => {
      const editor = workbench.editor('game.pgn');
      await editor.settledLenses();
      const marks = await eventually(
        'marks in the gutter',
        () => editor.marks(),
        (found) => found.length === 4,
      );
      assert.deepEqual(marks, ['exact', 'near', 'wrong', 'none']);
      assert.equal(await editor.underlined(), 4, 'the move number, two ranks, the side to move');
      await picture('marks-dark');
      await editor.clickBehind('1. e4');
      await workbench.page.keyboard.press('Backspace');
      await workbench.page.keyboard.type('3');
      await eventually(
        'marks that follow the move',
        () => editor.marks(),
        (found) => found.join() === 'wrong,wrong,wrong,none',
      );
      await workbench.page.keyboard.press('Backspace');
      await workbench.page.keyboard.type('4');
      for (const [theme, name] of [
        ['Default Light Modern', 'light'],
        ['Default High Contrast', 'high-contrast'],
        ['Default High Contrast Light', 'high-contrast-light'],
      ] as const) {
        fs.mkdirSync(path.join(folder, '.vscode'), { recursive: true });
        fs.writeFileSync(path.join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
        const kind = { light: 'vs', 'high-contrast': 'hc-black', 'high-contrast-light': 'hc-light' }[name];
        await workbench.page.locator(`.monaco-workbench.${kind}`).waitFor();
        await eventually(
          'marks in the new theme',
          () => editor.marks(),
          (found) => found.join() === 'exact,near,wrong,none',
        );
        await picture(`marks-${name}`);
      }
    }),
  );

  itInEach(
    'shows what a prediction says beside its board, whole, with links to the state view and to what was answered',
    () =>
      stage.play('hover', GAMES, async ({ workbench, page, picture }) => {
        const editor = workbench.editor('games.pgn');
        await editor.settledLenses();
        await editor.hoverOver('[%pfen gpt-4o');
        await workbench.hover.filter({ hasText: 'side to move wrong' }).first().waitFor();
        await workbench.hoverPictures(1);
        await picture('hover-prediction');
        const board = await workbench.hover.locator('img').first().boundingBox();
        const popup = await page.locator('.monaco-hover:visible').first().boundingBox();
        assert.ok(board !== null && popup !== null);
        for (const part of ['side to move wrong', 'p by depth', 'r by depth', 'State View', 'Answer']) {
          const box = await workbench.hover.getByText(part).last().boundingBox();
          assert.ok(box !== null && box.x + box.width > board.x + board.width, `${part} is not beside the board`);
          assert.ok(box.y >= popup.y && box.y + box.height <= popup.y + popup.height, `${part} is cut off`);
        }
        await workbench.hover.getByText('State View').click();
        await workbench.webview.locator('cg-board').first().waitFor();
        await editor.hoverOver('[%pfen gpt-4o');
        await workbench.hover.getByText('Answer', { exact: true }).click();
        await workbench.webview.getByText('No answer is kept for this prediction.').waitFor();
      }),
  );

  it('shows the board as a picture on a move', () =>
    stage.play('hover-move', GAMES, async ({ workbench, picture }) => {
      const editor = workbench.editor('games.pgn');
      await editor.settledLenses();
      await editor.hoverOver('Nc6');
      await workbench.hoverPictures(1);
      await picture('hover-move');
    }));

  it('speaks the language of VS Code: titles of commands, what they say, and pages', () => {
    const files = { 'bare.pgn': '1. e4 e5 *\n' };
    return stage.play('language', { files, open: 'bare.pgn', language: 'fr' }, async ({ workbench, picture }) => {
      await workbench.run('Sélectionner le modèle', 'StateLens');
      await workbench.picks.filter({ hasText: 'hors ligne, sans clé' }).first().waitFor();
      await workbench.page.keyboard.press('Escape');
      await workbench.run('Ouvrir la vue d’état', 'StateLens');
      const view = workbench.webview;
      await view.getByRole('button', { name: 'retourner' }).waitFor();
      await view.locator('html[lang=fr]').waitFor();
      await picture('language');
    });
  });
});
