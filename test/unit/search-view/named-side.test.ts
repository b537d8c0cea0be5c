import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { BUCKETS } from '../../../src/core/mav/values.ts';
import { expectedValue } from '../../../src/core/search/bucket-chances.ts';
import { DEFAULT_SEARCH } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import {
  chancesFromRoot,
  ownValueAtRoot,
  seenFromRoot,
  sideAt,
  valueAtRoot,
} from '../../../src/core/search/view/node-values.ts';
import { describeNode } from '../../../src/core/search/view/picture.ts';
import { type ChildRow, childRows } from '../../../src/core/search/view/table-rows.ts';
import { treeOf } from './search-tree.ts';

/** The other side moves below `a`; below `x` it is the root's turn again. */
const { root } = treeOf({
  value: 0.6,
  below: {
    a: { n: 8, q: 0.75, value: 0.3, below: { x: { n: 4, q: 0.125, value: 0.9, below: { z: { n: 2, q: 0.8 } } } } },
  },
});
const [a] = root.children as SearchNode[];
const [x] = a.children as SearchNode[];
const [z] = x.children as SearchNode[];
const VIEW = { root, rule: DEFAULT_SEARCH, side: 'Black' };

const rowTo = ({ parent, edge }: SearchNode): ChildRow => {
  const [row] = childRows(parent as SearchNode, {
    root,
    settings: DEFAULT_SEARCH,
    nameOf: ({ actions }, at) => actions[at],
    principal: new Set(),
    reference: new Map([['x', 0.25]]),
    note: { weighed: [['x', 0.375]], selected: undefined, unlisted: [] },
  }).filter((one) => one.edge === edge);
  return row;
};

describe('values of a tree, all for the side that moves at the root', () => {
  it('are turned where the other side moves, and turned twice are what they were', () => {
    assert.equal(seenFromRoot(0.3, a, root), 0.7);
    assert.equal(seenFromRoot(0.3, x, root), 0.3);
    fc.assert(
      fc.property(fc.nat(BUCKETS - 1), fc.constantFrom(a, x), (bucket, node) => {
        const value = (bucket + 0.5) / BUCKETS;
        assert.equal(seenFromRoot(seenFromRoot(value, node, root), node, root), value);
      }),
    );
  });

  it('have buckets that are turned as they are, 65 minus each, lowest first', () => {
    const chances = { mass: 0.9, shares: [[0, 0.25], [45, 0.5], [63, 0.25]] as const }; // biome-ignore format: pairs
    const turned = chancesFromRoot(chances, a, root);
    // numbered from 0 here: 65 - (b + 1) is bucket 63 - b
    assert.deepEqual(turned, { mass: 0.9, shares: [[0, 0.25], [18, 0.5], [63, 0.25]] }); // biome-ignore format: pairs
    assert.equal(expectedValue(turned), 1 - expectedValue(chances));
    assert.deepEqual(chancesFromRoot(turned, a, root), chances);
    assert.equal(chancesFromRoot(chances, x, root), chances);
  });

  it('are the same in the drawing, the table of the moves and the tooltip', () => {
    for (const [node, q, v] of [
      [a, 0.75, 0.7],
      [x, 0.875, 0.9],
      [z, 0.8, 0.5],
    ] as const) {
      assert.equal(valueAtRoot(node, root, DEFAULT_SEARCH), q);
      assert.equal(rowTo(node).q, q);
      assert.equal(ownValueAtRoot(node, root), v);
      const [, counts = '', side] = describeNode(node, VIEW, 'move', false);
      assert.deepEqual(
        [/Q (\S+)/.exec(counts)?.[1], / v (\S+)/.exec(counts)?.[1], side],
        [q.toFixed(2), v.toFixed(2), 'Values for Black'],
      );
    }
  });

  it('keep what was written, and the terms of PUCT, for the side that plays the move', () => {
    const row = rowTo(x);
    assert.deepEqual([row.listed, row.weighed, row.reference], [0.875, 0.625, 0.75]);
    assert.deepEqual(row.written, { listed: 0.125, weighed: 0.375 });
    assert.equal(row.puct?.value, 0.125);
  });

  it('name the side that moves by turns', () => {
    assert.deepEqual(
      [root, a, x].map((node) => sideAt(node, VIEW)),
      ['Black', 'White', 'Black'],
    );
    assert.equal(sideAt(a, { root, side: 'x' }), 'o');
    assert.equal(sideAt(a, { root, side: 'the side to move' }), 'the other side');
  });
});
