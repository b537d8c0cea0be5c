import { type GameTree, tokenEnd } from './tree.ts';

/** Index of the token that an offset lies in; -1 before the first and after the last. */
export function tokenAt({ chunk }: GameTree, offset: number): number {
  const { starts, length } = chunk;
  if (offset < 0 || offset >= length) return -1;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return starts.length === 0 ? -1 : low;
}

/** The text of a token. */
export const tokenText = (text: string, { chunk }: GameTree, token: number): string =>
  text.slice(chunk.starts[token], tokenEnd(chunk, token));
