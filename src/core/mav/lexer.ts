import { distance } from 'fastest-levenshtein';
import type { Range } from '../base/text/range.ts';
import type { ActionValue, MavWord } from './syntax.ts';

/** A place in a text that moves forward only. */
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

  /** Consumes a match of a sticky pattern at the cursor; undefined without one. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** Returns true if a sticky pattern matches at the cursor. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Skips whitespace, a byte order mark and `#` comments. */
  skipBlanks(): void {
    this.take(BLANKS);
  }

  /** Consumes the rest of the line and returns its range, without its end and the spaces before that. */
  restOfLine(): Range {
    const start = this.at;
    this.take(LINE);
    let end = this.at;
    while (end > start && (this.text[end - 1] === ' ' || this.text[end - 1] === '\t')) end--;
    return { start, end };
  }

  /** Consumes a word at the cursor if a sticky pattern matches. */
  word(pattern: RegExp): MavWord | undefined {
    const start = this.at;
    const found = this.take(pattern);
    return found === undefined ? undefined : { range: { start, end: this.at }, text: found[0] };
  }
}

const BLANKS = /(?:[\s\uFEFF]+|#[^\r\n]*)*/y;
const LINE = /[^\r\n]*/y;

/** Returns a range without whitespace at its ends; undefined if nothing is left. */
export function trimmed(text: string, { start, end }: Range): MavWord | undefined {
  let first = start;
  let last = end;
  while (first < last && /\s/.test(text.charAt(first))) first++;
  while (last > first && /\s/.test(text.charAt(last - 1))) last--;
  return first === last ? undefined : { range: { start: first, end: last }, text: text.slice(first, last) };
}

/** Names of the games, as the source of a pattern. */
export const GAMES = '(?:chess(?:_?960)?|connect_?four|hex|othello)';

/** `<|chess|>`: a known game, or any other one with a command after it. Other tokens of that form are text. */
const GAME_TOKEN = String.raw`<\|[ \t]{0,8}(?:${GAMES}[ \t]{0,8}\|>|[a-z0-9_]{1,40}[ \t]{0,8}\|>(?=[ \t]{0,8}%))`;
/** The same with a typing error in its brackets, before a command. */
const LOOSE_TOKEN = String.raw`(?:[^\s\w%]{1,2}${GAMES}[ \t]?[^\sa-z0-9]{0,2}|${GAMES}[^\sa-z0-9]{1,2})(?=[ \t]{0,8}%(?:prev|state|fen))`;

/** Start of an example, as the source of a case-insensitive pattern. */
export const EXAMPLE_HEAD = String.raw`(?:<[ \t]*mav(?:game)?\b|[^\s\w%]?(?:mav[ \t]+)?game[ \t]*=[ \t]*${GAMES}[ \t]*>|[^\s\w%]?mav[ \t]+game[ \t]*=|${GAME_TOKEN}|${LOOSE_TOKEN})`;

/** Start of an example anywhere in a text. */
export const HEAD_WITHIN = new RegExp(EXAMPLE_HEAD, 'i');

/** Start of an example at the cursor. */
export const HEADER_START = new RegExp(EXAMPLE_HEAD, 'iy');

/** Start of a trace. */
export const TRACE_START = /Minimax\b/iy;
/** The step that starts a trace whose first line is missing. */
const ROOT_STEP = /Evaluation[ \t]+for[ \t]+node[ \t:]*<[ \t]*root[ \t]*>/iy;

/** Returns true if a trace starts at the cursor, even one whose first line is missing. */
export const startsTrace = (cursor: Cursor): boolean => cursor.sees(TRACE_START) || cursor.sees(ROOT_STEP);

/** Returns true if a text with this first line is MAV, whatever its file name. */
export function looksLikeMav(firstLine: string): boolean {
  const cursor = new Cursor(firstLine, 0);
  cursor.skipBlanks();
  return cursor.sees(HEADER_START) || startsTrace(cursor);
}

const HEAD = new RegExp(`${EXAMPLE_HEAD}|(?<![^\\r\\n])Minimax\\b`, 'i');

/** Returns true if an example or a trace starts anywhere in a text. */
export const holdsExample = (text: string): boolean => HEAD.test(text);

/** Start of a value. The start of a header and the name of a node are excluded. */
const VALUE_START = String.raw`(?=["<])(?!${EXAMPLE_HEAD}|<[ \t]*root\b)`;
/** A move, without a sign that stands for its colon. */
const MOVE = /[^\s:[\]"<>%#,;]*?[a-z0-9](?=[^\sa-z0-9:]["<])|[^\s:[\]"<>%#,;]+/iy;
/** A colon, or a typing error in its place. A line break after it is accepted only before a certain value. */
const COLON = new RegExp(
  String.raw`\s*(?:["#%>,;[]\s*)?:+[,;%#]?(?:\s+${VALUE_START}|[ \t]*)|[ \t]*(?:[^\sa-z0-9\]][ \t]*)?${VALUE_START}`,
  'iy',
);
/** A token, with the text that follows it without a space and is not an action itself; or else a word. */
const VALUE =
  /<[^<>\s\]:",;]*(?:[ \t]+[^<>\s\]:",;]*){0,2}>+(?:(?!…|\.\.\.)[^\s\]":<>,;]+(?![^\s\]":<>,;]|\s*:))?|<[^<>\s\]:",;]*[:,;](?=[\s\]])|[^\s\]":,;]+/y;
const NEXT_MOVE = /[^\s:[\]"<>%#,;]+[ \t]*:/y;
const QUOTE = /"/y;
/** An ellipsis for more actions, as the source of a pattern. */
export const ELLIPSIS = String.raw`(?:…|\.[ \t]*\.[ \t]*\.)(?:[ \t]*\.)*`;
const DOTS = new RegExp(ELLIPSIS, 'y');
const BLANK = /\s+/y;

/** Consumes an ellipsis at the cursor; returns false without one. */
export const readEllipsis = (cursor: Cursor): boolean => cursor.take(DOTS) !== undefined;

/** Skips whitespace, but not comments. */
export const skipSpace = (cursor: Cursor): void => void cursor.take(BLANK);

/** Reads `g3d6:<ctrl35>`, `g3d6 : "<ctrl35>"` or a move alone; undefined without a move at the cursor. */
export function readAction(cursor: Cursor): ActionValue | undefined {
  const start = cursor.at;
  const move = cursor.word(MOVE);
  if (move === undefined) return undefined;
  const after = cursor.at;
  if (cursor.take(COLON) === undefined)
    return { range: { start, end: after }, move, value: undefined, bucket: undefined };
  if (cursor.sees(DOTS) || cursor.sees(NEXT_MOVE)) {
    // The value was left out: what follows is the next action or an ellipsis.
    cursor.at = cursor.text.indexOf(':', after) + 1;
    return { range: { start, end: cursor.at }, move, value: undefined, bucket: undefined };
  }
  const value = readBucketValue(cursor);
  return { range: { start, end: cursor.at }, move, value, bucket: bucketIn(value) };
}

/** Reads a value, with or without quotation marks. */
export function readBucketValue(cursor: Cursor): MavWord | undefined {
  cursor.take(QUOTE);
  const value = cursor.word(VALUE);
  cursor.take(QUOTE);
  return value;
}

/** A control token in its published spelling: `<ctrl28>`, `<val_28>`. */
const CONTROL_TOKEN = /^<(?:ctrl|val_)(\d{1,9})>$/;
/** A number with an optional name before it, in brackets or without. */
const LOOSE = /^([<({'`|\s]*)([a-z]*)[\s_]*(\d{1,9})[\s|>)}'`.,;:]*$/i;

/** Returns true if a value is a control token in its published spelling. */
export const isToken = (value: MavWord): boolean => CONTROL_TOKEN.test(value.text);

/**
 * Returns the number of a control token: `<ctrl28>`, `<val_28>`, or another clear spelling such as `28`, `ctrl28`,
 * `<ctrl 28>` and `<bin_28>`. Undefined for signed numbers, percentages and fractions.
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
