import assert from 'node:assert/strict';
import fs from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { PairComparer } from '../../src/core/metrics/compare.ts';
import type { ComparisonResult } from '../../src/protocol/lsp.ts';
import { WEBVIEW_VERSION } from '../../src/protocol/webview.ts';
import { sampleComparison, showMessage } from '../support/comparison-result.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';

const GPT = 'gpt-4o-2024-08-06';
const O3 = 'o3-mini-2025-01-31';
const GEMINI = 'gemini-2.0-flash-001';
const BASELINE = 'baseline:starting_board';

const axe = skipReason === undefined ? fs.readFileSync('node_modules/axe-core/axe.min.js', 'utf8') : '';

describe('the page of the comparison', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  /** Nine plies in: one answer lacks half a rank, two have wrong squares, one is the start position. */
  let sample: ComparisonResult;
  before(async () => {
    sample = sampleComparison(2);
    host = await PageHost.start();
  });
  after(() => host?.close());

  /** Opens the page with a comparison; afterwards nothing may have gone wrong in it. */
  async function withPage(label: string | undefined, run: (open: OpenPage) => Promise<void>, shown = sample) {
    const open = await host.open();
    try {
      await open.send(showMessage(shown, label));
      await run(open);
      assert.deepEqual(await open.violations(), []);
      assert.deepEqual(open.errors, []);
    } finally {
      await open.page.close();
    }
  }

  it('shows the label that the extension says when it is opened again, whatever was open before', () =>
    withPage(GPT, async (open) => {
      const { page } = open;
      await page.getByRole('tab', { name: O3 }).click();
      assert.deepEqual((await open.sent()).at(-1), { version: WEBVIEW_VERSION, type: 'select', label: O3 });
      await page.reload();
      await page.locator('.verdict-line').filter({ hasText: O3 }).waitFor();
      await open.send(showMessage(sample, O3));
      assert.equal(await page.getByRole('tab', { selected: true }).textContent(), O3);
      assert.ok((await page.locator('.verdict-line').textContent())?.startsWith(O3));
    }));

  it('says that it is ready, and needs nothing but its script and its style', () =>
    withPage(GPT, async ({ page, requests }) => {
      await page.locator('cg-board').nth(1).waitFor();
      const names = requests.filter((url) => !url.startsWith('data:')).map((url) => new URL(url).pathname);
      assert.deepEqual(names.sort(), ['/', '/compare.css', '/compare.js']);
    }));

  it('shows both boards with each difference marked, and the verdict first', () =>
    withPage(GPT, async (open) => {
      const { page } = open;
      const boards = page.locator('.board');
      await page.locator('cg-board').nth(1).waitFor();
      assert.equal(await boards.count(), 2);
      assert.equal(await boards.first().locator('cg-board > piece').count(), 32);
      assert.equal(await boards.first().locator('.cg-custom-svgs g[cgHash]').count(), 10);
      assert.equal(await boards.nth(1).locator('.cg-custom-svgs g[cgHash]').count(), 10);
      const prediction = sample.predictions.find(({ label }) => label === GPT);
      const verdict = page.locator('.verdict-line');
      assert.match(
        (await verdict.textContent()) ?? '',
        /^gpt-4o-2024-08-06: 10 squares wrong .* · p₄ 0\.06 · r₄ 0\.19/,
      );
      assert.match((await boards.nth(1).getAttribute('aria-label')) ?? '', /Wrong: .*c6 invented.*White: K g1/);
      const moves = await page.locator('.moves').textContent();
      assert.ok(moves?.includes(`Lost (${prediction?.comparison?.movesLost?.length})`));
      assert.equal(await page.locator('.depths tbody tr').count(), 4);
      assert.match((await page.locator('.facts').textContent()) ?? '', /Edit distance15 .*exact · m 4/);
      assert.deepEqual(await open.sent(), [{ version: WEBVIEW_VERSION, type: 'ready' }]);
    }));

  it('jumps to the move that a square is blamed on, and shows its position', () =>
    withPage(BASELINE, async (open) => {
      await open.page.getByRole('button', { name: 'c5 empty: true until 3...c5' }).click();
      await open.page.getByText('Earlier position after 3...c5 (ply 6 of 8)').waitFor();
      assert.deepEqual((await open.sent()).at(-1), { version: WEBVIEW_VERSION, type: 'revealMove', ply: 6 });
      assert.match(
        (await open.page.locator('figure').first().textContent()) ?? '',
        /squares differ from the prediction/,
      );
      await open.page.getByRole('button', { name: 'Show in the editor' }).click();
      assert.deepEqual((await open.sent()).at(-1), {
        version: WEBVIEW_VERSION,
        type: 'revealPrediction',
        label: BASELINE,
      });
    }));

  it('steps through the game and turns the boards by keys', () =>
    withPage(BASELINE, async ({ page }) => {
      const caption = page.locator('figcaption').first();
      await page.locator('cg-board').nth(1).waitFor();
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      assert.match((await caption.textContent()) ?? '', /ply 6 of 8/);
      await page.keyboard.press('ArrowRight');
      assert.match((await caption.textContent()) ?? '', /ply 7 of 8/);
      for (let i = 0; i < 20; i++) await page.keyboard.press('ArrowLeft');
      assert.match((await caption.textContent()) ?? '', /after the start \(ply 0 of 8\)/);
      await page.getByText('0 squares differ from the prediction').waitFor();
      await page.getByRole('button', { name: 'The requested position' }).click();
      assert.match((await caption.textContent()) ?? '', /^True position after 4\.\.\.Bb7 \(ply 8\)$/);
      assert.equal(await page.locator('.cg-wrap.orientation-white').count(), 2);
      await page.keyboard.press('f');
      assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 2);
    }));

  it('shows all models in a table that sorts, and what all got wrong', () =>
    withPage(undefined, async (open) => {
      const { page } = open;
      const rows = page.locator('.models tbody tr');
      const order = async (): Promise<string[]> => await rows.locator('th').allTextContents();
      await rows.first().waitFor();
      assert.deepEqual(await order(), [GPT, O3, GEMINI, BASELINE]);
      assert.equal(await page.locator('.models img').count(), 4);
      await page.getByRole('button', { name: 'p₄' }).click();
      assert.deepEqual(await order(), [GEMINI, BASELINE, GPT, O3]);
      assert.equal(await page.getByRole('columnheader', { name: 'p₄' }).getAttribute('aria-sort'), 'descending');
      await page.getByRole('button', { name: 'edit' }).click();
      assert.deepEqual(await order(), [GEMINI, O3, GPT, BASELINE]);
      await page.getByRole('button', { name: 'edit' }).click();
      assert.deepEqual(await order(), [BASELINE, GPT, O3, GEMINI]);
      await page.getByText('No square is wrong in all of them.').waitFor();
      await page.getByRole('button', { name: GEMINI }).click();
      await page.locator('.verdict-line').waitFor();
      assert.deepEqual((await open.sent()).at(-1), { version: WEBVIEW_VERSION, type: 'select', label: GEMINI });
    }));

  it('names the squares that all got wrong', () => {
    const predictions = sample.predictions.filter(({ label }) => label === GEMINI || label === BASELINE);
    return withPage(
      undefined,
      async ({ page }) => {
        await page.getByText('Wrong in all 2: c8 b7').waitFor();
        assert.match((await page.locator('.truth img').getAttribute('alt')) ?? '', /all got c8, b7 wrong/);
      },
      { ...sample, predictions },
    );
  });

  it('moves among the models by arrow keys, as tabs do', () =>
    withPage(undefined, async ({ page }) => {
      await page.getByRole('tab', { name: 'All models (4)' }).focus();
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.getByRole('tab', { name: GPT }).getAttribute('aria-selected'), 'true');
      await page.locator('.verdict-line').waitFor();
      await page.keyboard.press('End');
      assert.equal(await page.locator(':focus').textContent(), BASELINE);
      await page.keyboard.press('ArrowRight');
      assert.equal(await page.locator(':focus').textContent(), 'All models (4)');
      assert.equal(await page.locator('[role=tab][tabindex="0"]').count(), 1);
    }));

  it('can be used with the keyboard alone', () =>
    withPage(BASELINE, async ({ page }) => {
      await page.locator('cg-board').nth(1).waitFor();
      const reached = new Set<string>();
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab');
        const outline = await page.evaluate(() => {
          const at = document.activeElement;
          return at === null || at === document.body
            ? undefined
            : [at.textContent ?? '', getComputedStyle(at).outlineStyle];
        });
        if (outline === undefined) continue;
        reached.add(outline[0] ?? '');
        assert.equal(outline[1], 'solid', outline[0]);
      }
      for (const name of ['Next', 'Flip', 'LaTeX', BASELINE, '‹', 'c5 empty: true until 3...c5']) {
        assert.ok(reached.has(name), `${name} is not reached`);
      }
    }));

  it('gives what is copied to the extension, in every form', () =>
    withPage(GPT, async (open) => {
      const command = 'statelens compare -m 4 --method exact "rn1qkb1r/';
      for (const [format, has] of [
        ['Markdown', '| ---: |'],
        ['CSV', 'label,verdict,p_1,p_2,p_3,p_4'],
        ['LaTeX', '\\begin{tabular}'],
        ['SVG', '<svg xmlns'],
      ] as const) {
        await open.page.getByRole('button', { name: `Copy as ${format}` }).click();
        const message = (await open.sent()).at(-1);
        assert.ok(message?.type === 'copy' && message.format === format);
        assert.ok(message.text.includes(has), format);
        const shown =
          format === 'CSV' ? command.replaceAll('"', '""') : command.replaceAll('"', format === 'SVG' ? '&#34;' : '"');
        assert.ok(message.text.includes(shown), `${format} lacks the command`);
        await open.send({ version: WEBVIEW_VERSION, type: 'copied', format });
        await open.page.getByText(`Copied as ${format}.`).waitFor();
      }
      await open.page.getByRole('tab', { name: 'All models (4)' }).click();
      await open.page.getByRole('button', { name: 'Copy as CSV' }).click();
      const all = (await open.sent()).at(-1);
      assert.equal(all?.type === 'copy' && all.text.trimEnd().split('\r\n').length, 5);
    }));

  it('asks for the next and the previous prediction', () =>
    withPage(GPT, async (open) => {
      await open.page.getByRole('button', { name: 'Next', exact: true }).click();
      await open.page.getByRole('button', { name: 'Previous', exact: true }).click();
      assert.deepEqual((await open.sent()).slice(-2), [
        { version: WEBVIEW_VERSION, type: 'step', to: 'next' },
        { version: WEBVIEW_VERSION, type: 'step', to: 'previous' },
      ]);
    }));

  it('comes back as it was after it was hidden or reloaded', () =>
    withPage(BASELINE, async ({ page }) => {
      await page.locator('cg-board').nth(1).waitFor();
      await page.keyboard.press('f');
      await page.keyboard.press('ArrowLeft');
      await page.getByRole('tab', { name: GEMINI }).click();
      await page.reload();
      await page.locator('cg-board').nth(1).waitFor();
      assert.equal(await page.getByRole('tab', { name: GEMINI }).getAttribute('aria-selected'), 'true');
      assert.equal(await page.locator('.cg-wrap.orientation-black').count(), 2);
      assert.match((await page.locator('figcaption').first().textContent()) ?? '', /ply 7 of 8/);
    }));

  it('keeps its place when the same position is scored anew', () =>
    withPage(GPT, async (open) => {
      await open.page.locator('cg-board').nth(1).waitFor();
      await open.page.keyboard.press('ArrowLeft');
      await open.send(showMessage({ ...sample, title: 'Scored anew' }, GPT));
      await open.page.getByRole('heading', { name: 'Scored anew' }).waitFor();
      assert.match((await open.page.locator('figcaption').first().textContent()) ?? '', /ply 7 of 8/);
    }));

  it('shows an answer without a FEN, and one that is gone', () => {
    const [first] = sample.predictions;
    assert.ok(first !== undefined);
    const text = new PairComparer('chess').text({ trueFen: sample.trueFen, predictedFen: undefined });
    const none = { ...first, fen: null, comparison: null, text };
    return withPage(
      GPT,
      async (open) => {
        await open.page.locator('.board.none').waitFor();
        assert.match((await open.page.locator('.verdict-line').textContent()) ?? '', /no FEN in the answer · p₄ …/);
        await open.page.getByText('The scores could not be computed.').waitFor();
        await open.send({ version: WEBVIEW_VERSION, type: 'unavailable', reason: 'It is gone.' });
        await open.page.getByText('It is gone.').waitFor();
        assert.equal(await open.page.locator('.board').count(), 2);
      },
      { ...sample, predictions: [none] },
    );
  });

  it('drops messages of another version or of no known shape', () =>
    withPage(GPT, async (open) => {
      for (const message of [
        { ...showMessage({ ...sample, title: 'wrong version' }, GPT), version: 999 },
        { version: WEBVIEW_VERSION, type: 'show' },
        { ...showMessage(sample), result: { ...sample, predictions: [{ label: 3 }] } },
        { type: 'constructor' },
      ]) {
        await open.send(message);
      }
      assert.equal(await open.page.locator('h1').textContent(), sample.title);
    }));

  it('shows hostile text as text', () => {
    const evil = '<img src=x onerror=alert(1)>"\'</script><b>';
    const predictions = sample.predictions.map((prediction, i) =>
      i === 0 ? { ...prediction, label: evil, fen: `${evil}/8/8/8/8/8/8/8 w` } : prediction,
    );
    return withPage(
      evil,
      async ({ page }) => {
        await page.getByRole('tab', { name: evil }).waitFor();
        assert.equal(await page.locator('main b, main script, main img[src="x"]').count(), 0);
        await page.getByRole('tab', { name: 'All models (4)' }).click();
        await page.getByRole('row').filter({ hasText: evil }).waitFor();
      },
      { ...sample, title: evil, predictions },
    );
  });

  for (const theme of TRIED_THEMES) {
    it(`has no serious fault of accessibility: ${theme}`, () =>
      withPage(BASELINE, async (open) => {
        await open.theme(theme);
        await open.page.locator('cg-board').nth(1).waitFor();
        for (const name of ['details', 'all']) {
          if (name === 'all') await open.page.getByRole('tab', { name: 'All models (4)' }).click();
          await open.screenshot(`compare-${name}-${theme}`);
          await open.page.evaluate(axe);
          const serious = await open.page.evaluate(async () => {
            const { axe } = globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
            };
            const { violations } = await axe.run();
            return violations
              .filter(({ impact }) => impact === 'serious' || impact === 'critical')
              .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
          });
          assert.deepEqual(serious, []);
        }
      }));
  }

  it('fits a narrow panel without scrolling sideways', async () => {
    const open = await host.open({ width: 380 });
    await open.send(showMessage(sample, GPT));
    await open.page.locator('cg-board').nth(1).waitFor();
    await open.screenshot('compare-narrow');
    const [width, view] = await open.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(width !== undefined && view !== undefined && width <= view, `${width} > ${view}`);
    await open.page.close();
  });
});
