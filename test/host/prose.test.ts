import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { it } from './scenes.ts';
import { partsOutside, title } from './searches.ts';
import { SharedStage } from './shared.ts';

/** Thoughts of a reasoning model about a position of the Italian game. */
const THOUGHTS = `<think>
Okay, let me look at this. FEN: r1bqkb1r/ppp2ppp/2n5/3np1N1/2B5/8/PPPP1PPP/RNBQK2R w KQkq - 0 6

White's knight on g5 and the bishop on c4 both look at f7.

First, Nxf7. Then Kxf7 is forced, and after that Qf3+ hits the king and the knight. After Nxf7 Kxf7 Qf3+, Black has Ke6 to keep the piece.

Alternatively, d4 opens the center. If d4, then exd4 is natural. What about Rxe5+ there?

So the sacrifice it is.
</think>

I'll play Nxf7.
`;

describe('thoughts about a position in a real VS Code', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('open as a tree with their verdict, the impossible move marked, and their nodes where they are named', () =>
    stage.play('prose-tree', { files: { 'thoughts.md': THOUGHTS }, open: 'thoughts.md' }, async (scene) => {
      const { workbench, page, picture } = scene;
      const editor = workbench.editor('thoughts.md');
      await page.setViewportSize({ width: 1440, height: 900 });
      assert.equal(await editor.root.locator('.squiggly-error, .squiggly-info').count(), 0, 'nobody has asked yet');
      await workbench.run('Open Search Tree', 'StateLens');
      await title(scene, /^thoughts\.md:\d+ · Reasoning in prose · 7 nodes$/);
      const { webview } = workbench;
      await webview.locator('.verdict', { hasText: 'Plays Nxf7; ' }).waitFor();
      await webview.locator('.verdict', { hasText: '1 hallucinated move (Rxe5)' }).waitFor();
      await webview.locator('.findings', { hasText: 'Rxe5 is legal nowhere in this search' }).waitFor();
      await editor.root.locator('.squiggly-error').first().waitFor();
      assert.deepEqual(await partsOutside(scene, ['.verdict']), []);
      await webview.locator('.boards cg-board').first().waitFor();
      await webview.locator('.all-findings').getByText('Rxe5 is legal nowhere in this search').waitFor();
      await picture('prose-tree');
      await webview.getByRole('button', { name: 'Table', exact: true }).click();
      await webview.locator('[role=treegrid] [role=row]', { hasText: 'Qf3+' }).first().click();
      await editor.root.locator('.selected-text').first().waitFor();
      await editor.clickBehind('If d4, then exd4');
      await webview.locator('[role=row][aria-selected=true]', { hasText: 'exd4' }).waitFor();
      await picture('prose-selected');
    }));
});
