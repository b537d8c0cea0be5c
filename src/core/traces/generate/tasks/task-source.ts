import { err, ok, type Result } from '../../../base/result.ts';
import type { World } from '../../../worlds/world.ts';
import type { WorldSpec } from '../../../worlds/world-spec.ts';
import type { Algorithm } from '../../events.ts';
import { sideToMove } from '../two-player.ts';
import { blocksTasks } from './blocks-tasks.ts';
import { countdownTasks } from './countdown-tasks.ts';
import { mazeTasks, sokobanTasks } from './grid-tasks.ts';
import type { TaskSettings, TaskSource } from './trace-task.ts';
import { singleTask, walkTasks } from './walk-tasks.ts';

/** Kinds of tasks that are drawn at random, by the name that is given for the world. */
const KINDS: Readonly<Record<string, (settings: TaskSettings) => TaskSource>> = {
  countdown: countdownTasks,
  maze: mazeTasks,
  sokoban: sokobanTasks,
  blocks: blocksTasks,
};

/** Returns the name of the random tasks that a world stands for; undefined for a world with its own tasks. */
export const randomKind = (spec: WorldSpec): string | undefined =>
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
