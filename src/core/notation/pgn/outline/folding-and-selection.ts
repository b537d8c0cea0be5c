import type { Range } from '../../../base/text/range.ts';
import type { GameChunk } from '../document.ts';
import { inkRange } from '../tags.ts';
import {
  GLYPH,
  isTrivia,
  LINE_COMMENT,
  MOVE,
  MOVE_MARK,
  MOVE_NUMBER,
  NAG,
  NULL_MOVE,
  OPEN_COMMENT,
  SUFFIX,
  TAG_VALUE,
} from '../tokens.ts';
import {
  buildTree,
  type GameTree,
  MOVETEXT,
  nodeRange,
  TAG_PAIR,
  TAG_SECTION,
  tokenRange,
  VARIATION,
} from '../tree.ts';

/** A part of a text that can be folded if it covers more than one line. */
export interface Fold {
  readonly kind: 'region' | 'comment';
  readonly range: Range;
}

/** Returns the fold of a whole game. */
export const gameFold = (chunk: GameChunk, offset: number): Fold => ({
  kind: 'region',
  range: inkRange(chunk, offset),
});

/**
 * Returns the folds inside a game: tags, movetext, variations, comments. Editors keep one fold per line, and the line
 * of the first tag folds the game, so the tags fold from the second one.
 */
export function partFolds(chunk: GameChunk, offset: number): Fold[] {
  const tree = buildTree(chunk, offset);
  const folds: Fold[] = [];
  let tags = 0;
  let tagsEnd = 0;
  for (let node = 1; node < tree.nodeKind.length; node++) {
    const kind = tree.nodeKind[node];
    const range = nodeRange(tree, node);
    if (kind === TAG_SECTION) tagsEnd = range.end;
    else if (kind === TAG_PAIR && ++tags === 2)
      folds.push({ kind: 'region', range: { start: range.start, end: tagsEnd } });
    else if (kind === VARIATION || (kind === MOVETEXT && tags > 0)) folds.push({ kind: 'region', range });
  }
  for (const token of tree.commentToken) folds.push({ kind: 'comment', range: tokenRange(tree, token) });
  return folds;
}

/**
 * Returns the ranges that a selection at an offset expands to, innermost first, each inside the next: word, token, the
 * move with its number and annotations, each variation around it, movetext or tag section, game.
 */
export function selectionsAt(text: string, tree: GameTree, offset: number): Range[] {
  const steps: Range[] = [];
  const { kinds } = tree.chunk;
  const token = tokenAt(tree, offset);
  if (token >= 0 && !isTrivia(kinds[token]!)) {
    const range = tokenRange(tree, token);
    const kind = kinds[token]!;
    const isComment = kind >= LINE_COMMENT && kind <= OPEN_COMMENT;
    if (isComment || kind === TAG_VALUE) steps.push(...insides(text, range, offset));
    steps.push(range);
    const unit = moveUnit(tree, token);
    if (unit !== undefined) steps.push(unit);
  }
  steps.push(...nodesAround(tree, offset), inkRange(tree.chunk, tree.offset));
  return nested(steps, offset);
}

/** Returns the last token that starts at or before an offset; a word includes the offset after it. */
function tokenAt(tree: GameTree, offset: number): number {
  const { starts, kinds } = tree.chunk;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! + tree.offset <= offset) low = middle;
    else high = middle - 1;
  }
  return low > 0 && starts[low]! + tree.offset === offset && isTrivia(kinds[low]!) ? low - 1 : high < 0 ? -1 : low;
}

const WORD_END = /[\s{}[\]()"]/;

/** Returns the word, the command and the content that an offset lies in, inside a comment or a quoted value. */
function insides(text: string, { start, end }: Range, offset: number): Range[] {
  const found: Range[] = [];
  let from = offset;
  let to = offset;
  while (from > start + 1 && !WORD_END.test(text.charAt(from - 1))) from--;
  while (to < end && !WORD_END.test(text.charAt(to))) to++;
  if (to > from) found.push({ start: from, end: to });
  const opened = text.lastIndexOf('[%', offset);
  const closed = opened < start ? -1 : text.indexOf(']', opened);
  if (closed >= offset && closed < end) found.push({ start: opened, end: closed + 1 });
  const last = /["}]/.test(text.charAt(end - 1)) ? end - 1 : end;
  found.push({ start: start + 1, end: Math.max(start + 1, last) });
  return found;
}

const isRemark = (kind: number): boolean =>
  kind === SUFFIX ||
  kind === NAG ||
  kind === GLYPH ||
  kind === MOVE_MARK ||
  (kind >= LINE_COMMENT && kind <= OPEN_COMMENT);
const isMove = (kind: number): boolean => kind === MOVE || kind === NULL_MOVE;

/** Returns a move with the number before it and the glyphs and comments after it, for a token that is one of these. */
function moveUnit(tree: GameTree, token: number): Range | undefined {
  const { kinds } = tree.chunk;
  let move = token;
  while (move >= 0 && (isRemark(kinds[move]!) || isTrivia(kinds[move]!))) move--;
  if (kinds[move] === MOVE_NUMBER && move === token)
    while (move < kinds.length && (kinds[move] === MOVE_NUMBER || isTrivia(kinds[move]!))) move++;
  if (move < 0 || move >= kinds.length || !isMove(kinds[move]!)) return undefined;
  let first = move;
  for (let t = move - 1; t >= 0 && (kinds[t] === MOVE_NUMBER || isTrivia(kinds[t]!)); t--)
    if (kinds[t] === MOVE_NUMBER) first = t;
  let last = move;
  for (let t = move + 1; t < kinds.length && (isRemark(kinds[t]!) || isTrivia(kinds[t]!)); t++)
    if (isRemark(kinds[t]!)) last = t;
  return { start: tokenRange(tree, first).start, end: tokenRange(tree, last).end };
}

/** Returns the nodes around an offset, innermost first; a variation also without its brackets. */
function nodesAround(tree: GameTree, offset: number): Range[] {
  const around: Range[] = [];
  for (let node = 1; node < tree.nodeKind.length; node++) {
    const range = nodeRange(tree, node);
    if (offset < range.start || offset > range.end) continue;
    around.unshift(range);
    if (tree.nodeKind[node] === VARIATION)
      around.unshift({ start: range.start + 1, end: Math.max(range.start + 1, range.end - 1) });
  }
  return around;
}

/** Keeps only ranges that contain the offset and strictly contain the previous range. */
function nested(steps: readonly Range[], offset: number): Range[] {
  const kept: Range[] = [];
  for (const range of steps) {
    const inner = kept.at(-1) ?? { start: offset, end: offset };
    const holds = range.start <= inner.start && range.end >= inner.end;
    const grows = kept.length === 0 ? range.end > range.start : range.start < inner.start || range.end > inner.end;
    if (holds && grows) kept.push(range);
  }
  return kept;
}
