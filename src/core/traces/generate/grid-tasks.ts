import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { shuffled } from '../../base/random.ts';
import { mazeWorld } from '../../worlds/planning/maze.ts';
import { type Maze, printMaze } from '../../worlds/planning/maze-level.ts';
import { readSokobanLevel } from '../../worlds/planning/sokoban.ts';
import { solve } from '../../worlds/solver.ts';
import type { TaskSettings, TaskSource, TraceTask } from './trace-task.ts';

const MAZE_SIZE = [6, 10] as const;
const MAZE_WALLS = [0.3, 0.5] as const;

/**
 * Returns square mazes as Searchformer draws them (Lehnert et al. 2024): 30 to 50 % walls at random, and a start and a
 * goal whose shortest way has at least as many moves as the maze has columns.
 */
export function mazeTasks({ size = MAZE_SIZE, walls = MAZE_WALLS }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask | undefined {
      const side = uniformInt(random, size[0], size[1]);
      const cells = side * side;
      const least = Math.ceil(walls[0] * cells);
      const count = uniformInt(random, least, Math.max(least, Math.floor(walls[1] * cells)));
      const order = shuffled(
        Array.from({ length: cells }, (_, cell) => cell),
        random,
      );
      const taken = new Uint8Array(cells);
      for (const cell of order.slice(0, count)) taken[cell] = 1;
      const [start, goal] = order.slice(count);
      if (start === undefined || goal === undefined) return undefined;
      const maze: Maze = { width: side, height: side, start, goal, walls: taken, isSized: true };
      if ((distanceIn(maze) ?? 0) < side) return undefined;
      const text = printMaze(maze);
      return { world: mazeWorld('maze', maze), spec: { kind: 'level', name: 'maze', text }, key: `maze ${text}` };
    },
  };
}

/** Returns the number of moves of the shortest way from the start to the goal of a maze; undefined if there is none. */
function distanceIn({ width, height, start, goal, walls }: Maze): number | undefined {
  const distance = new Int32Array(width * height).fill(-1);
  distance[start] = 0;
  const queue = [start];
  for (const cell of queue) {
    if (cell === goal) return distance[cell];
    const x = cell % width;
    const nexts = [cell - width, cell + width, x > 0 ? cell - 1 : -1, x < width - 1 ? cell + 1 : -1];
    for (const next of nexts) {
      if (next < 0 || next >= walls.length || walls[next] === 1 || distance[next] !== -1) continue;
      distance[next] = (distance[cell] ?? 0) + 1;
      queue.push(next);
    }
  }
  return undefined;
}

const SOKOBAN_SIZE = [7, 7] as const;
/** Walls inside of a level, as in the levels of Searchformer. */
const INNER_WALLS = 2;
/** Maximum number of states of the search for a solution. */
const BUDGET = 20_000;

/**
 * Returns levels of Sokoban as Searchformer draws them: a wall around, two walls inside, boxes that are not beside the
 * wall around, worker and docks anywhere; the level has a solution.
 */
export function sokobanTasks({ size = SOKOBAN_SIZE, boxes = 2 }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask | undefined {
      const side = uniformInt(random, size[0], size[1]);
      const text = sokobanText(side, boxes, random);
      const world = text === undefined ? undefined : readSokobanLevel('sokoban', text);
      if (text === undefined || world?.ok !== true) return undefined;
      const { goal } = world.value;
      if (goal === undefined) return undefined;
      const solution = solve({ ...world.value, goal }, world.value.start, { budget: BUDGET });
      if (solution.kind !== 'solved' || solution.actions.length === 0) return undefined;
      return { world: world.value, spec: { kind: 'level', name: 'sokoban', text }, key: `sokoban ${text}` };
    },
  };
}

/** Returns a random level in the tokens of Searchformer; undefined if it has no room for the boxes. */
function sokobanText(side: number, boxes: number, random: RandomGenerator): string | undefined {
  const free = new Set<string>();
  const walls: string[] = [];
  for (let x = 0; x < side; x++)
    for (let y = 0; y < side; y++)
      if (x === 0 || y === 0 || x === side - 1 || y === side - 1) walls.push(`${x} ${y}`);
      else free.add(`${x} ${y}`);
  const take = (count: number, isAllowed: (cell: string) => boolean): string[] => {
    const cells = shuffled([...free].filter(isAllowed), random).slice(0, count);
    for (const cell of cells) free.delete(cell);
    return cells.sort();
  };
  const anywhere = (): boolean => true;
  const isInside = (cell: string): boolean =>
    cell.split(' ').every((word) => Number(word) > 1 && Number(word) < side - 2);
  walls.push(...take(INNER_WALLS, anywhere));
  const placed = take(boxes, isInside);
  const [worker] = take(1, anywhere);
  const docks = take(boxes, anywhere);
  if (worker === undefined || placed.length < boxes || docks.length < boxes) return undefined;
  const words = (word: string, cells: readonly string[]): string[] => cells.map((cell) => `${word} ${cell}`);
  return [`worker ${worker}`, ...words('box', placed), ...words('dock', docks), ...words('wall', walls.sort())].join(
    ' ',
  );
}
