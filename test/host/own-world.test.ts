import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { readTree } from '../../src/core/search/read-tree.ts';
import { it } from './scenes.ts';
import { running, searchBy, searchFile, stored, title } from './searches.ts';
import { SharedStage } from './shared.ts';

/** Both sides may castle and a pawn can promote: what the bundled model knows least. */
const ROOT = 'r3k2r/pPp2ppp/2n2n2/8/1bP5/2N2N2/P4PPP/R3K2R w KQkq - 0 12';

describe('the bundled model in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('is searched over its own world, and the tree shows what is wrong in it', () => {
    const settings = { 'statelens.model': 'builtin:mav-small' };
    const files = { 'castling.fen': `${ROOT}\n` };
    return stage.play('search-own-world', { files, open: 'castling.fen', settings }, async (scene) => {
      const { workbench, folder, picture } = scene;
      await workbench.editor('castling.fen').clickBehind('KQkq - 0 12');
      await searchBy(scene, 'mav-small: the model tracks the states');
      await title(scene, /mav-small.* · [\d,]+ simulations?$/);
      const file = await searchFile(folder);
      const done = await stored(file, (simulations, end) => end === 'done' && simulations >= 50);
      assert.deepEqual(done?.problems, []);
      await running(scene, /done: 50/);
      const verdict = workbench.webview.locator('.verdict');
      await verdict.filter({ hasText: /Chooses \S+/ }).waitFor();
      await picture('search-own-world');
      const read = readTree(fs.readFileSync(file, 'utf8'));
      const lost = read.ok ? read.value.nodes.filter(({ kind }) => kind === 'hallucination').length : 0;
      // What is wrong depends on the weights; what the file has, the page says.
      if (lost === 0) return;
      await verdict
        .filter({ hasText: lost === 1 ? '1 answer was no state' : `${lost} answers were no states` })
        .waitFor();
      await workbench.webview.getByRole('button', { name: 'Filter', exact: true }).click();
      await workbench.webview.getByLabel('Filter nodes').selectOption('hallucinations');
      await workbench.webview.getByRole('button', { name: 'Next match' }).click();
      await workbench.webview.locator('.reason', { hasText: 'No state: ' }).waitFor();
      await picture('search-own-world-hallucination');
    });
  });
});
