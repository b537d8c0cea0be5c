import type { GameChunk } from '../document.ts';
import {
  BYTE_ORDER_MARK,
  bitsOf,
  COMMENT,
  ESCAPE,
  LINE_COMMENT,
  MOVE_MARK,
  OPEN_COMMENT,
  OPEN_TAG_VALUE,
  RESERVED,
  STRAY,
  TAG_JUNK,
  WHITESPACE,
} from '../tokens.ts';
import { tokenEnd } from '../tree.ts';

/** Kinds whose meaning depends on what they touch, and faults. */
const SENSITIVE = bitsOf(BYTE_ORDER_MARK, ESCAPE, OPEN_COMMENT, OPEN_TAG_VALUE, TAG_JUNK, MOVE_MARK, RESERVED, STRAY);

/**
 * True if two games differ in nothing but the white space between their words, and have no words whose meaning depends on
 * it: then they mean the same (`gameMeaning`), and neither must be replayed to see that. False where this is not certain.
 *
 * @param text text that has the first game at `offset`
 * @param again the other game; its words outside of comments are known to stand in the same order
 */
export function hasSameWords(
  text: string,
  chunk: GameChunk,
  offset: number,
  again: { readonly text: string; readonly chunk: GameChunk },
): boolean {
  if (((chunk.has | again.chunk.has) & SENSITIVE) !== 0) return false;
  const { kinds, starts } = chunk;
  const other = again.chunk;
  let u = 0;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t]!;
    if (kind === WHITESPACE) continue;
    while (other.kinds[u] === WHITESPACE) u++;
    if (other.kinds[u] !== kind) return false;
    const start = starts[t]!;
    const from = other.starts[u]!;
    const length = tokenEnd(chunk, t) - start;
    if (tokenEnd(other, u) - from !== length) return false;
    const isComment = kind === COMMENT || kind === LINE_COMMENT;
    if (isComment && !again.text.startsWith(text.slice(offset + start, offset + start + length), from)) return false;
    u++;
  }
  while (other.kinds[u] === WHITESPACE) u++;
  return u === other.kinds.length;
}
