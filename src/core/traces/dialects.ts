import { err, ok, type Result } from '../base/result.ts';
import type { TraceDialect } from './dialect.ts';
import { ASTAR_TOKENS } from './dialects/astar-tokens.ts';
import { JSON_LINES } from './dialects/json-lines.ts';
import { LINTREE } from './dialects/lintree.ts';
import { MAV_TRACES } from './dialects/mav.ts';
import { STREAM_OF_SEARCH } from './dialects/stream-of-search.ts';
import { TAGS } from './dialects/tags.ts';
import { PROSE_DIALECT } from './prose/prose-dialect.ts';

/** All dialects but own ones. Names in `--dialect` are their ids. */
export const TRACE_DIALECTS: readonly TraceDialect[] = [
  STREAM_OF_SEARCH,
  ASTAR_TOKENS,
  LINTREE,
  TAGS,
  JSON_LINES,
  MAV_TRACES,
  PROSE_DIALECT,
];

/** Number of UTF-16 units from the start of a text by which its dialect is recognized. */
export const DIALECT_HEAD = 4000;
/** A dialect that is less sure than this is none. */
const LEAST = 0.5;

/** The dialect of a text. */
export interface DetectedDialect {
  /** Undefined if no dialect is sure, or several are equally sure. */
  readonly dialect: TraceDialect | undefined;
  /** The surest dialects: none, one, or several that are equally sure. */
  readonly candidates: readonly TraceDialect[];
}

/**
 * Returns the dialect that a text begins in. Nothing is guessed: of several that are equally sure none is chosen.
 *
 * @param head the first `DIALECT_HEAD` units or fewer
 * @param dialects those to choose from; own ones are among them if the user names their files
 */
export function detectDialect(head: string, dialects: readonly TraceDialect[] = TRACE_DIALECTS): DetectedDialect {
  const found = surest(
    head,
    dialects.filter(({ isLast }) => isLast !== true),
  );
  const candidates =
    found.length > 0
      ? found
      : surest(
          head,
          dialects.filter(({ isLast }) => isLast === true),
        );
  const [only] = candidates;
  return { dialect: candidates.length === 1 ? only : undefined, candidates };
}

/** Returns the dialects that are sure of a beginning, and no less than any other. */
function surest(head: string, dialects: readonly TraceDialect[]): readonly TraceDialect[] {
  let most = LEAST;
  let candidates: TraceDialect[] = [];
  for (const dialect of dialects) {
    const sure = dialect.recognize(head);
    if (sure < most) continue;
    if (sure > most) candidates = [];
    most = sure;
    candidates.push(dialect);
  }
  return candidates;
}

/** Returns why a text has no dialect, and what to do, for messages. */
export const undetectedText = ({ candidates }: DetectedDialect): string =>
  candidates.length > 1
    ? `the text may be ${candidates.map(({ id }) => id).join(' or ')}: --dialect chooses one`
    : `no dialect of traces is recognized; --dialect names one of ${TRACE_DIALECTS.map(({ id }) => id).join(', ')}, or the file of an own one`;

/** Returns the dialect of an id, or the reason why there is none. @param own own dialects */
export function findDialect(id: string, own: readonly TraceDialect[] = []): Result<TraceDialect, string> {
  const dialects = [...own, ...TRACE_DIALECTS];
  const found = dialects.find((dialect) => dialect.id === id);
  return found === undefined
    ? err(`unknown dialect ${id}; expected one of ${dialects.map((dialect) => dialect.id).join(', ')}`)
    : ok(found);
}
