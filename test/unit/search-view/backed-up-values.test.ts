import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type BackupSettings, backedUpValue, edgeValue } from '../../../src/core/search/backup.ts';
import { finalEdge } from '../../../src/core/search/edge-selection.ts';
import { type Answer, SearchTree } from '../../../src/core/search/mcts.ts';
import { DEFAULT_SEARCH, type SearchSettings } from '../../../src/core/search/settings.ts';
import type { SearchNode } from '../../../src/core/search/tree.ts';
import { getValueColor, valueScale } from '../../../src/core/search/view/node-colors.ts';
import { seenNodes, valueAtRoot } from '../../../src/core/search/view/node-values.ts';
import { describeNode } from '../../../src/core/search/view/picture.ts';
import { type TreeJson, treeDot, treeJson } from '../../../src/core/search/view/tree-text.ts';
import { chance } from '../../support/mav-drafts.ts';
import { treeOf } from '../search/trace-tree-law.ts';

/** A tree of random evaluations, with what each simulation brought to the root. */
function searched(seed: number, settings: SearchSettings): { readonly root: SearchNode; readonly brought: number[] } {
  const { below } = chance(seed);
  const share = (): number => below(1001) / 1000;
  const answer = (state: string): Answer =>
    state !== '' && below(5) === 0
      ? { kind: 'terminal', state, outcome: '1-0', value: below(3) / 2 }
      : {
          kind: 'state',
          state,
          actions: Array.from({ length: 1 + below(4) }, (_, i) => ({ action: `m${i}`, value: share() })),
        };
  const tree = SearchTree.at({ game: 'chess', state: '', played: 0 }, answer(''), settings);
  const brought: number[] = [];
  for (let i = 0; i < settings.simulations; i++) {
    const descent = tree.descend();
    const done = tree.settle(descent, descent.known === undefined ? answer(`s${i}`) : undefined);
    if (done === undefined || done.kind === 'hallucination') continue;
    brought.push(descent.edges.length % 2 === 0 ? done.value : 1 - done.value);
  }
  return { root: tree.root, brought };
}

/** Minimax by its definition, from the leaves up. */
function minimax(node: SearchNode, unvisited: SearchSettings['unvisited']): number {
  if (node.isLeaf || node.size === 0 || node.visits.every((n) => n === 0)) return node.value;
  return Math.max(
    ...node.actions.map((_, edge) => {
      const child = node.visits[edge] === 0 ? undefined : node.children[edge];
      if (child !== undefined) return 1 - minimax(child, unvisited);
      return unvisited === 'zero' ? 0 : node.listed[edge];
    }),
  );
}

const close = (a: number | undefined, b: number): boolean => a !== undefined && Math.abs(a - b) < 1e-9;

const SETTINGS = fc.record({
  backup: fc.constantFrom('mean' as const, 'minimax' as const),
  unvisited: fc.constantFrom('listed' as const, 'zero' as const, 'parent' as const),
  simulations: fc.integer({ min: 0, max: 60 }),
});

describe('what is shown of a root', () => {
  it('is what the rule of the search backed up to it, and so is what is shown of every node', () => {
    fc.assert(
      fc.property(fc.nat(), SETTINGS, (seed, given) => {
        const settings: SearchSettings = { ...DEFAULT_SEARCH, ...given, final: 'value' };
        const { root, brought } = searched(seed, settings);
        const mean = brought.reduce((sum, value) => sum + value, 0) / brought.length;
        const right =
          brought.length === 0 ? root.value : settings.backup === 'mean' ? mean : minimax(root, settings.unvisited);
        assert.ok(close(backedUpValue(root, settings), right), `${backedUpValue(root, settings)} for ${right}`);
        const played = finalEdge(root, settings.final);
        if (settings.backup === 'minimax' && settings.unvisited === 'zero' && brought.length > 0)
          assert.ok(close(edgeValue(root, played), right), 'the value of the decision');
        if (settings.backup !== 'minimax') return;
        for (const node of seenNodes(root)) {
          const own = minimax(node, settings.unvisited);
          assert.ok(close(valueAtRoot(node, root, settings), (node.depth - root.depth) % 2 === 0 ? own : 1 - own));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is the same in the tooltip, in the colors and in what is exported', () => {
    const rules: readonly BackupSettings[] = [
      { backup: 'mean', unvisited: 'listed' },
      { backup: 'minimax', unvisited: 'listed' },
      { backup: 'minimax', unvisited: 'zero' },
    ];
    for (const rule of rules) {
      const { root } = searched(11, { ...DEFAULT_SEARCH, ...rule, simulations: 30 });
      const value = backedUpValue(root, rule);
      const text = value.toFixed(2);
      const said = describeNode(root, { root, rule, side: 'White' }, 'root', false);
      assert.ok(said.some((line) => line.includes(`${rule.backup} ${text} `)));
      const dot = treeDot(root, rule);
      assert.match(
        dot,
        new RegExp(`n0 \\[label="root\\\\nN 30 {2}${text}", fillcolor="${getValueColor(valueScale('light'), value)}"`),
      );
      const json = JSON.parse(treeJson(root, rule)) as TreeJson;
      assert.deepEqual([json.backup, json.root.value], [rule.backup, value]);
    }
  });

  it('is the value of the decision in a trace', () => {
    const text = fs.readFileSync('test/fixtures/mav/published-trace.mav', 'utf8');
    const { stored, tree } = treeOf(text);
    const { settings } = stored.header;
    // g3g6, 65 - 22; the mean of the three would be 0.56
    assert.equal(backedUpValue(tree.root, settings) * 64, 42.5);
    assert.equal(valueAtRoot(tree.root, tree.root, settings)?.toFixed(2), '0.66');
  });
});
