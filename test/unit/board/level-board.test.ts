import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sceneSvg, sceneText, worldBoard } from '../../../src/core/board/world-board.ts';
import { parseLevelName } from '../../../src/core/worlds/worlds.ts';

function level(name: string) {
  const read = parseLevelName(name);
  assert.ok(read?.ok === true, name);
  return read.value;
}

const MAZE = level('maze start 0 0 goal 2 1 wall 1 0 wall 1 1');
const BLOCKS = level('blocks (on a b) (ontable b) (ontable c) (clear a) (clear c) (handempty) -> (on c a)');
const SOKOBAN = level('sokoban #####/#@$.#/#   #/#####');

/** The picture of a state as text, without white space at the ends. */
function drawn(world: typeof MAZE, state: string, other: string | null = null): readonly string[] {
  const board = worldBoard(world, state, other, 'predicted');
  assert.ok(board !== undefined, state);
  return sceneText(board.scene, new Set(board.wrong)).map((line) => line.trim());
}

describe('pictures of levels', () => {
  it('have signs for walls, goals, walkers and boxes in text', () => {
    assert.deepEqual(drawn(MAZE, '0 0'), ['2  .  .  .', '1  .  #  o', '0  @  #  .', '0  1  2']);
    assert.deepEqual(drawn(SOKOBAN, 'worker 1 1 box 2 1'), [
      '#  #  #  #  #',
      '#  @  $  o  #',
      '#  .  .  .  #',
      '#  #  #  #  #',
    ]);
    assert.deepEqual(drawn(SOKOBAN, 'worker 2 1 box 3 1')[1], '#  .  @  *  #');
  });

  it('have shapes for them in pictures, so that none is told by its color alone', () => {
    const board = worldBoard(SOKOBAN, 'worker 1 1 box 2 1', null, 'true');
    const svg = sceneSvg({ scene: board?.scene ?? { columns: 0, rows: 0, cells: [] }, size: 100, title: '' });
    assert.equal(svg.split('M.5 15.2h44').length - 1, 14, 'bricks');
    assert.equal(svg.split('stroke-dasharray').length - 1, 1, 'a ring for the dock');
    assert.equal(svg.split('M10.5 38a12 14.5').length - 1, 1, 'a walker');
    assert.equal(svg.split('M13 13h19v19').length - 1, 1, 'a box');
    assert.doesNotMatch(svg, /<text/);
  });

  it('show what stands in a wall, marked, though it is no state; nothing outside of the level', () => {
    const maze = worldBoard(MAZE, '1 1', null, 'predicted');
    assert.deepEqual(maze?.marks, [{ part: 'cell', kind: 'invented' }]);
    assert.ok(drawn(MAZE, '1 1').some((line) => line.includes('[@]')));
    const boxed = worldBoard(SOKOBAN, 'worker 1 1 box 0 0', null, 'predicted');
    assert.deepEqual(boxed?.wrong, ['0 0']);
    assert.match(drawn(SOKOBAN, 'worker 1 1 box 0 0')[0] ?? '', /^\[\$\]/);
    for (const text of ['7 7', 'here', '', '1 1 1'])
      assert.equal(worldBoard(MAZE, text, null, 'true'), undefined, text);
    assert.equal(worldBoard(SOKOBAN, 'worker 9 9', null, 'true'), undefined);
  });

  it('stack blocks on a table, hold one in the hand, and mark those that stand elsewhere', () => {
    const start = '(on a b) (ontable b) (ontable c) (clear a) (clear c) (handempty)';
    assert.deepEqual(drawn(BLOCKS, start), ['', 'a', 'b  c', '#  #']);
    const held = '(ontable b) (ontable c) (clear b) (clear c) (holding a)';
    assert.deepEqual(drawn(BLOCKS, held).slice(2), ['a     b     c', 'hand  #     #']);
    const wrong = worldBoard(BLOCKS, held, start, 'predicted');
    assert.deepEqual(wrong?.marks, [{ part: '(holding a)', kind: 'invented' }]);
  });
});
