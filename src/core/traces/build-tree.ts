import type { Result } from '../base/result.ts';
import { err } from '../base/result.ts';
import type { Range } from '../base/text/range.ts';
import type { World } from '../worlds/world.ts';
import { buildWorld } from '../worlds/world-spec.ts';
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

/** Returns the world of a task, or the reason why it cannot be opened, as a clause. */
export function openTraceWorld(task: TaskEvent | undefined): Result<World<unknown>, string> {
  if (task?.world === undefined) return err('the trace names no world');
  const world = buildWorld(task.world);
  return world.ok ? world : err(world.error[0]?.message ?? 'the world has a fault');
}

/** Range of the words that name the task; undefined without a task. */
export const taskRange = (tree: TraceTree): Range | undefined => tree.task?.range;
