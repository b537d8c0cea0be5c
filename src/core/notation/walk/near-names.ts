import { distance } from 'fastest-levenshtein';

/** Names that are looked at; a state with more actions has no suggestions among the others. */
const MAX_NAMES = 2000;
/** A longer word is no misspelled name. */
const MAX_LENGTH = 60;

/**
 * The names that a word may mean, the nearest first: the same in other letters, or with up to a third of its letters wrong, two at
 * most. Names of two letters, such as those of cells, are all near to each other: there only the case may differ.
 */
export function nearNames(word: string, names: readonly string[], most: number): string[] {
  if (word.length > MAX_LENGTH) return [];
  const small = word.toLowerCase();
  const limit = word.length <= 2 ? 0 : Math.min(2, Math.max(1, Math.floor(word.length / 3)));
  const near: { readonly name: string; readonly apart: number }[] = [];
  for (const name of names.slice(0, MAX_NAMES)) {
    if (Math.abs(name.length - word.length) > limit || name === word) continue;
    const apart = name.toLowerCase() === small ? 0 : distance(small, name.toLowerCase());
    if (apart <= limit) near.push({ name, apart });
  }
  return near
    .sort((a, b) => a.apart - b.apart)
    .slice(0, most)
    .map(({ name }) => name);
}
