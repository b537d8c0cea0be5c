import { type Range, range } from '../../base/text/range.ts';
import type { AnswerPlace } from '../answer-reading.ts';
import { subtractThoughts } from '../roles/thoughts.ts';
import { findLastFence } from '../roles/zones.ts';
import type { ScannedState } from '../states/scan.ts';
import type { TextView } from '../text-view.ts';
import { findDrawnStones, findNumberedBoards, findStoneArrays } from './drawn-stones.ts';
import { findFactLists } from './fact-lists.ts';
import { findBoxContents, findItemLists, findNamedFaces } from './respelled-states.ts';
import { findSokobanStates } from './sokoban-states.ts';
import { findStacks } from './stacks.ts';
import {
  hasContent,
  isDenial,
  isMeasure,
  type LineReading,
  MAX_STATE,
  type RespelledState,
  readLine,
  SPACE_OR_MARKUP,
  skipBackward,
  skipForward,
} from './world-line.ts';

/** Maximum number of parts of an answer that are read as a state: an answer of any length takes bounded time. */
const MAX_READINGS = 4000;
/** Maximum number of characters before an atom on its line. */
const MAX_ATOM_INDENT = 40;
/** Maximum number of lines of one state. */
const MAX_LINES = 40;

/**
 * Finds the states of a world in a text, which only the world can recognize. A state stands on one line: alone, after
 * words (`State:`, `The state is`), within backticks, quotation marks, asterisks, brackets, tags, JSON or a list's
 * dash, with signs or words after it. Atoms in brackets, one a line, are one state, and so are lines that are one
 * together where no line is one. Of a line the longest end that is a state counts. A line that the prompt holds as it
 * is, with words around its state, is no answer.
 *
 * If nothing is a state, the text after the last `State:`, or an answer of one line that is no sentence and denies
 * nothing, was meant as one: it is a fragment, and scored as invalid.
 *
 * @param isState a test whether a text is a state of the world
 * @param place where the template asked for the state
 * @param thoughts parts of the text in which nothing is meant as the answer
 */
export function scanWorld(
  { text }: TextView,
  isState: (text: string) => boolean,
  place: AnswerPlace,
  prompt: string,
  thoughts: readonly Range[],
): ScannedState[] {
  const part = place === 'fence' ? findLastFence(text) : range(0, text.length);
  if (part === undefined) return [];
  const all = subtractThoughts(part, thoughts).flatMap((left) => linesIn(text, left));
  const lines = place === 'last-line' ? all.slice(-1) : all;
  const echoed = new Set(prompt.split(/\r\n|\r|\n/).map((line) => line.trim()));
  const search: Search = { answer: text, isState, isFirst: place === 'first', echoed, readings: 0, found: [] };
  findIn(search, lines);
  const { states: found, unreadable } = respellings(search, lines, thoughts);
  if (found.length > 0 || unreadable.length > 0) {
    const all = [
      ...found.map((one) => ofReading(one, 'complete')),
      ...unreadable.map((one) => ofReading(one, 'malformed')),
    ];
    return all.sort((a, b) => a.range.start - b.range.start);
  }
  const meant = meantAsState(search, lines);
  return meant === undefined ? [] : [ofReading(meant, isNotation(meant.text) ? 'partial' : 'malformed')];
}

const MOVE = 'up|down|left|right|north|south|east|west';
/**
 * A sign or a tag beside moves. One of the words in angle brackets is no tag: it would be read in two ways, and several of them in exponential
 * time.
 */
const besideMoves = (words: string): string => String.raw`(?:\W|<\/?(?!(?:${words})>)\w{1,16}>)`;
const NEXT = String.raw`${MOVE}|\d{1,2}`;
/** Moves alone, which are no state. */
const MOVES = new RegExp(
  `^${besideMoves(MOVE)}{0,8}(?:${MOVE})(?:${besideMoves(NEXT)}{1,8}(?:${NEXT}))*${besideMoves(NEXT)}{0,8}$`,
  'i',
);
/** Words of sentences, which no notation of a state has. */
const PROSE =
  /\b(?:is|are|was|were|be|the|this|that|it|i|i'm|my|we|you|now|then|as|of|to|after|before|so|yes|no|initial(?:ly)?|start(?:s|ed|ing)?|total|number|unknown|instructions?|put|please|in|row|column)\b/i;
/** A structure other than that of states: JSON, named containers, predicates before their arguments. */
const OTHER_STRUCTURE = /^[[{]|":|\b(?:box|container|slot|place|position)[ _#-]{0,2}\d|[a-z]\s?\(/i;

/** Returns false for a text that does not show which state was meant: a sentence, another structure, or one that breaks off. */
const isNotation = (text: string): boolean =>
  !OTHER_STRUCTURE.test(text) && !PROSE.test(text) && text.split('(').length <= text.split(')').length;

/**
 * Adds the states in other notations than the world's own to those that were found, and finds texts that look like one and are none; none
 * within a state found before. A list of facts takes the place of the states that hold only some of them.
 */
function respellings(
  search: Search,
  lines: readonly Range[],
  thoughts: readonly Range[],
): { readonly states: LineReading[]; readonly unreadable: LineReading[] } {
  let states = [...search.found];
  const unreadable: LineReading[] = [];
  const isFree = ({ start, end }: Range): boolean =>
    states.every((one) => one.range.end <= start || one.range.start >= end) &&
    thoughts.every((one) => one.end <= start || one.start >= end);
  for (const { range: at, text, isExplicit, isList, doubt } of findRespelled(search.answer, lines)) {
    if (search.readings++ >= MAX_READINGS) break;
    const isState = text !== undefined && text.length <= MAX_STATE && search.isState(text);
    if (isList === true && (text === undefined || isState))
      states = states.filter(
        (one) => one.range.start < at.start || one.range.end > at.end || countAtoms(one.text) === countAtoms(text),
      );
    if (!isFree(at)) continue;
    if (isState) states.push({ range: at, text, ...(doubt !== undefined && { doubt }) });
    else if (text === undefined || isExplicit === true)
      unreadable.push({ range: at, text: search.answer.slice(at.start, Math.min(at.end, at.start + MAX_STATE)) });
  }
  return { states, unreadable: unreadable.filter(({ range: at }) => isFree(at)) };
}

const countAtoms = (text = ''): number => text.split('(').length - 1;

const ofReading = ({ range: at, text, doubt }: LineReading, whole: ScannedState['whole']): ScannedState => ({
  range: at,
  form: whole === 'complete' ? 'world' : 'fragment',
  state: text.trim().replace(/\s+/g, ' '),
  stated: [],
  whole,
  ...(doubt !== undefined && { doubt }),
});

function firstFound<T, R>(list: readonly T[], find: (one: T) => R | undefined): R | undefined {
  for (const one of list) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The search for the state of an answer, with its results so far. */
interface Search {
  readonly answer: string;
  readonly isState: (text: string) => boolean;
  /** True if the first state counts, not the last. */
  readonly isFirst: boolean;
  /** Lines of the prompt. */
  readonly echoed: ReadonlySet<string>;
  readings: number;
  readonly found: LineReading[];
}

/** Finds the states in lines of an answer: on one of them, otherwise over several. */
function findIn(search: Search, lines: readonly Range[]): void {
  const blocks = findBlocks(search.answer, lines);
  const order = search.isFirst ? blocks : [...blocks].reverse();
  for (const block of order) {
    const units = block.isAtoms ? [block.lines] : block.lines.map((line) => [line]);
    for (const unit of search.isFirst ? units : units.reverse()) {
      const state = readUnit(search, unit, block.isAtoms);
      if (state !== undefined) search.found.push(state);
    }
  }
  if (search.found.length > 0) return;
  const rows = firstFound(order, ({ lines: some, isAtoms }) => (isAtoms ? undefined : readRows(search, some)));
  if (rows !== undefined) search.found.push(rows);
}

/** Returns the first text of a line, or of lines with an atom each, that is a state and no repetition of the prompt. */
function readUnit(search: Search, unit: readonly Range[], isAtoms: boolean): LineReading | undefined {
  const { answer, echoed, isState } = search;
  const [line] = unit;
  if (line === undefined) return undefined;
  const end = unit.at(-1)?.end ?? line.end;
  if (isAtoms && INCOMPLETE_ATOM.test(answer.slice(end, end + MAX_ATOM_INDENT))) return undefined;
  const array = isAtoms ? undefined : arrayIn(search, line);
  if (array !== undefined) return array;
  const readings = isAtoms ? atomsOrLine(answer, unit, line) : readLine(answer, line);
  for (const reading of readings) {
    if (search.readings++ >= MAX_READINGS) return undefined;
    if (!isState(reading.text)) continue;
    const whole = answer.slice(line.start, line.end).trim();
    const isWhole = skipForward(answer, line.start, line.end, /\s/) === reading.range.start;
    return !isWhole && echoed.has(whole) ? undefined : reading;
  }
  return undefined;
}

/** Reads a line that is an array, or an array within words, without its brackets, commas and quotation marks. */
function arrayIn({ answer, isState, ...search }: Search, line: Range): LineReading | undefined {
  const open = answer.slice(line.start, Math.min(line.end, line.start + MAX_STATE)).indexOf('[');
  if (open < 0 || search.readings >= MAX_READINGS) return undefined;
  const start = line.start + open;
  const close = answer.slice(start, Math.min(line.end, start + MAX_STATE)).lastIndexOf(']');
  if (close < 0) return undefined;
  const written = answer.slice(start, start + close + 1);
  const text = written.replace(/[[\]{}"',]+/g, ' ').trim();
  return written.includes(',') && text !== '' && isState(text)
    ? { range: range(start, start + close + 1), text }
    : undefined;
}

/** Reads lines that are a state together, such as rows of a board: all of them, or those after the first. */
function readRows(search: Search, rows: readonly Range[]): LineReading | undefined {
  const { answer, isState } = search;
  if (rows.length < 2 || rows.length > MAX_LINES) return undefined;
  for (const from of [0, 1]) {
    const first = rows[from];
    const last = rows.at(-1);
    if (first === undefined || last === undefined || search.readings++ >= MAX_READINGS) return undefined;
    const text = answer.slice(first.start, last.end);
    if (text.length <= MAX_STATE && isState(text)) {
      return { range: range(first.start, last.end), text };
    }
  }
  return undefined;
}

/** Consecutive lines without an empty line or a fence between them. */
interface Block {
  readonly lines: Range[];
  /** True if each line is one atom in brackets: `(on a b)`. */
  readonly isAtoms: boolean;
}

/** An atom in brackets alone on its line, perhaps in a list. */
const ATOM = /^[\s*_`"'>-]*(\([^()]*\))[\s*_`"',;.]*$/;

function findBlocks(answer: string, lines: readonly Range[]): Block[] {
  const blocks: Block[] = [];
  let end = -1;
  for (const line of lines) {
    const isAtoms = ATOM.test(answer.slice(line.start, Math.min(line.end, line.start + MAX_STATE)));
    const last = blocks.at(-1);
    if (last !== undefined && last.isAtoms === isAtoms && line.start === end + 1) last.lines.push(line);
    else blocks.push({ lines: [line], isAtoms });
    ({ end } = line);
  }
  return blocks;
}

/** Yields the atoms of lines; for a single line in brackets also its other readings. */
function* atomsOrLine(answer: string, unit: readonly Range[], line: Range): Generator<LineReading> {
  yield joinAtomLines(answer, unit);
  if (unit.length === 1) yield* readLine(answer, line);
}

/**
 * Text after atoms whose list continues: another line that begins with an incomplete atom, as in an answer that is cut
 * off.
 */
const INCOMPLETE_ATOM = /^\r?\n[\s*_`"'>-]*\(/;

/** Returns the atoms of lines as one text. */
function joinAtomLines(answer: string, lines: readonly Range[]): LineReading {
  const atoms = lines.map(({ start, end }) => ATOM.exec(answer.slice(start, end))?.[1] ?? '');
  const first = lines[0]?.start ?? 0;
  const last = lines.at(-1)?.end ?? first;
  const start = first + answer.slice(first, last).indexOf('(');
  return { range: range(start, first + answer.slice(first, last).lastIndexOf(')') + 1), text: atoms.join(' ') };
}

/** Returns the lines of a part of an answer that are not empty, without the lines of fences. */
function linesIn(answer: string, part: Range): Range[] {
  const lines: Range[] = [];
  let { start } = part;
  while (start <= part.end) {
    const newline = answer.indexOf('\n', start);
    const end = newline < 0 ? part.end : Math.min(newline, part.end);
    const text = answer.slice(start, end).trim();
    if (text !== '' && !text.startsWith('```')) lines.push(range(start, end));
    start = end + 1;
  }
  return lines;
}

/**
 * Returns a text that was meant as a state and is none: the text after the last label, otherwise an answer of one line.
 */
function meantAsState({ answer, echoed }: Search, lines: readonly Range[]): LineReading | undefined {
  for (const line of [...lines].reverse()) {
    const label = /^[\s*_`"'>#-]*(?:final |current |resulting )?state\s*(?:[*_`"']*\s*):[\s*_`"']*/i.exec(
      answer.slice(line.start, Math.min(line.end, line.start + MAX_STATE)),
    );
    const start = line.start + (label?.[0].length ?? 0);
    if (label !== null && start < line.end) return trimmed(answer, start, line.end);
  }
  const [only, ...others] = lines;
  if (only === undefined || others.length > 0) return undefined;
  const words = answer.slice(only.start, Math.min(only.end, only.start + MAX_STATE));
  const isSentence = /[.!?][\s*_`"']*$/.test(answer.slice(Math.max(only.start, only.end - 80), only.end));
  const isNone =
    isSentence ||
    /:[\s*_`"']*$/.test(words) ||
    isDenial(words) ||
    isMeasure(words) ||
    MOVES.test(words) ||
    (echoed.has(words.trim()) && PROSE.test(words)) ||
    (PROSE.test(words) && !/[\d(|]/.test(words));
  return isNone ? undefined : trimmed(answer, only.start, only.end);
}

function trimmed(answer: string, from: number, to: number): LineReading | undefined {
  const start = skipForward(answer, from, to, SPACE_OR_MARKUP);
  const end = skipBackward(answer, start, to, SPACE_OR_MARKUP);
  return end - start > MAX_STATE || !hasContent(answer.slice(start, end).replace(/<\/?[\w-]{1,40}>/g, ''))
    ? undefined
    : { range: range(start, end), text: answer.slice(start, end) };
}

/**
 * Yields candidates for states in drawings, sentences, JSON and lists of another notation. The world decides which of
 * them is a state.
 */
function* findRespelled(text: string, lines: readonly Range[]): Generator<RespelledState> {
  yield* findDrawnStones(text, lines);
  yield* findStoneArrays(text);
  yield* findNumberedBoards(text, lines);
  yield* findNamedFaces(text, lines);
  yield* findItemLists(text, lines);
  yield* findBoxContents(text);
  yield* findFactLists(text, lines);
  yield* findStacks(text);
  yield* findSokobanStates(text, lines);
}
