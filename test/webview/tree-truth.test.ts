import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ReplayedTree, readTree } from '../../src/core/search/read-tree.ts';
import { GameStates } from '../../src/core/search/view/game-states.ts';
import { treeHeadline } from '../../src/core/search/view/headline.ts';
import { trueSearch } from '../../src/core/search/view/search-text.ts';
import { chessSearch, discSearch, type Searched } from '../support/searched-tree.ts';
import { itLong } from '../support/thorough.ts';
import { writtenTree } from '../support/written-tree.ts';
import { type OpenPage, PageHost } from './page-host.ts';
import { skipReason } from './shared-browser.ts';
import { openTree, withTreePage } from './tree-page.ts';

const START = '4k3/8/8/8/8/8/4P3/4K3 w - - 0 1';
const MOVED = {
  e2e4: '4k3/8/8/8/4P3/8/8/4K3 b - - 0 1',
  e2e3: '4k3/8/8/8/8/4P3/8/4K3 b - - 0 1',
};

/** The first move is the best only by a reply to it in a state that does not exist. */
const CHANGED = writtenTree(
  {
    state: START,
    value: 0.6,
    below: {
      e2e4: {
        state: MOVED.e2e4,
        n: 6,
        q: 0.9,
        below: {
          e8d8: { state: '3k4/8/8/8/4P3/8/8/4K3 w - - 1 2', n: 2, q: 0.75 },
          e8e7: { state: '8/8/8/8/4P3/8/8/4K3 w - - 1 2', n: 3, q: 0.1, truth: '8/4k3/8/8/4P3/8/8/4K3 w - - 1 2' },
        },
      },
      e2e3: { state: MOVED.e2e3, n: 4, q: 0.5 },
    },
  },
  { backup: 'minimax', final: 'value' },
);

describe('a search without diverged nodes', { skip: skipReason ?? false }, () => {
  let host: PageHost;
  let chess: Searched;
  let discs: Searched;
  before(async () => {
    [host, chess, discs] = await Promise.all([PageHost.start(), chessSearch(), discSearch()]);
  });
  after(() => host?.close());

  const verdict = ({ page }: OpenPage) => page.locator('.verdict');
  const switched = ({ page }: OpenPage) => page.getByRole('button', { name: 'With true states' });
  const whole = ({ page }: OpenPage) => page.getByRole('button', { name: "With model's states" });
  const visits = async ({ page }: OpenPage): Promise<number[]> =>
    (await page.locator('.children tbody tr > *:nth-child(3)').allTextContents()).map(Number);

  it('says what it chooses before all else, of the search itself', () =>
    withTreePage(host, async (open) => {
      await openTree(open, CHANGED);
      const said = 'Chooses e4, which rests on states that do not exist (30 % of visits); with true states it is e3.';
      await verdict(open).filter({ hasText: said }).waitFor();
      await switched(open).click();
      await open.page.getByText('Not the search itself').waitFor();
      assert.equal(await verdict(open).textContent(), said);
    }));

  itLong('is told in a sentence on top, and shown by a switch that nobody takes for the search', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const read = readTree(chess.text);
      assert.ok(read.ok);
      const tree = new ReplayedTree(read.value);
      tree.goTo(Number.POSITIVE_INFINITY);
      const states = new GameStates('chess');
      const found = trueSearch(tree.root, read.value.header.settings, states);
      assert.ok(found && found.lost > 0);
      const { header } = read.value;
      const { text: said } = treeHeadline({ root: tree.root, settings: header.settings, states, truth: found });
      await openTree(open, chess.text);
      await page.getByText(`${said}.`).waitFor();
      assert.equal(await page.locator('.without').isVisible(), false);
      const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => b - a);
      assert.deepEqual(await visits(open), sorted(tree.root.visits));
      await page.keyboard.press('d');
      await page.getByText(/^Not the search itself: \d+ of \d+ nodes/).waitFor();
      assert.equal(await switched(open).getAttribute('aria-pressed'), 'true');
      assert.deepEqual(await visits(open), sorted(found.root.visits));
      assert.equal(await verdict(open).textContent(), `${said}.`);
      await open.screenshot('tree-without-diverged');
      await whole(open).click();
      await page.locator('.without').waitFor({ state: 'hidden' });
      assert.deepEqual(await visits(open), sorted(tree.root.visits));
    }),
  );

  it('has its own choice, line and values, by minimax too, and one stays at the node above', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, CHANGED);
      await page.getByText('with true states it is e3.').waitFor();
      // It opens at the fault, with the moves of the root beside it.
      await page.getByRole('heading', { name: 'Ke7' }).waitFor();
      await page.getByRole('heading', { name: 'Moves at the start (2)' }).waitFor();
      assert.equal(await page.locator('.children .chosen th').textContent(), 'e4 ★');
      await page.locator('.children .chosen button').click();
      await page.getByRole('button', { name: 'Ke7' }).click();
      await page.getByRole('heading', { name: 'Ke7' }).waitFor();
      await switched(open).click();
      await page.getByRole('heading', { name: '1.e4' }).waitFor();
      await page.locator('.crumbs').getByRole('button', { name: 'Start' }).click();
      assert.equal(await page.locator('.children .chosen th').textContent(), 'e3 ★');
      // the best reply that is left to Black is worth 3/4 to him
      assert.match(await page.locator('.children tbody tr', { hasText: 'e4' }).innerText(), /^✓\s+e4\s+3\s+0\.25\s/);
    }));

  itLong('stays chosen when the page comes back, also after other simulations', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      await openTree(open, chess.text);
      await switched(open).click();
      await page.locator('.without').waitFor();
      await page.getByRole('slider', { name: 'Simulations' }).fill('90');
      await page.getByText('90 / 150').waitFor();
      await page.locator('.without').waitFor();
      await page.reload();
      await openTree(open, chess.text);
      await page.locator('.without').waitFor();
      await page.getByText('90 / 150').waitFor();
    }),
  );

  itLong('is not offered where all states exist, and cannot be where the root is no position', () =>
    withTreePage(host, async (open) => {
      const { page } = open;
      const whole = discs.text
        .split('\n')
        .filter((line) => !line.includes('hallucination'))
        .join('\n');
      await openTree(open, whole);
      await page.getByText('all its states are true.').waitFor();
      assert.equal(await switched(open).isVisible(), false);
      await openTree(open, writtenTree({ state: 'nothing', below: { e2e4: { n: 2 } } }), { title: 'lost' });
      await page.getByText('its states cannot be checked: the root is not a position.').waitFor();
      assert.equal(await switched(open).isVisible(), false);
    }),
  );
});
