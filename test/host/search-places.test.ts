import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME } from './samples.ts';
import { fact, openTree, running, searchBy, searchFile, stored, TREE, treeOf } from './searches.ts';
import { SharedStage } from './shared.ts';
import { UNTRUSTED } from './stage.ts';

describe('searches in a folder that is not trusted', () => {
  const models = new ModelServer('');
  const stage = new SharedStage({ models, settings: UNTRUSTED });
  before(() => stage.start());
  after(() => stage.stop());

  it('show trees and play random games, ask no server and write nothing there', async () => {
    const files = { 'game.pgn': BARE_GAME, [TREE]: await treeOf(50) };
    await stage.play('search-untrusted', { files, open: 'game.pgn', complaints: true }, async (scene) => {
      const { workbench, folder } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await searchBy(scene, 'the model tracks the states');
      await workbench.toasts.filter({ hasText: 'this workspace is not trusted' }).waitFor();
      assert.deepEqual(models.seen, []);
      await editor.clickBehind('3. Bb5');
      await searchBy(scene, 'Rollouts (random games)');
      await running(scene, /done: 1,000/);
      assert.deepEqual(fs.readdirSync(folder).sort(), ['game.pgn', TREE].sort());
      await workbench.run('View: Close All Editors');
      await openTree(workbench, TREE);
      await fact(scene, /^50 simulations$/);
    });
  });
});

describe("searches in the browser's own extension host", () => {
  const stage = new SharedStage({ kind: 'web' });
  before(() => stage.start());
  after(() => stage.stop());

  it('open files of trees, and search by the engine that is carried along', async () => {
    const files = { 'game.pgn': BARE_GAME, [TREE]: await treeOf(300) };
    await stage.play('web-search', { files, open: 'game.pgn' }, async (scene) => {
      const { workbench, folder, picture } = scene;
      await openTree(workbench, TREE);
      await fact(scene, /^300 simulations$/);
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
