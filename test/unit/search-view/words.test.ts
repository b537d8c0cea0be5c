import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { plural } from '../../../src/core/base/text/counts.ts';
import { bucketShares, chancesWords, likeliestBucket } from '../../../src/core/search/bucket-chances.ts';
import { ReplayedTree, readTree, type StoredSearch } from '../../../src/core/search/read-tree.ts';
import { SearchNode } from '../../../src/core/search/tree.ts';
import { GameStates } from '../../../src/core/search/view/game-states.ts';
import { seenChildren } from '../../../src/core/search/view/node-values.ts';
import { endWords, simulationWords, timeWords } from '../../../src/core/search/view/search-text.ts';
import { childRows, listAncestors, sortedRows, treeRows } from '../../../src/core/search/view/table-rows.ts';
import { discSearch } from '../../support/searched-tree.ts';

async function discs(): Promise<{ tree: ReplayedTree; stored: StoredSearch }> {
  const read = readTree((await discSearch()).text);
  assert.ok(read.ok);
  const tree = new ReplayedTree(read.value);
  tree.goTo(Number.POSITIVE_INFINITY);
  return { tree, stored: read.value };
}

describe('a search in words', () => {
  it('says what each simulation did, by whom and how long', async () => {
    const { tree, stored } = await discs();
    const states = new GameStates('connect_four');
    const words = stored.simulations.map((simulation) =>
      simulationWords({ ...simulation, ms: 12.345 }, tree.root, (id) => tree.nodes.get(id), states),
    );
    const [first] = stored.simulations;
    const action = tree.root.actions[first.path[0]];
    assert.match(words[0], new RegExp(`^${action}: expanded, (?:0|1|0\\.\\d\\d) for x, 12 ms$`));
    const wrong = stored.simulations.findIndex(({ kind }) => kind === 'hallucination');
    assert.match(words[wrong], /: hallucination: no list of actions, 12 ms$/);
    const dropped = { ...first, kind: 'timeout', leaf: undefined, value: undefined, ms: 0 } as const;
    assert.equal(
      simulationWords(dropped, tree.root, () => undefined, states),
      `${action}: no answer in time`,
    );
  });

  it('says times, counts and ends', () => {
    assert.deepEqual([0.25, 9.96, 12.3, 2500, 61_000].map(timeWords), ['0.3 ms', '10 ms', '12 ms', '2.5 s', '61 s']);
    assert.deepEqual([plural(1, 'node'), plural(1200, 'match', 'matches')], ['1 node', '1,200 matches']);
    assert.equal(endWords({ end: 'faults', fault: 'HTTP 500' }), 'stopped: HTTP 500');
    assert.equal(endWords({ end: undefined, fault: undefined }), 'cut off before its end');
  });

  it('says a distribution with the mass that is known', () => {
    const chances = { mass: 0.93, shares: [[45, 0.25], [46, 0.75]] as const }; // biome-ignore format: pairs
    assert.equal(likeliestBucket(chances), 46);
    assert.equal(bucketShares(chances).length, 64);
    assert.equal(bucketShares(chances)[45], 0.25);
    assert.equal(
      chancesWords(chances),
      'likeliest 0.72 to 0.73 (share 0.75), mean 0.72; 0.93 of the probability mass is known',
    );
    assert.equal(chancesWords({ mass: 0, shares: [] }), '0 of the probability mass is known');
  });
});

describe('the table of the moves', () => {
  it('has what the tree counts, and says in words what is closed and chosen', async () => {
    const { tree, stored } = await discs();
    const states = new GameStates('connect_four');
    const sources = {
      root: tree.root,
      settings: stored.header.settings,
      nameOf: (node: SearchNode, edge: number) => states.nameOf(node, edge),
      principal: new Set(tree.root.children.filter((child) => child !== undefined).slice(0, 1)),
      reference: new Map([['x3', 0.75]]),
    };
    const rows = childRows(tree.root, sources);
    assert.deepEqual(
      rows.map(({ visits }) => visits),
      tree.root.visits,
    );
    assert.equal(rows.filter(({ isChosen }) => isChosen).length, 1);
    assert.equal(rows.find(({ action }) => action === 'x3')?.reference, 0.75);
    const closed = [...tree.nodes.values()].find((node) => node.closed.includes(1));
    assert.ok(closed);
    const row = childRows(closed, sources).find(({ edge }) => closed.closed[edge] === 1);
    assert.deepEqual([row?.puct, row?.marks], [undefined, ['closed: no list of actions']]);
    const byVisits = sortedRows(rows, 'visits', false).map(({ visits }) => visits);
    assert.deepEqual(
      byVisits,
      [...tree.root.visits].sort((a, b) => b - a),
    );
    const byReference = sortedRows(rows, 'reference', true);
    assert.equal(byReference[0].action, 'x3');
    assert.deepEqual(
      byReference.slice(1).map(({ edge }) => edge),
      rows.filter(({ action }) => action !== 'x3').map(({ edge }) => edge),
    );
  });

  it('has what the decision of a trace weighs, and what its list lacks', async () => {
    const { tree, stored } = await discs();
    const [row0, row1, ...rest] = childRows(tree.root, {
      root: tree.root,
      settings: stored.header.settings,
      nameOf: (node, edge) => node.actions[edge],
      principal: new Set(),
      note: { weighed: [['x1', 0.4]], selected: 'x1', unlisted: [0] },
    });
    assert.deepEqual([row0.listed, row0.marks], [undefined, ['not listed']]);
    assert.deepEqual([row1.weighed, row1.isChosen, row1.marks], [0.4, true, ['selected']]);
    assert.ok(rest.every(({ isChosen }) => !isChosen));
  });
});

describe('the tree as a table', () => {
  it('has the opened part with levels and places, as its definition says', async () => {
    const { tree } = await discs();
    const all = [...tree.nodes.values()];
    fc.assert(
      fc.property(fc.array(fc.nat(all.length - 1), { maxLength: 40 }), fc.nat(120), (picked, at) => {
        tree.goTo(at);
        const opened = new Set(picked.map((i) => all[i]));
        const expected: string[] = [];
        const walk = (node: SearchNode, level: number, position: number, siblings: number): void => {
          const below = seenChildren(node);
          const isOpen = opened.has(node) && below.length > 0;
          const state = below.length === 0 ? 'leaf' : isOpen ? 'open' : 'closed';
          expected.push([node.id, level, position, siblings, state].join(' '));
          if (isOpen) below.forEach((child, i) => walk(child, level + 1, i + 1, below.length));
        };
        walk(tree.root, 1, 1, 1);
        const rows = treeRows(tree.root, opened);
        assert.deepEqual(
          rows.map(({ node, level, position, siblings, state }) =>
            [node.id, level, position, siblings, state].join(' '),
          ),
          expected,
        );
      }),
      { numRuns: 100 },
    );
  });

  it('takes trees that are deeper than the stack', () => {
    const content = {
      kind: 'state',
      state: 'x || . ||',
      truth: undefined,
      outcome: undefined,
      reason: undefined,
      value: 0.5,
      actions: ['x0'],
      listed: [0.5],
      best: -1,
      chances: undefined,
      text: undefined,
    } as const;
    const root = new SearchNode(0, content, [1]);
    const opened = new Set([root]);
    let last = root;
    for (let id = 1; id < 30_000; id++) {
      const child = new SearchNode(id, content, [1], { parent: last, edge: 0 });
      last.children[0] = child;
      opened.add(child);
      last = child;
    }
    for (let at: SearchNode | undefined = last.parent; at !== undefined; at = at.parent) at.visits[0] = 1;
    assert.equal(treeRows(root, opened).length, 30_000);
    assert.equal(listAncestors(last).length, 29_999);
    assert.equal(new GameStates('connect_four').truthOf(last).kind, 'lost');
  });
});
