import { after, before, describe, it } from 'node:test';
import { eventually } from './eventually.ts';
import { sample } from './samples.ts';
import { Stage } from './stage.ts';

describe('the comparison', () => {
  const stage = new Stage();
  before(() => stage.start());
  after(() => stage.stop());

  it('opens from a lens, with both boards, and a click on what a model missed jumps to the move', () =>
    stage.play(
      'compare',
      { files: { 'games.pgn': sample('world-cup.pgn') }, open: 'games.pgn' },
      async ({ workbench, picture }) => {
        const editor = workbench.editor('games.pgn');
        await editor.settledLenses();
        // VS Code drops what it asked for when the editor loses the focus, so the focus comes first.
        await editor.clickBehind('4. O-O');
        await editor.lenses.filter({ hasText: 'Compare all' }).nth(1).click();
        const page = workbench.webview;
        await page.getByRole('tab', { name: 'All models (4)' }).waitFor();
        await picture('compare-all');
        await page.getByRole('tab', { name: 'gpt-4o-2024-08-06' }).click();
        await eventually(
          'pieces on both boards',
          () => page.locator('cg-board').evaluateAll((boards) => boards.map((board) => board.children.length)),
          (counts) => counts.length >= 2 && counts.every((count) => count >= 20),
        );
        await picture('compare');

        await page.getByRole('button', { name: /true until 3\.Bb5/ }).click();
        // The view keeps the focus, and the status bar tells of the active editor alone.
        await editor.root.locator('.selected-text').first().waitFor();
        await workbench.page.locator('.tab[data-resource-name="games.pgn"]').click();
        await workbench.page.locator('.statusbar-item', { hasText: /Ln 30, Col \d+ \(3 selected\)/ }).waitFor();
        await picture('compare-jumped');
      },
    ));
});
