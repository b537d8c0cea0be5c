import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe } from 'node:test';
import { eventually } from './eventually.ts';
import { it } from './scenes.ts';
import { SharedStage } from './shared.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
/** The black queen stands on the wrong square, and one action is illegal there alone. */
const FAULTY = EXAMPLE.replace('2ppPpp1/q7', '2ppPpp1/1q6').replace('d7c5', 'd7d1');

describe('MAV files', () => {
  const stage = new SharedStage();
  before(() => stage.start());
  after(() => stage.stop());

  it('are colored and checked, show whose fault it is in lenses, boards in hovers, the comparison at a click, and statistics with the values of an engine', () =>
    stage.play(
      'mav',
      {
        files: { 'answers.mav': `${FAULTY}\n${EXAMPLE}` },
        open: 'answers.mav',
        settings: { 'statelens.engine.depth': 4 },
      },
      async ({ workbench, picture }) => {
        const editor = workbench.editor('answers.mav');
        const lenses = await eventually(
          'the lenses of both examples',
          () => editor.settledLenses(),
          (texts) => texts.filter((text) => text.includes('%top_5: ')).length === 2,
        );
        assert.ok(lenses.some((text) => text.startsWith('first error: state · ')));
        assert.ok(lenses.some((text) => /^p₄ 0\.\d\d .* · %FEN: /.test(text)));
        await picture('mav-lenses');
        await workbench.language('MAV').waitFor();
        await eventually(
          'colors of a command',
          () => editor.colors('%top_5'),
          (colors) => colors.length >= 3,
        );
        await editor.root.locator('.squiggly-error, .squiggly-warning').first().waitFor();

        await editor.clickBehind('f6f5:');
        await editor.hoverOver('f6f5:');
        await workbench.hoverPictures(1);
        await picture('mav-hover');
        await workbench.page.keyboard.press('Escape');

        await editor.lenses.filter({ hasText: 'first error: state' }).first().click();
        const page = workbench.webview;
        await page.locator('header .title', { hasText: 'Example 1' }).waitFor();
        await page.getByRole('table', { name: '%top_5 of the answer' }).waitFor();
        await page.getByText('precision 0.80 (4 of 5 legal)').first().waitFor();
        await picture('mav-compare-list');
        await page.getByRole('tab', { name: '%FEN' }).click();
        await eventually(
          'pieces on both boards',
          () => page.locator('cg-board').evaluateAll((boards) => boards.map((board) => board.children.length)),
          (counts) => counts.length >= 2 && counts.every((count) => count >= 20),
        );
        await picture('mav-compare-state');
        await page
          .getByRole('tab', { name: /^%state/ })
          .locator('.name')
          .click();
        await page.locator('h1.sentence', { hasText: '%state: exact' }).waitFor();
        await page.getByRole('button', { name: 'show in the text' }).click();
        await editor.root.locator('.selected-text').first().waitFor();
        await picture('mav-revealed');

        await workbench.run('View: Close All Editors');
        await workbench.open('answers.mav');
        await workbench.run('Show Statistics of Answers', 'StateLens');
        await page.getByRole('rowheader', { name: '%top_k correct' }).waitFor();
        assert.equal(await page.locator('figure').count(), 0);
        await page.getByRole('button', { name: 'Compare Values' }).click();
        await page.locator('figure > svg .mark').first().waitFor();
        await page.getByText('values of chess: Stockfish', { exact: false }).waitFor();
        await page.getByRole('rowheader', { name: "order: Kendall's tau" }).waitFor();
        await picture('mav-stats');
        await workbench.run('Focus on Problems View', 'Problems');
        await workbench.problems.filter({ hasText: 'd7d1' }).waitFor();
        await picture('mav-problems');
      },
    ));

  it('draw the reference behind the tree of a trace', () => {
    const files = { 'trace.mav': fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8') };
    const settings = { 'statelens.engine.depth': 4 };
    return stage.play('mav-reference-tree', { files, open: 'trace.mav', settings }, async ({ workbench, picture }) => {
      const { webview } = workbench;
      await workbench.editor('trace.mav').clickBehind('Evaluation for node: <root c2e2>');
      await workbench.run('Compare Search Tree with Reference', 'StateLens');
      await workbench.choose('Rules and Values');
      await webview.locator('.reference', { hasText: /\d of 4 nodes as in the reference.*Stockfish/ }).waitFor();
      await webview.locator('.reference-list summary').waitFor();
      await picture('mav-reference-tree');
    });
  });
});
