/** Characters whose absence saves readers a search, each a bit. */
export const SIGNS = {
  slash: 1,
  angle: 2,
  brace: 4,
  bracket: 8,
  /** Backslash, percent, ampersand, carriage return. */
  escape: 16,
  newline: 32,
  colon: 64,
  /** Above U+007F. */
  wide: 128,
  backtick: 256,
} as const;

const OF_CHARACTER = new Uint16Array(128);
for (const [characters, sign] of [
  ['/', SIGNS.slash],
  ['<', SIGNS.angle],
  ['{', SIGNS.brace],
  ['[', SIGNS.bracket],
  ['\\%&\r', SIGNS.escape],
  ['\n', SIGNS.newline],
  [':', SIGNS.colon],
  ['`', SIGNS.backtick],
] as const)
  for (const character of characters) OF_CHARACTER[character.charCodeAt(0)] = sign;

/** The signs that a text holds, as bits. */
export function signsIn(text: string): number {
  let signs = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    signs |= unit < 128 ? (OF_CHARACTER[unit] ?? 0) : SIGNS.wide;
  }
  return signs;
}
