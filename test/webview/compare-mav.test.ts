import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { showMessage } from '../support/comparison-result.ts';
import { mavComparison } from './mav-comparison.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const EXAMPLE = fs.readFileSync('test/fixtures/mav/published-example.mav', 'utf8');
/** The black queen on the wrong square, an action that is illegal everywhere, and one that is legal on the wrong board alone. */
const WRONG = EXAMPLE.replace('2ppPpp1/q7', '2ppPpp1/1q6').replace('d7c5', 'd7d1').replace('a5f5', 'b5b2');
const DISCS = `<mav game=connect_four> %prev_state %prev_action %state %top_all %best_action </mav>
[%prev_state x || ${'. '.repeat(35)}. . . o . . . ||]
[%prev_action x3]
[%state o || ${'. '.repeat(28)}. . . . x . . . . . o . . . ||]
[%top_all o0:<ctrl3> o1:<ctrl3> o2:<ctrl3> o3:<ctrl3> o4:<ctrl3> o5:<ctrl3> x6:<ctrl3>]
[%best_action o3]
`;
const HEX = `<mav game=hex> %prev_state %prev_action %state %top_2 %best_action %state </mav>
[%prev_state x || . . . . . . . . o . . . . x . . ||]
[%prev_action b2]
[%state o || . . . . . x . . o . . . . x . . ||]
[%top_2 c1:<ctrl30> d1:<ctrl20>]
[%best_action c1]
[%state x || . . o . . x . . . . . . . x . . ||]
`;

describe('the page of the comparison, of a MAV file', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page at a position; afterwards nothing may have gone wrong in it. */
  async function withPage(
    [text, position, label]: readonly [text: string, position: number, label?: string],
    run: (open: OpenPage) => Promise<void>,
  ): Promise<void> {
    const open = await host.open();
    try {
      await open.send(showMessage(await mavComparison(text, position), label));
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  const content = async (open: OpenPage, selector: string): Promise<string[]> =>
    await open.page.locator(selector).allTextContents();

  it('shows a list on the true and on the printed board, with what is illegal', () =>
    withPage([WRONG, 0, '%top_5'], async (open) => {
      const { page } = open;
      await page.getByRole('heading', { name: 'Example 1, the current position' }).waitFor();
      assert.deepEqual(await content(open, '[role=tab]'), ['List and states (3)', '%top_5', '%FEN', '%state']);
      assert.match(
        (await content(open, '.verdict-line'))[0] ?? '',
        /^%top_5: precision 0\.60 .* on the printed board /,
      );
      assert.deepEqual(await content(open, '.judged .moves dd'), ['d7d1b5b2', 'none', 'd7d1', 'none']);
      assert.equal(await page.locator('.judged img').count(), 2);
      assert.ok((await content(open, '.mistakes li')).includes('Best action f5 legal.'));
      assert.equal(await page.getByRole('button', { name: 'Copy as SVG' }).isDisabled(), true);
      await page.getByRole('button', { name: 'Copy as CSV' }).click();
      const copied = (await open.sent()).at(-1) as { type: string; format: string; text: string };
      assert.deepEqual([copied.type, copied.format], ['copy', 'CSV']);
      assert.match(
        copied.text,
        /^title,list,judged on,scores,illegal,missing,state\r\n"Example 1, the current position",%top_5,true position,.*,d7d1 b5b2,none,/,
      );
      await page.getByRole('button', { name: 'Copy as Markdown' }).click();
      const markdown = ((await open.sent()).at(-1) as { text: string }).text;
      assert.match(markdown, /^\*\*Example 1, the current position: %top\\_5\*\*\n\n\| judged on \|/);
      await page.getByRole('button', { name: 'Show in the editor' }).click();
      const said = await open.sent();
      assert.deepEqual(said.at(-1), { version: 3, type: 'revealPrediction', label: '%top_5' });
      await page.keyboard.press('f');
      await page.locator('.judged img').nth(1).waitFor();
    }));

  it('shows a wrong state of chess with its boards, blame and scores', () =>
    withPage([WRONG, 0, '%FEN'], async (open) => {
      const { page } = open;
      await page.locator('cg-board').nth(1).waitFor();
      assert.match(
        (await content(open, '.verdict-line'))[0] ?? '',
        /^%FEN: 2 squares wrong \(a5 b5\) · 62\/64 · p₄ 0\.\d\d/,
      );
      assert.ok((await content(open, '.blame li')).length > 0);
      await page.getByRole('button', { name: 'One move back' }).click();
      await page.getByText('Earlier position after the start (ply 0 of 1)').waitFor();
    }));

  it('shows states of Connect Four with the cells that differ', () =>
    withPage([DISCS, 0, '%state'], async (open) => {
      const { page } = open;
      await page.locator('.board img.stones').nth(1).waitFor();
      assert.match((await content(open, '.verdict-line'))[0] ?? '', /^%state: .* · 40\/42 · p₄ .* · r₄ .* · edit \d+/);
      const alt = (await page.locator('.board img.stones').nth(1).getAttribute('alt')) ?? '';
      assert.match(alt, /Predicted by %state\. Wrong: c3r2, c4r2\..*\[x\]/);
      await page.getByText('Dashed rings: cells that differ.').waitFor();
      await page.getByRole('tab', { name: '%top_all' }).click();
      assert.deepEqual((await content(open, '.judged .moves dd')).slice(0, 2), ['x6', 'o6']);
    }));

  it('shows the state of Hex after the best action, and the one before it', () =>
    withPage([HEX, 1], async (open) => {
      const { page } = open;
      await page.getByRole('heading', { name: 'Example 1, after the best action c1' }).waitFor();
      await page.getByText('True position after c1 (ply 2)').waitFor();
      await page.getByRole('button', { name: 'One move back' }).click();
      await page.getByText('Earlier position after b2 (ply 1 of 2)').waitFor();
    }));

  for (const theme of TRIED_THEMES) {
    it(`looks as it should: ${theme}`, () =>
      withPage([WRONG, 0, '%top_5'], async (open) => {
        await open.theme(theme);
        await open.screenshot(`compare-mav-list-${theme}`);
        await open.send(showMessage(await mavComparison(DISCS, 0), '%state'));
        await open.page.locator('.board img.stones').nth(1).waitFor();
        await open.screenshot(`compare-mav-discs-${theme}`);
        await open.send(showMessage(await mavComparison(HEX, 1)));
        await open.page.getByText('True position after c1 (ply 2)').waitFor();
        await open.screenshot(`compare-mav-hex-${theme}`);
        await open.send(showMessage(await mavComparison(WRONG, 0)));
        await open.page.getByRole('tab', { name: 'List and states (3)' }).click();
        await open.page.locator('.models tbody tr').first().waitFor();
        await open.screenshot(`compare-mav-all-${theme}`);
      }));
  }
});
