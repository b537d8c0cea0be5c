/** `<|chess|>`: a game that is known, or any other one with a command behind it. Other tokens of that form are text. */
const TOKEN = String.raw`<\|[ \t]{0,8}(?:(?:chess(?:_?960)?|connect_?four|hex)[ \t]{0,8}\|>|[a-z0-9_]{1,40}[ \t]{0,8}\|>(?=[ \t]{0,8}%))`;

/** What starts an example, as the source of a pattern without regard to case. */
export const EXAMPLE_HEAD = String.raw`(?:<[ \t]*mav\b|${TOKEN})`;
