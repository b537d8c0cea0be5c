import type { Range } from '../../base/text/range.ts';
import { tagNameAt } from './tag-names.ts';
import { ODD_CHARACTER, OPEN_TAG_VALUE, TAG_CLOSE, TAG_JUNK, TAG_NAME, TAG_VALUE } from './tokens.ts';
import { type GameTree, nodeRange, TAG_PAIR, tokenEnd } from './tree.ts';

/** A tag pair as far as it can be read (PGN standard 8.1). */
export interface Tag {
  /** Empty when there is none. */
  readonly name: string;
  /** With escapes undone, and on one line. */
  readonly value: string;
  readonly range: Range;
  readonly nameRange: Range;
  /** Between the quotation marks; behind the name when there is no value. */
  readonly valueRange: Range;
  /** `open`: its value has no closing quotation mark. `bad`: it is not of the form `[Name "value"]`. */
  readonly form: 'good' | 'open' | 'bad';
}

/** The tag pairs of a game, in order. */
export function readTags(text: string, tree: GameTree): Tag[] {
  const tags: Tag[] = [];
  for (let node = 1; node < tree.nodeKind.length; node++) {
    if (tree.nodeKind[node] === TAG_PAIR) tags.push(readTag(text, tree, node, tags.length));
  }
  return tags;
}

function readTag(text: string, tree: GameTree, node: number, index: number): Tag {
  const { chunk, offset } = tree;
  const end = tree.nodeEnd[node];
  let nameRange: Range = { start: 0, end: 0 };
  let valueStart = -1;
  let valueEnd = -1;
  let closed = false;
  let open = false;
  let faults = 0;
  for (let t = tree.nodeFirst[node]; t < end; t++) {
    const kind = chunk.kinds[t];
    const start = offset + chunk.starts[t];
    const after = offset + tokenEnd(chunk, t);
    if (kind === TAG_NAME) {
      nameRange = { start, end: after };
    } else if (kind === TAG_VALUE || kind === OPEN_TAG_VALUE) {
      open = kind === OPEN_TAG_VALUE;
      if (valueStart >= 0) faults++;
      else valueStart = start + 1;
      valueEnd = open ? after : after - 1;
    } else if (kind === TAG_JUNK) faults++;
    else if (kind === TAG_CLOSE) closed = true;
  }
  const range = nodeRange(tree, node);
  if (nameRange.end === 0) nameRange = { start: range.start + 1, end: range.start + 1 };
  const valueRange =
    valueStart < 0
      ? { start: nameRange.end, end: nameRange.end }
      : { start: valueStart, end: Math.max(valueStart, valueEnd) };
  const raw = text.slice(valueRange.start, valueRange.end);
  const plain = raw.includes('\\') ? raw.replace(/\\(["\\])/g, '$1') : raw;
  const isWrapped = (chunk.has & ODD_CHARACTER) !== 0 && /[\r\n]/.test(raw);
  const isWhole = closed && !isWrapped && faults === 0 && valueStart >= 0 && nameRange.end > nameRange.start;
  return {
    name: tagNameAt(text, nameRange.start, nameRange.end, index),
    value: isWrapped ? plain.replace(/\s*[\r\n]\s*/g, ' ') : plain,
    range,
    nameRange,
    valueRange,
    form: isWhole ? 'good' : open ? 'open' : 'bad',
  };
}

/** The first tag of a name, in whatever case it is written. */
export function tagNamed(tags: readonly Tag[], name: string): Tag | undefined {
  let loose: Tag | undefined;
  for (const tag of tags) {
    if (tag.name.length !== name.length) continue;
    if (tag.name === name) return tag;
    if (loose === undefined && tag.name.toLowerCase() === name.toLowerCase()) loose = tag;
  }
  return loose;
}
