import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { itLong } from '../support/thorough.ts';
import { writtenTree } from '../support/written-tree.ts';
import { PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { focusRow, openTree, withTreePage } from './tree-page.ts';

const at = (pieces: string, side: 'w' | 'b'): string => `${pieces} ${side} KQkq - 0 1`;

/** White moves at the root, Black after e4. Values are those of the side that moves, as files have them. */
const TREE = writtenTree({
  state: at('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR', 'w'),
  below: {
    e2e4: {
      n: 10,
      q: 0.5625,
      value: 0.375,
      state: at('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR', 'b'),
      below: {
        e7e5: { n: 6, q: 0.25, value: 0.6875, state: at('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR', 'w') },
      },
    },
    d2d4: { n: 4, q: 0.5, value: 0.375, state: at('rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR', 'b') },
  },
});
/** A simulation that ended where Black moves. */
const SIMULATION = { simulation: 0, path: [1], kind: 'known', leaf: 2, value: 0.375, ms: 0 };

describe('values on the page of search trees', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  before(async () => {
    host = await PageHost.start();
  });
  after(() => host?.close());

  itLong('are all for one side, which each part names: White at the root, where Black moves at the node', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, `${TREE}${JSON.stringify(SIMULATION)}\n`, { selected: 1 });
      await page.getByRole('heading', { name: '1.e4', exact: true }).waitFor();
      const text = async (selector: string): Promise<string> => (await page.locator(selector).textContent()) ?? '';
      // the node, and the same for those who hear the drawing
      assert.equal(await text('.summary'), 'Black to move · 10 visits · for White: v 0.63, Q 0.56');
      await page
        .getByLabel(/^Search tree\. Selected: e4, depth 1\. N 10 {2}Q 0\.56 .* v 0\.63\. Values for White\./)
        .waitFor();
      await page.getByText('Values for White, colors spread over 0.52 to 0.75').waitFor();
      assert.equal(await text('.did'), '1.d4: known already, 0.63 for White');
      // the moves of Black
      assert.equal(await text('#children-side'), 'Values for White');
      const heads = await page.locator('.children thead th').allTextContents();
      const cells = page.locator('.children tbody tr > *');
      const cell = (name: string) => cells.nth(heads.indexOf(name));
      assert.equal(await cell('Q').textContent(), '0.75');
      assert.equal(await cell('Listed').textContent(), '0.75');
      assert.match(
        await text('.terms'),
        /^e5: .*the model listed 0\.25 for Black · PUCT for Black: Q 0\.250 \+ exploration 0\.\d+ = 0\.\d+$/,
      );
      // the tree as a table
      await focusRow(open);
      assert.equal(await text('.tree-table .caption'), 'Values for White');
      const values = (level: number) =>
        page.locator(`.rows [aria-level="${level}"]`).first().locator('.number').allTextContents();
      const [, qAbove, , vAbove] = await values(2);
      const [visits] = await values(1);
      const children = await page.locator('.rows [aria-level="2"] .number:nth-child(2)').allTextContents();
      assert.equal(
        Number(visits),
        children.reduce((sum, one) => sum + Number(one), 0),
      );
      const [, q, , v] = await values(3);
      assert.deepEqual([qAbove, vAbove, q, v], ['0.56', '0.63', '0.75', '0.69']);
      // nothing else on the screen is said to be for Black
      const said = (await page.locator('main').innerText()).replace(await text('.terms'), '');
      assert.deepEqual(
        new Set([...said.matchAll(/\bfor (White|Black)\b/g)].map(([, side]) => side)),
        new Set(['White']),
      );
    }),
  );

  it('stay in the table with moves and remarks where there is no room: P goes first, then v', () =>
    withTreePage(
      host,
      async (open) => {
        const { page } = open;
        await openTree(open, TREE);
        await page.locator('.children tbody tr').first().waitFor();
        await focusRow(open);
        const heads = (): Promise<string[]> => page.locator('.row.head span:visible').allTextContents();
        assert.deepEqual(await heads(), ['Move', 'N', 'Q', 'v', 'State']);
        await page.setViewportSize({ width: 360, height: 800 });
        assert.deepEqual(await heads(), ['Move', 'N', 'Q', 'State']);
        assert.ok(await page.locator('.scroller').evaluate((one) => one.scrollWidth <= one.clientWidth));
        await page.setViewportSize({ width: 800, height: 800 });
        assert.deepEqual(await heads(), ['Move', 'N', 'Q', 'P', 'v', 'State']);
      },
      { width: 480 },
    ));
});
