import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openGenerator } from '../../../src/core/traces/generate/trace-rows.ts';
import { readMaze } from '../../../src/core/worlds/planning/maze.ts';
import { allRecipes, generatorOf, recipeOf, rowsOf, textOf } from '../../support/generated-traces.ts';
import { eachFourth, thoroughly } from '../../support/thorough.ts';

const refusal = (...args: Parameters<typeof recipeOf>): string => {
  const opened = openGenerator(recipeOf(...args));
  return opened.ok ? '' : opened.error;
};

describe('random tasks', () => {
  it('the same seed gives the same rows, in any division of the draws', () => {
    const recipes = allRecipes({ faults: 0.5, search: { nodes: 300 }, dialects: ['sos', 'astar', 'lintree'] });
    for (const { title, recipe } of thoroughly(recipes, eachFourth(recipes))) {
      const whole = generatorOf(recipe).rows(0, 4);
      const halves = [generatorOf(recipe).rows(2, 4), generatorOf(recipe).rows(0, 2)];
      assert.deepEqual(whole.rows, [...(halves[1]?.rows ?? []), ...(halves[0]?.rows ?? [])], title);
    }
  });

  it('another seed gives others', () => {
    const rows = [1, 2].map((seed) => generatorOf(recipeOf('countdown', 'sos', 'bfs', { seed })).rows(0, 20).rows);
    assert.notDeepEqual(rows[0], rows[1]);
  });

  it('tasks of Countdown are drawn as by the generator: 3 or 4 numbers, a target from 10 to 100, a solution', () => {
    const generator = generatorOf(recipeOf('countdown', 'lintree', 'bfs', { search: { nodes: 10_000 } }));
    const sizes = new Set<number>();
    for (const { task, solved } of rowsOf(generator, 40)) {
      const [, target = '', numbers = ''] = /^countdown (\d+): ([\d ]+)$/.exec(task) ?? [];
      sizes.add(numbers.split(' ').length);
      assert.ok(Number(target) >= 10 && Number(target) <= 100, task);
      assert.ok(
        numbers.split(' ').every((number) => Number(number) >= 1 && Number(number) < 100),
        task,
      );
      assert.ok(solved, task);
    }
    assert.deepEqual(sizes, new Set([3, 4]));
  });

  it('tasks with the same numbers in another order are the same', () => {
    const tasks = { size: [2, 2], maxTarget: 12 } as const;
    const ids = new Map<string, string>();
    for (const { id, task } of rowsOf(generatorOf(recipeOf('countdown', 'sos', 'dfs', { tasks })), 300)) {
      assert.equal(ids.get(task) ?? id, id);
      ids.set(task, id);
      const [, numbers = ''] = task.split(': ');
      assert.deepEqual(
        numbers.split(' '),
        numbers.split(' ').sort((a, b) => Number(a) - Number(b)),
      );
    }
    assert.equal(new Set(ids.values()).size, ids.size);
  });

  it('mazes have 30 to 50 % walls and a way of at least their side', () => {
    for (const row of rowsOf(generatorOf(recipeOf('maze', 'astar', 'astar')), 30)) {
      const maze = readMaze(row.task.slice('maze '.length));
      assert.ok(maze.ok);
      const share = maze.value.walls.reduce((sum, wall) => sum + wall, 0) / maze.value.walls.length;
      assert.ok(share >= 0.3 && share <= 0.5, String(share));
      assert.ok((row.cost ?? 0) >= maze.value.width);
    }
  });

  it('settings of tasks bound them', () => {
    const small = recipeOf('maze', 'astar', 'astar', { tasks: { size: [5, 5], walls: [0.4, 0.4] } });
    for (const { task } of rowsOf(generatorOf(small), 5)) assert.match(task, /^maze size 5 5 .*(?:wall \d \d ?){10}$/);
    const boxes = recipeOf('sokoban', 'lintree', 'astar', { tasks: { boxes: 1 } });
    for (const { task } of rowsOf(generatorOf(boxes), 5)) assert.equal(task.split('box').length, 2);
    const blocks = recipeOf('blocks', 'lintree', 'astar', { tasks: { size: [2, 2] } });
    for (const row of rowsOf(generatorOf(blocks), 5)) assert.doesNotMatch(textOf(row), /\bc\)/);
  });

  it('a search that is larger than its bound is left out and counted', () => {
    const { rows, tooLarge } = generatorOf(recipeOf('sokoban', 'lintree', 'bfs', { search: { nodes: 60 } })).rows(
      0,
      10,
    );
    assert.ok(tooLarge > 0);
    for (const { nodes } of rows) assert.ok(nodes <= 60);
  });
});

describe('refusals', () => {
  it('a world without a goal is searched by minimax alone', () => {
    assert.equal(
      refusal('connect_four', 'lintree', 'dfs'),
      'the world connect_four has no goal: --search minimax searches games',
    );
    assert.equal(refusal('s5', 'lintree', 'dfs'), 'the world s5 has no goal; a problem in PDDL states one');
    assert.match(refusal('maze', 'lintree', 'minimax'), /no game of two players/);
    assert.match(refusal('s5', 'lintree', 'minimax'), /no game of two players/);
  });

  it('a dialect without words for a search says what it has words for', () => {
    assert.match(refusal('maze', 'sos', 'dfs'), /Countdown alone/);
    assert.match(refusal('countdown', 'sos', 'astar'), /no words for astar; it has for dfs, bfs and beam/);
    assert.match(refusal('blocks', 'astar', 'astar'), /maze and sokoban alone/);
    assert.match(refusal('maze', 'astar', 'dfs'), /--search astar/);
  });

  it('an unknown heuristic or world is named with those that exist', () => {
    assert.match(
      refusal('countdown', 'sos', 'dfs', { search: { heuristic: 'best' } }),
      /expected one of sum, mult, none/,
    );
    assert.match(refusal('nowhere', 'sos', 'dfs'), /unknown world nowhere/);
  });
});
