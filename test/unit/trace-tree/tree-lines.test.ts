import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Diagnostic } from '../../../src/core/notation/diagnostic.ts';
import { ReplayedTree, readTree, type StoredSearch } from '../../../src/core/search/read-tree.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import type { TreeStatus } from '../../../src/core/search/tree-status.ts';
import { countVisits, isSeen } from '../../../src/core/search/view/node-values.ts';
import { COUNTDOWN, linesOfTrace, longTrace, MAZE, treeOfTrace } from '../../support/searched-traces.ts';

function stored(lines: string): StoredSearch {
  const read = readTree(lines);
  assert.ok(read.ok, read.ok ? '' : read.error);
  assert.deepEqual(read.value.problems, []);
  return read.value;
}

const opened = (lines: string): ReplayedTree => {
  const search = stored(lines);
  const tree = new ReplayedTree(search);
  tree.goTo(search.steps.length);
  return tree;
};
const nameOf = ({ parent, edge }: SearchNode): string => parent?.actions[edge] ?? 'start';
const statuses = ({ nodes }: ReplayedTree): Record<string, TreeStatus | undefined> =>
  Object.fromEntries([...nodes.values()].map((node) => [nameOf(node), node.status]));
const finding = (word: string, message: string, severity: Diagnostic['severity'] = 'error'): Diagnostic => {
  const start = COUNTDOWN.indexOf(word);
  return { severity, code: 'TRACE_ARITHMETIC', message, range: { start, end: start + word.length } };
};

describe('a trace as the lines of a tree', () => {
  it('has all nodes with their states, true states, statuses and the world with its text', () => {
    const { header, nodes } = stored(linesOfTrace(COUNTDOWN, { verdict: 'Solves 59' }).lines);
    assert.deepEqual(header.game, { kind: 'level', name: 'countdown', text: '59:[39, 3, 46]' });
    assert.deepEqual(header.trace, { dialect: 'sos', verdict: 'Solves 59' });
    assert.deepEqual([nodes[1].state, nodes[1].truth], ['59:[46, 12]', '59: 46 13']);
    const tree = opened(linesOfTrace(COUNTDOWN).lines);
    assert.deepEqual(statuses(tree), {
      start: 'closed',
      '39/3=12': 'wrong',
      '46+12=58': 'closed',
      '46-12=34': 'closed',
      '46-39=7': 'closed',
      '3*7=21': 'closed',
      '39/3=13': 'closed',
      '46+13=59': 'goal',
    });
    const chosen = [...tree.nodes.values()].filter(({ marks }) => marks?.isChosen === true).map(nameOf);
    assert.deepEqual(chosen, ['39/3=13', '46+13=59']);
    const below = [...tree.nodes.values()].filter(({ marks }) => marks?.isBelowWrong === true).map(nameOf);
    assert.deepEqual(below, ['46+12=58', '46-12=34']);
  });

  it('has costs and the plan of an A* search, and a state that no action leads to', () => {
    const tree = opened(linesOfTrace(MAZE).lines);
    const costs = [...tree.nodes.values()].map(({ marks }) => [marks?.cost, marks?.heuristic]);
    assert.deepEqual(costs, [
      [0, 4],
      [1, 3],
      [2, 2],
      [2, 2],
      [3, 1],
      [4, 2],
      [4, 0],
    ]);
    const wrong = [...tree.nodes.values()].find(({ status }) => status === 'wrong');
    assert.deepEqual([wrong?.state, wrong?.marks?.isLost], ['1 1', true]);
    const chosen = [...tree.nodes.values()].filter(({ marks }) => marks?.isChosen === true);
    assert.deepEqual(
      chosen.map(({ state }) => state),
      ['0 1', '0 2', '1 2', '2 2'],
    );
  });

  it('says that a goal is claimed where the rules do not confirm it', () => {
    const claimed = COUNTDOWN.replace('21,59 unequal: No Solution', '21,59 equal: Goal Reached');
    assert.equal(statuses(opened(linesOfTrace(claimed).lines))['3*7=21'], 'claimed');
  });

  it('has a note for each node: its places in the text, and the findings there, the worst first', () => {
    const findings = [
      finding('39/3=12', 'a remark', 'info'),
      finding('39/3=12', '39/3 is 13'),
      finding('Current State', 'of the task'),
    ];
    const { lines, notes } = linesOfTrace(COUNTDOWN, { findings, verdict: 'one state is wrong' });
    assert.deepEqual(notes[1].findings, ['39/3 is 13', 'a remark']);
    assert.deepEqual(notes[0].findings, ['of the task']);
    assert.equal(new Set(notes.map(({ name }) => name)).size, notes.length);
    for (const [i, { node, ranges }] of notes.entries()) {
      assert.equal(node, i);
      assert.ok(ranges.length > 0);
    }
    const [{ start, end }] = notes[7].ranges;
    assert.match(COUNTDOWN.slice(start, end), /46\+13=59/);
    assert.deepEqual(stored(lines).header.trace?.fault, 0, 'the first error in the text');
  });

  it('is replayed in the order of the text: nodes come and are closed, and steps back undo that', () => {
    const search = stored(linesOfTrace(MAZE).lines);
    const tree = new ReplayedTree(search);
    const seen = (): string[] =>
      [...tree.nodes.values()].filter(isSeen).map(({ state, status }) => `${state} ${status}`);
    tree.goTo(3);
    assert.deepEqual(seen(), ['0 0 closed', '0 1 open']);
    tree.goTo(6);
    assert.deepEqual(seen(), ['0 0 closed', '0 1 closed', '0 2 open', '1 1 wrong']);
    assert.equal(countVisits(tree.root), 3);
    tree.goTo(search.steps.length);
    const all = seen();
    tree.goTo(3);
    assert.deepEqual(seen(), ['0 0 closed', '0 1 open']);
    tree.goTo(search.steps.length);
    assert.deepEqual(seen(), all);
  });

  it('counts the nodes of every subtree after any step', () => {
    const search = stored(linesOfTrace(COUNTDOWN).lines);
    fc.assert(
      fc.property(fc.array(fc.nat(search.steps.length), { maxLength: 5 }), (places) => {
        const tree = new ReplayedTree(search);
        for (const at of places) tree.goTo(at);
        for (const node of tree.nodes.values()) {
          const below = node.children.reduce((sum, child) => sum + (child === undefined ? 0 : countVisits(child)), 0);
          const own = node.parent === undefined ? 0 : 1;
          if (isSeen(node)) assert.equal(countVisits(node), below + own);
          else assert.equal(below, 0);
        }
      }),
    );
  });

  it('is read as far as it goes wherever a trace is cut', () => {
    fc.assert(
      fc.property(fc.constantFrom(COUNTDOWN, MAZE), fc.nat(1000), (text, length) => {
        const cut = text.slice(0, length % text.length);
        const { nodes } = treeOfTrace(cut);
        const { lines, notes } = linesOfTrace(cut);
        assert.equal(stored(lines).nodes.length, Math.max(1, nodes.length));
        assert.equal(notes.length, nodes.length);
      }),
    );
  });

  it('needs no stack: a chain of 5,000 nodes and a node with 5,000 children', () => {
    for (const shape of ['deep', 'wide'] as const) {
      const tree = opened(longTrace(5_000, shape));
      assert.equal(countVisits(tree.root), 5_000);
      tree.goTo(2_500);
      assert.equal(countVisits(tree.root), 2_500);
    }
  });
});
