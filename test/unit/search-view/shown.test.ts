import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import {
  countVisits,
  differsFromTruth,
  mostVisited,
  seenChildren,
  seenNodes,
  valueAtRoot,
} from '../../../src/core/search/view/node-values.ts';
import { describeGroup, describeNode, formatNodeSentence } from '../../../src/core/search/view/picture.ts';
import type { WrittenNode } from '../../support/written-tree.ts';
import { SMALL, treeOf } from './search-tree.ts';

const nameOf = ({ parent, edge }: SearchNode): string => parent?.actions[edge] ?? 'root';
const names = (nodes: Iterable<SearchNode>): string => [...nodes].map(nameOf).join(' ');

describe('what is seen of a search tree', () => {
  it('has most visits first and hallucinations last; what was not visited is not there', () => {
    const { root } = treeOf(SMALL);
    assert.equal(names(seenChildren(root)), 'b a d');
    assert.equal(names(seenNodes(root)), 'root a b d x y');
  });

  it('has values for the side to move at the root, whoever moves', () => {
    const { root } = treeOf(SMALL);
    const [b, a, d] = seenChildren(root);
    const [x, y] = seenChildren(a);
    const values = [root, a, b, x, y, d].map((node) => valueAtRoot(node, root, DEFAULT_SEARCH)?.toFixed(2));
    assert.deepEqual(values, [((6 * 0.75 + 9 * 0.5) / 15).toFixed(2), '0.75', '0.50', '0.00', '0.90', undefined]);
    // from the node below, whose own side moves
    assert.equal(valueAtRoot(x, a, DEFAULT_SEARCH), 1);
    assert.deepEqual([root, a, x].map(countVisits), [15, 6, 3]);
  });

  it('knows states that are not the true ones, but not by hallucinations', () => {
    const { root } = treeOf({
      below: { a: { n: 1, truth: 'other' }, b: { n: 1, kind: 'hallucination', truth: 'other' } },
    });
    assert.deepEqual(
      root.children.map((child) => child && differsFromTruth(child)),
      [true, false],
    );
  });

  it('makes no arrays of nodes that nobody went through', () => {
    const { root } = treeOf(SMALL);
    const leaf = seenChildren(root)[0];
    assert.deepEqual([seenChildren(leaf), countVisits(leaf), leaf.isLeaf], [[], 9, true]);
  });

  it('is cut to the nodes with the most visits, each with all above it', () => {
    const chain = (depth: number, n: number): WrittenNode => ({
      n,
      below: depth === 0 ? {} : { k: chain(depth - 1, n) },
    });
    const { root } = treeOf({ below: { few: chain(3, 2), many: chain(4, 9) } });
    const { nodes, left } = mostVisited(root, 4);
    assert.equal(names(nodes), 'root many k k');
    assert.equal(left, 6);
    assert.equal(mostVisited(root, 10).left, 0);
    // a child with more visits than its parent: a damaged file
    const damaged = treeOf({ below: { a: { n: 1, below: { b: { n: 50 } } }, c: { n: 5 } } }).root;
    assert.equal(names(mostVisited(damaged, 2).nodes), 'root c');
  });

  it('is told in words', () => {
    const { root } = treeOf(SMALL);
    const view = { root, rule: DEFAULT_SEARCH, side: 'Black' };
    const [, a, d] = seenChildren(root);
    const [x, y] = seenChildren(a);
    a.parent?.virtual.splice(0, 1, 3);
    assert.deepEqual(describeNode(a, view, 'a', false), [
      'a',
      `N 6  Q 0.75  P ${root.prior[0].toFixed(3)}  v 0.50`,
      'Values for Black',
      'Virtual count +3: waiting for an answer',
    ]);
    assert.match(
      describeNode(x, view, 'x', false).join('\n'),
      /^x\nN 3 {2}Q 0 {2}P \S+ {2}v 0\.50\nValues for Black\nThe game is over: 0-1$/,
    );
    assert.match(describeNode(y, view, 'y', true).join('\n'), /Diverged: the model’s state is not the true one/);
    assert.deepEqual(describeNode(d, view, 'd', false).slice(1), [
      'Hallucination: the edge is closed and nothing was backed up',
      'no list',
    ]);
    assert.match(formatNodeSentence(a, view, 'a', false), /^a, depth 1\. N 6 .*\. 2 nodes below\.$/);
    assert.match(
      formatNodeSentence(root, view, 'root', false),
      /^root, the root\. N 15 {2}mean 0\.60 {2}v 0\.60\. Values for Black\. 3 nodes below\.$/,
    );
    assert.match(
      formatNodeSentence(root, { ...view, rule: { backup: 'minimax', unvisited: 'zero' } }, 'root', false),
      / minimax 0\.75 {2}v 0\.60\. Values for Black\. 3 nodes below\.$/,
    );
    assert.deepEqual(describeGroup([a, d], nameOf), ['2 more: a d', 'N 6 in all, 1 hallucination']);
  });
});
