import assert from 'node:assert/strict';
import { ReplayedTree, readTree } from '../../../src/core/search/read-tree.ts';
import { type WrittenNode, writtenTree } from '../../support/written-tree.ts';

/** The tree of what a test writes down, with the counts from before the first simulation. */
export function treeOf(root: WrittenNode): ReplayedTree {
  const read = readTree(writtenTree(root));
  assert.ok(read.ok);
  assert.deepEqual(read.value.problems, []);
  return new ReplayedTree(read.value);
}

/** Two good moves, one that was not tried, a hallucination; below the first a reply that ends the game, and one with a wrong state. */
export const SMALL: WrittenNode = {
  value: 0.6,
  below: {
    a: {
      n: 6,
      q: 0.75,
      below: { x: { n: 3, q: 1, kind: 'terminal', outcome: '0-1' }, y: { n: 2, q: 0.1, truth: 'other' } },
    },
    b: { n: 9, q: 0.5 },
    c: {},
    d: { kind: 'hallucination', state: 'prose "}\n', reason: 'no list' },
  },
};
