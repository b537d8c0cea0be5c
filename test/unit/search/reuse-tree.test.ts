import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { SINK } from '../../../src/core/base/automaton.ts';
import { connectFour } from '../../../src/core/games/connect-four/connect-four.ts';
import { visitsBelow } from '../../../src/core/search/backup.ts';
import type { SearchTree } from '../../../src/core/search/mcts.ts';
import { reuseTree } from '../../../src/core/search/reuse-tree.ts';
import { rolloutModel, rulesForGame } from '../../../src/core/search/rule-models.ts';
import { runSearch } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import type { WorldModel } from '../../../src/core/search/world-model.ts';
import { NEVER_ABORTED, nodesOf } from './scripted-model.ts';

const EMPTY = `x || ${'. . . . . . .  '.repeat(6).trim()} ||`;
const start = (): string => {
  const parsed = connectFour.parse(EMPTY);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.error);
  return connectFour.print(parsed.value);
};

/** A model that counts what it is asked. */
function counting(model: WorldModel): WorldModel & { asked: number } {
  const counted = {
    label: model.label,
    asked: 0,
    evaluate: (...[batch, signal]: Parameters<WorldModel['evaluate']>) => {
      counted.asked += batch.length;
      return model.evaluate(batch, signal);
    },
  };
  return counted;
}

async function searched(
  simulations: number,
  seed: number,
  more: { model?: WorldModel; tree?: SearchTree; isTracked?: boolean } = {},
): Promise<SearchTree> {
  const { model = rolloutModel({ rollouts: 1, seed, longest: 100 }), tree, isTracked = false } = more;
  const done = await runSearch({
    root: { game: 'connect_four', state: start(), played: 0 },
    model,
    settings: { ...DEFAULT_SEARCH, simulations, seed },
    clock: systemClock,
    signal: NEVER_ABORTED,
    ...(tree && { tree }),
    ...(isTracked && { rules: rulesForGame('connect_four') }),
  });
  assert.ok(done.ok, done.ok ? '' : done.error);
  return done.value.tree;
}

/** What is counted at a node, and below it. */
const countsOf = (root: SearchNode): unknown[] =>
  nodesOf(root).map(({ state, visits, total, prior, depth }) => ({
    state,
    visits,
    total,
    prior,
    depth: depth - root.depth,
  }));

/** The two actions that a game would take: the most visited, and the most visited answer. */
const likely = ({ root }: SearchTree): [string, string] => {
  const most = ({ visits }: SearchNode): number => visits.indexOf(Math.max(...visits));
  const first = most(root);
  const child = root.children[first] as SearchNode;
  return [root.actions[first], child.actions[most(child)]];
};

describe('the tree of the next search', () => {
  it('has the counts, values and priors of the subtree that the game came to, re-based at its root', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 60, max: 150 }), fc.nat(1000), async (simulations, seed) => {
        const tree = await searched(simulations, seed);
        const actions = likely(tree);
        const below = tree.root.children[tree.root.actions.indexOf(actions[0])];
        const from = below?.children[below.actions.indexOf(actions[1])];
        const kept = reuseTree(tree, 'connect_four', actions);
        assert.ok(from && kept);
        assert.deepEqual(countsOf(kept.tree.root), countsOf(from));
        assert.deepEqual([kept.tree.root.parent, kept.tree.root.depth, kept.tree.root.id], [undefined, 0, 0]);
        assert.equal(kept.visits, visitsBelow(from));
        assert.ok(kept.visits > 0);
      }),
      { numRuns: 15 },
    );
  });

  it('is searched up to M visits with fewer calls, and leaves the old tree as it was', async () => {
    const tree = await searched(120, 4);
    const before = countsOf(tree.root);
    const kept = reuseTree(tree, 'connect_four', likely(tree));
    assert.ok(kept);
    const model = counting(rolloutModel({ rollouts: 1, seed: 4, longest: 100 }));
    const next = await searched(120 - kept.visits, 4, { model, tree: kept.tree });
    assert.equal(visitsBelow(next.root), 120);
    assert.ok(model.asked <= 120 - kept.visits && model.asked > 0);
    assert.deepEqual(countsOf(tree.root), before);
    const fresh = counting(rolloutModel({ rollouts: 1, seed: 4, longest: 100 }));
    await searched(120, 4, { model: fresh });
    assert.ok(fresh.asked > model.asked, `${fresh.asked} calls without, ${model.asked} with the old tree`);
  });

  it('is none where an action was never tried, or is not there', async () => {
    const tree = await searched(1, 1);
    assert.equal(reuseTree(tree, 'connect_four', likely(await searched(60, 1))), undefined);
    assert.equal(reuseTree(tree, 'connect_four', ['x9']), undefined);
  });

  it('is none where the state that a model wrote is not the one that the game is in', async () => {
    const rules = rulesForGame('connect_four');
    const told = (isTrue: boolean): WorldModel => ({
      label: 'a model that puts a stone into another column',
      evaluate: (batch) =>
        batch.map(({ state, action }) => {
          const other = action === undefined || isTrue ? action : `${action[0]}${(Number(action[1]) + 1) % 7}`;
          const next = other === undefined ? state : (rules(state, other) ?? state);
          const parsed = connectFour.parse(next);
          assert.ok(parsed.ok && (parsed.value as unknown) !== SINK);
          const actions = connectFour.legal(parsed.value).map((name, i) => ({ action: name, value: 0.3 + i / 20 }));
          return Promise.resolve({ kind: 'state', state: next, actions });
        }),
    });
    const right = await searched(60, 1, { model: told(true), isTracked: true });
    assert.ok(reuseTree(right, 'connect_four', likely(right)));
    const wrong = await searched(60, 1, { model: told(false), isTracked: true });
    assert.ok(wrong.advance(...likely(wrong)), 'the tree has the node');
    assert.equal(reuseTree(wrong, 'connect_four', likely(wrong)), undefined);
  });
});
