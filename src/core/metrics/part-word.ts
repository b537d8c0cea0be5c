/** What a part of a position of chess is called; comparisons of other states have their own word (`World.part`). */
export const SQUARE = 'square';

/** What a part of a state is called where several worlds have different words. */
export const ANY_PART = 'part';

/** The word for the parts of all of some states; undefined stands for squares, and none for squares as well. */
export function commonPart(words: Iterable<string | undefined>): string {
  const [first = SQUARE, ...others] = new Set(Array.from(words, (word) => word ?? SQUARE));
  return others.length === 0 ? first : ANY_PART;
}
