import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { comparedBuiltInWorld, sceneText, worldBoard } from '../../../src/core/board/world-board.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

const linesOf = (name: string, state: string): readonly string[] => {
  const world = findWorld(name);
  assert.ok(world.ok);
  const read = world.value.automaton.parse(state);
  assert.ok(read.ok);
  const scene = world.value.draw?.(read.value);
  assert.ok(scene !== undefined);
  return sceneText(scene);
};

describe('the boards of stones as worlds', () => {
  it('show Connect Four with the numbers of its actions', () => {
    const world = findWorld('connect_four');
    assert.ok(world.ok);
    const { automaton, start } = world.value;
    const state = automaton.step(automaton.step(start, 'x3'), 'o3');
    assert.ok(typeof state !== 'symbol');
    assert.deepEqual(linesOf('connect_four', automaton.print(state)), [
      '    0  1  2  3  4  5  6',
      ' 6  .  .  .  .  .  .  .',
      ' 5  .  .  .  .  .  .  .',
      ' 4  .  .  .  .  .  .  .',
      ' 3  .  .  .  .  .  .  .',
      ' 2  .  .  .  o  .  .  .',
      ' 1  .  .  .  x  .  .  .',
    ]);
  });

  it('show Hex with each row half a cell to the right, so that cells touch their six neighbors', () => {
    assert.deepEqual(linesOf('hex3', 'o || x . . . . . . . . ||'), [
      '    a  b  c',
      ' 1  x  .  .',
      '  2  .  .  .',
      '    3  .  .  .',
    ]);
    const world = comparedBuiltInWorld('world:hex4');
    assert.ok(world?.draw !== undefined);
    const { cells } = world.draw(world.start);
    const at = (part: string) => cells.find((cell) => cell.part === part);
    const touch = (a: string, b: string): boolean => {
      const [one, other] = [at(a), at(b)];
      assert.ok(one && other);
      const [across, down] = [Math.abs(one.column - other.column), Math.abs(one.row - other.row)];
      return (down === 0 && across === 1) || (down === 1 && across === 0.5);
    };
    for (const [a, b] of [
      ['b2', 'a2'],
      ['b2', 'c2'],
      ['b2', 'b1'],
      ['b2', 'c1'],
      ['b2', 'b3'],
      ['b2', 'a3'],
    ] as const)
      assert.ok(touch(a, b), `${a} ${b}`);
    assert.ok(!touch('b2', 'a1') && !touch('b2', 'c3'));
  });

  it('mark what differs', () => {
    const board = worldBoard(
      comparedBuiltInWorld('world:hex3'),
      'o || x . . . . . . . . ||',
      'o || . x . . . . . . . ||',
      'predicted',
    );
    assert.deepEqual(board?.wrong, ['a1', 'b1']);
    assert.deepEqual(
      board?.marks.map(({ part, kind }) => `${part} ${kind}`),
      ['a1 invented', 'b1 missing'],
    );
  });
});
