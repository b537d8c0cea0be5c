import type { Range } from '../../../base/text/range.ts';
import type { GameChunk } from '../document.ts';
import { isTrivia, MOVE, NULL_MOVE, OPEN_PAREN, RESULT, TAG_NAME, TAG_VALUE } from '../tokens.ts';
import { tokenEnd } from '../tree.ts';

/** The value of a tag and its range, without the quotation marks. */
export interface HeadValue {
  readonly name: string;
  /** The value with escapes resolved. */
  readonly value: string;
  readonly range: Range;
}

/**
 * The tags of a game with name and value, read from the tokens only: a list of many games needs no trees.
 *
 * @param offset start of the chunk in `text`, from which ranges count
 */
export function headValues(text: string, chunk: GameChunk, offset: number): HeadValue[] {
  const values: HeadValue[] = [];
  let name = '';
  for (let t = 0; t < chunk.kinds.length; t++) {
    const kind = chunk.kinds[t];
    if (kind === MOVE || kind === NULL_MOVE || kind === OPEN_PAREN || kind === RESULT) break;
    const start = offset + chunk.starts[t]!;
    const end = offset + tokenEnd(chunk, t);
    if (kind === TAG_NAME) name = text.slice(start, end);
    else if (kind === TAG_VALUE && name !== '') {
      values.push({
        name,
        value: unescaped(text.slice(start + 1, end - 1)),
        range: { start: start + 1, end: end - 1 },
      });
      name = '';
    }
  }
  return values;
}

/** The range of a game without the surrounding white space and escaped lines. */
export function inkRange(chunk: GameChunk, offset: number): Range {
  const { kinds, starts } = chunk;
  let first = 0;
  while (first < kinds.length && isTrivia(kinds[first]!)) first++;
  if (first === kinds.length) return { start: offset, end: offset };
  let last = kinds.length - 1;
  while (isTrivia(kinds[last]!)) last--;
  return { start: offset + starts[first]!, end: offset + tokenEnd(chunk, last) };
}

const unescaped = (raw: string): string => (raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw);
