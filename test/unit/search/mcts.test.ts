import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../../src/compute/system-clock.ts';
import { minimaxValue } from '../../../src/core/search/backup.ts';
import { SearchTree } from '../../../src/core/search/mcts.ts';
import { runSearch, type Simulation } from '../../../src/core/search/run-search.ts';
import {
  computePrior,
  DEFAULT_SEARCH,
  type SearchSettings,
  temperatureAt,
  virtualCount,
} from '../../../src/core/search/settings.ts';
import type { BucketChances, Evaluation } from '../../../src/core/search/world-model.ts';
import { edgesOf, NEVER_ABORTED, nodesOf, type Script, scripted, virtualOf } from './scripted-model.ts';

/** A uniform prior, c = 1: sums that can be done by hand. */
const PLAIN: SearchSettings = {
  ...DEFAULT_SEARCH,
  exploration: 1,
  epsilon: 1,
  timeout: 0,
  virtual: { kind: 'fixed', count: 1 },
};
const ROOT = { game: 'chess', state: '', played: 0 } as const;

async function search(
  script: Script,
  settings: Partial<SearchSettings>,
): Promise<{ tree: SearchTree; told: Simulation[]; asked: string[]; end: string }> {
  const told: Simulation[] = [];
  const model = scripted(script);
  const done = await runSearch({
    root: ROOT,
    model,
    settings: { ...PLAIN, ...settings },
    clock: systemClock,
    signal: NEVER_ABORTED,
    onSimulation: (simulation) => told.push(simulation),
  });
  assert.ok(done.ok, done.ok ? '' : done.error);
  assert.equal(virtualOf(done.value.tree.root), 0);
  return { tree: done.value.tree, told, asked: model.asked, end: done.value.end };
}

const TWO: Script = { '': { a: 0.6, b: 0.4 }, a: { c: 0.7, d: 0.1 }, b: { e: 0.2 }, 'b e': { f: 0.9 } };

describe('Monte Carlo tree search', () => {
  it('selects, expands and backs up as computed by hand', async () => {
    // 1: a .6 + .5, b .4 + .5. 2: a .3 + .5 sqrt(2) / 2 = .654, b .4 + .5 sqrt(2) = 1.107. 3: a .733, b .8 + .433
    const expected = [
      ['a N1 Q0.3000 P0.500', 'b N0 Q- P0.500'],
      ['a N1 Q0.3000 P0.500', 'b N1 Q0.8000 P0.500'],
      ['a N1 Q0.3000 P0.500', 'b N2 Q0.8500 P0.500'],
    ];
    for (const [i, edges] of expected.entries()) {
      const { tree } = await search(TWO, { simulations: i + 1 });
      assert.deepEqual(edgesOf(tree.root), edges);
    }
    const { tree, asked } = await search(TWO, { simulations: 3 });
    assert.deepEqual(asked, ['', 'a', 'b', 'b e']);
    const b = tree.root.children[1];
    assert.ok(b);
    assert.deepEqual(edgesOf(b), ['e N1 Q0.1000 P1.000']);
    assert.deepEqual(
      tree.principalVariation().map(({ state }) => state),
      ['b', 'b e'],
    );
  });

  it('backs up the best known reply where that is asked for', async () => {
    // behind b: e is worth 1 - .9 = .1, so b is worth .9; behind a the listed .7 stands: .3
    const { tree } = await search(TWO, { simulations: 3, backup: 'minimax' });
    assert.deepEqual(edgesOf(tree.root), ['a N1 Q0.3000 P0.500', 'b N2 Q0.9000 P0.500']);
  });

  it('leaves replies that were not searched out of the best known one where they count for nothing', async () => {
    const { tree } = await search({ '': { a: 0.6 }, a: { d: 0.65, c: 0.7 } }, { simulations: 1 });
    const a = tree.root.children[0];
    assert.ok(a);
    // d turned out to be worth 0.1
    a.visits[0] = 1;
    a.total[0] = 0.1;
    assert.equal(minimaxValue(a, 'listed'), 0.7);
    assert.equal(minimaxValue(a, 'zero'), 0.1);
  });

  it('mixes a softmax over the top k with the uniform policy (Eq. 1)', () => {
    const prior = computePrior([0.5, 0.6, 0.2, 0.4], { k: 2, temperature: 0.1, epsilon: 0.2 });
    const e = Math.exp(-1);
    const greedy = [e / (1 + e), 1 / (1 + e), 0, 0];
    greedy.forEach((share, i) => assert.ok(Math.abs(prior[i] - (0.8 * share + 0.05)) < 1e-12));
    assert.deepEqual([...computePrior([0.3, 0.9], { k: 5, temperature: 0, epsilon: 0 })], [0, 1]);
    assert.deepEqual(
      [...computePrior([0.5, 0.5, 0.5, 0.5], { k: 1, temperature: 0.1, epsilon: 0 })],
      [0.25, 0.25, 0.25, 0.25],
    );
    assert.deepEqual([...computePrior([], { k: 5, temperature: 1, epsilon: 0 })], []);
  });

  it('lowers the temperature with the plies played', () => {
    const schedule = { from: 0.2, to: 0.1, plies: 10 };
    assert.deepEqual(
      [0, 5, 10, 99].map((played) => Number(temperatureAt(schedule, played).toFixed(3))),
      [0.2, 0.15, 0.1, 0.1],
    );
  });

  it('ends the way at a finished game, whose value counts at each visit', async () => {
    const mate: Evaluation = { kind: 'terminal', state: 'a', outcome: '1-0', value: 0 };
    const { tree, asked, told } = await search({ '': { a: 0.5, b: 0.5 }, a: mate }, { simulations: 6 });
    assert.equal(tree.root.actions[tree.finalEdge()], 'a');
    assert.ok(tree.root.visits[0] >= 4);
    assert.equal(tree.root.total[0], tree.root.visits[0]);
    assert.equal(asked.filter((path) => path === 'a').length, 1);
    assert.ok(told.some(({ kind }) => kind === 'known'));
  });

  it('closes the way to a hallucination, backs nothing up, and gives its prior to the others', async () => {
    const wrong: Evaluation = { kind: 'hallucination', text: '[%state', reason: 'no list' };
    const { tree, told } = await search({ '': { a: 0.6, b: 0.4, c: 0.3 }, a: wrong }, { simulations: 1 });
    assert.deepEqual(edgesOf(tree.root), ['a closed', 'b N0 Q- P0.500', 'c N0 Q- P0.500']);
    assert.deepEqual(
      told.map(({ kind, value }) => [kind, value]),
      [['hallucination', undefined]],
    );
    assert.equal(tree.root.children[0]?.reason, 'no list');
  });

  it('takes a node with all ways closed by its own value, and goes round it', async () => {
    const wrong: Evaluation = { kind: 'hallucination', text: '', reason: 'prose' };
    const script = { '': { a: 0.9, b: 0.2 }, a: { c: 0.1, d: 0.05 }, 'a c': wrong, 'a d': wrong };
    const { tree } = await search(script, { simulations: 12 });
    const a = tree.root.children[0];
    assert.equal(a?.open, 0);
    assert.ok(tree.root.visits[0] > 1);
    assert.ok(Math.abs(tree.root.total[0] / tree.root.visits[0] - 0.9) < 1e-12);
    assert.ok(tree.root.visits[1] > 0);
  });

  it('ends when every way from the root is closed', async () => {
    const wrong: Evaluation = { kind: 'hallucination', text: '', reason: 'prose' };
    const { end, told } = await search({ '': { a: 0.9, b: 0.2 }, a: wrong, b: wrong }, { simulations: 12 });
    assert.equal(end, 'closed');
    assert.equal(told.length, 2);
  });

  it('gives virtual counts of 8, 4, 2 from the leaf up, which add (the figure of section 3.2)', () => {
    const virtual = { kind: 'dynamic', most: 8, least: 2 } as const;
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((height) => virtualCount(virtual, height)),
      [8, 4, 2, 2, 2],
    );
    // one way to a, then two ways on, each to a leaf two edges further down
    const evaluation = (state: string, ...actions: string[]): Evaluation & { kind: 'state' } => ({
      kind: 'state',
      state,
      actions: actions.map((action) => ({ action, value: 0.5 })),
    });
    const tree = SearchTree.at(ROOT, evaluation('', 'a'), { ...PLAIN, virtual });
    tree.settle(tree.descend(), evaluation('a', 'b', 'c'));
    tree.settle(tree.descend(), evaluation('a b', 'd'));
    tree.settle(tree.descend(), evaluation('a c', 'e'));
    const descents = [tree.descend(), tree.descend()];
    const a = tree.root.children[0];
    assert.ok(a);
    assert.deepEqual([...tree.root.virtual], [4]);
    assert.deepEqual([...a.virtual], [4, 4]);
    assert.deepEqual([a.children[0]?.virtual[0], a.children[1]?.virtual[0]], [8, 8]);
    for (const descent of descents) assert.equal(tree.drop(descent), true);
    assert.equal(virtualOf(tree.root), 0);
    assert.equal(tree.drop(descents[0] as never), false);
  });

  it('sends the descents of a round different ways', async () => {
    const script = { '': { a: 0.5, b: 0.5, c: 0.5 } };
    const { asked } = await search(script, { simulations: 3, batch: 3 });
    assert.deepEqual(asked, ['', 'a', 'b', 'c']);
  });

  it('asks once for a leaf that two descents wait for', async () => {
    const { asked, tree } = await search({ '': { a: 0.5 } }, { simulations: 2, batch: 2 });
    assert.deepEqual(asked, ['', 'a']);
    assert.deepEqual([...tree.root.visits], [2]);
  });

  it('gives the same tree asynchronously with b = 1, and again for the same seed', async () => {
    const shape = ({ root }: SearchTree): unknown => nodesOf(root).map((node) => [node.state, ...edgesOf(node)]);
    const sync = await search(TWO, { simulations: 40 });
    const rolling = await search(TWO, { simulations: 40, queueing: 'rolling' });
    const again = await search(TWO, { simulations: 40 });
    assert.deepEqual(shape(rolling.tree), shape(sync.tree));
    assert.deepEqual(shape(again.tree), shape(sync.tree));
    assert.equal(sync.told.length, 40);
  });

  it('chooses the final move by visits, or by value', async () => {
    const script = { '': { a: 0.6, b: 0.55 }, a: { c: 0.5 }, 'a c': { f: 0.5 }, b: { e: 0.05 }, 'b e': { g: 0.5 } };
    const { tree } = await search(script, { simulations: 1, exploration: 0 });
    assert.equal(tree.root.actions[tree.finalEdge()], 'a');
    const byValue = await search(script, { simulations: 2, final: 'value', exploration: 10 });
    assert.equal(byValue.tree.root.actions[byValue.tree.finalEdge()], 'b');
  });

  it('breaks ties of saturated values by the best action', async () => {
    const model = scripted({});
    const said: Evaluation = {
      kind: 'state',
      state: '',
      actions: ['a', 'b', 'c'].map((action) => ({ action, value: 1 })),
      best: 'c',
    };
    const tree = SearchTree.at(ROOT, said, PLAIN);
    assert.equal(model.asked.length, 0);
    assert.deepEqual(tree.descend().edges, [2]);
  });

  it('plays the raw policy without simulations: the written best action, else the highest listed value', async () => {
    const said = (best?: string, chances?: BucketChances): Evaluation => ({
      kind: 'state',
      state: '',
      actions: [
        { action: 'a', value: 0.9, ...(chances && { chances }) },
        { action: 'b', value: 0.2, ...(chances && { chances }) },
      ],
      ...(best !== undefined && { best }),
    });
    const played = async (best?: string, chances?: BucketChances): Promise<string> => {
      const model = { label: '', evaluate: () => [Promise.resolve(said(best, chances))] };
      const settings = { ...PLAIN, simulations: 0 };
      const done = await runSearch({ root: ROOT, model, settings, clock: systemClock, signal: NEVER_ABORTED });
      assert.ok(done.ok && done.value.end === 'done' && done.value.tree.size === 1);
      return done.value.tree.root.actions[done.value.tree.finalEdge()];
    };
    assert.deepEqual([await played('b'), await played('a'), await played()], ['b', 'a', 'a']);
    // values that are scored by probabilities are the policy: `--scoring mean` and `max` without a search
    assert.equal(await played('b', { mass: 1, shares: [[20, 1]] }), 'a');
    // one visit, and counts decide
    const { tree } = await search(TWO, { simulations: 1 });
    tree.root.visits[0] = 0;
    tree.root.visits[1] = 1;
    assert.equal(tree.finalEdge(), 1);
  });

  it('goes on with the tree below the move that was played', async () => {
    const { tree } = await search(TWO, { simulations: 20 });
    const below = tree.advance('b');
    assert.ok(below);
    const old = tree.root.children[1];
    assert.deepEqual(below.root.visits, old?.visits);
    assert.deepEqual(
      nodesOf(below.root).map(({ id, depth }) => [id, depth]),
      nodesOf(below.root).map((node, i) => [i, node.parent === undefined ? 0 : node.parent.depth + 1]),
    );
    assert.equal(below.size, nodesOf(below.root).length);
    const before = [...(old?.visits ?? [])];
    below.settle(below.descend(), { kind: 'hallucination', text: '', reason: '' });
    assert.deepEqual([...(old?.visits ?? [])], before);
    assert.equal(tree.advance('no such action'), undefined);
  });
});
