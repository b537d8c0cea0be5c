import { type Letters, lettersFor } from '../../games/chess/san-loose.ts';

/** A move that begins with a letter for a piece, and the letter after a promotion. */
const MOVE =
  /(?<![\p{L}\d])(?<letter>\p{Lu})(?=[a-h]?[1-8]?[-x×:]?[a-h][1-8](?![\p{L}\d]))|(?<=[a-h][18]=?)(?<promoted>\p{Lu})(?![\p{L}\d])/gu;
const ENGLISH = 'PNBRQK';
/** Number of different letters that tell a language. */
const ENOUGH = 2;

/** Returns the languages of which the letters of a text's moves can be; none where English ones explain them. */
function fitting(used: ReadonlySet<string>): readonly Letters[] {
  if (used.size < ENOUGH || [...used].every((letter) => ENGLISH.includes(letter))) return [];
  // The one without a name is a mixture of all.
  return lettersFor(used).filter(({ name }) => name !== '');
}

/**
 * Returns a text with the English letters for pieces, of the same length. A text that uses the letters of another
 * language is changed if all languages that fit agree on what they mean; others are returned as they are.
 */
export function withEnglishLetters(text: string): string {
  const moves = Array.from(text.matchAll(MOVE), ({ groups = {} }) => groups);
  const languages = fitting(new Set(moves.flatMap(({ letter }) => letter ?? [])));
  if (languages.length === 0) return text;
  const english = new Map<string, string>();
  for (const letter of new Set(moves.flatMap(({ letter, promoted }) => letter ?? promoted ?? []))) {
    const roles = new Set(languages.map((language) => language.roles.get(letter)?.[0]));
    if (roles.size > 1) return text;
    const [role] = roles;
    // A promotion may have its English letter.
    if (role === undefined) continue;
    english.set(letter, ENGLISH.charAt(role));
  }
  return text.replace(MOVE, (letter) => english.get(letter) ?? letter);
}
