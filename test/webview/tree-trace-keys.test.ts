import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { COUNTDOWN, linesOfTrace, MAZE } from '../support/searched-traces.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { focusRow, lastOf, openTree, withTreePage } from './tree-page.ts';

const start = COUNTDOWN.indexOf('39/3=12');
const countdown = linesOfTrace(COUNTDOWN, {
  verdict: '1 of 7 states wrong (39/3=12)',
  findings: [
    { severity: 'error', code: 'TRACE_ARITHMETIC', message: '39/3 is 13, not 12', range: { start, end: start + 7 } },
  ],
});
const maze = linesOfTrace(MAZE, { verdict: 'Reaches the goal in 4 steps, the fewest' });
/** The page beside a text. */
const BESIDE = { width: 580, height: 860 };
/** More presses of Tab than the page has stops. */
const MOST_STOPS = 80;

describe('the tree of a trace without a mouse', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  async function show(open: OpenPage, trace: typeof countdown): Promise<void> {
    await open.page.setViewportSize(BESIDE);
    const notes = trace.notes.filter(({ findings }) => findings.length > 0);
    await openTree(open, trace.lines, { source: 'trace', title: 'a.trace:1', notes });
    await open.page.locator('.children tbody tr').first().waitFor();
  }

  /** Presses Tab until an element has the focus. */
  async function tabTo({ page }: OpenPage, selector: string): Promise<void> {
    for (let i = 0; i < MOST_STOPS; i++) {
      await page.keyboard.press('Tab');
      if (await page.locator(`${selector}:focus`).count()) return;
    }
    assert.fail(`Tab does not reach ${selector}`);
  }

  it('has a visible focus on every stop of the tab key, each with a name', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown);
      const names: string[] = [];
      for (let i = 0; i < MOST_STOPS; i++) {
        await page.keyboard.press('Tab');
        const stop = await page.evaluate(() => {
          const element = document.activeElement as HTMLElement;
          if (element === document.body) return undefined;
          const { outlineStyle, boxShadow } = getComputedStyle(element);
          const box = element.getBoundingClientRect();
          const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
          const labeled = element.getAttribute('aria-labelledby');
          return {
            name: labeled === null ? name.trim() : (document.getElementById(labeled)?.textContent ?? ''),
            isMarked: outlineStyle !== 'none' || boxShadow !== 'none',
            isSeen: box.width > 0 && box.bottom > 0 && box.top < window.innerHeight,
          };
        });
        if (stop === undefined) break;
        assert.notEqual(stop.name, '', `stop ${i} behind ${names.at(-1)}`);
        assert.ok(stop.isMarked && stop.isSeen, stop.name);
        names.push(stop.name);
      }
      for (const name of ['Icicle', 'Tree', 'Table', 'Steps', 'Show in text', 'Actions at the start (3)'])
        assert.ok(
          names.some((own) => own.startsWith(name)),
          `${name} is none of ${names.join(' | ')}`,
        );
      assert.ok(names.some((name) => name.startsWith('Search tree. Selected: ')));
    }));

  it('selects, opens and closes nodes, filters, replays and leads to the text by keys', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown);
      await tabTo(open, 'canvas');
      const label = (): Promise<string | null> => page.locator('canvas').getAttribute('aria-label');
      const before = await label();
      await page.keyboard.press('ArrowRight');
      await page.waitForFunction((old) => document.querySelector('canvas')?.ariaLabel !== old, before);
      assert.match((await label()) ?? '', /Selected: .*46-39=7/);
      assert.equal((await lastOf(open, 'select'))?.node, 4);
      await tabTo(open, 'button:has-text("Show in text")');
      await page.keyboard.press('Enter');
      assert.equal((await lastOf(open, 'reveal'))?.node, 4);
      await focusRow(open);
      const selected = page.locator('[role=treegrid] [aria-selected=true]');
      await page.keyboard.press('ArrowLeft');
      assert.equal(await selected.getAttribute('aria-expanded'), 'false');
      await page.keyboard.press('ArrowRight');
      assert.equal(await selected.getAttribute('aria-expanded'), 'true');
      await page.keyboard.press('u');
      await page.keyboard.press('Home');
      assert.equal(await selected.getAttribute('aria-level'), '1');
      await tabTo(open, 'input[type=range]');
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      assert.match((await page.locator('input[type=range]').getAttribute('aria-valuetext')) ?? '', /^1 of \d+\. /);
    }));

  it('is a tree to a screen reader: levels, places, what is open, and each node with its status in words', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, countdown);
      await focusRow(open);
      const rows = await page.locator('[role=treegrid] .rows [role=row]').evaluateAll((all) =>
        all.map((row) => ({
          at: ['level', 'posinset', 'setsize', 'expanded'].map((name) => row.getAttribute(`aria-${name}`)).join(),
          words: Array.from(row.querySelectorAll('[role=gridcell]'), (cell) => cell.textContent ?? '').join(' '),
        })),
      );
      const wrong = rows.find(({ words }) => words.includes('39/3=12'));
      assert.deepEqual(
        [wrong?.at, rows[0]?.at, rows.length],
        ['2,1,3,true', '1,1,1,true', 8],
        JSON.stringify(rows.map(({ at }) => at)),
      );
      assert.match(wrong?.words ?? '', /wrong/);
      assert.ok(rows.some(({ words }) => /46\+13=59.*goal/.test(words)));
      const tree = await page.locator('[role=treegrid]').ariaSnapshot();
      assert.match(tree, /treegrid "The tree"/);
      assert.match(tree, /row .*39\/3=12.*wrong/);
      const verdict = await page.locator('.truth').ariaSnapshot();
      assert.match(verdict, /status: 1 of 7 states wrong/);
      const findings = await page.locator('.position').ariaSnapshot();
      assert.match(findings, /listitem: 39\/3 is 13, not 12/);
    }));

  it('draws a state that stands in a wall, says that it is none, and names both boards', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, maze);
      await page.locator('.children').getByRole('button', { name: 'up' }).click();
      await page.locator('.children').getByRole('button', { name: '1 1' }).click();
      const image = page.locator('.pair img');
      await image.waitFor();
      assert.equal(await image.getAttribute('alt'), 'No state of this world: 1 1. 1 1');
      const svg = decodeURIComponent((await image.getAttribute('src')) ?? '');
      assert.match(svg, /#c84b00/, 'a cross');
      assert.ok((svg.match(/fill="#56626d"/g) ?? []).length >= 7, 'walls');
      await open.screenshot('trace-maze-wall');
    }));
});
