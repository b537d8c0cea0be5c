import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { shuffled } from '../../base/random.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { readBlocksLevel } from '../../worlds/pddl/blocks-level.ts';
import { countdownWorld } from '../../worlds/planning/countdown.ts';
import { randomWalk } from '../../worlds/random-walk.ts';
import { solve } from '../../worlds/solver.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import type { Algorithm } from '../events.ts';
import { mazeTasks, sokobanTasks } from './grid-tasks.ts';
import { sideToMove } from './minimax.ts';
import { isSolvableCountdown } from './search-space.ts';
import type { TaskSettings, TaskSource, TraceTask } from './trace-task.ts';

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
const BUDGET = 20_000;
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
  if (goal !== undefined && solve({ ...world, goal }, start, { budget: BUDGET }).kind === 'unsolvable')
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
