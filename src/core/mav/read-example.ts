import type { Range } from '../base/text/range.ts';
import { diagnostic } from '../notation/diagnostic.ts';
import {
  Cursor,
  EXAMPLE_HEAD,
  HEAD_WITHIN,
  HEADER_START,
  readAction,
  readEllipsis,
  skipSpace,
  trimmed,
} from './lexer.ts';
import { type Faults, fixWith } from './quick-fixes.ts';
import { KNOWN_COMMAND, readCommand, readHeader, readUnsigned, unsignedName } from './read-header.ts';
import type { ActionValue, Command, Example, Header, LineBody, MavLine } from './syntax.ts';

const INVALID = /invalid(?![\w.])(?:[^\d"\]\r\n<]*(?="|1-0|0-1|1\/2)|[ \t]*:?[ \t]*)/iy;
const RESULT = /[^\s\]"']+/y;
const QUOTED_RESULT = /[^\]"'\r\n]+/y;
const QUOTE = /["']/y;
/** Words before a move, none of which can be a move. */
const REMARK = /(?:(?!pass\b)[^\s\d[\]"]+[ \t]+){1,8}(?=[^\s[\]"]*\d|pass\b)/iy;
const MOVE_ARGUMENT = /[^\s[\]"]+/y;

/**
 * Reads the example at the cursor; undefined without one.
 *
 * @param isSure true where its header may be missing
 */
export function readExample(cursor: Cursor, faults: Faults, isSure = false): Example | undefined {
  const start = cursor.at;
  const hasHeader = cursor.sees(HEADER_START);
  if (!hasHeader && !isSure) return undefined;
  const none = { start, end: start };
  const header: Header = hasHeader
    ? readHeader(cursor, faults)
    : { range: none, form: 'mav', open: none, game: undefined, commands: [], close: undefined };
  const lines: MavLine[] = [];
  let end = cursor.at;
  for (;;) {
    const before = cursor.at;
    cursor.skipBlanks();
    const wanted = header.commands[lines.length]?.name.toLowerCase();
    if (!startsLine(cursor, wanted)) {
      // Comments may be of any length, but the end of a section must be decided near it.
      const isNear = lines.length < header.commands.length && !cursor.text.slice(before, cursor.at).includes('#');
      if (isNear && skipProse(cursor, faults)) continue;
      cursor.at = before;
      break;
    }
    const line = readLine(cursor, header, faults);
    if (line !== undefined) lines.push(line);
    end = cursor.at;
  }
  return { kind: 'example', range: { start, end }, header, lines };
}

/** The opening bracket of a line, or a typing error in its place. */
const OPENING = /(?:[[({<|](?:[[({<|](?=[ \t]{0,8}[[%]))?)?[ \t]{0,8}/y;
/** A closing bracket on the same line, without an opening one. */
const CLOSES = /[^[\]\r\n]*\]/y;

/**
 * Returns true if a line starts at the cursor: with its bracket, with a known command, or without both where that
 * command is due and a bracket closes it.
 */
function startsLine(cursor: Cursor, due: string | undefined): boolean {
  const { at, text } = cursor;
  if (cursor.sees(HEADER_START)) return false;
  if (text[at] === '[') return true;
  cursor.take(OPENING);
  const isLine =
    cursor.sees(KNOWN_COMMAND) || (due !== undefined && unsignedName(cursor) === due && cursor.sees(CLOSES));
  cursor.at = at;
  return isLine;
}

/** Most characters of prose between two lines that are searched for the next line. */
export const MAX_PROSE_LENGTH = 400;
/** Certain start of a line. */
export const LINE_START = new RegExp(`\\[[ \\t]{0,8}%|[({<|]?[ \\t]{0,8}(?=${KNOWN_COMMAND.source})`, 'iy');
const STRUCTURE = new RegExp(
  `(?:Minimax|Evaluation|Expand|Expanding|Decision|Selecting|Playing)\\b|${EXAMPLE_HEAD}|\\[`,
  'iy',
);

/**
 * Skips and reports lines of prose before the next line of an example; returns false, without moving, if none follows.
 */
export function skipProse(cursor: Cursor, faults: Faults, next = LINE_START): boolean {
  const start = cursor.at;
  const found: Range[] = [];
  while (!cursor.isAtEnd && cursor.at - start <= MAX_PROSE_LENGTH) {
    if (cursor.sees(next)) {
      for (const range of found)
        faults.push(diagnostic('MAV_STRAY_TEXT', range, 'unexpected text between the lines of an example'));
      return true;
    }
    if (cursor.sees(STRUCTURE)) break;
    found.push(cursor.restOfLine());
    cursor.skipBlanks();
  }
  cursor.at = start;
  return false;
}

/** A line end that also ends a line without its bracket: the text after it cannot belong to a state or list. */
const BREAK = new RegExp(
  String.raw`(?:\r\n|\r(?!\n)|\n)[ \t]*(?:[\r\n[]|${EXAMPLE_HEAD}|Evaluation\b|Expand|Decision\b|Selecting\b|Playing\b|Minimax\b|$)`,
  'iy',
);

/** The next line of an example without its bracket. */
const NEXT_COMMAND = /(?:\r\n|\r(?!\n)|\n)[ \t]*[({<|]?[ \t]*%(?:prev|best|state|fen|top)/iy;

/** Reads a line up to its bracket; without one, up to the end of the text line. */
function readLine(cursor: Cursor, header: Header, faults: Faults): MavLine | undefined {
  const { text, at: start } = cursor;
  const opening = cursor.take(OPENING)?.[0].trim() ?? '';
  const { end, closing } = findLineEnd(text, cursor.at);
  skipSpace(cursor);
  const { at } = cursor;
  const isDue = (name: string | undefined): boolean =>
    header.commands.some((command) => command.name.toLowerCase() === name);
  const own: Faults = [];
  const command =
    at >= end
      ? undefined
      : (readCommand(cursor, own) ?? (isDue(unsignedName(cursor)) ? readUnsigned(cursor, own) : undefined));
  const closed = end + closing.length;
  if (command === undefined) {
    cursor.at = Math.max(closed, start + 1);
    const range = { start, end: cursor.at };
    faults.push(diagnostic('MAV_STRAY_TEXT', range, 'a line must start with its command, as in [%state ...]'));
    return undefined;
  }
  faults.push(...own);
  bracketFaults({ start, end, opening, closing, command }, text, faults);
  skipSpace(cursor);
  cursor.at = Math.min(cursor.at, end);
  // A sign other than ] would be read as part of the argument.
  const inner = closing.startsWith(']') ? cursor : new Cursor(text.slice(0, end), cursor.at);
  const body = readBody(inner, command, end, faults);
  cursor.at = Math.min(text.length, closed);
  return { range: { start, end: Math.min(end + 1, closed) }, isClosed: closed > end, command, body };
}

/** The next line of an example. */
const NEXT = /\s*\[/y;

/** Finds the end of the text between the brackets of a line, and the closing brackets; '' if the line is cut off. */
function findLineEnd(text: string, start: number): { readonly end: number; readonly closing: string } {
  let end = start;
  for (; end < text.length; end++) {
    const c = text[end];
    if (c === ']') return { end, closing: text[end + 1] === ']' ? ']]' : ']' };
    if (c !== '\n' && c !== '\r') continue;
    BREAK.lastIndex = end;
    if (BREAK.test(text)) break;
    NEXT_COMMAND.lastIndex = end;
    if (NEXT_COMMAND.test(text) && /\S/.test(text.slice(start, end))) break;
  }
  // Without its bracket a line does not continue into another example.
  const head = text.slice(start, end).search(HEAD_WITHIN);
  if (head >= 0) return { end: start + head, closing: '' };
  let last = end;
  while (last > start && /\s/.test(text.charAt(last - 1))) last--;
  // Another sign stands in place of the bracket if the example continues.
  NEXT.lastIndex = end;
  const signs = NEXT.test(text) ? /^[^\s\]][)}.,;:({[</%=-]$/ : /^[^][)}]$/;
  return signs.test(text.slice(Math.max(start, last - 2), last))
    ? { end: last - 1, closing: text.charAt(last - 1) }
    : { end, closing: '' };
}

/** Reports missing, wrong and extra brackets of a line. */
function bracketFaults(
  {
    start,
    end,
    opening,
    closing,
    command,
  }: { start: number; end: number; opening: string; closing: string; command: Command },
  text: string,
  faults: Faults,
): void {
  const last = end - (closing === '' ? (/\s*$/.exec(text.slice(start, end))?.[0].length ?? 0) : 0);
  const opens = { range: { start, end: start + opening.length }, newText: '[' };
  const closes = { range: { start: last, end: last + closing.length }, newText: ']' };
  if (opening.startsWith('[') && (opening !== '[' || closing === ']]')) {
    const edits = [opens, closes].filter(({ range, newText }) => text.slice(range.start, range.end) !== newText);
    const [first = opens] = edits;
    faults.push(
      diagnostic(
        'MAV_STRAY_TEXT',
        first.range,
        'one bracket opens a line and one closes it',
        fixWith('Write [ and ]', edits),
      ),
    );
  } else if (opening !== '[') {
    const isOther = closing === ')' || closing === '}';
    const edits = isOther ? [opens, closes] : [opens];
    faults.push(
      diagnostic('MAV_UNOPENED_LINE', { start, end: command.range.end }, 'this line has no opening [', {
        fixes: [{ title: opening === '' ? 'Insert [' : 'Write [', edits, safe: true }],
      }),
    );
    if (isOther) return;
  }
  if (closing.startsWith(']')) return;
  // Closing the line changes how a quoted argument is read: without its quotation marks.
  const isSafe = !/^[ \t]*"/.test(text.slice(command.range.end, last)) && !/"/.test(command.name);
  faults.push(
    diagnostic('MAV_UNCLOSED_LINE', { start, end: last + closing.length }, 'this line has no closing ]', {
      fixes: [{ title: closing === '' ? 'Insert ]' : 'Write ]', edits: [closes], safe: isSafe }],
    }),
  );
}

function readBody(cursor: Cursor, { kind }: Command, end: number, faults: Faults): LineBody {
  if (kind === 'top') return readList(cursor, end, faults);
  const argument = trimmed(cursor.text, { start: cursor.at, end });
  if (argument === undefined) return { kind: 'none' };
  if (kind !== 'action') return { kind: 'state', state: argument };
  const before = cursor.take(REMARK);
  if (before !== undefined)
    stray(faults, { start: argument.range.start, end: argument.range.start + before[0].trimEnd().length });
  const move = cursor.at < end ? cursor.word(MOVE_ARGUMENT) : undefined;
  if (move === undefined) return { kind: 'none' };
  const rest = trimmed(cursor.text, { start: move.range.end, end });
  if (rest !== undefined) stray(faults, rest.range);
  return { kind: 'move', move };
}

function readTerminal(cursor: Cursor, end: number, faults: Faults): LineBody {
  const isQuoted = cursor.at < end && cursor.take(QUOTE) !== undefined;
  const start = Math.min(cursor.at, end);
  const result = (start < end ? cursor.word(isQuoted ? QUOTED_RESULT : RESULT) : undefined) ?? {
    range: { start, end: start },
    text: '',
  };
  cursor.take(QUOTE);
  const rest = trimmed(cursor.text, { start: cursor.at, end });
  if (rest !== undefined) stray(faults, rest.range);
  return { kind: 'terminal', result };
}

function readList(cursor: Cursor, end: number, faults: Faults): LineBody {
  const actions: ActionValue[] = [];
  const commas: Range[] = [];
  let isElided = false;
  while (cursor.at < end) {
    skipSpace(cursor);
    if (cursor.at >= end) break;
    if (cursor.sees(INVALID) && actions.every(({ value }) => value === undefined)) {
      cursor.take(INVALID);
      for (const range of [...actions.map((action) => action.range), ...commas]) stray(faults, range);
      return readTerminal(cursor, end, faults);
    }
    if (readEllipsis(cursor)) {
      isElided = true;
      continue;
    }
    const start = cursor.at;
    const action = readAction(cursor);
    if (action !== undefined) actions.push(action);
    else if (cursor.take(COMMAS) !== undefined) commas.push({ start, end: cursor.at });
    else {
      if (cursor.take(STRAY_SIGNS) === undefined) cursor.at++;
      stray(faults, { start, end: cursor.at });
    }
  }
  const [first] = commas;
  if (first !== undefined) {
    const edits = commas.map((range) => ({ range, newText: /\s/.test(cursor.text.charAt(range.end)) ? '' : ' ' }));
    const message = 'spaces separate actions, not commas';
    faults.push(diagnostic('MAV_STRAY_TEXT', first, message, fixWith('Write Spaces', edits)));
  }
  if (actions.length === 0 && !isElided) return { kind: 'none' };
  return { kind: 'list', actions, isElided };
}

const COMMAS = /[,;]+/y;
/** Signs that start no action, and names of commands. */
const STRAY_SIGNS = /[:["<>#]*%[^\s\]]*|[:["<>#]+/y;

const stray = (faults: Faults, range: Range): void =>
  void faults.push(diagnostic('MAV_STRAY_TEXT', range, 'unexpected text in this line'));
