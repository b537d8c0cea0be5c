import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME } from './samples.ts';
import { it, itInEach } from './scenes.ts';
import { openTree, running, searchFile, stored, TREE, title, treeOf } from './searches.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';
import { layoutKept } from './stored-layout.ts';

/** Chooses rollouts with so many simulations in the sheet, and goes back once. */
async function searchByRollouts({ workbench, page, picture }: Scene, simulations: number): Promise<void> {
  await workbench.run('Search from Here', 'StateLens');
  await workbench.picks.first().waitFor();
  await picture('search-form');
  await workbench.choose('Choose…');
  await workbench.choose('World model');
  await workbench.choose('rollouts');
  await workbench.picks.filter({ hasText: 'Rollouts' }).first().waitFor();
  const field = page.locator('.quick-input-title', { hasText: 'Simulations M' });
  await workbench.choose('Simulations M');
  await field.waitFor();
  await workbench.input.fill('-1');
  await page.locator('.quick-input-widget', { hasText: 'A whole number from 0 to 10,000,000' }).waitFor();
  await picture('search-invalid');
  await page.locator('.quick-input-titlebar .codicon-quick-input-back').click();
  await field.waitFor({ state: 'hidden' });
  await workbench.choose('Simulations M');
  await field.waitFor();
  await workbench.input.fill(String(simulations));
  await page.keyboard.press('Enter');
  await workbench.picks
    .filter({ hasText: `${simulations.toLocaleString('en-US')} simulations` })
    .first()
    .waitFor();
  await picture('search-sheet');
  await workbench.choose('Search');
}

describe('search trees in a real VS Code', () => {
  const answer = '[%top_all g8f6:<ctrl31> a7a6:<ctrl30> e8e5:<ctrl60>]\n[%best_action g8f6]\n';
  const models = new ModelServer(answer);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());

  itInEach('open from files, follow them, and can be reopened as text', async () => {
    const tree = await treeOf(300);
    const files = { 'game.pgn': BARE_GAME, [TREE]: tree, 'broken.mcts.jsonl': 'no tree\n' };
    await stage.play('tree-file', { files, open: 'game.pgn' }, async (scene) => {
      const { workbench, page, folder, picture } = scene;
      await openTree(workbench, TREE);
      await title(scene, / · 300 simulations$/);
      await picture('tree-file');
      const longer = `${await treeOf(400)}{"end":"done"}\n`;
      fs.writeFileSync(path.join(folder, TREE), longer);
      await title(scene, / · 400 simulations$/);
      const last = longer.split('\n').find((line) => line.startsWith('{"simulation":399,'));
      fs.appendFileSync(path.join(folder, TREE), `${last?.replace('399', '400')}\n`);
      await title(scene, / · 401 simulations$/);
      await workbench.open('game.pgn');
      await page.locator('.tab', { hasText: TREE }).click();
      await title(scene, / · 401 simulations$/);
      await workbench.run('Reopen Editor With...', 'View');
      await workbench.choose('Text Editor');
      await workbench.editor(TREE).lines.filter({ hasText: 'statelens-mcts' }).first().waitFor();
      // the menu of the file in the explorer leads back to the tree
      const row = page.locator(`.explorer-folders-view .monaco-list-row[aria-label^="${TREE}"]`).first();
      await workbench.fromMenu(row, 'Open Search Tree');
      await title(scene, / · 401 simulations$/);
      await openTree(workbench, 'broken.mcts.jsonl');
      await workbench.webview.locator('.error', { hasText: 'not a search tree' }).waitFor();
    });
  });

  it('grow live from a game by rollouts while somebody types, are stopped, go on, and are in a file', () =>
    stage.play('search-live', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, folder, page, picture } = scene;
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      await searchByRollouts(scene, 100_000);
      await title(scene, /^3\.Bb5 · rollouts: 1 · [\d,]+ simulations?$/);
      await running(scene, /running: \d/);
      await page.locator('.statusbar-item', { hasText: /Search [\d,]+\/100,000/ }).waitFor();
      await picture('search-live');
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      const comment = '{Typed while a search runs, and not one letter of it is lost or late.}';
      await page.keyboard.type(` ${comment}`);
      await scene.saved('game.pgn', (text) => text.includes(`3. Bb5 ${comment}`));
      await running(scene, /running: \d/);
      await workbench.webview.getByRole('button', { name: 'Stop' }).click();
      await running(scene, /stopped: /);
      const file = await searchFile(folder);
      const first = await stored(file, (_, end) => end === 'stopped');
      await workbench.webview.getByRole('button', { name: 'Resume' }).click();
      await running(scene, /running: /);
      const more = (first?.simulations ?? 0) + 20;
      await stored(file, (simulations) => simulations > more);
      await workbench.run('Stop Search', 'StateLens');
      await running(scene, /stopped: /);
      const then = await stored(file, (_, end) => end === 'stopped');
      assert.deepEqual(then?.problems, []);
      assert.equal(then?.model, 'rollouts: 1');
      await picture('search-stopped');
      await layoutKept(page, 'mainThreadWebview-statelens.tree');
      await page.goto(stage.host.url({ folder }));
      await title(scene, new RegExp(` · rollouts: 1 · ${then?.simulations.toLocaleString('en-US')} simulations$`));
      await workbench.webview.getByRole('button', { name: 'Resume' }).click();
      await running(scene, /running: [\d,]+ of 100,000/);
      await stored(file, (simulations) => simulations > (then?.simulations ?? 0) + 20);
      await picture('search-resumed-after-reload');
      await workbench.run('Stop Search', 'StateLens');
      await running(scene, /stopped: /);
      const last = await stored(file, (_, end) => end === 'stopped');
      assert.deepEqual(last?.problems, []);
      assert.equal(fs.readdirSync(path.dirname(file)).length, 1, 'it is the same file');
    }));
});
