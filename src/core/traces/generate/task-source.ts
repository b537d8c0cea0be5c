import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { shuffled } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { readBlocksLevel } from '../../worlds/pddl/built-in-domains.ts';
import { countdownWorld } from '../../worlds/planning/countdown.ts';
import { type Maze, mazeWorld, printMaze } from '../../worlds/planning/maze.ts';
import { readSokobanLevel } from '../../worlds/planning/sokoban.ts';
import { randomWalk } from '../../worlds/random-walk.ts';
import { solve } from '../../worlds/solver.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Algorithm } from '../events.ts';
import { sideToMove } from './minimax.ts';
import { isSolvableCountdown } from './search-space.ts';

/** A task of a search: a world with its start and goal. */
export interface TraceTask {
  readonly world: World<unknown>;
  /** Description of the world in the trace; undefined for a program, which no trace names. */
  readonly spec: WorldSpec | undefined;
  /** Text that is equal for equal tasks. */
  readonly key: string;
}

/** Settings of random tasks. Each kind of world uses its own. */
export interface TaskSettings {
  /** Least and greatest number of numbers (3 to 4), blocks (3 to 5), or cells a side (maze 6 to 10, Sokoban 7). */
  readonly size?: readonly [number, number];
  /** Greatest target of Countdown. Default: 100. */
  readonly maxTarget?: number;
  /** Least and greatest share of walls in a maze. Default: 0.3 and 0.5. */
  readonly walls?: readonly [number, number];
  /** Number of boxes of Sokoban. Default: 2. */
  readonly boxes?: number;
  /** Greatest number of random actions from the start of any other world to the start of a task. Default: 20. */
  readonly walk?: number;
}

/** Draws tasks of a kind of world. */
export interface TaskSource {
  /** True if there is one task alone: the world as it is given. */
  readonly isSingle: boolean;
  /** Returns a random task; undefined if the draw has no solution or is no task. */
  draw(random: RandomGenerator): TraceTask | undefined;
}

const MAZE_SIZE = [6, 10] as const;
const MAZE_WALLS = [0.3, 0.5] as const;

/**
 * Returns square mazes as Searchformer draws them (Lehnert et al. 2024): 30 to 50 % walls at random, and a start and a
 * goal whose shortest way has at least as many moves as the maze has columns.
 */
function mazeTasks({ size = MAZE_SIZE, walls = MAZE_WALLS }: TaskSettings): TaskSource {
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
const SOKOBAN_BUDGET = 20_000;

/**
 * Returns levels of Sokoban as Searchformer draws them: a wall around, two walls inside, boxes that are not beside the
 * wall around, worker and docks anywhere; the level has a solution.
 */
function sokobanTasks({ size = SOKOBAN_SIZE, boxes = 2 }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask | undefined {
      const side = uniformInt(random, size[0], size[1]);
      const text = sokobanText(side, boxes, random);
      const world = text === undefined ? undefined : readSokobanLevel('sokoban', text);
      if (text === undefined || world?.ok !== true) return undefined;
      const { goal } = world.value;
      if (goal === undefined) return undefined;
      const solution = solve({ ...world.value, goal }, world.value.start, { budget: SOKOBAN_BUDGET });
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

/** Least and greatest number of blocks. */
const BLOCKS = [3, 5] as const;

/** Returns random stacks of blocks; each lists its blocks from the table up. */
function drawStacks(random: RandomGenerator, blocks: number): string[][] {
  const stacks: string[][] = [];
  const names = Array.from({ length: blocks }, (_, i) => String.fromCharCode(0x61 + i));
  for (const name of shuffled(names, random)) {
    const place = uniformInt(random, 0, stacks.length);
    const stack = stacks[place];
    if (stack === undefined) stacks.push([name]);
    else stack.push(name);
  }
  return stacks;
}

/** Returns the atoms that say what stands on what. */
const supports = (stacks: readonly (readonly string[])[]): string[] =>
  stacks.flatMap((stack) =>
    stack.map((name, i) => (i === 0 ? `(ontable ${name})` : `(on ${name} ${stack[i - 1] ?? ''})`)),
  );

/** Returns tasks with 3 to 5 blocks: random stacks at the start, others at the goal. */
function blocksTasks({ size = BLOCKS }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask | undefined {
      const blocks = uniformInt(random, size[0], size[1]);
      const stacks = drawStacks(random, blocks);
      const clear = stacks.map((stack) => `(clear ${stack.at(-1) ?? ''})`);
      const [start, goal] = [supports(stacks), supports(drawStacks(random, blocks))].map((atoms) => atoms.sort());
      if (start === undefined || goal === undefined || start.join() === goal.join()) return undefined;
      const text = `${[...start, ...clear.sort(), '(handempty)'].join(' ')} -> ${goal.join(' ')}`;
      const world = readBlocksLevel('blocks', text);
      return world.ok
        ? { world: world.value, spec: { kind: 'level', name: 'blocks', text }, key: `blocks ${text}` }
        : undefined;
    },
  };
}

/** Least target of the generator of Stream of Search. */
const MIN_TARGET = 10;
const MAX_TARGET = 100;
/** Least and greatest count of numbers of Countdown. */
const NUMBERS = [3, 4] as const;

/**
 * Returns tasks of Countdown as the generator of Stream of Search draws them: a target from 10 on, then numbers from 1
 * to less than the greatest target, again until they have a solution.
 */
function countdownTasks({ size = NUMBERS, maxTarget = MAX_TARGET }: TaskSettings): TaskSource {
  return {
    isSingle: false,
    draw(random): TraceTask {
      const count = uniformInt(random, size[0], size[1]);
      const target = uniformInt(random, MIN_TARGET, maxTarget);
      let numbers = drawNumbers(random, count, maxTarget);
      while (!isSolvableCountdown(numbers, target)) numbers = drawNumbers(random, count, maxTarget);
      const world = countdownWorld('countdown', { target, numbers });
      const sorted = [...numbers].sort((a, b) => a - b).join(' ');
      const text = world.automaton.print(world.start);
      return { world, spec: { kind: 'level', name: 'countdown', text }, key: `countdown ${target}: ${sorted}` };
    },
  };
}

const drawNumbers = (random: RandomGenerator, count: number, maxTarget: number): number[] =>
  Array.from({ length: count }, () => uniformInt(random, 1, maxTarget - 1));

/** Maximum number of states of the search for a solution of a walk's task. */
const WALK_BUDGET = 20_000;
/** Maximum number of random actions before the start of a task. */
const WALK = 20;

/** Returns tasks that begin where a random walk from the start of a world ends; with a goal, it can be reached from there. */
function walkTasks(world: World<unknown>, spec: WorldSpec, { walk = WALK }: TaskSettings): TaskSource {
  // A program is not named in a trace, but its states can be: they are read by whoever has the program.
  const written = spec.kind === 'process' ? undefined : spec;
  return {
    isSingle: false,
    draw(random): TraceTask | undefined {
      const start = randomWalk(world, uniformInt(random, 0, walk), random).states.at(-1);
      return start === undefined ? undefined : startedTask(world, written, start);
    },
  };
}

/** Returns the task of a world as it is given. */
const singleTask = (world: World<unknown>, spec: WorldSpec): TaskSource => ({
  isSingle: true,
  draw: () => startedTask(world, spec.kind === 'process' ? undefined : spec, world.start),
});

function startedTask(world: World<unknown>, spec: WorldSpec | undefined, start: unknown): TraceTask | undefined {
  const { automaton, goal } = world;
  if (automaton.legal(start).length === 0 || goal?.reached(start) === true) return undefined;
  if (goal !== undefined && solve({ ...world, goal }, start, { budget: WALK_BUDGET }).kind === 'unsolvable')
    return undefined;
  const key = `${world.name} ${automaton.print(start)}`;
  return { world: { ...world, start }, spec, key };
}

/** Kinds of tasks that are drawn at random, by the name that is given for the world. */
const KINDS: Readonly<Record<string, (settings: TaskSettings) => TaskSource>> = {
  countdown: countdownTasks,
  maze: mazeTasks,
  sokoban: sokobanTasks,
  blocks: blocksTasks,
};

/** Returns the name of the random tasks that a world stands for; undefined for a world with its own tasks. */
const randomKind = (spec: WorldSpec): string | undefined =>
  spec.kind === 'named' && Object.hasOwn(KINDS, spec.name) ? spec.name : undefined;

/**
 * Returns the tasks for searches in a world: random ones for `countdown`, `maze`, `sokoban` and `blocks`, the one task
 * of a level with its text, otherwise starts at the ends of random walks. The error says why the algorithm cannot
 * search the world, as a clause.
 */
export function taskSource(
  world: World<unknown>,
  spec: WorldSpec,
  algorithm: Algorithm,
  settings: TaskSettings,
): Result<TaskSource, string> {
  if (spec.kind === 'renamed') return err('a renamed world has no traces: name the world itself');
  const kind = randomKind(spec);
  if (algorithm === 'minimax') {
    if (kind !== undefined || sideToMove(world, world.start) === undefined)
      return err(`${world.name} is no game of two players, which minimax needs`);
    return ok(walkTasks(world, spec, settings));
  }
  if (kind !== undefined) return ok(KINDS[kind]?.(settings) ?? singleTask(world, spec));
  if (world.goal === undefined) return err(goalRefusal(world));
  const isLevel = spec.kind === 'level' || (spec.kind === 'named' && /\s/.test(spec.name));
  return ok(isLevel ? singleTask(world, spec) : walkTasks(world, spec, settings));
}

function goalRefusal(world: World<unknown>): string {
  const isGame = sideToMove(world, world.start) !== undefined;
  const advice = isGame ? ': --search minimax searches games' : '; a problem in PDDL states one';
  return `the world ${world.name} has no goal${advice}`;
}
