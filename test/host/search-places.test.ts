import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { BARE_GAME } from './samples.ts';
import { it } from './scenes.ts';
import { openTree, running, searchBy, searchFile, stored, TREE, title, treeOf } from './searches.ts';
import { SharedStage } from './shared.ts';

describe("searches in the browser's own extension host", () => {
  const stage = new SharedStage({ kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('open files of trees, and search by the engine that is carried along', async () => {
    const files = { 'game.pgn': BARE_GAME, [TREE]: await treeOf(300) };
    await stage.play('web-search', { files, open: 'game.pgn' }, async (scene) => {
      const { workbench, folder, picture } = scene;
      await openTree(workbench, TREE);
      await title(scene, / · 300 simulations$/);
      await picture('web-tree');
      const editor = await workbench.open('game.pgn');
      await editor.clickBehind('3. Bb5');
      await searchBy(scene, 'Reference (engine');
      await running(scene, /running: [1-9]|done: /);
      await workbench.run('Stop Search', 'StateLens');
      await running(scene, /stopped: |done: /);
      await picture('web-search');
      const kept = await stored(await searchFile(folder), (_, end) => end !== undefined);
      assert.match(kept?.model ?? '', /^reference: /);
      assert.deepEqual(stage.languageServers, []);
    });
  });
});
