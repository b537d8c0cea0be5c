import { closest, distance } from 'fastest-levenshtein';

/** Largest part of a word that a typing mistake changes. */
const MOST_CHANGED = 0.34;

/** Returns the word that a text was probably meant to be, in any case; undefined if even the nearest one is far. */
export function nearWord(text: string, words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  const found = closest(text.toLowerCase(), [...words]);
  return distance(text.toLowerCase(), found) <= MOST_CHANGED * found.length ? found : undefined;
}
