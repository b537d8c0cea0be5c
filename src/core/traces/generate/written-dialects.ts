import type { Diagnostic } from '../../notation/diagnostic.ts';
import type { World } from '../../worlds/world.ts';
import { buildTraceTree, openTraceWorld, startedAt } from '../build-tree.ts';
import { checkTrace } from '../check-trace.ts';
import type { TraceDialect } from '../dialect.ts';
import { ASTAR_TOKENS } from '../dialects/astar-tokens.ts';
import { JSON_LINES } from '../dialects/json-lines.ts';
import { LINTREE } from '../dialects/lintree.ts';
import { STREAM_OF_SEARCH } from '../dialects/stream-of-search.ts';
import { TAGS } from '../dialects/tags.ts';
import type { TraceEvent } from '../events.ts';
import type { WrittenDialect } from './search-trace.ts';

const DIALECTS: Readonly<Record<WrittenDialect, TraceDialect>> = {
  sos: STREAM_OF_SEARCH,
  astar: ASTAR_TOKENS,
  lintree: LINTREE,
  tags: TAGS,
  jsonl: JSON_LINES,
};

/** Returns the text of events in a dialect that has a writer. */
export const writeTrace = (dialect: WrittenDialect, events: readonly TraceEvent[]): string =>
  DIALECTS[dialect].write?.(events) ?? '';

/**
 * Reads a trace back and returns the findings of its checks, in its own world.
 *
 * @param given the world of its task, for traces that cannot name it: those of programs
 */
export function checkWritten(dialect: WrittenDialect, text: string, given: World<unknown>): Diagnostic[] {
  const read = DIALECTS[dialect].read(text);
  const task = read.events.find((event) => event.kind === 'task');
  const named = openTraceWorld(task);
  return checkTrace(buildTraceTree(read, { world: named.ok ? named.value : startedAt(given, task) }), text);
}
