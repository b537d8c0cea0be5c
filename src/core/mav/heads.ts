import { Cursor } from './cursor.ts';

/** The games, as the source of a pattern. */
export const GAMES = '(?:chess(?:_?960)?|connect_?four|hex|othello)';

/** `<|chess|>`: a game that is known, or any other one with a command behind it. Other tokens of that form are text. */
const TOKEN = String.raw`<\|[ \t]{0,8}(?:${GAMES}[ \t]{0,8}\|>|[a-z0-9_]{1,40}[ \t]{0,8}\|>(?=[ \t]{0,8}%))`;
/** The same with a slip of the pen in its brackets, before a command. */
const LOOSE_TOKEN = String.raw`(?:[^\s\w%]{1,2}${GAMES}[ \t]?[^\sa-z0-9]{0,2}|${GAMES}[^\sa-z0-9]{1,2})(?=[ \t]{0,8}%(?:prev|state|fen))`;

/** What starts an example, as the source of a pattern without regard to case. */
export const EXAMPLE_HEAD = String.raw`(?:<[ \t]*mav(?:game)?\b|[^\s\w%]?(?:mav[ \t]+)?game[ \t]*=[ \t]*${GAMES}[ \t]*>|[^\s\w%]?mav[ \t]+game[ \t]*=|${TOKEN}|${LOOSE_TOKEN})`;

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
