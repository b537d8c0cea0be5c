import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { chess } from '../../../src/core/games/chess/chess.ts';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { rulesForGame } from '../../../src/core/search/rule-models.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import { SearchNode } from '../../../src/core/search/tree.ts';
import { GameStates } from '../../../src/core/search/view/game-states.ts';
import { makeNodeTest, NO_FILTER, type NodeFilter, passesFilter } from '../../../src/core/search/view/node-search.ts';
import { childRows } from '../../../src/core/search/view/table-rows.ts';
import { chessSearch, discSearch } from '../../support/searched-tree.ts';

function replayed(text: string): ReplayedTree {
  const read = readTree(text);
  assert.ok(read.ok);
  const tree = new ReplayedTree(read.value);
  tree.goTo(Number.POSITIVE_INFINITY);
  return tree;
}

const ids = (nodes: readonly SearchNode[]): number[] => nodes.map(({ id }) => id);
const placement = (fen: string): string => fen.split(' ')[0];

describe('looking into a tree', () => {
  let nodes: SearchNode[];
  const states = new GameStates('chess');
  before(async () => {
    nodes = [...replayed((await chessSearch()).text).nodes.values()];
  });

  /** The position by rule after the actions that lead to a node; undefined where one of them is illegal. */
  function truthOf(node: SearchNode): string | undefined {
    const actions: string[] = [];
    let at = node;
    for (; at.parent !== undefined; at = at.parent) actions.unshift(at.parent.actions[at.edge]);
    const rules = rulesForGame('chess');
    return actions.reduce<string | undefined>(
      (state, action) => (state === undefined ? undefined : rules(state, action)),
      at.state,
    );
  }

  const found = (filter: Partial<NodeFilter>): SearchNode[] =>
    nodes.filter((node) => passesFilter(node, { ...NO_FILTER, ...filter }, states));
  const sought = (query: string): number[] => ids(nodes.filter(makeNodeTest(query, states) ?? (() => true)));

  it('tells states that are written in another way from states that are others', () => {
    const board = '. '.repeat(42);
    const discs = new GameStates('connect_four');
    const text = (state: string, truth: string): SearchNode => {
      const content = { kind: 'state', state, truth, outcome: undefined, reason: undefined, value: 0.5 } as const;
      const rest = { actions: [], listed: [], best: -1, chances: undefined, text: undefined };
      return new SearchNode(0, { ...content, ...rest }, []);
    };
    const plain = `x || ${board}||`;
    assert.ok(!discs.differs(text(plain.replace('|| ||', '||  ||').replace('x ||', 'x  ||'), plain)));
    assert.ok(discs.differs(text(plain.replace('. ', 'o '), plain)));
  });

  it('finds hallucinations, and all nodes where the model and the rules part', () => {
    const hallucinations = nodes.filter(({ kind }) => kind === 'hallucination');
    assert.ok(hallucinations.length > 0);
    assert.deepEqual(ids(found({ kind: 'hallucinations' })), ids(hallucinations));
    const parted = nodes.filter((node) => {
      if (node.kind === 'hallucination') return true;
      const truth = truthOf(node);
      const isAboveIllegal = node.parent !== undefined && truthOf(node.parent) === undefined;
      return truth === undefined ? !isAboveIllegal : placement(truth) !== placement(node.state);
    });
    assert.ok(parted.length > hallucinations.length);
    assert.deepEqual(ids(found({ kind: 'diverged' })), ids(parted));
  });

  it('tells those that part first from those that follow', () => {
    const all = found({ kind: 'diverged' });
    const first = found({ kind: 'first' });
    assert.ok(first.length > 0 && first.length < all.length, `${first.length} of ${all.length}`);
    const firstIds = new Set(ids(first));
    for (const node of all) {
      const above: number[] = [];
      for (let at = node.parent; at !== undefined; at = at.parent) if (all.includes(at)) above.push(at.id);
      assert.equal(firstIds.has(node.id), above.length === 0);
      assert.equal(states.divergedAbove(node)?.id, above.at(-1));
    }
  });

  it('says in what a state differs, and what the rules give', () => {
    const node = nodes.find((one) => one.kind === 'state' && states.truthOf(one).kind === 'differs');
    assert.ok(node);
    const { state, words } = states.truthOf(node);
    assert.equal(state, truthOf(node));
    assert.match(words, /^\d+ squares? wrong \([a-h][1-8] empty, true P/);
    assert.deepEqual(states.truthOf(nodes[0]), { state: nodes[0].state, kind: 'same', words: '' });
  });

  it('keeps to depths and visits', () => {
    assert.ok(found({ deepest: 1 }).every(({ depth }) => depth <= 1));
    assert.equal(found({ deepest: 0 }).length, 1);
    const visited = found({ minVisits: 3 });
    assert.ok(visited.length > 1 && visited.length < nodes.length);
    assert.ok(visited.every(({ parent, edge }) => parent === undefined || parent.visits[edge] >= 3));
  });

  it('finds a move by SAN, by its signs or without them, and as it is listed', () => {
    const knight = nodes.filter((node) => states.nameTo(node) === 'Nf3');
    assert.ok(knight.length > 0);
    assert.deepEqual(sought('Nf3'), ids(knight));
    assert.deepEqual(sought('nf3!'), ids(knight));
    assert.deepEqual(sought(' g1f3 '), ids(nodes.filter(({ parent, edge }) => parent?.actions[edge] === 'g1f3')));
    const capture = nodes.map((node) => states.nameTo(node)).find((name) => name.includes('x'));
    if (capture !== undefined) assert.deepEqual(sought(capture.replace('x', '')), sought(capture));
    assert.deepEqual(sought('Qh9'), []);
    assert.equal(makeNodeTest('  ', states), undefined);
  });

  it('finds a part of a state', () => {
    const [, child] = nodes;
    assert.deepEqual(sought(child.state).includes(child.id), true);
    assert.deepEqual(sought('pppp'), []);
    assert.equal(sought('/8/8/').length > 1, true);
  });

  it('names moves with their numbers', () => {
    const deep = nodes.reduce((a, b) => (b.depth > a.depth && b.kind === 'state' ? b : a));
    const line = states.lineTo(deep);
    assert.equal(line.length, deep.depth);
    assert.match(line[0].text, /^1\.[a-hNBRQKO]/);
    assert.doesNotMatch(line[1].text, /\./);
    assert.match(line[2].text, /^2\./);
    const parsed = chess.parse(nodes[0].state);
    assert.ok(parsed.ok);
    assert.ok(chess.legal(parsed.value).includes(nodes[0].actions[line[0].node.edge]));
  });

  it('names an illegal move in SAN, too, and marks it', () => {
    const [root] = nodes;
    const edge = root.actions.indexOf('a1a8');
    assert.equal(states.nameOf(root, edge), 'Ra1xa8');
    assert.deepEqual([...states.illegalIn(root)], ['a1a8']);
    const rows = childRows(root, {
      root,
      settings: DEFAULT_SEARCH,
      nameOf: (node, at) => states.nameOf(node, at),
      principal: new Set(),
      illegal: states.illegalIn(root),
      truthOf: (child) => states.truthOf(child).kind,
    });
    const illegal = rows.find(({ action }) => action === 'a1a8');
    assert.deepEqual([illegal?.state, illegal?.marks.includes('illegal')], ['none', true]);
    assert.deepEqual(sought('Ra1xa8'), ids(nodes.filter(({ parent, edge: at }) => parent?.actions[at] === 'a1a8')));
    const differ = rows.filter(({ child }) => child !== undefined && states.truthOf(child).kind === 'differs');
    assert.ok(differ.length > 0);
    assert.deepEqual(
      rows.filter(({ state }) => state === 'diverged'),
      differ,
    );
  });

  it('finds columns of Connect Four', async () => {
    const own = new GameStates('connect_four');
    const tree = replayed((await discSearch()).text);
    const all = [...tree.nodes.values()];
    const test = makeNodeTest('X3', own);
    assert.ok(test);
    const hits = all.filter(test);
    assert.ok(hits.length > 0);
    assert.ok(hits.every((node) => own.nameTo(node) === 'x3'));
  });
});
