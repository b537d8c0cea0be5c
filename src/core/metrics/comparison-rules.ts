import type { ComparedGame } from './compared-games.ts';

/** A world without comparisons of its own, by its name. */
export type ComparedWorld = `world:${string}`;

/** By whose rules states are compared. */
export type ComparisonRules = ComparedGame | ComparedWorld;

export const comparedWorld = (name: string): ComparedWorld => `world:${name}`;

export const isComparedWorld = (compared: string): compared is ComparedWorld => compared.startsWith('world:');

/** The name of a compared world; undefined for a game. */
export const comparedWorldName = (compared: ComparisonRules): string | undefined =>
  isComparedWorld(compared) ? compared.slice('world:'.length) : undefined;

/** What a part of a position of chess is called; comparisons of other states have their own word (`World.part`). */
export const SQUARE = 'square';

/** What a part of a state is called where several worlds have different words. */
export const ANY_PART = 'part';

/** The word for the parts of all of some states; undefined stands for squares, and none for squares as well. */
export function commonPart(words: Iterable<string | undefined>): string {
  const [first = SQUARE, ...others] = new Set(Array.from(words, (word) => word ?? SQUARE));
  return others.length === 0 ? first : ANY_PART;
}
