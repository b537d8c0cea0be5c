import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from './eventually.ts';
import { BARE_GAME, NUMBERS } from './samples.ts';
import { type Scene, Stage } from './stage.ts';

/** The file after saving it. */
async function saved({ page, folder }: Scene, name: string, pleases: (text: string) => boolean): Promise<string> {
  await page.keyboard.press('Control+s');
  return eventually(`${name} on the disk`, () => fs.readFileSync(path.join(folder, name), 'utf8'), pleases);
}

describe('Predict State Here', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('inserts the prediction of a baseline without any set-up, and one undo takes it back', () =>
    stage.play('predict', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.run('Predict State Here', 'StateLens');
      await workbench.choose('naive-tracker');
      const text = await saved(scene, 'game.pgn', (now) => now.includes('%pfen'));
      assert.match(text, /3\. Bb5\n\{ \[%pfen baseline:naive-tracker \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
      await editor.lenses.filter({ hasText: NUMBERS }).first().waitFor();
      await scene.picture('predicted');
      await page.keyboard.press('Control+z');
      assert.equal(await saved(scene, 'game.pgn', (now) => !now.includes('%pfen')), BARE_GAME);
    }));
});
