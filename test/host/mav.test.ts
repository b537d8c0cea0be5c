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

  it('show whose fault it is in lenses, boards in hovers, and the comparison at a click', () =>
    stage.play(
      'mav',
      { files: { 'answers.mav': `${FAULTY}\n${EXAMPLE}` }, open: 'answers.mav' },
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
      },
    ));
});
