import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { SharedStage } from './shared.ts';
import { setTheme } from './themes.ts';

const GAME = sample('whole-game.pgn');
const SCENE = {
  files: { 'game.pgn': GAME, 'other.pgn': '1. e4 *\n' },
  open: 'game.pgn',
  settings: { 'statelens.predictions.show': 'chips' },
};
const MODELS = ['gpt-4o', 'o3-mini', 'gemini'];

/** Themes by the class that the window has in them. */
const THEMES = { vs: 'Default Light Modern', 'hc-black': 'Default High Contrast' };

describe('chips of predictions', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  itInEach('show a game with three models in the half of a window, and the text when it is wanted', () =>
    stage.play('chips', SCENE, async ({ workbench, page, picture, folder }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const editor = workbench.editor('game.pgn');
      const isShown = () => editor.lines.filter({ hasText: '%pfen gemini' }).count();
      // VS Code folds in the editor that has the focus, which the state view takes.
      await eventually(
        'the folded text of predictions',
        async () => [(await editor.chips()).length, await isShown()] as const,
        ([chips, shown]) => chips > 0 && shown === 0,
      );
      await workbench.run('Open State View', 'StateLens');
      await workbench.webview.locator('header .move').waitFor();
      const full = (lines: readonly string[][]): string[][] =>
        lines.filter(([, ...chips]) => MODELS.every((name) => chips.some((chip) => chip.split(' ')[1] === name)));
      const lines = await eventually(
        'fourteen moves with the chips of three models',
        () => editor.chips(),
        (found) => full(found).length >= 14 && found.every((line) => line.every((text) => !/^✗ \S+$/.test(text))),
      );
      assert.deepEqual(
        lines.find(([text]) => text === '4... Nxe4'),
        ['4... Nxe4', '✗ gpt-4o 0.56', '✓ o3-mini', '≈ gemini'],
      );
      await picture('chips');

      await editor.settledLenses();
      // the hover of a chip, which links to the state view
      await editor.hoverOverChip('4... Nxe4', 'o3-mini');
      const link = workbench.hover.getByText('o3-mini-2025-01-31', { exact: true });
      await link.waitFor();
      await picture('chips-hover');
      await link.click();
      await workbench.webview.locator('header .move', { hasText: '4...Nxe4' }).waitFor();

      // the text, as the person leaves it
      assert.equal(await isShown(), 0);
      await editor.clickBehind('4... Nxe4');
      await workbench.run('Toggle Prediction Text', 'StateLens');
      await eventually('the text of predictions', isShown, (count) => count > 3);
      await picture('chips-text');
      await workbench.open('other.pgn');
      await workbench.open('game.pgn');
      await eventually('the text as it was left', isShown, (count) => count > 3);
      assert.equal(fs.readFileSync(path.join(folder, 'game.pgn'), 'utf8'), GAME);
    }),
  );

  it('are whole behind their moves in light and high contrast, also at 200 %', () => {
    // A file that was opened before would be shown as it was left.
    const files = { 'themes.pgn': GAME };
    return stage.play('chips-themes', { ...SCENE, files, open: 'themes.pgn' }, async (scene) => {
      const { workbench, page, picture, folder } = scene;
      const editor = workbench.editor('themes.pgn');
      for (const [kind, theme] of Object.entries(THEMES)) {
        await page.setViewportSize({ width: 1440, height: 900 });
        setTheme(folder, theme);
        await page.locator(`.monaco-workbench.${kind}`).waitFor();
        for (const [width, height] of [
          [1440, 900],
          [720, 450],
        ] as const) {
          await page.setViewportSize({ width, height });
          await editor.clickBehind('1. e4');
          await eventually(
            'chips with their scores',
            () => editor.chips(),
            (found) => found.length > 0 && found.every((line) => line.every((text) => !/^✗ \S+$/.test(text))),
          );
          await picture(`chips-${kind}-${width}`);
        }
      }
    });
  });
});
