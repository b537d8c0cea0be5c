import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { boardBits, type ConnectFourState } from '../../../src/core/games/connect-four/bit-board.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { kernelSearch } from '../../../src/core/games/connect-four/kernel/kernel-search.ts';
import { BoundTable, NullWindowSearch } from '../../../src/core/games/connect-four/null-window-search.ts';
import { openingScore } from '../../../src/core/games/connect-four/opening-table.ts';
import {
  afterColumn,
  type ConnectFourLimits,
  ConnectFourSolver,
  canWin,
  connectFourValues,
  isOpen,
  isWin,
  solveActions,
} from '../../../src/core/games/connect-four/solver.ts';
import { mirrored, openStates } from '../../support/connect-four.ts';
import { finished } from '../../support/steps.ts';

const TABLE_BITS = 16;
const search = kernelSearch(TABLE_BITS);
assert.ok(search, 'this platform has WebAssembly');
const compiled = new ConnectFourSolver(undefined, search);
const plain = new ConnectFourSolver(undefined, new NullWindowSearch(new BoundTable(TABLE_BITS)));

const solved = (state: ConnectFourState, solver = compiled) => finished(solveActions(solver, state)).value;

/** The result for the player to move, 1, 0 or -1, and the plies to the end when both play best: by plain minimax. */
function minimax(state: ConnectFourState, memo: Map<string, readonly [number, number]>): readonly [number, number] {
  if (state.winner !== undefined) return [-1, 0];
  const known = memo.get(connectFour.key(state));
  if (known !== undefined) return known;
  let best: readonly [number, number] | undefined;
  for (const action of connectFour.legal(state)) {
    const [result, plies] = minimax(connectFour.step(state, action) as ConnectFourState, memo);
    const mine = [0 - result, plies + 1] as const;
    if (best === undefined || isBetter(mine, best)) best = mine;
  }
  const found = best ?? [0, 0];
  memo.set(connectFour.key(state), found);
  return found;
}

const isBetter = ([a, soon]: readonly [number, number], [b, late]: readonly [number, number]): boolean =>
  a !== b ? a > b : a > 0 ? soon < late : soon > late;

describe('boards of bits', () => {
  it('have the moves, wins and successors of the rules', () => {
    fc.assert(
      fc.property(openStates(0, 42), (state) => {
        const board = boardBits(state);
        const legal = connectFour.legal(state);
        let wins = false;
        for (let column = 0; column < 7; column++) {
          const action = `${state.side}${column}`;
          assert.equal(isOpen(board, column), legal.includes(action), action);
          const next = connectFour.step(state, action);
          assert.equal(isWin(board, column), next !== SINK && next.winner !== undefined, action);
          wins ||= next !== SINK && next.winner !== undefined;
          if (next !== SINK) assert.deepEqual(afterColumn(board, column), boardBits(next));
        }
        assert.equal(canWin(board), wins);
      }),
    );
  });
});

describe('the solver of Connect Four', () => {
  it('agrees with plain minimax in result and distance, whoever is to move, where ten cells and fewer are empty', () => {
    fc.assert(
      fc.property(openStates(32, 42), fc.constantFrom('x' as const, 'o' as const), (open, side) => {
        const state = { ...open, side };
        const actions = solved(state);
        assert.deepEqual(actions.map(({ action }) => action).sort(), connectFour.legal(state));
        for (const { action, score, plies } of actions) {
          const [result, after] = minimax(connectFour.step(state, action) as ConnectFourState, new Map());
          assert.deepEqual([Math.sign(score), plies], [0 - result, after + 1], action);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('lists quick wins first and late losses before early ones', () => {
    fc.assert(
      fc.property(openStates(30, 40), (state) => {
        const values = solved(state).map(({ score, plies }) => [Math.sign(score), plies] as const);
        for (const [i, value] of values.slice(1).entries())
          assert.ok(!isBetter(value, values[i]), JSON.stringify(values));
      }),
    );
  });

  it('gives mirrored positions mirrored values', () => {
    fc.assert(
      fc.property(openStates(22, 40), (state) => {
        const scores = (of: ConnectFourState, turn: (column: number) => number) =>
          Object.fromEntries(solved(of).map(({ action, score }) => [turn(Number(action[1])), score]));
        assert.deepEqual(
          scores(mirrored(state), (column) => 6 - column),
          scores(state, (column) => column),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('is the same compiled and in JavaScript, position by position', () => {
    fc.assert(
      fc.property(openStates(20, 40), (state) => {
        const board = boardBits(state);
        // not through a table that one of them has filled otherwise
        const twins = [kernelSearch(12) ?? assert.fail(), new NullWindowSearch(new BoundTable(12))];
        const scores = twins.map((one) => finished(new ConnectFourSolver(undefined, one).score(board)).value);
        assert.equal(scores[0], scores[1]);
        assert.equal(twins[0].nodes, twins[1].nodes);
      }),
      { numRuns: 60 },
    );
    assert.deepEqual(solved(hard, plain), solved(hard));
  });

  it('pauses, can be left, and is right afterwards', () => {
    const steps = compiled.score(boardBits(EMPTY_CONNECT_FOUR));
    for (let i = 0; i < 3; i++) assert.deepEqual(steps.next(), { done: false, value: undefined });
    const progress: string[] = [];
    const run = finished(solveActions(compiled, hard, (done, total) => progress.push(`${done}/${total}`)));
    assert.deepEqual(run.value, solved(hard, plain));
    assert.ok(run.pauses > 2);
    assert.equal(progress.at(-1), `${run.value.length}/${run.value.length}`);
  });
});

/** A position of 24 stones that takes some ten thousand nodes. */
const hard = openState('665264625617154451332');

function openState(columns: string): ConnectFourState {
  return Array.from(columns).reduce((state, column) => {
    const next = connectFour.step(state, String(Number(column) - 1));
    return next === SINK ? state : next;
  }, EMPTY_CONNECT_FOUR);
}

describe('the values of Connect Four', () => {
  const values = (state: ConnectFourState, limits?: ConnectFourLimits) => {
    const found = finished(connectFourValues(new ConnectFourSolver(openingScore, search), state, limits)).value;
    assert.ok(found !== undefined);
    return found;
  };

  it('of the empty board are those that were published: only the centre wins', () => {
    // Allis 1988: the centre wins, its neighbours draw, the others lose.
    const { actions, kind, outcome } = values(EMPTY_CONNECT_FOUR);
    assert.deepEqual([kind, outcome], ['exact', undefined]);
    assert.deepEqual(actions, [
      { action: 'x3', win: 1 },
      { action: 'x2', win: 0.5 },
      { action: 'x4', win: 0.5 },
      { action: 'x1', win: 0 },
      { action: 'x5', win: 0 },
      { action: 'x0', win: 0 },
      { action: 'x6', win: 0 },
    ]);
    const scores = solved(EMPTY_CONNECT_FOUR, new ConnectFourSolver(openingScore, search)).map(({ score }) => score);
    assert.deepEqual(scores, [1, 0, 0, -1, -1, -2, -2]);
    // The first player wins with its last stone, the 41st of the game.
    const [best] = solved(EMPTY_CONNECT_FOUR, new ConnectFourSolver(openingScore, search));
    assert.deepEqual([best.score, best.plies], [1, 41]);
  });

  it('are the same where outcomes alone are asked for, in no order of wins and losses', () => {
    const byName = (limits?: ConnectFourLimits) =>
      [...values(hard, limits).actions].sort((a, b) => (a.action < b.action ? -1 : 1));
    assert.deepEqual(byName({ outcomesOnly: true }), byName());
  });

  it('are given up when more would have to be searched than is allowed, and found with the same solver afterwards', () => {
    const solver = new ConnectFourSolver(openingScore, search);
    const run = finished(connectFourValues(solver, openState('41'), { maxPositions: 100_000 }));
    assert.deepEqual(run, { value: undefined, pauses: 5 });
    assert.deepEqual(finished(connectFourValues(solver, hard)).value, values(hard));
  });

  it('are none when the game is over', () => {
    const won = openState('1122334');
    assert.deepEqual(values(won), { actions: [], outcome: '1-0', kind: 'exact' });
  });
});
