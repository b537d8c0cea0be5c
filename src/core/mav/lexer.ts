import { distance } from 'fastest-levenshtein';
import type { Range } from '../base/text/range.ts';
import type { ActionValue, MavWord } from './syntax.ts';

/** A place in a text that only goes on. */
export class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Goes over a match of a sticky pattern right here; undefined when there is none. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** True if a sticky pattern matches right here. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Goes over blanks, line ends, a byte order mark and `#` comments. */
  skipBlanks(): void {
    this.take(BLANKS);
  }

  /** The rest of the line, without its end and the blanks before that; goes there. */
  restOfLine(): Range {
    const start = this.at;
    this.take(LINE);
    let end = this.at;
    while (end > start && (this.text[end - 1] === ' ' || this.text[end - 1] === '\t')) end--;
    return { start, end };
  }

  /** A word that starts right here, if a sticky pattern matches. */
  word(pattern: RegExp): MavWord | undefined {
    const start = this.at;
    const found = this.take(pattern);
    return found === undefined ? undefined : { range: { start, end: this.at }, text: found[0] };
  }
}

const BLANKS = /(?:[\s\uFEFF]+|#[^\r\n]*)*/y;
const LINE = /[^\r\n]*/y;

/** A range without the blanks at its ends; undefined when nothing is left. */
export function trimmed(text: string, { start, end }: Range): MavWord | undefined {
  let first = start;
  let last = end;
  while (first < last && /\s/.test(text.charAt(first))) first++;
  while (last > first && /\s/.test(text.charAt(last - 1))) last--;
  return first === last ? undefined : { range: { start: first, end: last }, text: text.slice(first, last) };
}

/** The games, as the source of a pattern. */
export const GAMES = '(?:chess(?:_?960)?|connect_?four|hex|othello)';

/** `<|chess|>`: a game that is known, or any other one with a command behind it. Other tokens of that form are text. */
const GAME_TOKEN = String.raw`<\|[ \t]{0,8}(?:${GAMES}[ \t]{0,8}\|>|[a-z0-9_]{1,40}[ \t]{0,8}\|>(?=[ \t]{0,8}%))`;
/** The same with a slip of the pen in its brackets, before a command. */
const LOOSE_TOKEN = String.raw`(?:[^\s\w%]{1,2}${GAMES}[ \t]?[^\sa-z0-9]{0,2}|${GAMES}[^\sa-z0-9]{1,2})(?=[ \t]{0,8}%(?:prev|state|fen))`;

/** What starts an example, as the source of a pattern without regard to case. */
export const EXAMPLE_HEAD = String.raw`(?:<[ \t]*mav(?:game)?\b|[^\s\w%]?(?:mav[ \t]+)?game[ \t]*=[ \t]*${GAMES}[ \t]*>|[^\s\w%]?mav[ \t]+game[ \t]*=|${GAME_TOKEN}|${LOOSE_TOKEN})`;

/** An example that starts somewhere in a text. */
export const HEAD_WITHIN = new RegExp(EXAMPLE_HEAD, 'i');

/** Start of an example. */
export const HEADER_START = new RegExp(EXAMPLE_HEAD, 'iy');

/** Start of a trace. */
export const TRACE_START = /Minimax\b/iy;
/** The step that starts a trace whose first line is missing. */
const ROOT_STEP = /Evaluation[ \t]+for[ \t]+node[ \t:]*<[ \t]*root[ \t]*>/iy;

/** True if a trace starts right here, even one whose first line is missing. */
export const startsTrace = (cursor: Cursor): boolean => cursor.sees(TRACE_START) || cursor.sees(ROOT_STEP);

/** True if a text that starts so is MAV, whatever its name. */
export function looksLikeMav(firstLine: string): boolean {
  const cursor = new Cursor(firstLine, 0);
  cursor.skipBlanks();
  return cursor.sees(HEADER_START) || startsTrace(cursor);
}

const HEAD = new RegExp(`${EXAMPLE_HEAD}|(?<![^\\r\\n])Minimax\\b`, 'i');

/** True if an example or a trace starts anywhere in a text. */
export const holdsExample = (text: string): boolean => HEAD.test(text);

/** A value begins with one of these; what begins a header or names a node does not. */
const VALUE_START = String.raw`(?=["<])(?!${EXAMPLE_HEAD}|<[ \t]*root\b)`;
/** A move, without a sign that stands for its colon. */
const MOVE = /[^\s:[\]"<>%#,;]*?[a-z0-9](?=[^\sa-z0-9:]["<])|[^\s:[\]"<>%#,;]+/iy;
/** A colon, or a slip of the pen in its place; a line break behind it may only come before what is a value for sure. */
const COLON = new RegExp(
  String.raw`\s*(?:["#%>,;[]\s*)?:+[,;%#]?(?:\s+${VALUE_START}|[ \t]*)|[ \t]*(?:[^\sa-z0-9\]][ \t]*)?${VALUE_START}`,
  'iy',
);
/** A token, with what stands behind it without a blank and is no action of its own, or else a word. */
const VALUE =
  /<[^<>\s\]:",;]*(?:[ \t]+[^<>\s\]:",;]*){0,2}>+(?:(?!…|\.\.\.)[^\s\]":<>,;]+(?![^\s\]":<>,;]|\s*:))?|<[^<>\s\]:",;]*[:,;](?=[\s\]])|[^\s\]":,;]+/y;
const NEXT_MOVE = /[^\s:[\]"<>%#,;]+[ \t]*:/y;
const QUOTE = /"/y;
/** What stands for more actions, as the source of a pattern. */
export const ELLIPSIS = String.raw`(?:…|\.[ \t]*\.[ \t]*\.)(?:[ \t]*\.)*`;
const DOTS = new RegExp(ELLIPSIS, 'y');
const BLANK = /\s+/y;

/** True if an ellipsis is right here, which it goes over. */
export const readEllipsis = (cursor: Cursor): boolean => cursor.take(DOTS) !== undefined;

/** Goes over blanks, not over comments. */
export const skipSpace = (cursor: Cursor): void => void cursor.take(BLANK);

/** Reads `g3d6:<ctrl35>`, `g3d6 : "<ctrl35>"` or a move alone; undefined when no move is right here. */
export function readAction(cursor: Cursor): ActionValue | undefined {
  const start = cursor.at;
  const move = cursor.word(MOVE);
  if (move === undefined) return undefined;
  const after = cursor.at;
  if (cursor.take(COLON) === undefined)
    return { range: { start, end: after }, move, value: undefined, bucket: undefined };
  if (cursor.sees(DOTS) || cursor.sees(NEXT_MOVE)) {
    // Its value was left out: what follows is the next action, or stands for several.
    cursor.at = cursor.text.indexOf(':', after) + 1;
    return { range: { start, end: cursor.at }, move, value: undefined, bucket: undefined };
  }
  const value = readBucketValue(cursor);
  return { range: { start, end: cursor.at }, move, value, bucket: bucketIn(value) };
}

/** Reads a value, in quotation marks or not. */
export function readBucketValue(cursor: Cursor): MavWord | undefined {
  cursor.take(QUOTE);
  const value = cursor.word(VALUE);
  cursor.take(QUOTE);
  return value;
}

/** A control token as it is written: `<ctrl28>`, `<val_28>`. */
const CONTROL_TOKEN = /^<(?:ctrl|val_)(\d{1,9})>$/;
/** A number with perhaps a name before it, in brackets or without. */
const LOOSE = /^([<({'`|\s]*)([a-z]*)[\s_]*(\d{1,9})[\s|>)}'`.,;:]*$/i;

/** True if a value is a control token as it is written. */
export const isToken = (value: MavWord): boolean => CONTROL_TOKEN.test(value.text);

/**
 * The number of a control token: `<ctrl28>`, `<val_28>`, or of another spelling that is clear, such as `28`, `ctrl28`, `<ctrl 28>`
 * and `<bin_28>`; none of what is signed, a share or a fraction.
 */
function bucketIn(value: MavWord | undefined): number | undefined {
  if (value === undefined) return undefined;
  const digits = CONTROL_TOKEN.exec(value.text)?.[1];
  if (digits !== undefined) return Number(digits);
  const [, open = '', name = '', loose] = LOOSE.exec(value.text) ?? [];
  const isName = name === '' || (name.length > 1 && (open.includes('<') || isNearToken(name.toLowerCase())));
  return isName && loose !== undefined ? Number(loose) : undefined;
}

const isNearToken = (name: string): boolean => ['ctrl', 'val'].some((token) => distance(name, token) <= 1);
