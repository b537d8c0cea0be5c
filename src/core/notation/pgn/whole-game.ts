import { type GameChunk, readChunk } from './document.ts';
import { type Replay, replay } from './replay.ts';
import { gameStart } from './start.ts';
import { readTags, type Tag } from './tags.ts';
import { buildTree } from './tree.ts';

/** A game at its place in a text, read and replayed. */
export interface WholeGame {
  readonly text: string;
  readonly tags: readonly Tag[];
  /** Holds tree and start, too. */
  readonly replay: Replay;
}

/** Reads the game of a chunk at `offset`. `frames` may be given to be used again. */
export function wholeGame(text: string, chunk: GameChunk, offset: number, frames?: Int32Array): WholeGame {
  const tree = buildTree(chunk, offset);
  const tags = readTags(text, tree);
  return { text, tags, replay: replay(text, tree, gameStart(text, tags), frames) };
}

/** Reads the game that a text begins with; offsets count from its start. */
export const readGame = (text: string, chunk: GameChunk = readChunk(text, 0)): WholeGame => wholeGame(text, chunk, 0);
