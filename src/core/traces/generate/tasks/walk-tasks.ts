import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { randomWalk } from '../../../worlds/random-walk.ts';
import { solve } from '../../../worlds/solver.ts';
import type { World } from '../../../worlds/world.ts';
import type { WorldSpec } from '../../../worlds/world-spec.ts';
import type { TaskSettings, TaskSource, TraceTask } from './trace-task.ts';

/** Maximum number of states of the search for a solution. */
const BUDGET = 20_000;
/** Maximum number of random actions before the start of a task. */
const WALK = 20;

/** Returns tasks that begin where a random walk from the start of a world ends; with a goal, it can be reached from there. */
export function walkTasks(world: World<unknown>, spec: WorldSpec, { walk = WALK }: TaskSettings): TaskSource {
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
export const singleTask = (world: World<unknown>, spec: WorldSpec): TaskSource => ({
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
