import { type GameChunk, readChunk } from '../document.ts';
import { type Replay, replay } from '../replay.ts';
import { gameStart } from '../start.ts';
import { readTags, type Tag } from '../tags.ts';
import { buildTree, type GameTree, tokenEnd } from '../tree.ts';

/** A game with its own text, from whose start all offsets count. */
export interface PgnGame {
  readonly text: string;
  readonly tags: readonly Tag[];
  readonly replay: Replay;
}

/** Reads and replays the game that a text begins with. */
export function readGame(text: string, chunk: GameChunk = readChunk(text, 0)): PgnGame {
  const tree = buildTree(chunk, 0);
  const tags = readTags(text, tree);
  return { text, tags, replay: replay(text, tree, gameStart(text, tags)) };
}

/** Index of the token that an offset lies in; -1 before the first and behind the last. */
export function tokenAt({ chunk }: GameTree, offset: number): number {
  const { starts, length } = chunk;
  if (offset < 0 || offset >= length) return -1;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return starts.length === 0 ? -1 : low;
}

/** The text of a token. */
export const tokenText = (text: string, { chunk }: GameTree, token: number): string =>
  text.slice(chunk.starts[token], tokenEnd(chunk, token));
