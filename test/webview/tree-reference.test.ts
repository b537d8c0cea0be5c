import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { PUBLISHED_DIALECT } from '../../src/core/mav/syntax.ts';
import { compareTraceNodes } from '../../src/core/search/comparison/compare-nodes.ts';
import { traceOf } from '../support/made-trace.ts';
import { itLong, thoroughly } from '../support/thorough.ts';
import { evaluatedPaths, readableTrace, treeOfTrace, withLowerValues, withoutNode } from '../support/trace-variants.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { TRIED_THEMES } from './themes.ts';
import { lastOf, openTree, tell, withTreePage } from './tree-page.ts';

/** Pages by their width: in a whole editor, and beside a text. */
const SIZES = thoroughly<readonly (readonly [string, number])[]>(
  [
    ['wide', 1400],
    ['narrow', 580],
  ],
  [['narrow', 580]],
);

describe('the tree of a trace over that of its reference', { skip: skipReason ?? false }, async () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  const reference = await traceOf({ breadth: 2, depth: 2 });
  const [, , below = '', , second = ''] = evaluatedPaths(reference);
  /** Without the second child, and with other values below the first one. */
  const trace = withLowerValues(withoutNode(reference, second), below, 9);
  const comparison = (own: string, other: string) => ({
    label: 'Stockfish, depth 8',
    ...compareTraceNodes(readableTrace(own), readableTrace(other), PUBLISHED_DIALECT),
  });

  async function show(open: OpenPage, own: string, other: string): Promise<void> {
    const { lines, notes } = treeOfTrace(readableTrace(own));
    await openTree(open, lines, {
      source: 'trace',
      title: 'a.mav:1',
      notes: notes.map(({ node, name, weighed, selected, unlisted, findings }) => ({
        node,
        name,
        weighed,
        selected,
        unlisted,
        findings,
      })),
    });
    await open.page.locator('.children tbody tr').first().waitFor();
    await tell(open, { type: 'reference', comparison: comparison(own, other) });
    await open.page.locator('.reference').waitFor();
  }
  const legend = ({ page }: OpenPage): Promise<string> => page.locator('.tree-legend').innerText();
  const items = ({ page }: OpenPage): Promise<string[]> => page.locator('.reference-list li').allInnerTexts();

  it('has the figures in a sentence, and ghosts and signs with their meaning, by shape and text', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, trace, reference);
      const words = await page.locator('.reference').innerText();
      assert.match(words, /^\d of 7 nodes as in the reference; \d values? differs? by more than 3 buckets; 3 missing/);
      assert.match(words, /Reference: Stockfish, depth 8/);
      await page.getByText('only in the reference').waitFor();
      assert.match(await legend(open), /≠\s*other than the reference, with its value/);
      await page.keyboard.press('r');
      assert.equal(
        await page.getByRole('button', { name: 'Reference', exact: true }).getAttribute('aria-pressed'),
        'false',
      );
      await page.keyboard.press('i');
      await page.keyboard.press('r');
      await page.getByText('nodes of the reference missing below').waitFor();
    }));

  itLong('marks nodes that the trace alone has', () =>
    withTreePage(host, async (open) => {
      await show(open, reference, trace);
      await open.page.locator('.tree-legend', { hasText: 'not in the reference' }).waitFor();
      assert.equal((await items(open)).filter((item) => item.startsWith('+')).length, 3);
    }),
  );

  it('lists every other node with what differs; a missing one leads to the node above it', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, trace, reference);
      const all = await items(open);
      assert.equal(all.filter((item) => /^− .*not in the trace$/.test(item)).length, 3);
      assert.ok(
        all.some((item) => /^≠ .*value: 9 buckets (above|below) the reference$/.test(item)),
        all.join('\n'),
      );
      await page.locator('.reference-list li', { hasText: 'value: 9 buckets' }).getByRole('button').last().focus();
      await page.keyboard.press('Enter');
      await page.locator('.beside-reference', { hasText: 'Value by the reference' }).waitFor();
      const { node } = (await lastOf(open, 'select')) ?? {};
      assert.notEqual(node, undefined);
      await page.locator('.reference-list li', { hasText: 'not in the trace' }).getByRole('button').last().click();
      await page.locator('h2', { hasText: 'Start' }).waitFor();
      assert.match(await page.locator('.beside-reference').innerText(), /Missing below: /);
      assert.match((await page.locator('canvas').getAttribute('aria-label')) ?? '', /Missing below: /);
    }));

  itLong('opens the ghosts below a leaf of the trace that the reference expands', () =>
    withTreePage(host, async (open) => {
      await show(open, withoutNode(reference, below), reference);
      await open.page.getByText('only in the reference').waitFor();
      assert.equal((await items(open)).filter((item) => item.startsWith('−')).length, 1);
    }),
  );

  it('is as the reference, or has none any more', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await show(open, reference, reference);
      assert.match(await page.locator('.reference').innerText(), /^7 of 7 nodes as in the reference\./);
      assert.deepEqual(await items(open), []);
      assert.doesNotMatch(await legend(open), /reference/);
      await tell(open, { type: 'reference', comparison: null });
      await page.locator('.reference').waitFor({ state: 'hidden' });
    }));

  for (const theme of TRIED_THEMES)
    it(`has nothing that axe finds fault with, in the theme ${theme}`, () =>
      withTreePage(host, async (open) => {
        const { page } = open;
        await open.theme(theme);
        for (const [name, width] of SIZES) {
          await page.setViewportSize({ width, height: 860 });
          await show(open, trace, reference);
          assert.deepEqual(await open.axeFaults(), []);
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth), false);
          for (const key of ['t', 'i']) {
            await page.keyboard.press(key);
            await open.screenshot(`reference-${theme}-${name}-${key}`);
          }
        }
      }));
});
