const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Cyrillic}/u, 'Cyrillic'],
  [/\p{Script=Greek}/u, 'Greek'],
];

/** A character that may look like another one, for messages: `the Cyrillic letter с (U+0441)`. */
export function letterName(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  const alphabet = ALPHABETS.find(([pattern]) => pattern.test(letter))?.[1];
  return `the ${alphabet === undefined ? 'character' : `${alphabet} letter`} ${letter} (U+${code})`;
}
