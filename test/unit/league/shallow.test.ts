import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import type { ConnectFourState } from '../../../src/core/games/connect-four/bit-board.ts';
import { connectFour } from '../../../src/core/games/connect-four/connect-four.ts';
import { shallowActions } from '../../../src/core/games/connect-four/solver.ts';
import { randomLine } from '../../../src/core/mav/author/game-line.ts';

/** Plies to a forced win (positive) or loss (negative) seen within a depth, by trying everything; 0 where neither is seen. */
function plainValue(state: ConnectFourState, depth: number): number {
  if (state.winner !== undefined) return -(depth + 1);
  if (depth === 0) return 0;
  const values = connectFour.legal(state).map((action) => {
    const next = connectFour.step(state, action);
    assert.ok(next !== SINK);
    return -plainValue(next, depth - 1);
  });
  return values.length === 0 ? 0 : Math.max(...values);
}

describe('a shallow search of Connect Four', () => {
  it('finds the actions that trying everything finds', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.integer({ min: 4, max: 34 }),
        fc.integer({ min: 1, max: 4 }),
        (seed, most, depth) => {
          const state = randomLine('connect_four', seeded(seed), { most }).states.at(-1) as ConnectFourState;
          const found = shallowActions(state, depth);
          const legal = state.winner === undefined ? connectFour.legal(state) : [];
          const values = legal.map((action) => {
            const next = connectFour.step(state, action);
            assert.ok(next !== SINK);
            return -plainValue(next, depth - 1);
          });
          const best = Math.max(...values);
          assert.deepEqual([...found].sort(), legal.filter((_, i) => values[i] === best).sort());
        },
      ),
      { numRuns: 150 },
    );
  });
});
