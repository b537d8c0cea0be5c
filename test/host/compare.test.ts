import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { NUMBERS, sample } from './samples.ts';
import { Stage } from './stage.ts';

describe('the comparison', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('opens from a lens', () =>
    stage.play(
      'compare',
      { files: { 'games.pgn': sample('world-cup.pgn') }, open: 'games.pgn' },
      async ({ workbench, picture }) => {
        const editor = workbench.editor('games.pgn');
        // VS Code drops what it asked for when the editor loses the focus, so the focus comes first.
        await editor.clickBehind('4. O-O');
        const lens = editor.lenses.filter({ hasText: 'gpt-4o' }).filter({ hasText: NUMBERS }).last();
        await lens.click();
        await workbench.webview.getByText('gpt-4o-2024-08-06').first().waitFor();
        await workbench.webview.locator('cg-board').nth(1).waitFor();
        assert.ok((await workbench.webview.locator('cg-board piece').count()) >= 50);
        await picture('compare');
      },
    ));
});
