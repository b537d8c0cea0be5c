import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { ModelServer } from './model-server.ts';
import { BARE_GAME, NUMBERS } from './samples.ts';
import { itInEach } from './scenes.ts';
import { openTree, TREE, title, treeOf } from './searches.ts';
import { SharedStage } from './shared.ts';
import { UNTRUSTED } from './stage.ts';

const ANSWER = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';

describe('a folder that is not trusted', () => {
  const models = new ModelServer(ANSWER);
  const stage = new SharedStage({ models, settings: UNTRUSTED });
  before(() => stage.start());
  after(() => stage.stop());

  itInEach(
    'has the language features and trees, neither model calls nor programs that a walk names, and calls once it is trusted',
    async () => {
      const game = BARE_GAME.replace('3. Bb5', `{ [%pfen someone ${ANSWER}] } 3. Bb5`).replace('a6 *', 'a5 4. Ke5 *');
      const walk = 'world process:python3 counter.py\nup\n';
      const files = { 'game.pgn': game, 'counter.walk': walk, [TREE]: await treeOf(50) };
      const scenario = { files, open: 'game.pgn', complaints: true };
      await stage.play('trust', scenario, async (scene) => {
        const { workbench, page, picture } = scene;
        const editor = workbench.editor('game.pgn');
        await editor.root.locator('.squiggly-error').first().waitFor();
        assert.ok((await editor.settledLenses()).some((lens) => NUMBERS.test(lens)));

        await editor.clickBehind('3. Bb5');
        await workbench.predictHere();
        await workbench.toasts.filter({ hasText: 'this workspace is not trusted' }).waitFor();
        await workbench.run('Preview Prompt', 'StateLens');
        await workbench.editor('Prompt.md').lines.filter({ hasText: 'game 1 after 5 plies' }).waitFor();
        await picture('untrusted');
        await editor.clickBehind('3. Bb5');
        assert.deepEqual(models.seen, []);
        assert.equal(await scene.saved('game.pgn', () => true), game);

        const program = await workbench.open('counter.walk');
        await program.root.locator('.squiggly-info').first().waitFor();
        await program.clickBehind('world process:python3');
        await workbench.quickFix('Start python3 counter.py for this window…');
        await page.keyboard.press('Enter');
        await workbench.toasts.filter({ hasText: 'no program is started: this workspace is not trusted' }).waitFor();
        assert.equal(await page.locator('.monaco-dialog-box').count(), 0);
        await workbench.run('View: Close All Editors');
        await openTree(workbench, TREE);
        await title(scene, / · 50 simulations$/);

        await workbench.trust();
        await workbench.open('game.pgn');
        await editor.clickBehind('3. Bb5');
        await workbench.predictHere();
        await scene.saved('game.pgn', (text) => text.includes(`[%pfen fake ${ANSWER}]`));
        assert.equal(models.asked.length, 1);
        assert.ok(!models.asked[0].includes('someone'));
      });
    },
  );
});
