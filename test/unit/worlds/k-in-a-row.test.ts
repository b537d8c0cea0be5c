import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SINK } from '../../../src/core/base/automaton.ts';
import { seeded } from '../../../src/core/base/random.ts';
import { type LineState, parseLineName } from '../../../src/core/worlds/k-in-a-row.ts';
import { randomWalk } from '../../../src/core/worlds/random-walk.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

function line(name: string): World<LineState> {
  const world = parseLineName(name);
  assert.ok(world?.ok, name);
  return world.value;
}

/** Returns true if a player has k in a row, by looking along every direction from every cell. */
function hasLine(cells: string, player: string, [k, columns, rows]: readonly [number, number, number]): boolean {
  const at = (x: number, y: number): string =>
    x < 0 || y < 0 || x >= columns || y >= rows ? '' : (cells[x + y * columns] ?? '');
  for (let x = 0; x < columns; x++)
    for (let y = 0; y < rows; y++)
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ] as const)
        if (Array.from({ length: k }, (_, i) => at(x + i * dx, y + i * dy)).every((stone) => stone === player))
          return true;
  return false;
}

describe('k in a row', () => {
  it('with four stones that fall on 7 x 6 cells is Connect Four', () => {
    const found = findWorld('connect_four');
    assert.ok(found.ok);
    const connectFour = found.value as World<{ readonly winner: string | undefined }>;
    const own = line('drop4-7x6');
    for (let seed = 0; seed < 60; seed++) {
      const { actions, states } = randomWalk(own, 50, seeded(seed));
      let other = connectFour.start;
      for (const [i, state] of states.entries()) {
        assert.equal(own.automaton.print(state), connectFour.automaton.print(other));
        assert.deepEqual(own.automaton.legal(state), connectFour.automaton.legal(other));
        assert.equal(own.automaton.outcome(state), connectFour.automaton.outcome(other));
        assert.deepEqual(own.parts(state), connectFour.parts(other));
        assert.deepEqual(own.draw?.(state), connectFour.draw?.(other));
        const action = actions[i];
        if (action === undefined) break;
        const next = connectFour.automaton.step(other, action);
        assert.notEqual(next, SINK);
        if (next !== SINK) other = next;
      }
      assert.notEqual(own.automaton.outcome(states.at(-1) as LineState), undefined);
    }
  });

  it('ends with the first line of a player, or with a full board, on boards of all sizes', () => {
    const size = fc.integer({ min: 1, max: 6 });
    const games = fc.tuple(fc.constantFrom('line', 'drop'), size, size, fc.integer({ min: 2, max: 6 }), fc.nat());
    fc.assert(
      fc.property(games, ([kind, columns, rows, length, seed]) => {
        const k = Math.min(length, Math.max(columns, rows));
        if (k < 2) return;
        const world = line(`${kind}${k}-${columns}x${rows}`);
        const { states } = randomWalk(world, 100, seeded(seed));
        for (const [ply, state] of states.entries()) {
          const lines = ['x', 'o'].filter((player) => hasLine(state.cells, player, [k, columns, rows]));
          const isFull = !state.cells.includes('.');
          assert.deepEqual(lines, state.winner === undefined ? [] : [state.winner]);
          const expected = lines[0] === undefined ? (isFull ? '1/2-1/2' : undefined) : lines[0] === 'x' ? '1-0' : '0-1';
          assert.equal(world.automaton.outcome(state), expected);
          assert.equal(world.automaton.legal(state).length === 0, expected !== undefined);
          assert.equal(ply < states.length - 1, expected === undefined);
          const read = world.automaton.parse(world.automaton.print(state));
          assert.deepEqual(read, { ok: true, value: state });
        }
      }),
    );
  });

  it('has 5,478 positions of tic-tac-toe', () => {
    const { automaton, start, title } = line('line3-3x3');
    assert.equal(title, 'Tic-tac-toe');
    const seen = new Set([automaton.key(start)]);
    for (const open = [start]; open.length > 0; ) {
      const state = open.pop() as LineState;
      for (const action of automaton.legal(state)) {
        const next = automaton.step(state, action);
        if (next === SINK || seen.has(automaton.key(next))) continue;
        seen.add(automaton.key(next));
        open.push(next);
      }
    }
    assert.equal(seen.size, 5478);
  });

  it('says why an action is not legal', () => {
    const [placed, fallen] = [line('line3-3x3'), line('drop3-3x3')];
    const reasons = [
      [placed, 'o || x . . . . . . . . ||', 'a1', 'cell a1 is taken by x'],
      [placed, 'o || x . . . . . . . . ||', 'd1', 'the board has no cell d1: its cells are a1 to c3'],
      [placed, 'o || x x x o o . . . . ||', 'c3', 'the game is over: x has 3 in a row'],
      [fallen, 'o || x . . o . . x . . ||', 'o0', 'column 0 is full'],
      [fallen, 'o || . . . . . . x . . ||', 'x1', 'it is the turn of o'],
      [fallen, 'o || . . . . . . x . . ||', 'o3', 'actions are a player and a column from 0 to 2, such as o0'],
    ] as const;
    for (const [world, text, action, reason] of reasons) {
      const state = world.automaton.parse(text);
      assert.ok(state.ok, text);
      assert.equal(world.automaton.step(state.value, action), SINK);
      assert.equal(world.whyNot?.(state.value, action), reason);
    }
    const state = fallen.automaton.parse('o || . . . . . . x . . ||');
    assert.ok(state.ok);
    assert.notEqual(fallen.automaton.step(state.value, '0'), SINK);
    assert.equal(fallen.whyNot?.(state.value, 'o0'), undefined);
  });

  it('refuses boards and names that are none', () => {
    const world = line('drop3-3x3');
    for (const [text, reason] of [
      ['x || . . x . . . . . . ||', /floats in column 2, row 3/],
      ['x || x x x o o o x o x ||', /both players have 3 in a row/],
      ['x || . . ||', /2 cells instead of 9/],
    ] as const) {
      const read = world.automaton.parse(text);
      assert.match(read.ok ? '' : read.error, reason);
    }
    const errors = ['line4-3x3', 'line1-3x3', 'line3-27x3', 'drop3-0x3'].map((name) => parseLineName(name));
    assert.ok(errors.every((read) => read?.ok === false));
    assert.equal(parseLineName('line-3x3'), undefined);
  });
});
