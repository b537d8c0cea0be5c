import type { Range } from '../base/text/range.ts';
import { type Diagnostic, diagnostic } from '../notation/diagnostic.ts';
import { formattingFinding, hasFormatting, removeFormatting, type UnformattedText } from './chat-formatting.ts';
import { Cursor, EXAMPLE_HEAD, HEAD_WITHIN } from './lexer.ts';
import { type Faults, fixWith } from './quick-fixes.ts';
import { MAX_PROSE_LENGTH, readExample } from './read-example.ts';
import { readTrace } from './read-trace.ts';
import type { MavSection } from './syntax.ts';

/** Upper bound of the text that decides the end of a section, in UTF-16 units: the prose after it and a margin. */
export const MAV_LOOKAHEAD = MAX_PROSE_LENGTH + 200;

/**
 * Reads the section of a MAV text that starts at `from`: an example or trace with the comments and stray lines before
 * it and the blank lines below it; after the last one, the rest of the text. Ranges are offsets of the text. Accepts
 * any text.
 */
export function readMavSection(given: string, from: number): MavSection {
  const plain = removeFormatting(given);
  const { text } = plain;
  const section = toLineEnd(plain, given, from, readPlain(text, from));
  const found = formattingFinding(plain, given, from, from + section.length);
  return found === undefined ? section : { ...section, faults: [...section.faults, found] };
}

/** Most characters of the rest of a line after a section that are examined. */
const MAX_REST = 400;

/**
 * Extends a section that ends within a line with formatting to the end of that line: formatting is recognized by whole
 * lines, and the following section must read the same as it does by itself.
 */
function toLineEnd(plain: UnformattedText, given: string, from: number, section: MavSection): MavSection {
  const start = from + section.length;
  if (start >= given.length || /[\r\n\uFEFF]/.test(given.charAt(start - 1))) return section;
  const [line = ''] = /^[^\r\n]*/.exec(given.slice(start, start + MAX_REST + 1)) ?? [];
  if (line.length > MAX_REST) return section;
  const end = start + line.length;
  const within = given.slice(from, start);
  const own = from + Math.max(within.lastIndexOf('\n'), within.lastIndexOf('\r')) + 1;
  const isAsAlone = hasFormatting(plain, own, start) === removeFormatting(given.slice(own, start)).edits.length > 0;
  if (isAsAlone && !hasFormatting(plain, start, end) && removeFormatting(line).edits.length === 0) return section;
  const rest = diagnostic('MAV_STRAY_TEXT', { start, end }, 'unexpected text behind this example or trace');
  const length = findSectionEnd(new Cursor(plain.text, end)) - from;
  return { ...section, length, faults: [...section.faults, rest] };
}

function readPlain(text: string, from: number): MavSection {
  let section = readOnce(text, from);
  // Loose text is read by what follows it, which may turn out to be another section.
  while (section.faults.length > 0 && from + section.length < text.length) {
    const own = readOnce(text.slice(0, from + section.length), from);
    const isSettled = own.length === section.length;
    section = own;
    if (isSettled) break;
  }
  return section;
}

function readOnce(text: string, from: number): MavSection {
  const cursor = new Cursor(text, from);
  const faults: Faults = [];
  for (;;) {
    cursor.skipBlanks();
    if (cursor.isAtEnd) return { length: cursor.at - from, item: undefined, faults };
    if (isAtLineStart(cursor) && cursor.sees(ESCAPED_LINE)) {
      faults.push(escapedTextFinding(text, cursor.restOfLine()));
      continue;
    }
    const item = readTrace(cursor, faults) ?? readExample(cursor, faults);
    if (item !== undefined) return { length: findSectionEnd(cursor) - from, item, faults };
    const start = cursor.at;
    const line = cursor.restOfLine();
    // An example may start after words on its line.
    const head = text.slice(start, line.end).search(HEAD_WITHIN);
    if (head > 0) cursor.at = start + head;
    const range = head > 0 ? { start, end: start + text.slice(start, start + head).trimEnd().length } : line;
    faults.push(diagnostic('MAV_STRAY_TEXT', range, 'this line belongs to neither an example nor a trace'));
  }
}

const isAtLineStart = ({ text, at }: Cursor): boolean => at === 0 || /[\r\n\uFEFF]/.test(text.charAt(at - 1));

/** A comment in the rest of a line. */
const LINE_COMMENT = /[ \t]*#[^\r\n]*/y;
/** The rest of a line and the blank lines after it. */
const LINE_END = /(?:[ \t]*(?:\r\n?|\n))+/y;

/**
 * Returns the end of a section: after its last line, with a comment on it, and the blank ones below it. Comments at
 * the end of a text belong to the last section.
 */
function findSectionEnd(cursor: Cursor): number {
  if (!isAtLineStart(cursor)) cursor.take(LINE_COMMENT);
  cursor.take(LINE_END);
  const end = cursor.at;
  cursor.skipBlanks();
  return cursor.isAtEnd ? cursor.at : end;
}

/** Reads all sections of a text; they tile it. */
export function readMav(text: string): { readonly offset: number; readonly section: MavSection }[] {
  const sections: { offset: number; section: MavSection }[] = [];
  for (let at = 0; at < text.length; ) {
    const section = readMavSection(text, at);
    sections.push({ offset: at, section });
    at += section.length;
  }
  return sections;
}

/** Heads at the start of a line, with a character after them: the end of a text may be within a longer word. */
const HEAD = new RegExp(
  `(?<![^\\r\\n])[ \\t]*(?:${EXAMPLE_HEAD}|(Minimax\\b)|(Evaluation[ \\t]+for[ \\t]+node)|(Playing\\b))(?=[^])|Minimax\\b|Evaluation[ \\t]+for[ \\t]+node`,
  'gi',
);

/** The end of a line after which nothing is open: an output, a header or a blank line. */
const CLOSED = /(?:\]|<\/mav>|(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r))[ \t]*[\r\n]*$/i;
const MAX_END = 40;

/**
 * Returns the offset, with the stray lines before it, of the last example or trace that is certain to start there
 * whatever follows the text; 0 if there is none after the start of the text. A head at the start of a line ends what
 * stands before it, unless it is an example of an unfinished trace.
 */
export function lastMavStart(text: string): number {
  let last: number | undefined;
  let before = 0;
  const starts = (at: number): void => {
    before = last ?? 0;
    last = at;
  };
  for (let from = 0; ; ) {
    /** Start of a trace that may continue, and of the last example after it. */
    let open: number | undefined;
    let example: number | undefined;
    HEAD.lastIndex = from;
    for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
      const { 0: words, 1: trace, 2: evaluation, 3: playing, index } = head;
      if (playing !== undefined) open = undefined;
      // A match within a line may start a trace.
      else if (evaluation !== undefined || (trace === undefined && /^[me]/i.test(words))) open ??= index;
      else if (trace !== undefined) starts((open = index));
      else if (open === undefined) starts(index);
      else example = index;
    }
    if (open === undefined || example === undefined || example < open) break;
    // Examples after a trace that is cut off don't belong to it; that is certain once enough text follows.
    const end = open + readMavSection(text, open).length;
    if (end > example || text.length - end < MAV_LOOKAHEAD) break;
    from = end;
  }
  return last === undefined ? 0 : sectionStart(text, before, last);
}

/** Returns the start of the section of a head: its first stray line, else the head itself. */
function sectionStart(text: string, from: number, head: number): number {
  for (let at = from; at < head; ) {
    const { length, faults } = readMavSection(text, at);
    if (at + length > head)
      return (at > from || from === 0) && faults.some(({ range }) => range.end <= head)
        ? at
        : commentsAbove(text, at, head);
    at += length;
  }
  return commentsAbove(text, from, head);
}

/**
 * Returns the start of the comment lines directly above a head, which may name the source of its example. Returns the
 * head itself below an unclosed line, which may continue after comments.
 */
function commentsAbove(text: string, from: number, head: number): number {
  let start = head;
  while (start > from) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (before < from || !/^[ \t]*#/.test(text.slice(before, start))) break;
    start = before;
  }
  return start === from || CLOSED.test(text.slice(Math.max(from, start - MAX_END), start)) ? start : head;
}

/** A line break in JSON escapes, before the start of a line of MAV. */
const ESCAPED_LINE = /[^\r\n]{0,1000}?\\n(?:\\n)*(?:\[\s*%|<\s*mav\b|Minimax\b|Evaluation\b)/iy;

const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g;
const SIGNS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** Decodes the content of a JSON string; invalid escapes stay. */
const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, code: string | undefined, sign = '') =>
    code === undefined ? (SIGNS[sign] ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** A string in quotation marks, with the rest of a record around it: `"output": "…",`. */
const QUOTED = /^(?:\s*[{[])?(?:\s*"[^"\\]{0,100}"\s*:)?\s*"([^]*)"\s*[,}\]]*\s*$/;

/** Returns the finding for a line of escaped text, with the fix that decodes it. */
function escapedTextFinding(text: string, range: Range): Diagnostic {
  const line = text.slice(range.start, range.end);
  const content = QUOTED.exec(line)?.[1] ?? line;
  return diagnostic(
    'MAV_ESCAPED',
    range,
    'this text is escaped as in JSON: its line breaks are written as \\n',
    fixWith('Unescape', [{ range, newText: unescaped(content).trimEnd() }]),
  );
}

/** Returns the comment that names a prompt's source: `# games.pgn game 3 ply 12`. */
export const sourceComment = (source: string, ply: number): string => `# ${source} ply ${ply}\n`;

const SOURCE = /^[ \t]*#[ \t]*(\S.*?)[ \t]+ply[ \t]+(\d{1,9})[ \t]*$/;
const GAME = /^[ \t]*#[ \t]*(?:source[ _-]?)?game(?:[ _-]?id)?[ \t]*[:=][ \t]*(\S.*?)[ \t]*$/i;
/** Longest line that can name a game, in UTF-16 units. */
const MAX_LINE = 500;

/** Source of an example. */
export interface GameSource {
  /** Name of the game: `games.pgn game 3`. */
  readonly game: string;
  /** Undefined if not named. */
  readonly ply: number | undefined;
}

/**
 * Returns the source game of an example or trace, as the comments above it name it: `# games.pgn game 3 ply 12`, which
 * `mav make` and `mav dataset` write, or `# game: 17`. Undefined without such a comment; the last comment wins.
 *
 * @param offset of the section in the text
 */
export function findSourceGame(text: string, { item }: MavSection, offset: number): GameSource | undefined {
  if (item === undefined) return undefined;
  let found: GameSource | undefined;
  for (const line of text.slice(offset, item.range.start).split(/\r\n?|\n/)) {
    if (line.length > MAX_LINE) continue;
    const [, game, ply] = SOURCE.exec(line) ?? GAME.exec(line) ?? [];
    if (game !== undefined) found = { game, ply: ply === undefined ? undefined : Number(ply) };
  }
  return found;
}
