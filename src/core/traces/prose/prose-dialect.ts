import { findFens } from '../../answers/states/fens.ts';
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
import { PROSE } from './prose-trace.ts';
import { findProseRoot, readProse } from './read-prose.ts';

/** A line that begins another text: `Puzzle 2`, `## Record 3 (line 8)`, `Position 2: White to move`. */
const HEADING =
  /^[\s>#*_`-]{0,12}(?:record|puzzle|problem|position|exercise)[ -](?:no\. ?|#)?\d{1,9}[\s*_`]*[:.)]?[\s*_`]*(?:\([^()]{0,80}\)|(?:white|black) to (?:move|play)\b.{0,40}|mate in .{1,20})?[\s*_`]*$/i;
/** Label of a position: a FEN right after it, at the start of a line, is stated and not only mentioned. */
const LABEL =
  /^[\s>#*_`"'([{-]{0,12}(?:(?:(?:puzzle|problem|position|exercise|record|no\.) ?#?\d{1,9}[.:)]?[\s*_`]*)?(?:[\w' ]{0,40}(?:fen|position|board|puzzle|problem|start|game)\b[^:=]{0,30})?[\s*_`]*[:=]?)[\s*_`"'([{]*$/i;
/** Words that make a position one of the search: `After Rd7 the FEN is:`. */
const DERIVED =
  /\b(?:after|result(?:s|ing)?|becom(?:es?|ing)|now|reach(?:es|ed|ing)?|arriv(?:es?|ing)|then|would|leads?|leading|updated|current|gives?|get|becomes|same|again|given|original)\b/i;

/**
 * Returns a test for the lines that begin another text: a heading with a number (`Puzzle 2`), and the statement of
 * another position than that of the text so far. A position that the words before it derive from moves begins none.
 */
function openProseStarts(): (line: string, before: string | undefined) => boolean {
  let root: string | undefined;
  return (line, before) => {
    if (HEADING.test(line)) {
      const isNext = before !== undefined;
      root = undefined;
      return isNext;
    }
    const stated = statedPlacement(line);
    if (stated === undefined) return false;
    if (root === undefined) {
      root = stated.placement;
      return before === undefined;
    }
    const lead = `${before?.trimEnd().endsWith(':') === true ? before.slice(-200) : ''} ${stated.label}`;
    if (!stated.isAlone || stated.placement === root || DERIVED.test(lead)) return false;
    root = stated.placement;
    return true;
  };
}

/** Returns the placement of the first whole FEN of a line, and if the line states it and nothing before it. */
function statedPlacement(
  line: string,
): { readonly placement: string; readonly label: string; readonly isAlone: boolean } | undefined {
  if (!line.includes('/')) return undefined;
  for (const { fen, form, range } of findFens(line)) {
    if (form === 'malformed') continue;
    const label = line.slice(0, range.start);
    return { placement: fen.split(' ', 1)[0] ?? '', label, isAlone: label.length <= 120 && LABEL.test(label) };
  }
  return undefined;
}

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
