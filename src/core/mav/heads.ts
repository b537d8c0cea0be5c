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
