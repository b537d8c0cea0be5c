import type { Cursor } from './cursor.ts';
import type { ActionValue, Word } from './syntax.ts';

/** A move, and behind it perhaps a colon and a value, in quotation marks or not. */
const MOVE = /[^\s:[\]"<>%#]+/y;
const COLON = /[ \t]*:[ \t]*/y;
const VALUE = /<[^>\s\]]*>|[^\s\]":]+/y;
const NEXT_MOVE = /[^\s:[\]"<>%#]+[ \t]*:/y;
const QUOTE = /"/y;
/** What stands for more actions, as the source of a pattern. */
export const ELLIPSIS = String.raw`(?:…|\.[ \t]*\.[ \t]*\.)(?:[ \t]*\.)*`;
const DOTS = new RegExp(ELLIPSIS, 'y');
const BLANK = /\s+/y;
const NUMBER = /\d+/;

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
  const quoted = cursor.take(QUOTE) !== undefined;
  const value = cursor.word(VALUE);
  if (quoted) cursor.take(QUOTE);
  return value;
}

/** The number of a control token, whatever its form: `<ctrl28>`, `<val_28>`, `28`. */
function bucketIn(value: Word | undefined): number | undefined {
  const digits = value === undefined ? undefined : NUMBER.exec(value.text)?.[0];
  return digits === undefined ? undefined : Number(digits);
}
