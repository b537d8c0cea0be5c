import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seeded } from '../../../src/core/base/random.ts';
import type { PositionValues } from '../../../src/core/games/position-values.ts';
import { othello } from '../../../src/core/worlds/othello.ts';
import type { OthelloState } from '../../../src/core/worlds/othello-board.ts';
import { othelloValues, SOLVED_EMPTIES } from '../../../src/core/worlds/othello-values.ts';
import { randomWalk } from '../../../src/core/worlds/random-walk.ts';
import { itLong } from '../../support/thorough.ts';

const { automaton } = othello;

function finished(steps: Generator<undefined, PositionValues, undefined>): PositionValues {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const empties = (state: OthelloState): number => state.cells.replace(/[^.]/g, '').length;

/** Positions of random games with so many empty cells. */
function positions(left: number, count: number): OthelloState[] {
  const found: OthelloState[] = [];
  for (let seed = 0; found.length < count; seed++) {
    const { states } = randomWalk(othello, 70, seeded(seed));
    const state = states.find((one) => empties(one) === left && automaton.outcome(one) === undefined);
    if (state !== undefined) found.push(state);
  }
  return found;
}

/** By the automaton alone: how many discs more than o x has at the end, if x wants the most and o the fewest. */
function margin(state: OthelloState): number {
  const legal = automaton.legal(state);
  if (legal.length === 0) return state.cells.replace(/[^x]/g, '').length - state.cells.replace(/[^o]/g, '').length;
  const margins = legal.map((action) => margin(automaton.step(state, action) as OthelloState));
  return state.side === 'x' ? Math.max(...margins) : Math.min(...margins);
}

describe('values of Othello', () => {
  it('are those of all lines to the end where few cells are empty, the largest margin first', () => {
    for (const state of positions(6, 12)) {
      const values = finished(othelloValues(state));
      assert.equal(values.kind, 'exact');
      const sign = state.side === 'x' ? 1 : -1;
      const margins = values.actions.map(({ action }) => sign * margin(automaton.step(state, action) as OthelloState));
      assert.deepEqual(values.actions.map(({ action }) => action).sort(), [...automaton.legal(state)].sort());
      assert.deepEqual(
        margins,
        [...margins].sort((a, b) => b - a),
      );
      assert.deepEqual(
        values.actions.map(({ win }) => win),
        margins.map((one) => (Math.sign(one) + 1) / 2),
      );
    }
  });

  itLong('of random games are the same for the same seed, and hold what longer counts say in their intervals', () => {
    let [inside, all] = [0, 0];
    for (const state of positions(30, 4)) {
      const few = finished(othelloValues(state, { playouts: 1500, seed: 1 }));
      assert.deepEqual(finished(othelloValues(state, { playouts: 1500, seed: 1 })), few);
      assert.equal(few.kind, 'estimate');
      const many = finished(othelloValues(state, { playouts: 12_000, seed: 2 }));
      for (const { action, interval } of few.actions) {
        const win = many.actions.find((one) => one.action === action)?.win ?? Number.NaN;
        all++;
        if (interval !== undefined && win >= interval.low && win <= interval.high) inside++;
      }
    }
    assert.ok(all > 20 && inside / all > 0.85, `${inside} of ${all}`);
  });

  it('prefer actions that win at once', () => {
    // one empty cell beside a line that x closes
    const parsed = automaton.parse(`x || ${'x'.repeat(60)}xoo. ||`);
    assert.ok(parsed.ok);
    const values = finished(othelloValues(parsed.value));
    assert.deepEqual(values, { actions: [{ action: 'h8', win: 1 }], outcome: undefined, kind: 'exact' });
    const over = automaton.parse(`o || ${'x'.repeat(64)} ||`);
    assert.ok(over.ok);
    assert.deepEqual(finished(othelloValues(over.value)), { actions: [], outcome: '1-0', kind: 'exact' });
  });

  it('are solved in positions of as many empty cells as is said', () => {
    for (const left of [SOLVED_EMPTIES, SOLVED_EMPTIES + 1]) {
      const [state] = positions(left, 1);
      assert.ok(state);
      assert.equal(
        finished(othelloValues(state, { playouts: 40 })).kind,
        left === SOLVED_EMPTIES ? 'exact' : 'estimate',
      );
    }
  });
});
