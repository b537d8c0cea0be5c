import { type Letters, lettersFor } from '../../games/chess/san-loose.ts';

/** A move that begins with a letter for a piece, and the letter after a promotion. */
const MOVE =
  /(?<![\p{L}\d])(?<letter>\p{Lu})(?=[a-h]?[1-8]?[-x×:]?[a-h][1-8](?![\p{L}\d]))|(?<=[a-h][18]=?)(?<promoted>\p{Lu})(?![\p{L}\d])/gu;
const ENGLISH = 'PNBRQK';
/** Number of different letters that tell a language. */
const ENOUGH = 2;

/** Returns the languages of which the letters of a text's moves can be; none where English ones explain them. */
function fitting(text: string): readonly Letters[] {
  const used = new Set<string>();
  for (const { groups = {} } of text.matchAll(MOVE)) if (groups.letter !== undefined) used.add(groups.letter);
  if (used.size < ENOUGH || [...used].every((letter) => ENGLISH.includes(letter))) return [];
  return lettersFor(used).filter(({ name, roles }) => name !== '' && [...used].every((letter) => roles.has(letter)));
}

/**
 * Returns a text with the English letters for pieces, of the same length. A text that uses the letters of another
 * language is changed if all languages that fit agree on what they mean; others are returned as they are.
 */
export function withEnglishLetters(text: string): string {
  const languages = fitting(text);
  const [first] = languages;
  if (first === undefined) return text;
  return text.replace(MOVE, (letter) => {
    const roles = new Set(languages.map((language) => language.roles.get(letter)?.[0]));
    const [role] = roles;
    return roles.size === 1 && role !== undefined ? ENGLISH.charAt(role) : letter;
  });
}
