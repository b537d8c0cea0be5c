import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { systemClock } from '../../../src/compute/system-clock.ts';
import type { SearchTree } from '../../../src/core/search/mcts.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { rolloutModel } from '../../../src/core/search/rule-models.ts';
import { runSearch } from '../../../src/core/search/run-search.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import { SearchRecorder } from '../../../src/core/search/tree-file.ts';
import type { Evaluation, WorldModel } from '../../../src/core/search/world-model.ts';
import { NEVER_ABORTED, nodesOf } from './scripted-model.ts';

const EMPTY = `x || ${Array.from({ length: 42 }, () => '.').join(' ')} ||`;

/** Random games that hallucinate at every seventh state. */
function unsteady(): WorldModel {
  const good = rolloutModel({ rollouts: 1, seed: 3, longest: 50 });
  let count = 0;
  const wrong: Evaluation = { kind: 'hallucination', text: 'prose "}\n', reason: 'no list' };
  return {
    label: 'unsteady',
    evaluate: (batch, signal) =>
      good.evaluate(batch, signal).map((answer) => (++count % 7 === 0 ? Promise.resolve(wrong) : answer)),
  };
}

async function recorded(settings: Partial<SearchSettings>, tree?: SearchTree) {
  let text = '';
  /** The counts of the root after each simulation. */
  const counts: number[][] = [];
  const all = { ...DEFAULT_SEARCH, simulations: 60, ...settings };
  const root = { game: 'connect_four', state: EMPTY, played: 0 } as const;
  const recorder = new SearchRecorder({ ...root, model: 'unsteady', settings: all }, (lines) => {
    text += lines;
  });
  const done = await runSearch({
    root,
    model: unsteady(),
    settings: all,
    clock: systemClock,
    signal: NEVER_ABORTED,
    ...(tree === undefined ? {} : { tree }),
    onStart: recorder.onStart,
    onSimulation: (simulation, tree) => {
      counts.push([...tree.root.visits]);
      recorder.onSimulation(simulation, tree);
    },
  });
  assert.ok(done.ok);
  recorder.end(done.value);
  return { text, counts, tree: done.value.tree };
}

const close = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((value, i) => Math.abs(value - b[i]) < 1e-5);

function assertSame(own: SearchNode, other: SearchNode): void {
  const [a, b] = [nodesOf(own), nodesOf(other)];
  assert.equal(a.length, b.length);
  const byId = new Map(b.map((node) => [node.id, node]));
  for (const node of a) {
    const twin = byId.get(node.id);
    assert.ok(twin);
    assert.equal(twin.state, node.state);
    assert.deepEqual(
      [twin.kind, twin.depth, twin.open, twin.actions],
      [node.kind, node.depth, node.open, node.actions],
    );
    assert.deepEqual(twin.visits, node.visits);
    assert.ok(close(twin.total, node.total) && close(twin.prior, node.prior) && close(twin.listed, node.listed));
  }
}

describe('files of search trees', () => {
  for (const settings of [{}, { batch: 4 }, { backup: 'minimax' }] as const)
    it(`are read back with all counts: ${JSON.stringify(settings)}`, async () => {
      const { text, counts, tree } = await recorded(settings);
      const stored = readTree(text);
      assert.ok(stored.ok);
      assert.deepEqual(stored.value.problems, []);
      assert.equal(stored.value.end, 'done');
      const replayed = new ReplayedTree(stored.value);
      replayed.goTo(Number.POSITIVE_INFINITY);
      assertSame(tree.root, replayed.root);
      // forwards and backwards through time
      for (const at of [30, 10, 59, 1, 60]) {
        replayed.goTo(at);
        assert.equal(replayed.at, at);
        assert.deepEqual([...replayed.root.visits], counts[at - 1]);
      }
    });

  it('hold what was counted before, when a search goes on', async () => {
    const first = await recorded({});
    const action = first.tree.root.actions[first.tree.finalEdge()];
    const below = first.tree.advance(action);
    const { text, tree } = await recorded({ simulations: 20 }, below);
    const stored = readTree(text);
    assert.ok(stored.ok);
    const replayed = new ReplayedTree(stored.value);
    replayed.goTo(5);
    replayed.goTo(20);
    assertSame(tree.root, replayed.root);
  });

  it('are read as far as they go when they are cut or damaged at any place', async () => {
    const { text } = await recorded({ simulations: 20 });
    const whole = readTree(text);
    assert.ok(whole.ok);
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(60), fc.string({ maxLength: 4 }), (at, length, put) => {
        const read = readTree(text.slice(0, at) + put + text.slice(at + length));
        if (!read.ok) return assert.notEqual(read.error, '');
        assert.ok(read.value.nodes.length <= whole.value.nodes.length);
        const replayed = new ReplayedTree(read.value);
        replayed.goTo(Number.POSITIVE_INFINITY);
        assert.ok(nodesOf(replayed.root).length <= read.value.nodes.length);
      }),
      { numRuns: 300 },
    );
    const cut = readTree(text.slice(0, -30));
    assert.ok(cut.ok);
    assert.equal(cut.value.end, undefined);
  });

  it('say what is wrong with them', async () => {
    const { text } = await recorded({ simulations: 3 });
    const lines = text.split('\n');
    const errorOf = (changed: string): string => {
      const read = readTree(changed);
      return read.ok ? read.value.problems.map(({ line, message }) => `${line}: ${message}`).join('; ') : read.error;
    };
    assert.equal(errorOf(''), 'the file is empty');
    assert.match(errorOf('{"kind":"run"}'), /^not a search tree/);
    assert.match(
      errorOf(text.replace('"version":2', '"version":3')),
      /^a newer StateLens wrote this search tree \(version 3/,
    );
    assert.match(errorOf(text.replace('"k":5', '"k":0')), /^the header is damaged: settings\.k/);
    assert.equal(errorOf(lines[0]), 'the tree has no root');
    assert.equal(
      errorOf([...lines.slice(0, 3), '{"node"', ...lines.slice(3)].join('\n')),
      '4: this line is not a JSON object',
    );
    assert.match(
      errorOf([lines[0], lines[1], ...lines.slice(3)].join('\n')),
      /^3: the leaf of simulation 0 is missing/,
    );
    assert.match(
      errorOf(text.replace(/"node":1,"parent":0/, '"node":1,"parent":7')),
      /: the parent of node 1 is missing/,
    );
  });
});
