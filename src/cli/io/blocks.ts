/** A piece of a text that can be checked by itself. */
export interface Block {
  readonly text: string;
  /** UTF-16 code units before it. */
  readonly offset: number;
}

export interface BlockOptions {
  /** UTF-16 code units of a block: as many as these, or more where no cut is found. */
  readonly size?: number;
  /** A block that would have to be longer ends the reading. */
  readonly most?: number;
}

/** Small enough for workers to be kept busy with several, large enough for the messages not to count. */
const SIZE = 1 << 18;
const MAX = 1 << 24;

/**
 * Cuts a text that comes in pieces into blocks.
 *
 * @param cut where a text that a block starts with can be cut, whatever follows it; 0 when nowhere
 * @returns the length of what was left out at the end, because no place to cut it was found; 0 when all is in the blocks
 */
export async function* textBlocks(
  pieces: AsyncIterable<string>,
  cut: (text: string) => number,
  { size = SIZE, most = MAX }: BlockOptions = {},
): AsyncGenerator<Block, number, undefined> {
  let kept = '';
  let offset = 0;
  let wanted = size;
  for await (const piece of pieces) {
    kept += piece;
    if (kept.length < wanted) continue;
    const at = cut(kept);
    if (at > 0) {
      yield { text: kept.slice(0, at), offset };
      kept = kept.slice(at);
      offset += at;
      wanted = Math.max(size, 2 * kept.length);
    } else if (kept.length > most) return kept.length;
    // twice as much: looking for a cut again and again costs no more than reading on
    else wanted = Math.min(2 * kept.length, most + 1);
  }
  if (kept.length > 0) yield { text: kept, offset };
  return 0;
}
