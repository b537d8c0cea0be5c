import { distance } from 'fastest-levenshtein';
import type { Cursor } from './cursor.ts';
import { EXAMPLE_HEAD } from './heads.ts';
import type { ActionValue, Word } from './syntax.ts';

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
  const value = readValue(cursor);
  return { range: { start, end: cursor.at }, move, value, bucket: bucketIn(value) };
}

/** Reads a value, in quotation marks or not. */
export function readValue(cursor: Cursor): Word | undefined {
  cursor.take(QUOTE);
  const value = cursor.word(VALUE);
  cursor.take(QUOTE);
  return value;
}

/** A control token as it is written: `<ctrl28>`, `<val_28>`. */
const TOKEN = /^<(?:ctrl|val_)(\d{1,9})>$/;
/** A number with perhaps a name before it, in brackets or without. */
const LOOSE = /^([<({'`|\s]*)([a-z]*)[\s_]*(\d{1,9})[\s|>)}'`.,;:]*$/i;

/** True if a value is a control token as it is written. */
export const isToken = (value: Word): boolean => TOKEN.test(value.text);

/**
 * The number of a control token: `<ctrl28>`, `<val_28>`, or of another spelling that is clear, such as `28`, `ctrl28`, `<ctrl 28>`
 * and `<bin_28>`; none of what is signed, a share or a fraction.
 */
function bucketIn(value: Word | undefined): number | undefined {
  if (value === undefined) return undefined;
  const digits = TOKEN.exec(value.text)?.[1];
  if (digits !== undefined) return Number(digits);
  const [, open = '', name = '', loose] = LOOSE.exec(value.text) ?? [];
  const isName = name === '' || (name.length > 1 && (open.includes('<') || isNearToken(name.toLowerCase())));
  return isName && loose !== undefined ? Number(loose) : undefined;
}

const isNearToken = (name: string): boolean => ['ctrl', 'val'].some((token) => distance(name, token) <= 1);
