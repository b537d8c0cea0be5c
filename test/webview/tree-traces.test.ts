import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ReplayedTree, readTree } from '../../src/core/search/read-tree.ts';
import { treeRules } from '../../src/core/search/tree-header.ts';
import { listNodeSteps } from '../../src/core/search/view/game-states.ts';
import { treeStates } from '../../src/core/search/view/world-states.ts';
import { nodeLine } from '../../src/extension/search/tree-panel.ts';
import { COUNTDOWN, linesOfTrace, longTrace, MAZE } from '../support/searched-traces.ts';
import { itLong } from '../support/thorough.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { atMessage, lineMessage } from './state-lines.ts';
import { TRIED_THEMES } from './themes.ts';
import { focusRow, lastOf, openTree, withTreePage } from './tree-page.ts';

const VERDICT = 'Solves 59 from 39 3 46 with a valid plan; 1 of 7 states wrong (39/3=12), 29 % of the search below it';
const start = COUNTDOWN.indexOf('39/3=12');
const countdown = linesOfTrace(COUNTDOWN, {
  verdict: VERDICT,
  findings: [
    { severity: 'error', code: 'TRACE_ARITHMETIC', message: '39/3 is 13, not 12', range: { start, end: start + 7 } },
  ],
});
const maze = linesOfTrace(MAZE, { verdict: 'Reaches the goal in 4 steps, the fewest' });

/** The page beside a text, in a window of 1440 by 900 pixels with the side bar open; and alone. */
const BESIDE = { width: 580, height: 860 };
const WIDE = { width: 1400, height: 900 };

describe('the tree of a trace of any world', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  async function show(open: OpenPage, trace: typeof countdown, title: string, size = WIDE): Promise<void> {
    await open.page.setViewportSize(size);
    const notes = trace.notes.filter(({ findings }) => findings.length > 0);
    await openTree(open, trace.lines, { source: 'trace', title, notes });
    await open.page.locator('.children tbody tr').first().waitFor();
  }
  const rows = ({ page }: OpenPage): Promise<string[]> => page.locator('.children tbody tr').allTextContents();
  const legend = ({ page }: OpenPage): Promise<string> => page.locator('.tree-legend').innerText();

  it('opens at the first wrong state, with both boards, the verdict and its finding', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown, 'a.trace:1', BESIDE);
      assert.equal(await page.locator('h1').textContent(), 'a.trace:1 · 8 nodes');
      assert.equal(await page.locator('.verdict').textContent(), `${VERDICT}.`);
      assert.match((await page.locator('.verdict').getAttribute('class')) ?? '', /fault/);
      assert.deepEqual(await page.locator('figcaption').allTextContents(), [
        'True after 39/3=12',
        'Believed in the text',
      ]);
      const names = await page
        .locator('.pair img')
        .evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt));
      assert.deepEqual(names, ['True position after 39/3=12. 59: 46 13', 'Believed in the text. 59: 46 12']);
      assert.match(await page.locator('.differs').innerText(), /13 is missing; .*12 does not exist/);
      assert.equal(await page.locator('.findings').innerText(), '39/3 is 13, not 12');
      assert.match(await page.locator('.summary').innerText(), /^0,0 · wrong state · 2 nodes below$/);
      assert.deepEqual(await rows(open), ['✕39/3=123', '●46-39=72', '●39/3=13 ★2']);
      const box = await page.locator('.children tbody tr').last().boundingBox();
      assert.ok(box !== null && box.y + box.height <= BESIDE.height, 'no scrolling for the actions');
      assert.equal(await page.getByRole('button', { name: 'Flip' }).isVisible(), false);
    }));

  it('has the board of the start, the drawing and the actions on one screen beside a text', () =>
    withTreePage(host, async (open) => {
      await show(open, maze, 'b.trace:1', BESIDE);
      const row = await open.page.locator('.children tbody tr').last().boundingBox();
      const words = await open.page.locator('.row-words').boundingBox();
      assert.ok(row !== null && words !== null && row.y + row.height <= words.y, 'the words of a row hide none');
      assert.ok(words.y + words.height <= BESIDE.height);
    }));

  it('shows costs and statuses by shape and color, each with its meaning', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, maze, 'b.trace:1');
      await page.keyboard.press('i');
      assert.match(await legend(open), /○\s*open.*●\s*closed.*★\s*goal.*✕\s*wrong.*width: nodes of the subtree/s);
      assert.doesNotMatch(await legend(open), /Value for/);
      await page.locator('.children').getByRole('button', { name: 'up' }).click();
      const heads = await page.locator('.children thead th').allTextContents();
      assert.deepEqual(heads, ['State', 'Action', 'N', 'g', 'h', 'f']);
      assert.deepEqual(await rows(open), ['●up ★4224', '✕1 11224']);
      await page.locator('.children').getByRole('button', { name: '1 1' }).click();
      assert.deepEqual(await page.locator('.no-board').allTextContents(), [
        'No true state: no action leads here',
        'No state of this world: 1 1',
      ]);
    }));

  it('is replayed in the order of the text, with the words of each step', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown, 'a.trace:1');
      const slider = page.getByRole('slider', { name: 'Steps' });
      await slider.fill('3');
      await page.locator('.did', { hasText: '46+12=58: generated' }).waitFor();
      await slider.fill('4');
      await page.locator('.did', { hasText: '46+12=58: says that it is not the goal' }).waitFor();
      await page.keyboard.press('g');
      assert.equal(await page.locator('[role=treegrid] .rows [role=row]').count(), 3);
      await slider.focus();
      await page.keyboard.press('End');
      await page.locator('.did', { hasText: '46+13=59: says that the goal is reached' }).waitFor();
      assert.equal(await page.locator('[role=treegrid] .rows [role=row]').count(), 8);
    }));

  it('finds nodes by status, action and name, and goes through them by the keyboard', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown, 'a.trace:1');
      await page.getByLabel('Filter nodes').selectOption('goal');
      await page.getByText('1 match').waitFor();
      await page.getByRole('button', { name: 'Next match' }).click();
      await page.locator('h2', { hasText: '46+13=59' }).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.keyboard.press('/');
      await page.keyboard.type('0,1');
      await page.getByText('1 match').waitFor();
      await page.keyboard.press('Enter');
      await page.locator('h2', { hasText: '46-39=7' }).waitFor();
      assert.equal((await lastOf(open, 'select'))?.node, 4);
      await page.getByRole('button', { name: 'Clear' }).click();
      await focusRow(open);
      await page.keyboard.press('ArrowDown');
      await page.locator('h2', { hasText: '3*7=21' }).waitFor();
      assert.equal((await lastOf(open, 'select'))?.node, 5);
      const selected = page.locator('[role=treegrid] [aria-selected=true]');
      assert.match((await selected.textContent()) ?? '', /3\*7=21.*● closed/);
    }));

  it('follows the cursor of the text, and says the states on the way to the state view', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown, 'a.trace:1');
      await open.send({ version: 2, type: 'select', node: 7 });
      await page.locator('h2', { hasText: '46+13=59' }).waitFor();
      assert.equal(await lastOf(open, 'select'), undefined, 'the extension knows it');
      await page.keyboard.press('s');
      const said = await lastOf(open, 'state');
      assert.match(said?.rules ?? '', /^world:\{"kind":"level","name":"countdown"/);
      assert.deepEqual(
        said?.steps.map(({ move, truth, believed }) => [move, truth, believed]),
        [
          [null, '59: 39 3 46', '59: 39 3 46'],
          ['39/3=13', '59: 46 13', '59: 46 13'],
          ['46+13=59', '59: 59', '59: 59'],
        ],
      );
      await page.getByRole('button', { name: 'Show in text' }).click();
      assert.equal((await lastOf(open, 'reveal'))?.node, 7);
    }));

  it('is shown in the state view: both boards of the node, with what is wrong marked', async () => {
    const read = readTree(countdown.lines);
    assert.ok(read.ok);
    const { header } = read.value;
    const wrong = new ReplayedTree(read.value).nodes.get(1);
    assert.ok(wrong !== undefined);
    const rules = treeRules(header.game);
    const steps = listNodeSteps(wrong, treeStates(header), header);
    const { line } = nodeLine({ rules, model: 'trace', steps }, 'a.trace:1', 'a');
    const open = await host.open({ page: 'state', width: 546 });
    try {
      await open.send(lineMessage(line));
      await open.send(atMessage(1, { lineId: 'line 1' }));
      const pictures = open.page.locator('.pair img');
      await pictures.nth(1).waitFor();
      const names = await pictures.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt));
      assert.match(names.join(), /59: 46 13.*59: 46 12/);
      await open.screenshot('trace-countdown-state');
      assert.deepEqual([await open.violations(), open.errors], [[], []]);
    } finally {
      await open.page.close();
    }
  });

  it('is saved as picture, DOT and JSON with statuses and costs', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, maze, 'b.trace:1');
      const saved = async (format: string): Promise<string> => {
        await page.locator('summary', { hasText: 'Export' }).click();
        await page.getByRole('button', { name: format, exact: true }).click();
        await page.waitForTimeout(50);
        return (await lastOf(open, 'export'))?.content ?? '';
      };
      const json = JSON.parse(await saved('JSON')) as {
        root: { children: { status: string; g: number; v?: number }[] };
      };
      assert.deepEqual([json.root.children[0].status, json.root.children[0].g], ['closed', 1]);
      assert.equal(json.root.children[0].v, undefined);
      assert.match(await saved('DOT'), /label="up\\nclosed\\ng 1 {2}h 3 {2}f 4"/);
      const svg = await saved('SVG');
      assert.match(svg, />wrong</);
      assert.doesNotMatch(svg, /Value for/);
    }));

  it('shows the text of states of a world that is not known', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, longTrace(60, 'wide'), { source: 'file', title: 'c' });
      await page.locator('.children tbody tr').first().click();
      await page.locator('.board pre', { hasText: 'a1' }).first().waitFor();
      assert.match(await page.locator('.no-board').first().innerText(), /no rules are known/);
    }));

  for (const theme of TRIED_THEMES)
    itLong(`has nothing that axe finds fault with, in the theme ${theme}`, () =>
      withTreePage(host, async (open) => {
        const { page } = open;
        await open.theme(theme);
        for (const size of [BESIDE, WIDE])
          for (const [name, trace] of [
            ['countdown', countdown],
            ['maze', maze],
          ] as const) {
            await show(open, trace, `${name}.trace:1`, size);
            assert.deepEqual(await open.axeFaults(), []);
            const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
            assert.equal(isWide, false);
            for (const key of ['t', 'i', 'g']) {
              await page.keyboard.press(key);
              await open.screenshot(`trace-${name}-${theme}-${size.width}-${key}`);
            }
            await focusRow(open);
            assert.deepEqual(await open.axeFaults(), []);
          }
      }),
    );
});
