const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'Cyrillic'],
  [/\p{Script=Greek}/u, 'Greek'],
];

/** Describes a character that looks like another one, for messages: `the Cyrillic letter с (U+0441)`. */
export function letterName(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const alphabet = ALPHABETS.find(([pattern]) => pattern.test(letter))?.[1];
  return `the ${alphabet === undefined ? 'character' : `${alphabet} letter`} ${letter} (U+${code})`;
}

/**
 * Characters that change the direction of the text around them, or isolate it: names of models and files may hold them.
 */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** Returns a name for display: U+FFFD replaces each character that changes the direction of text. */
export const replaceBidiControls = (text: string): string => text.replace(TURNING, '\uFFFD');

/** Windows-1252 from 0x80; the rest is Latin-1. Some versions of Node decode both as Latin-1. */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ';
/** Number of bytes that are decoded at a time. */
const PIECE = 1 << 14;

/** Decodes Windows-1252, a superset of Latin-1: a code unit for each byte. */
export function decodeWindows1252(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text.replace(/[\x80-\x9f]/g, (c) => HIGH.charAt(c.charCodeAt(0) - 0x80));
}

/** Returns the byte of a code unit that was decoded as Windows-1252. */
export const windows1252Byte = (unit: string): number =>
  unit.charCodeAt(0) < 0x100 ? unit.charCodeAt(0) : 0x80 + HIGH.indexOf(unit);
