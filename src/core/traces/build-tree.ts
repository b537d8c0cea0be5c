import type { Result } from '../base/result.ts';
import { err, ok } from '../base/result.ts';
import type { World } from '../worlds/world.ts';
import { buildWorld, type WorldSpec } from '../worlds/world-spec.ts';
import type { ReadTrace, TaskEvent } from './events.ts';
import { TreeBuilder } from './tree/tree-builder.ts';
import type { TraceTree } from './tree.ts';

/** Options of a tree. */
export interface TreeOptions {
  /** World by whose rules states are judged. Without one the tree has links alone. */
  readonly world?: World<unknown>;
}

/**
 * Returns the tree of a trace. Whose child a node is decides what the text says of it, in this order: the parent or the
 * path in its name, its list of actions, the state that precedes it by its action, the node visited last. If several
 * fit, the node has no parent, and a fault names both. Linear in the number of events.
 */
export function buildTraceTree(read: ReadTrace, { world }: TreeOptions = {}): TraceTree {
  return new TreeBuilder(read, world).build();
}

/**
 * Returns the world of a task, or the reason why it cannot be opened, as a clause. Its start is that of the task, unless
 * the world is a level, whose text has its start: games and problems are searched from any of their states.
 */
export function openTraceWorld(task: TaskEvent | undefined): Result<World<unknown>, string> {
  if (task?.world === undefined) return err('the trace names no world');
  const world = buildWorld(task.world);
  if (!world.ok) return err(world.error[0]?.message ?? 'the world has a fault');
  return ok(isLevel(task.world) ? world.value : startedAt(world.value, task));
}

/** Returns a world that begins at the start of a task; as it is if the task states none. */
export function startedAt(world: World<unknown>, task: TaskEvent | undefined): World<unknown> {
  const start = task?.start && world.automaton.parse(task.start.text);
  return start?.ok === true ? { ...world, start: start.value } : world;
}

/** Returns true for a world whose name or text states its start. */
const isLevel = (spec: WorldSpec): boolean =>
  spec.kind === 'level' || (spec.kind === 'named' && /^(?:countdown|maze|sokoban|blocks)\s/.test(spec.name));
