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

/** Returns the dialect of a name. */
export const writtenDialect = (name: WrittenDialect): TraceDialect => DIALECTS[name];

/** Returns the text of events in a dialect that has a writer. */
export const writeTrace = (dialect: WrittenDialect, events: readonly TraceEvent[]): string =>
  DIALECTS[dialect].write?.(events) ?? '';
