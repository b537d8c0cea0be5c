import type { Range } from '../base/text/range.ts';
import { diagnostic } from '../notation/diagnostics/diagnostic.ts';
import type { Cursor } from './cursor.ts';
import type { Faults } from './fixing.ts';
import { EXAMPLE_HEAD } from './heads.ts';
import { readAction, readEllipsis, readValue, skipSpace } from './read-actions.ts';
import { readCommand } from './read-command.ts';
import type { ActionValue, Command, Example, Header, Line, LineBody, Word } from './syntax.ts';

/** What starts an example. */
export const HEADER_START = new RegExp(EXAMPLE_HEAD, 'iy');
const TAG = /<[ \t]*mav\b/iy;
const TOKEN_START = /<\|[ \t]*/y;
const TOKEN_END = /[ \t]*\|>/y;
const GAME = /[ \t]*game[ \t]*=[ \t]*/iy;
const NAME = /[A-Za-z0-9_]+/y;
const ANGLE = /[ \t]*>/y;
const HEADER_END = /<[ \t]*\/[ \t]*mav[ \t]*>?/iy;
/** Blanks inside of a header; a blank line ends one that is not closed. */
const HEADER_BLANK = /(?:[ \t]|\r\n?(?![ \t]*[\r\n])|\n(?![ \t]*[\r\n]))+/y;
const STRANGE = /[^\s%[<]+|[<]/y;

const INVALID = /invalid[ \t]*:[ \t]*/iy;
const INVALID_WORD = /[^\s\]"]*/y;
const MOVE_ARGUMENT = /[^\s[\]"]+/y;

/**
 * Reads the example that starts right here; undefined when none does.
 *
 * @param isSure true where its header may be missing
 */
export function readExample(cursor: Cursor, faults: Faults, isSure = false): Example | undefined {
  const start = cursor.at;
  const none = { start, end: start };
  const hasHeader = cursor.sees(HEADER_START);
  if (!hasHeader && !isSure) return undefined;
  const header: Header = hasHeader
    ? readHeader(cursor, faults)
    : { range: none, form: 'mav', open: none, game: undefined, commands: [], close: undefined };
  const lines: Line[] = [];
  let end = cursor.at;
  for (;;) {
    const before = cursor.at;
    cursor.skipBlanks();
    if (cursor.text.charAt(cursor.at) !== '[') {
      // a comment may be of any length, and the end of a section is to be told near it
      const isNear = lines.length < header.commands.length && !cursor.text.slice(before, cursor.at).includes('#');
      if (isNear && readProse(cursor, faults)) continue;
      cursor.at = before;
      break;
    }
    const line = readLine(cursor, faults);
    if (line !== undefined) lines.push(line);
    end = cursor.at;
  }
  return { kind: 'example', range: { start, end }, header, lines };
}

/** What models write between two lines is looked over up to so many characters. */
export const MAX_PROSE_LENGTH = 400;
export const LINE_START = /\[[ \t]{0,8}%/y;
const STRUCTURE = new RegExp(
  `(?:Minimax|Evaluation|Expand|Expanding|Decision|Selecting|Playing)\\b|${EXAMPLE_HEAD}|\\[`,
  'iy',
);

/** Goes over lines of text before the next line of an example, and names them; false where none of those follows. */
export function readProse(cursor: Cursor, faults: Faults, next = LINE_START): boolean {
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

/** Reads `<mav game=chess>` or `<|chess|>`. */
function readOpening(cursor: Cursor, faults: Faults): Pick<Header, 'form' | 'open' | 'game'> {
  const start = cursor.at;
  if (cursor.take(TAG) === undefined) {
    cursor.take(TOKEN_START);
    const game = cursor.word(NAME);
    cursor.take(TOKEN_END);
    return { form: 'token', open: { start, end: cursor.at }, game };
  }
  const game = cursor.take(GAME) === undefined ? undefined : cursor.word(NAME);
  const afterGame = cursor.at;
  if (cursor.take(ANGLE) === undefined) {
    const range = { start, end: afterGame };
    faults.push(
      diagnostic('MAV_HEADER_BRACKET', range, 'the header has no > after the game', {
        fixes: [
          { title: 'Insert >', edits: [{ range: { start: afterGame, end: afterGame }, newText: '>' }], safe: true },
        ],
      }),
    );
  }
  return { form: 'mav', open: { start, end: cursor.at }, game };
}

function readHeader(cursor: Cursor, faults: Faults): Header {
  const start = cursor.at;
  const opening = readOpening(cursor, faults);
  const commands: Command[] = [];
  let end = cursor.at;
  let close: Range | undefined;
  for (;;) {
    const blank = cursor.take(HEADER_BLANK)?.[0] ?? '';
    const at = cursor.at;
    if (cursor.take(HEADER_END) !== undefined) {
      end = cursor.at;
      close = { start: at, end };
      break;
    }
    const command = readCommand(cursor, faults);
    if (command !== undefined) commands.push(command);
    else {
      // A header may go on over lines, but only with commands.
      const isOver = cursor.sees(HEADER_START) || /[\r\n]/.test(blank);
      const strange = isOver ? undefined : cursor.word(STRANGE);
      if (strange === undefined) break;
      faults.push(
        diagnostic('MAV_STRAY_TEXT', strange.range, `${JSON.stringify(strange.text.slice(0, 30))} is not a command`),
      );
    }
    end = cursor.at;
  }
  if (close === undefined) cursor.at = end;
  if (close === undefined && opening.form === 'mav') {
    const at = { start: end, end };
    faults.push(
      diagnostic('MAV_UNCLOSED_HEADER', { start, end }, 'the header has no </mav> after its commands', {
        fixes: [{ title: 'Insert </mav>', edits: [{ range: at, newText: ' </mav>' }], safe: true }],
      }),
    );
  }
  return { range: { start, end }, ...opening, commands, close };
}

/** A line end that also ends a line without its bracket: what comes behind it cannot belong to a state or list. */
const BREAK =
  /(?:\r\n|\r(?!\n)|\n)[ \t]*(?:[\r\n[<]|Evaluation\b|Expand|Decision\b|Selecting\b|Playing\b|Minimax\b|$)/iy;

/** A line goes to its bracket; one without ends where its text line does. */
function readLine(cursor: Cursor, faults: Faults): Line | undefined {
  const start = cursor.at;
  const end = endOfLine(cursor, start, faults);
  cursor.at = start + 1;
  skipSpace(cursor);
  const command = cursor.at < end ? readCommand(cursor, faults) : undefined;
  if (command === undefined) {
    cursor.at = Math.max(end, start + 1);
    if (cursor.text.charAt(cursor.at) === ']') cursor.at++;
    const range = { start, end: cursor.at };
    faults.push(diagnostic('MAV_STRAY_TEXT', range, 'a line must start with its command, as in [%state ...]'));
    return undefined;
  }
  skipSpace(cursor);
  cursor.at = Math.min(cursor.at, end);
  const body = readBody(cursor, command, end, faults);
  cursor.at = end;
  const isClosed = cursor.text[end] === ']';
  if (isClosed) cursor.at++;
  return { range: { start, end: cursor.at }, isClosed, command, body };
}

/** Where the text between the brackets of a line ends. */
function endOfLine(cursor: Cursor, start: number, faults: Faults): number {
  const { text } = cursor;
  for (let at = start + 1; at < text.length; at++) {
    const c = text[at];
    if (c === ']') return at;
    if (c !== '\n' && c !== '\r') continue;
    BREAK.lastIndex = at;
    if (BREAK.test(text)) {
      report(at);
      return at;
    }
  }
  report(text.length);
  return text.length;

  function report(end: number): void {
    let last = end;
    while (last > start + 1 && /\s/.test(text.charAt(last - 1))) last--;
    const edits = [{ range: { start: last, end: last }, newText: ']' }];
    faults.push(
      diagnostic('MAV_UNCLOSED_LINE', { start, end: last }, 'this line has no closing ]', {
        fixes: [{ title: 'Insert ]', edits, safe: true }],
      }),
    );
  }
}

function readBody(cursor: Cursor, { kind }: Command, end: number, faults: Faults): LineBody {
  if (kind === 'top') return readList(cursor, end, faults);
  const argument = trimmed(cursor.text, { start: cursor.at, end });
  if (argument === undefined) return { kind: 'none' };
  if (kind !== 'action') return { kind: 'state', state: argument };
  const move = cursor.word(MOVE_ARGUMENT);
  if (move === undefined) return { kind: 'none' };
  if (argument.range.end > move.range.end) stray(faults, { start: move.range.end, end: argument.range.end });
  return { kind: 'move', move };
}

function readList(cursor: Cursor, end: number, faults: Faults): LineBody {
  if (cursor.take(INVALID) !== undefined) {
    const start = cursor.at;
    const value = readValue(cursor) ?? cursor.word(INVALID_WORD) ?? { range: { start, end: start }, text: '' };
    return { kind: 'terminal', result: value };
  }
  const actions: ActionValue[] = [];
  let isElided = false;
  while (cursor.at < end) {
    skipSpace(cursor);
    if (cursor.at >= end) break;
    if (readEllipsis(cursor)) {
      isElided = true;
      continue;
    }
    const action = readAction(cursor);
    if (action !== undefined) actions.push(action);
    else {
      const start = cursor.at++;
      while (cursor.at < end && !/\s/.test(cursor.text.charAt(cursor.at))) cursor.at++;
      stray(faults, { start, end: cursor.at });
    }
  }
  if (actions.length === 0 && !isElided) return { kind: 'none' };
  return { kind: 'list', actions, isElided };
}

const stray = (faults: Faults, range: Range): void =>
  void faults.push(diagnostic('MAV_STRAY_TEXT', range, 'unexpected text in this line'));

/** A range without the blanks at its ends; undefined when nothing is left. */
function trimmed(text: string, { start, end }: Range): Word | undefined {
  let first = start;
  let last = end;
  while (first < last && /\s/.test(text.charAt(first))) first++;
  while (last > first && /\s/.test(text.charAt(last - 1))) last--;
  return first === last ? undefined : { range: { start: first, end: last }, text: text.slice(first, last) };
}
