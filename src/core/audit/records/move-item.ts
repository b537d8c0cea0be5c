import type { MoveItem } from '../reading/mention.ts';
import type { Part } from '../source/part.ts';

const NUMBER = /^\d{1,3}\.(?:\.\.)?\s?/;

/** A field that is a move, as an item of its own. */
export const itemOf = ({ text }: Part): MoveItem => {
  const number = NUMBER.exec(text)?.[0].length ?? 0;
  const san = text
    .slice(number)
    .replace(/[!?]+$/, '')
    .trim();
  const start = text.indexOf(san, number);
  return { san, range: { start, end: start + san.length }, number: undefined, isBlack: false };
};
