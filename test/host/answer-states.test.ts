import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { ModelServer } from './model-server.ts';
import { BARE_GAME } from './samples.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

const BEFORE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const WRONG = 'r1bqkbnr/pppp1ppp/2n5/4p3/1B2P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const RIGHT = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
const ANSWER = `Before the move the position is ${BEFORE}.\n\nPerhaps ${RIGHT}?\n\n**Final FEN:** \`${WRONG}\``;

describe('the states of an answer', () => {
  const models = new ModelServer(ANSWER);
  const stage = new SharedStage({ models });
  before(() => stage.start());
  after(() => stage.stop());

  it('are marked where a model was asked; a click takes another one into the text, and one undo takes it back', () =>
    stage.play('answer-states', { files: { 'game.pgn': BARE_GAME }, open: 'game.pgn' }, async (scene) => {
      const { workbench, page, picture } = scene;
      const { webview } = workbench;
      const editor = workbench.editor('game.pgn');
      await editor.clickBehind('3. Bb5');
      await workbench.predictHere();
      const predicted = await scene.saved('game.pgn', (now) => now.includes('%pfen'));
      assert.ok(predicted.includes(`[%pfen fake ${WRONG}]`), predicted);
      await workbench.run('Open State View', 'StateLens');
      const box = webview.getByRole('region', { name: 'Answer of fake' });
      await box.waitFor();
      assert.equal(await box.textContent(), ANSWER);
      assert.equal(await box.locator('mark.extracted').textContent(), WRONG);
      assert.deepEqual(await box.locator('mark.candidate').allTextContents(), [BEFORE, RIGHT]);
      await picture('answer-states');

      await box.locator('mark.candidate', { hasText: RIGHT }).click();
      await editor.lenses.filter({ hasText: 'fake (by hand) ✓' }).waitFor();
      await editor.clickBehind('3. Bb5');
      const taken = await scene.saved('game.pgn', (now) => now.includes(RIGHT));
      assert.equal(taken, predicted.replace(`fake ${WRONG}`, `fake!by-hand ${RIGHT}`));
      await webview.locator('h1 .reading-note', { hasText: 'by hand' }).waitFor();
      assert.equal(await box.locator('mark.extracted').textContent(), RIGHT);
      await workbench.editor('game.pgn').hoverOver('%pfen');
      await workbench.hover.getByText('taken: by hand; 2 other states in the answer').waitFor();
      await eventually(
        'the note in the tooltip of the lens',
        async () => (await editor.lenses.filter({ hasText: 'fake (by hand) ✓' }).first().getAttribute('title')) ?? '',
        (text) => text.includes('by hand'),
      );
      await picture('answer-states-by-hand');

      await editor.clickBehind('3. Bb5');
      await page.keyboard.press('Control+z');
      assert.equal(await scene.saved('game.pgn', (now) => now.includes(WRONG)), predicted);
      await eventually(
        'the state that was taken first',
        () => box.locator('mark.extracted').textContent(),
        (text) => text === WRONG,
      );
      assert.equal(await webview.locator('h1 .reading-note').count(), 0);
    }));
});
