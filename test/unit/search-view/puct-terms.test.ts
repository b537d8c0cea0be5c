import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { puctTerms, selectEdge } from '../../../src/core/search/edge-selection.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import type { SearchSettings } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import { findQueuedDescents, ReplayedVirtualCounts } from '../../../src/core/search/view/virtual-counts.ts';
import type { WorldModel } from '../../../src/core/search/world-model.ts';
import { EMPTY_BOARD, searched, unsteadyRollouts } from '../../support/searched-tree.ts';
import { virtualOf } from '../search/scripted-model.ts';

/** The model with answers that come in another order than they were asked for. */
function shuffled(model: WorldModel): WorldModel {
  let asked = 0;
  return {
    label: model.label,
    evaluate: (batch, signal) =>
      model.evaluate(batch, signal).map(async (answer) => {
        const turns = (++asked * 7) % 5;
        for (let i = 0; i < turns; i++) await new Promise((resolve) => setImmediate(resolve));
        return answer;
      }),
  };
}

const CASES: readonly Partial<SearchSettings>[] = [
  {},
  { batch: 4 },
  { batch: 4, queueing: 'rolling' },
  { batch: 6, queueing: 'rolling', virtual: { kind: 'fixed', count: 3 }, unvisited: 'parent' },
  { batch: 5, virtualLoss: true, unvisited: 'zero', backup: 'minimax' },
];

describe('the terms of PUCT and the virtual counts of a recorded search', () => {
  for (const settings of CASES)
    it(`are those that every descent chose by: ${JSON.stringify(settings)}`, async () => {
      const root = { game: 'connect_four', state: EMPTY_BOARD, played: 0 } as const;
      const { text } = await searched(root, shuffled(unsteadyRollouts()), { simulations: 90, ...settings });
      const read = readTree(text);
      assert.ok(read.ok);
      const stored = read.value;
      const tree = new ReplayedTree(stored);
      const virtual = new ReplayedVirtualCounts(tree.root, stored.header.settings);
      const isAsync = (settings.batch ?? 1) > 1;
      let waited = 0;
      for (const { number, path, after } of stored.simulations) {
        tree.goTo(after);
        const queued = findQueuedDescents(stored, after, number);
        waited += queued.length;
        virtual.set(queued);
        let node: SearchNode | undefined = tree.root;
        for (const edge of path) {
          assert.ok(node);
          assert.equal(selectEdge(node, stored.header.settings), edge);
          const sums = puctTerms(node, stored.header.settings).map((terms) => terms?.sum ?? Number.NEGATIVE_INFINITY);
          assert.ok(Math.abs(Math.max(...sums) - sums[edge]) < 1e-9);
          node = node.children[edge];
        }
      }
      assert.equal(waited > 0, isAsync);
    });

  it('are gone when all simulations have ended', async () => {
    const root = { game: 'connect_four', state: EMPTY_BOARD, played: 0 } as const;
    const { text } = await searched(root, shuffled(unsteadyRollouts()), { simulations: 30, batch: 4 });
    const read = readTree(text);
    assert.ok(read.ok);
    const tree = new ReplayedTree(read.value);
    const virtual = new ReplayedVirtualCounts(tree.root, read.value.header.settings);
    virtual.set(findQueuedDescents(read.value, 1));
    assert.ok(virtualOf(tree.root) > 0);
    virtual.set(findQueuedDescents(read.value, 30));
    assert.equal(virtualOf(tree.root), 0);
  });

  it('add up to their sum, and closed edges have none', async () => {
    const { tree } = await searched({ game: 'connect_four', state: EMPTY_BOARD, played: 0 }, unsteadyRollouts(), {
      simulations: 60,
    });
    let closed = 0;
    for (const node of [tree.root, ...tree.root.children]) {
      if (node === undefined) continue;
      puctTerms(node, { exploration: 2, unvisited: 'listed', virtualLoss: false }).forEach((terms, i) => {
        assert.equal(terms === undefined, node.closed[i] === 1);
        if (terms === undefined) closed++;
        else {
          assert.equal(terms.sum, terms.value + terms.exploration);
          const all = node.visits.reduce((a, b) => a + b, 1);
          assert.ok(Math.abs(terms.exploration - (2 * node.prior[i] * Math.sqrt(all)) / (1 + node.visits[i])) < 1e-12);
        }
      });
    }
    assert.ok(closed > 0);
  });
});

describe('a recorded search', () => {
  for (const settings of CASES)
    it(`is the same after any way through its simulations: ${JSON.stringify(settings)}`, async () => {
      const root = { game: 'connect_four', state: EMPTY_BOARD, played: 0 } as const;
      const { text } = await searched(root, shuffled(unsteadyRollouts()), { simulations: 80, ...settings });
      const read = readTree(text);
      assert.ok(read.ok);
      const stored = read.value;
      const seen = (tree: ReplayedTree): unknown[] =>
        [...tree.nodes.values()].map(({ visits, closed, open, total, prior }) => [
          [...visits],
          [...closed],
          open,
          total.map((sum) => Number(sum.toFixed(9))),
          prior.map((share) => Number(share.toFixed(9))),
        ]);
      const tree = new ReplayedTree(stored);
      for (const at of [80, 79, 60, 61, 59, 40, 5, 30, 29, 0, 80, 41]) {
        tree.goTo(at);
        const fresh = new ReplayedTree(stored);
        fresh.goTo(at);
        assert.deepEqual(seen(tree), seen(fresh));
      }
    });
});
