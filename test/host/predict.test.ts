import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME, NUMBERS } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

describe('Predict State Here', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('inserts the prediction of a baseline without any set-up, and one undo takes it back', () =>
    stage.play('predict', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.predictHere();
      await workbench.choose('naive-tracker');
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.match(text, /3\. Bb5\n\{ \[%pfen baseline:naive-tracker \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
      await editor.lenses.filter({ hasText: /naive-tracker(?:: | ✓)/ }).waitFor();
      await editor.settledLenses();
      await scene.picture('predicted');
      await editor.clickBehind('3. Bb5');
      await page.keyboard.press('Control+z');
      assert.equal(await scene.saved('game.pgn', (now) => !now.includes('%pfen')), BARE_GAME);
    }));
});

describe("Predict State Here in the browser's own extension host", () => {
  const models = new ModelServer('The FEN: `r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3`');
  const stage = new SharedStage({ kind: 'web', models });
  before(() => stage.start());
  after(() => stage.stop());

  it('asks a model whose server allows it, and the learned model in the box', () =>
    stage.play('web-predict', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page } = scene;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.predictHere();
      await editor.lenses.filter({ hasText: /fake(?:: | ✓)/ }).waitFor();
      assert.ok((await editor.settledLenses()).some((lens) => NUMBERS.test(lens) || lens === 'fake ✓'));
      assert.match(
        await scene.saved('game.pgn', (now) => now.includes('%pfen')),
        /\{ \[%pfen fake r1bqkbnr\/\S+ b KQkq - 3 3\] \}/,
      );
      await scene.picture('web-predicted');
      await editor.clickBehind('3. Bb5');
      await page.keyboard.press('Control+z');
      await scene.saved('game.pgn', (now) => now === BARE_GAME);
      await workbench.run('Select Model', 'StateLens');
      await workbench.choose('mav-small');
      await workbench.predictor('mav-small').waitFor();
      await editor.clickBehind('3. Bb5');
      await workbench.predictHere();
      const text = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.match(text, /3\. Bb5\n\{ \[%pfen builtin:mav-small \S+ [wb] \S+ \S+ \d+ \d+\] \}\n3\.\.\. a6 \*/);
      await editor.lenses.filter({ hasText: /mav-small(?:: | ✓)/ }).waitFor();
      await scene.picture('predicted-builtin');
    }));
});
