import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME, NUMBERS } from './samples.ts';
import { SharedStage } from './shared.ts';
import type { Scene } from './stage.ts';

describe('Predict State Here', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('inserts the prediction of a baseline without any set-up, and one undo takes it back', () =>
    stage.play('predict', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.run('Predict State Here', 'StateLens');
      await workbench.choose('naive-tracker');
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.match(text, /3\. Bb5\n\{ \[%pfen baseline:naive-tracker \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
      await editor.lenses.filter({ hasText: /^baseline:naive-tracker: / }).waitFor();
      await editor.settledLenses();
      await scene.picture('predicted');
      await editor.clickBehind('3. Bb5');
      await page.keyboard.press('Control+z');
      assert.equal(await scene.saved('game.pgn', (now) => !now.includes('%pfen')), BARE_GAME);
    }));

  it('asks the learned model in the box once it is selected', () =>
    stage.play('predict-builtin', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      // The settings of a person outlive a scene: another model may have been chosen in it.
      await scene.workbench.run('Select Model', 'StateLens');
      await scene.workbench.choose('mav-small');
      await scene.workbench.predictor('mav-small').waitFor();
      await predictByLearned(scene);
    }));

  it('writes the state of a world into its walk, by the link of the state view, and one undo takes it back', () => {
    const walk = 'world othello6\nb3 b2 c2\nd2\n';
    return stage.play('predict-walk', { files: { 'a.walk': walk }, open: 'a.walk' }, async (scene) => {
      const { workbench, page } = scene;
      await workbench.run('Select Model', 'StateLens');
      await workbench.choose('start-position');
      await workbench.predictor('start-position').waitFor();
      const editor = workbench.editor('a.walk');
      await editor.clickBehind('b3 b2');
      await workbench.run('Open State View', 'StateLens');
      await workbench.webview.getByRole('button', { name: 'Predict State Here' }).click();
      const text = await scene.saved('a.walk', (now) => now.includes('# pstate'));
      assert.match(text, /^world othello6\nb3 b2 \n# pstate baseline:start-position [xo] \|\| [xo. ]+ \|\|\nc2\nd2\n$/);
      await editor.lenses.filter({ hasText: /^baseline:start-position: / }).waitFor();
      await workbench.webview.locator('h1', { hasText: /baseline:start-position/ }).waitFor();
      await scene.picture('predicted-walk');
      await editor.clickBehind('b3 b2');
      await page.keyboard.press('Control+z');
      assert.equal(await scene.saved('a.walk', (now) => !now.includes('# pstate')), walk);
    });
  });

  it('is asked by a link of the state view, which then shows that model in place of another', () => {
    const other = '{ [%pfen other rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2] }';
    const files = { 'game.pgn': BARE_GAME.replace('2. Nf3', `2. Nf3 ${other}`) };
    return stage.play('predict-shown', { files, open: 'game.pgn' }, async ({ workbench, picture }) => {
      await workbench.run('Select Model', 'StateLens');
      await workbench.choose('mav-small');
      await workbench.predictor('mav-small').waitFor();
      await workbench.editor('game.pgn').clickBehind('3. Bb5');
      await workbench.run('Open State View', 'StateLens');
      const { webview } = workbench;
      await webview.locator('h1', { hasText: 'other was not asked about this position' }).waitFor();
      await webview.getByRole('button', { name: 'Ask builtin:mav-small here' }).click();
      await webview.locator('h1', { hasText: /builtin:mav-small/ }).waitFor();
      await webview.locator('h2', { hasText: 'What builtin:mav-small wrote' }).waitFor();
      await picture('predict-shown');
    });
  });
});

describe("Predict State Here in the browser's own extension host", () => {
  const models = new ModelServer('The FEN: `r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3`');
  const stage = new SharedStage({ kind: 'web', models });
  before(() => stage.start());
  after(() => stage.stop());

  it('asks a model whose server allows it', () =>
    stage.play('web-predict', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const editor = scene.workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await scene.workbench.run('Predict State Here', 'StateLens');
      await editor.lenses.filter({ hasText: /^fake: / }).waitFor();
      assert.ok((await editor.settledLenses()).some((lens) => NUMBERS.test(lens) || lens === 'fake: exact'));
      assert.match(
        await scene.saved('game.pgn', (now) => now.includes('%pfen')),
        /\{ \[%pfen fake r1bqkbnr\/\S+ b KQkq - 3 3\] \}/,
      );
      await scene.picture('web-predicted');
    }));

  it('asks the learned model in the box', () =>
    stage.play('web-builtin', { files: { 'game.pgn': BARE_GAME, ...LEARNED }, open: 'game.pgn' }, predictByLearned));
});

/** Settings of a folder whose model is the learned one. */
const LEARNED = { '.vscode/settings.json': JSON.stringify({ 'statelens.model': 'builtin:mav-small' }) };

async function predictByLearned(scene: Scene): Promise<void> {
  const editor = scene.workbench.editor('game.pgn');
  await editor.clickBehind('3. Bb5');
  await scene.workbench.run('Predict State Here', 'StateLens');
  const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
  assert.match(text, /3\. Bb5\n\{ \[%pfen builtin:mav-small \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
  await editor.lenses.filter({ hasText: /^builtin:mav-small: / }).waitFor();
  await scene.picture(`predicted-builtin`);
}
