import type { Diagnostic } from '../../notation/diagnostic.ts';
import type { World } from '../../worlds/world.ts';
import { buildTraceTree, openTraceWorld } from '../build-tree.ts';
import { checkTrace } from '../check-trace.ts';
import type { WrittenDialect } from './search-trace.ts';
import { writtenDialect } from './written-dialects.ts';

/**
 * Reads a trace back and returns the findings of its checks, in its own world.
 *
 * @param given the world of its task, for traces that cannot name it: those of programs
 */
export function checkWritten(dialect: WrittenDialect, text: string, given: World<unknown>): Diagnostic[] {
  const read = writtenDialect(dialect).read(text);
  const task = read.events.find((event) => event.kind === 'task');
  const named = openTraceWorld(task?.kind === 'task' ? task : undefined);
  return checkTrace(buildTraceTree(read, { world: named.ok ? named.value : given }), text);
}
