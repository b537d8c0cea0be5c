import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { backedUpValue, backUp } from '../../../src/core/search/backup.ts';
import { finalEdge } from '../../../src/core/search/edge-selection.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { DEFAULT_SEARCH, priorAt } from '../../../src/core/search/settings.ts';
import { closeEdge, SearchNode } from '../../../src/core/search/tree.ts';
import { GameStates } from '../../../src/core/search/view/game-states.ts';
import { seenNodes } from '../../../src/core/search/view/node-values.ts';
import { trueSearch, trueSearchText } from '../../../src/core/search/view/search-text.ts';
import {
  type Divergence,
  type TrueSearchSettings,
  withoutDiverged,
} from '../../../src/core/search/without-diverged.ts';
import { trackedTree } from '../../support/tracked-tree.ts';
import type { WrittenNode } from '../../support/written-tree.ts';
import { treeOf } from '../search-view/search-tree.ts';

const MEAN: TrueSearchSettings = { backup: 'mean', unvisited: 'listed', final: 'visits' };
const MINIMAX: TrueSearchSettings = { ...MEAN, backup: 'minimax' };
const PRIOR = priorAt(DEFAULT_SEARCH, 0);

/** Written nodes whose truth is another are untrue; `illegal` as a reason makes one illegal. */
const divergence = (node: SearchNode): Divergence | undefined =>
  node.kind === 'hallucination'
    ? 'hallucination'
    : node.truth === 'illegal'
      ? 'illegal'
      : node.truth === undefined
        ? undefined
        : 'untrue';

const search = (tree: WrittenNode, settings: TrueSearchSettings) =>
  withoutDiverged(treeOf(tree).root, settings, divergence);
const words = { nameOf: (node: SearchNode, edge: number) => node.actions[edge] };
const counts = ({ visits, total }: SearchNode): number[][] => [visits, total.map((sum) => Math.round(1e9 * sum) / 1e9)];

describe('a tree without diverged nodes', () => {
  /** a leads into a wrong state below a reply, b does not. */
  const TREE: WrittenNode = {
    value: 0.6,
    below: {
      a: { n: 6, q: 0.75, value: 0.25, below: { x: { n: 3, q: 0, truth: 'other' }, y: { n: 2, q: 0.5, value: 0.5 } } },
      b: { n: 4, q: 0.5, value: 0.5 },
    },
  };

  it('takes what was backed up from them away from a mean', () => {
    const { root, visits, lost, choice, value, nodesLeftOut } = search(TREE, MEAN);
    // a: 4.5 of 6, less the three wins that x brought
    assert.deepEqual(counts(root), [
      [3, 4],
      [1.5, 2],
    ]);
    assert.deepEqual([visits, lost, nodesLeftOut], [10, 3, 1]);
    assert.deepEqual(choice, { whole: 0, kept: 1 });
    assert.deepEqual(value, { whole: 0.65, kept: 0.5 });
    assert.equal(
      trueSearchText(search(TREE, MEAN), treeOf(TREE).root, words),
      '30 % of visits lie in or below diverged nodes; without them the choice changes from a to b',
    );
  });

  it('has the best reply that is left in a minimax', () => {
    const tree: WrittenNode = {
      below: {
        a: { n: 6, q: 0.1, below: { x: { n: 3, q: 0.9, truth: 'illegal' }, y: { n: 2, q: 0.4 } } },
        b: { n: 4, q: 0.3 },
      },
    };
    const { root, value, choice } = search(tree, { ...MINIMAX, final: 'value' });
    // the illegal reply is closed, so that y is the best one: 1 - 0.4
    assert.deepEqual(counts(root), [
      [3, 4],
      [1.8, 1.2],
    ]);
    assert.ok(Math.abs(value.kept - 0.6) < 1e-12 && Math.abs(value.whole - 0.3) < 1e-12);
    assert.deepEqual(choice, { whole: 1, kept: 0 });
  });

  it('is worth what the model said of a node where all below it was left out', () => {
    const tree: WrittenNode = {
      below: { a: { n: 4, q: 0.9, value: 0.3, below: { x: { n: 3, q: 0.1, truth: 'other' } } }, b: { n: 2, q: 0.5 } },
    };
    const { root, choice } = search(tree, MINIMAX);
    assert.deepEqual(counts(root), [
      [1, 2],
      [0.7, 1],
    ]);
    assert.deepEqual(choice, { whole: 0, kept: 1 });
  });

  it('says when all, nothing and hardly anything lies in states that do not exist', () => {
    const text = (tree: WrittenNode) => trueSearchText(search(tree, MEAN), treeOf(tree).root, words);
    assert.equal(text({ below: { a: {}, b: {} } }), 'nothing has been searched');
    assert.equal(text({ below: { a: { n: 2 }, b: {} } }), 'no visit lies in or below a diverged node');
    assert.equal(
      text({ below: { a: { n: 2 }, b: { kind: 'hallucination', state: '?', reason: 'no list' } } }),
      'no visit lies in or below a diverged node; 1 hallucination',
    );
    assert.equal(
      text({ below: { a: { n: 2, truth: 'other' }, b: {} } }),
      '100 % of visits lie in or below diverged nodes; without them nothing was searched',
    );
    assert.equal(
      text({ below: { a: { n: 1, truth: 'other' }, b: { n: 999 } } }),
      '<1 % of visits lie in or below diverged nodes; without them the choice remains b',
    );
    assert.equal(
      text({ truth: 'other', below: { a: { n: 2 } } }),
      '100 % of visits lie in or below diverged nodes; without them nothing was searched',
    );
  });

  it('names what a trace decided, which need not be the best that it found', () => {
    const { root } = treeOf(TREE);
    const said = (decided: number) => trueSearchText(search(TREE, MEAN), root, words, decided);
    assert.match(said(1), /; without them the choice remains b$/);
    assert.match(said(0), /; without them the choice changes from a to b$/);
    assert.match(said(-1), /; without them the choice is b$/);
  });

  it('keeps the numbers of its nodes', () => {
    const numbers = seenNodes(search(TREE, MEAN).root).map(({ id, state }) => [id, state]);
    const all = new Map(seenNodes(treeOf(TREE).root).map(({ id, state }) => [id, state]));
    assert.equal(numbers.length, all.size - 1);
    for (const [id, state] of numbers) assert.equal(state, all.get(id as number));
  });

  it('is the tree itself where nothing parts from the truth', () => {
    const tree: WrittenNode = { below: { a: { n: 3, q: 0.7, below: { x: { n: 2, q: 0.2 } } }, b: {} } };
    for (const settings of [MEAN, MINIMAX]) {
      const { root, lost, nodesLeftOut } = search(tree, settings);
      assert.deepEqual(counts(root), counts(treeOf(tree).root));
      assert.deepEqual([lost, nodesLeftOut], [0, 0]);
    }
  });
});

/** What is drawn for a node when it is made. */
interface Drawn {
  readonly value: number;
  readonly actions: number;
  readonly listed: readonly number[];
  readonly divergence: Divergence | undefined;
}

/** A search by random descents, and the same one in which every simulation through a diverged node is left out. */
class RandomSearch {
  readonly root: SearchNode;
  readonly truth = new Map<SearchNode, Divergence>();
  readonly #draw: () => Drawn;
  readonly #roll: () => number;
  readonly #settings: TrueSearchSettings;
  readonly #drawn = new Map<SearchNode, Drawn>();
  readonly paths: { readonly edges: readonly number[]; readonly value: number; readonly diverged: boolean }[] = [];
  #made = 0;

  constructor(draw: () => Drawn, roll: () => number, settings: TrueSearchSettings) {
    this.#draw = draw;
    this.#roll = roll;
    this.#settings = settings;
    this.root = this.#make({ ...draw(), actions: 3, listed: [0.5, 0.25, 0.75], divergence: undefined });
  }

  #make(drawn: Drawn, place?: { readonly parent: SearchNode; readonly edge: number }): SearchNode {
    const node = copyOf(drawn, this.#made++, place);
    this.#drawn.set(node, drawn);
    if (drawn.divergence !== undefined) this.truth.set(node, drawn.divergence);
    if (place !== undefined) place.parent.children[place.edge] = node;
    return node;
  }

  simulate(): void {
    const nodes: SearchNode[] = [];
    const edges: number[] = [];
    let node = this.root;
    for (;;) {
      const open = [...node.actions.keys()].filter((edge) => node.closed[edge] === 0);
      if (open.length === 0) break;
      const edge = open[this.#roll() % open.length];
      nodes.push(node);
      edges.push(edge);
      const child = node.children[edge];
      if (child !== undefined) {
        node = child;
        continue;
      }
      node = this.#make(this.#draw(), { parent: node, edge });
      break;
    }
    const [last] = nodes.slice(-1);
    if (node.kind === 'hallucination') return closeEdge(last, edges[edges.length - 1]);
    backUp(nodes, edges, node.value, this.#settings);
    const diverged = [...nodes, node].some((one) => this.truth.has(one));
    this.paths.push({ edges, value: node.value, diverged });
  }

  /** The search again, with the simulations and nodes that are left. */
  again(): SearchNode {
    const copies = new Map<SearchNode, SearchNode>();
    for (const node of seenNodes(this.root)) {
      const { parent, edge } = node;
      const above = parent && copies.get(parent);
      if (parent !== undefined && above === undefined) continue;
      const drawn = this.#drawn.get(node);
      assert.ok(drawn);
      if (drawn.divergence === undefined) {
        const copy = copyOf(drawn, copies.size, above && { parent: above, edge });
        if (above !== undefined) above.children[edge] = copy;
        copies.set(node, copy);
      } else if (drawn.divergence !== 'untrue' && above !== undefined) closeEdge(above, edge);
    }
    const root = copies.get(this.root);
    assert.ok(root);
    for (const { edges, value, diverged } of this.paths) {
      if (diverged) continue;
      const nodes: SearchNode[] = [root];
      for (const edge of edges.slice(0, -1)) nodes.push(nodes[nodes.length - 1].children[edge] ?? assert.fail());
      backUp(edges.length === 0 ? [] : nodes, edges, value, this.#settings);
    }
    return root;
  }
}

function copyOf(
  { value, actions, listed, divergence }: Drawn,
  id: number,
  place?: { parent: SearchNode; edge: number },
) {
  const isState = divergence !== 'hallucination';
  const content = {
    kind: isState ? (actions === 0 ? ('terminal' as const) : ('state' as const)) : ('hallucination' as const),
    state: `${id}`,
    truth: undefined,
    outcome: undefined,
    reason: undefined,
    value,
    actions: isState ? Array.from({ length: actions }, (_, i) => `${i}`) : [],
    listed: isState ? listed.slice(0, actions) : [],
    best: -1,
    chances: undefined,
    text: undefined,
  };
  return new SearchNode(id, content, PRIOR, place);
}

describe('by property', () => {
  const share = fc.integer({ min: 0, max: 16 }).map((n) => n / 16);
  const drawn = fc.record({
    value: share,
    actions: fc.integer({ min: 0, max: 3 }),
    listed: fc.tuple(share, share, share),
    divergence: fc.oneof(
      { weight: 5, arbitrary: fc.constant(undefined) },
      { weight: 2, arbitrary: fc.constantFrom<Divergence>('hallucination', 'illegal', 'untrue') },
    ),
  });
  const settings = fc.record({
    backup: fc.constantFrom('mean' as const, 'minimax' as const),
    unvisited: fc.constantFrom('listed' as const, 'zero' as const, 'parent' as const),
    final: fc.constantFrom('visits' as const, 'value' as const),
  });

  it('is what the search gives when no simulation through a diverged node is made', () => {
    const rolls = fc.array(fc.nat(1000), { minLength: 5, maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(drawn, { minLength: 5, maxLength: 40 }),
        rolls,
        settings,
        fc.integer({ min: 1, max: 60 }),
        (nodes, dice, rule, n) => {
          let [at, rolled] = [0, 0];
          const random = new RandomSearch(
            () => nodes[at++ % nodes.length],
            () => dice[rolled++ % dice.length],
            rule,
          );
          for (let i = 0; i < n; i++) random.simulate();
          const found = withoutDiverged(random.root, rule, (node) => random.truth.get(node));
          const expected = random.again();
          const [ours, theirs] = [seenNodes(found.root), seenNodes(expected)];
          assert.equal(ours.length, theirs.length);
          ours.forEach((node, i) => {
            assert.deepEqual(node.visits, theirs[i].visits);
            node.total.forEach((sum, edge) => assert.ok(Math.abs(sum - theirs[i].total[edge]) < 1e-9));
            assert.deepEqual([...node.closed], [...theirs[i].closed]);
          });
          assert.ok(Math.abs(found.value.kept - backedUpValue(expected, rule)) < 1e-9);
          const isSearched = expected.visits.some((count) => count > 0);
          assert.equal(found.choice.kept, isSearched ? finalEdge(expected, rule.final) : -1);
          assert.equal(found.lost, random.paths.filter(({ edges, diverged }) => diverged && edges.length > 0).length);
          assert.equal(found.visits, random.paths.filter(({ edges }) => edges.length > 0).length);
        },
      ),
      { numRuns: 4000 },
    );
  });
});

describe('a search in which a model tracks states itself', () => {
  it('says what its choice would be in states that exist', async () => {
    const read = readTree(await trackedTree());
    assert.ok(read.ok);
    const tree = new ReplayedTree(read.value);
    tree.goTo(Number.POSITIVE_INFINITY);
    const states = new GameStates('chess');
    const { settings } = read.value.header;
    const found = trueSearch(tree.root, settings, states);
    assert.ok(found);
    const lost = read.value.simulations.filter(({ path, value }) => {
      let node: SearchNode | undefined = tree.root;
      return (
        value !== undefined &&
        path.some((edge) => (node = node?.children[edge]) !== undefined && states.divergesAt(node))
      );
    });
    for (const node of tree.nodes.values()) {
      const { kind } = states.truthOf(node);
      const expected = kind === 'illegal' ? 'illegal' : kind === 'differs' ? 'untrue' : undefined;
      assert.equal(states.divergenceAt(node), node.kind === 'hallucination' ? 'hallucination' : expected);
    }
    assert.equal(found.lost, lost.length);
    assert.ok(found.lost > 0);
    assert.match(
      trueSearchText(found, tree.root, states),
      /^\d+ % of visits lie in or below diverged nodes; without them the choice (?:remains|changes from) /,
    );
  });
});
