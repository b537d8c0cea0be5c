import { foreignLanguages } from '../../games/chess/san-loose.ts';

/** A move that begins with a letter for a piece, and the letter after a promotion. */
const MOVE =
  /(?<![\p{L}\d])(?<letter>\p{Lu})(?=[a-h]?[1-8]?[-x×:]?[a-h][1-8](?![\p{L}\d]))|(?<=[a-h][18]=?)(?<promoted>\p{Lu})(?![\p{L}\d])/gu;
const ENGLISH = 'PNBRQK';
/** Number of different letters that tell a language: moves of a search are often without numbers. */
const ENOUGH = 2;

/**
 * Returns a text with the English letters for pieces, of the same length. A text that uses the letters of another
 * language is changed if all languages that fit agree on what they mean; others are returned as they are.
 */
export function withEnglishLetters(text: string): string {
  const moves = Array.from(text.matchAll(MOVE), ({ groups = {} }) => groups);
  const used = new Set(moves.flatMap(({ letter }) => letter ?? []));
  const languages = used.size < ENOUGH ? [] : foreignLanguages(used);
  // the mixture of all languages has no name
  if (!languages.some(({ name }) => name !== '')) return text;
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
