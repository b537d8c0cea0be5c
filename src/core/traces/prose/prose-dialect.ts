import { ok, type Result } from '../../base/result.ts';
import type { Range } from '../../base/text/range.ts';
import { diagnostic } from '../../notation/diagnostic.ts';
import type { World } from '../../worlds/world.ts';
import type { WorldSpec } from '../../worlds/world-spec.ts';
import { findWorld } from '../../worlds/worlds.ts';
import type { TraceDialect } from '../dialect.ts';
import type { ReadTrace } from '../events.ts';
import { CHESS_ACTIONS } from './chess-actions.ts';
import type { ProseOptions } from './prose-language.ts';
import { hasWords } from './prose-records.ts';
import { openProseStarts } from './prose-starts.ts';
import { PROSE } from './prose-trace.ts';
import { findProseRoot, readProse } from './read-prose.ts';

/** Facts about a text in prose that its reader does not take from it. */
export interface ProseFacts extends Partial<Omit<ProseOptions, 'world'>> {
  /** Default: the world that the text names (`World: connect_four`), otherwise chess. */
  readonly world?: World<unknown> | undefined;
  readonly spec?: WorldSpec;
}

/** A line that names the world of a text. */
const WORLD_LINE = /^[\s>#*_`-]{0,8}World: ?([^\r\n]{1,200})$/im;
/** Characters at the start of a text in which it may name its world. */
const HEAD = 4000;
/** Number of moves by which a text with a position is one about moves. */
const MIN_MOVES = 2;
/** First line of a game in PGN. */
const TAG_PAIR = /^\s*\[\w+ "/;
/** Least certainty with which a text has a dialect. */
const SURE = 0.5;

/** A world that a text names. */
interface NamedWorld {
  readonly world: Result<World<unknown>, string>;
  readonly range: Range;
}

/** Returns the world that a line of a text names; undefined without such a line. */
function namedWorld(text: string): NamedWorld | undefined {
  const found = WORLD_LINE.exec(text.slice(0, HEAD));
  const name = found?.[1]?.trim() ?? '';
  if (found === null || name === '') return undefined;
  const start = found.index + found[0].lastIndexOf(name);
  return { world: findWorld(name), range: { start, end: start + name.length } };
}

/** Returns the world of a text in prose. */
export function proseWorld(text: string, given?: World<unknown>): World<unknown> {
  const named = given === undefined ? namedWorld(text)?.world : ok(given);
  if (named?.ok === true) return named.value;
  const chess = findWorld('chess');
  if (!chess.ok) throw new Error(chess.error);
  return chess.value;
}

/** True for sentences that name moves of chess, whatever their position. */
export const isChessProse = (text: string): boolean =>
  !TAG_PAIR.test(text) && hasWords(text) && CHESS_ACTIONS.find(text).length >= MIN_MOVES;

/** True for sentences about a world that they name, or about moves of chess from a position that they state. */
function isProse(head: string): boolean {
  if (namedWorld(head)?.world.ok === true) return hasWords(head);
  return isChessProse(head) && findProseRoot(head, { world: proseWorld('') }) !== undefined;
}

/** Returns the dialect of searches in sentences, with what is known of the text besides. */
export const proseDialect = ({ world, ...facts }: ProseFacts = {}): TraceDialect => ({
  id: PROSE,
  title: 'Reasoning in prose',
  isLast: true,
  recognize: (head) => (isProse(head) ? SURE : 0),
  starts: (line) => openProseStarts()(line, ''),
  openStarts: openProseStarts,
  partedByBlankLines: false,
  read: (text) => {
    const { trace } = readProse(text, { ...facts, world: proseWorld(text, world) });
    const named = world === undefined ? namedWorld(text) : undefined;
    return named?.world.ok === false ? withFault(trace, named.range, named.world.error) : trace;
  },
});

/** Returns a trace with the finding that the text names no known world: it is read as one of chess. */
function withFault(trace: ReadTrace, range: Range, error: string): ReadTrace {
  const { placing } = trace;
  if (placing === undefined) return trace;
  const fault = diagnostic('TRACE_UNKNOWN_POSITION', range, error.charAt(0).toUpperCase() + error.slice(1));
  return { ...trace, placing: { ...placing, findings: [fault, ...placing.findings] } };
}

/** Searches in sentences, as reasoning models write them. */
export const PROSE_DIALECT = proseDialect();
