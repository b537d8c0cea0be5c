import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import { SINK } from '../../../src/core/base/automaton.ts';
import { type MazeCell, printMaze, readMaze, readMazeLevel } from '../../../src/core/worlds/planning/maze.ts';
import { solve } from '../../../src/core/worlds/solver.ts';
import type { World } from '../../../src/core/worlds/world.ts';
import { buildWorld } from '../../../src/core/worlds/world-spec.ts';
import { worldSpecSchema } from '../../../src/core/worlds/world-spec-schema.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';

interface Published {
  readonly width: number;
  readonly height: number;
  readonly prompt: string;
  readonly plan: string;
}

const published: readonly Published[] = JSON.parse(fs.readFileSync('test/fixtures/traces/mazes.json', 'utf8'));

function maze(text: string): World<MazeCell> {
  const world = readMazeLevel('maze', text);
  assert.ok(world.ok, text);
  return world.value;
}

const cellOf = ({ automaton }: World<MazeCell>, text: string): MazeCell => {
  const cell = automaton.parse(text);
  assert.ok(cell.ok, text);
  return cell.value;
};

const side = fc.integer({ min: 1, max: 7 });
/** Texts of mazes with their size, some without a way to the goal. */
const mazes = fc
  .record({
    width: side,
    height: side,
    walls: fc.array(fc.nat({ max: 48 }), { maxLength: 25 }),
    start: fc.nat(),
    goal: fc.nat(),
  })
  .map(({ width, height, walls, start, goal }) => {
    const cell = (at: number): string => `${at % width} ${Math.floor(at / width) % height}`;
    const [from, to] = [cell(start % (width * height)), cell(goal % (width * height))];
    const blocked = [...new Set(walls.map(cell))].filter((wall) => wall !== from && wall !== to);
    return {
      width,
      height,
      from,
      to,
      blocked,
      text: `size ${width} ${height} start ${from} goal ${to}${blocked.map((wall) => ` wall ${wall}`).join('')}`,
    };
  });

describe('mazes', () => {
  it('without a size have one side for both, which is that of all published ones', () => {
    for (const { width, height, prompt } of published) {
      const read = readMaze(prompt);
      assert.ok(read.ok);
      assert.deepEqual([read.value.width, read.value.height], [width, height], prompt);
    }
  });

  it('are walked by the published plans, which are shortest', () => {
    for (const { prompt, plan } of published) {
      const world = maze(prompt);
      assert.ok(world.goal !== undefined);
      const cells = Array.from(plan.matchAll(/plan (\d+ \d+)/g), ([, cell = '']) => cellOf(world, cell));
      assert.equal(cells[0], world.start);
      const { automaton } = world;
      for (const [i, cell] of cells.slice(1).entries()) {
        const moves = automaton.legal(cells[i]).filter((move) => automaton.step(cells[i], move) === cell);
        assert.equal(moves.length, 1);
      }
      assert.equal(world.goal.reached(cells.at(-1) ?? -1), true);
      const solution = solve({ ...world, goal: world.goal }, world.start);
      assert.equal(solution.kind === 'solved' && solution.cost, cells.length - 1, prompt);
    }
  });

  it('allow exactly the moves to cells that are inside and no walls', () => {
    fc.assert(
      fc.property(mazes, ({ width, height, blocked, text }) => {
        const world = maze(text);
        const walls = new Set(blocked);
        for (let x = 0; x < width; x++)
          for (let y = 0; y < height; y++) {
            if (walls.has(`${x} ${y}`)) {
              assert.equal(world.automaton.parse(`${x} ${y}`).ok, false);
              continue;
            }
            const cell = cellOf(world, `${x} ${y}`);
            assert.equal(world.automaton.print(cell), `${x} ${y}`);
            const near = { up: [x, y + 1], down: [x, y - 1], left: [x - 1, y], right: [x + 1, y] } as const;
            const legal = Object.entries(near).filter(
              ([, [u, v]]) => u >= 0 && v >= 0 && u < width && v < height && !walls.has(`${u} ${v}`),
            );
            assert.deepEqual(
              world.automaton.legal(cell),
              legal.map(([name]) => name),
            );
            for (const [name, [u, v]] of Object.entries(near)) {
              const next = world.automaton.step(cell, name);
              assert.equal(
                next !== SINK,
                legal.some(([known]) => known === name),
              );
              assert.equal(world.whyNot?.(cell, name) === undefined, next !== SINK);
              if (next !== SINK) assert.equal(world.automaton.print(next), `${u} ${v}`);
            }
          }
      }),
    );
  });

  it('are printed as they are read', () => {
    fc.assert(
      fc.property(mazes, ({ text }) => {
        const read = readMaze(text);
        assert.ok(read.ok);
        assert.deepEqual(readMaze(printMaze(read.value)), read);
      }),
    );
  });

  it('say why a move is not legal', () => {
    const world = maze('start 0 0 goal 2 2 wall 1 0');
    const reasons = [
      ['0 0', 'right', 'cell 1 0 is a wall'],
      ['0 0', 'left', 'cell -1 0 is outside: the maze has 3 x 3 cells'],
      ['2 2', 'up', 'cell 2 3 is outside: without a size, the maze has 3 x 3 cells'],
      ['2 2', 'jump', 'moves are up, down, left, right'],
    ] as const;
    for (const [cell, action, reason] of reasons) assert.equal(world.whyNot?.(cellOf(world, cell), action), reason);
    assert.deepEqual(world.automaton.parse('1 0'), { ok: false, error: 'cell 1 0 is a wall' });
    assert.equal(world.automaton.parse('1').ok, false);
  });

  it('with faults are refused, each fault with its place', () => {
    const faults = [
      ['start 0 0', [[0, 'the maze has no goal']]],
      ['start 0 0 goal 1', [[10, 'after goal stand two numbers, x and y']]],
      ['start 0 0 goal 1 1 door 2 2', [[19, 'door is none of the words size, start, goal, wall']]],
      ['start 0 0 goal 1 1 wall 1 1', [[10, 'the goal is a wall']]],
      ['start 0 0 goal 1 1 start 1 0', [[19, 'start comes twice']]],
      ['size 2 2 start 0 0 goal 2 1', [[19, 'cell 2 1 is outside of the 2 x 2 cells']]],
      ['start 0 0 goal 400 1', [[10, 'numbers after goal are at most 399']]],
    ] as const;
    for (const [text, expected] of faults) {
      const read = readMaze(text);
      assert.ok(!read.ok, text);
      const found = read.error.map(({ offset, message }) => [offset, message]);
      assert.deepEqual(
        expected.every(([at, message]) => found.some(([o, m]) => o === at && m === message)),
        true,
        `${text}: ${JSON.stringify(found)}`,
      );
    }
  });

  it('are drawn with the first row at the bottom', () => {
    const world = maze('start 0 0 goal 2 1 wall 1 0');
    const scene = world.draw?.(world.start);
    const rows = Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => ' '));
    for (const { column, row, glyph, tone } of scene?.cells ?? []) {
      const line = rows[row];
      if (line !== undefined) line[column] = glyph || (tone === 'dark' ? '#' : tone === 'accent' ? 'G' : '.');
    }
    assert.deepEqual(
      rows.map((row) => row.join('')),
      ['2...', '1..G', '0@#.', ' 012'],
    );
  });

  it('of 30 cells a side are named in run files', () => {
    const walls = Array.from({ length: 450 }, (_, i) => ` wall ${(2 * i + 1) % 30} ${Math.floor(i / 15)}`);
    const spec = { kind: 'named', name: `maze start 0 0 goal 28 29${walls.join('')}` } as const;
    assert.ok(buildWorld(spec).ok);
    assert.deepEqual(v.parse(worldSpecSchema, spec), spec);
  });

  it('are named with their text', () => {
    const world = findWorld('maze start 0 0 goal 2 2 wall 1 0');
    assert.ok(world.ok);
    assert.equal(world.value.title, 'Maze of 3 x 3 cells, 0 0 to 2 2');
    assert.equal(findWorld('mazes').ok, false);
    assert.deepEqual(findWorld('maze goal 1 1'), { ok: false, error: 'the maze has no start' });
    assert.ok(findWorld('maze').ok);
    const level = buildWorld({ kind: 'level', name: 'maze', text: 'start 0 0 goal 1 1 wall 1 1' });
    assert.deepEqual(level, { ok: false, error: [{ offset: 10, message: 'the goal is a wall' }] });
  });
});
