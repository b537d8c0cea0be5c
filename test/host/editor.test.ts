import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { CUTS } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';
import { setTheme } from './themes.ts';
import type { Workbench } from './workbench.ts';

const GAMES = { files: { 'games.pgn': CUTS }, open: 'games.pgn' };

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

/** What a prediction says stands beside its board, whole; its links show the state and the answer. */
async function hoverOfPrediction(workbench: Workbench, picture: Scene['picture']): Promise<void> {
  const { page } = workbench;
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
}

describe('the VSIX in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('colors a PGN with predictions, sums up its models, draws its moves, and says in the Problems view why one is illegal', () => {
    const files = { ...GAMES.files, 'broken.pgn': CUTS.replace('3. Bb5', '3. Bb7') };
    return stage.play('editor', { ...GAMES, files }, async ({ workbench, picture }) => {
      const editor = workbench.editor('games.pgn');
      await workbench.language('PGN').waitFor();
      for (const part of ['Nepomniachtchi', '1. e4 e5', '%pfen'])
        await eventually(
          `colors of ${part}`,
          () => editor.colors(part),
          (colors) => colors.length >= 3,
        );
      const expected = [
        /^whole file · mean p₄, r₄: .*o3-mini\S* 0\.\d\d, 0\.\d\d/,
        /^p₄ \S+ .* · (?!starting)\S+: [^|]+ \| \S+ [✓✗≈?]/,
      ];
      // VS Code shows a lens when it has its text: those of the whole file may come last.
      await eventually(
        'the lens of the file, and that of a position, the worst model first',
        () => editor.settledLenses(),
        (texts) => expected.every((form) => texts.some((text) => form.test(text))),
      );
      await picture('lenses-of-models');
      await editor.hoverOver('Nc6');
      await workbench.hoverPictures(1);
      await picture('hover-move');

      const broken = await workbench.open('broken.pgn');
      await broken.root.locator('.squiggly-error').first().waitFor();
      await workbench.run('Focus on Problems View', 'Problems');
      await workbench.problems.filter({ hasText: 'illegal move 3. Bb7' }).waitFor();
      await picture('problems');
    });
  });

  itInEach(
    'shows what a prediction says beside its board, whole, with links to the state view and the answer, and marks it in every theme',
    () => {
      const scenario = { files: { ...GAMES.files, 'game.pgn': MARKED }, open: 'games.pgn' };
      return stage.play('predictions', scenario, async ({ workbench, page, folder, picture }) => {
        await hoverOfPrediction(workbench, picture);
        await workbench.run('View: Close All Editors');
        const editor = await workbench.open('game.pgn');
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
        await page.keyboard.press('Backspace');
        await page.keyboard.type('3');
        await eventually(
          'marks that follow the move',
          () => editor.marks(),
          (found) => found.join() === 'wrong,wrong,wrong,none',
        );
        await page.keyboard.press('Backspace');
        await page.keyboard.type('4');
        for (const [theme, name] of [
          ['Default Light Modern', 'light'],
          ['Default High Contrast', 'high-contrast'],
          ['Default High Contrast Light', 'high-contrast-light'],
        ] as const) {
          setTheme(folder, theme);
          const kind = { light: 'vs', 'high-contrast': 'hc-black', 'high-contrast-light': 'hc-light' }[name];
          await page.locator(`.monaco-workbench.${kind}`).waitFor();
          await eventually(
            'marks in the new theme',
            () => editor.marks(),
            (found) => found.join() === 'exact,near,wrong,none',
          );
          await picture(`marks-${name}`);
        }
      });
    },
  );

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
