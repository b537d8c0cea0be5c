import type { TextEdit } from '../../../base/text/range.ts';
import {
  BYTE_ORDER_MARK,
  CLOSE_PAREN,
  COMMENT,
  ESCAPE,
  LINE_COMMENT,
  MOVE,
  OPEN_PAREN,
  RESERVED,
  STRAY,
  SUFFIX,
  TAG_CLOSE,
  TAG_NAME,
  TAG_OPEN,
  WHITESPACE,
} from '../tokens.ts';
import { type GameTree, tokenEnd } from '../tree.ts';

/** Two adjacent tokens and their separator. */
export interface Gap {
  readonly before: number;
  readonly after: number;
  /** The spaces and line ends as written; empty if the tokens touch. */
  readonly written: string;
}

/** Counts the line ends in a run of white space: 0, 1, or 2 for more. */
export function linesIn(written: string): number {
  let lines = 0;
  for (let i = 0; i < written.length && lines < 2; i++) {
    const c = written.charCodeAt(i);
    if (c === 0x0a ? written.charCodeAt(i - 1) !== 0x0d : c === 0x0d) lines++;
  }
  return lines;
}

/**
 * Returns the separator of two tokens up to the last tag. A tag starts its line; blank lines between tags are removed.
 */
export function headerGap({ before, after, written }: Gap, lineEnd: string): string {
  if (after > TAG_OPEN && after <= TAG_CLOSE) return after === TAG_NAME || after === TAG_CLOSE ? '' : ' ';
  const lines = linesIn(written);
  if (after === TAG_OPEN) return before === TAG_CLOSE || lines < 2 ? lineEnd : lineEnd + lineEnd;
  return lines > 0 ? lineEnd.repeat(lines) : spaceBetween(before, after, written !== '');
}

/**
 * Returns the separator of two tokens of movetext where line breaks are kept: never a blank line. Indentation is kept.
 */
function movetextGap({ before, after, written }: Gap, lineEnd: string): string {
  if (linesIn(written) === 0) return spaceBetween(before, after, written !== '');
  return lineEnd + (after === ESCAPE ? '' : (/[ \t]*$/.exec(written)?.[0] ?? ''));
}

const isUnknown = (kind: number): boolean => kind === STRAY || kind === RESERVED;

/** Returns one space or none between tokens of one line; unknown words stay attached. */
export function spaceBetween(before: number, after: number, isApart: boolean): string {
  if (before === OPEN_PAREN || after === CLOSE_PAREN) return '';
  if (isUnknown(before) || isUnknown(after)) return isApart ? ' ' : '';
  if (after === SUFFIX) return before === MOVE || !isApart ? '' : ' ';
  return ' ';
}

/** The place of a game in its file. */
export interface GameContext {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** True if it directly follows the previous game with nothing between them. */
  readonly isGlued: boolean;
  /** True if only the name of its first tag makes it a separate game: no blank line precedes it. */
  readonly isNamed: boolean;
  readonly lineEnd: string;
}

/** Returns the separator after a game: an empty line, which is not required at the end of the file. */
const gameEnd = ({ isLast, lineEnd }: GameContext, written: string): string =>
  isLast && linesIn(written) < 2 ? lineEnd : lineEnd + lineEnd;

/**
 * Returns the edits of gentle style, which keeps line breaks. It normalizes spaces within lines and at their ends, the
 * blank lines between tags, movetext and games, and puts one tag on each line.
 */
export function gentleEdits(text: string, tree: GameTree, place: GameContext): TextEdit[] {
  const { chunk, offset } = tree;
  const { kinds, starts } = chunk;
  const edits: TextEdit[] = [];
  const set = (start: number, end: number, newText: string): void => {
    if (text.slice(start, end) !== newText) edits.push({ range: { start, end }, newText });
  };
  const lastTagEnd = kinds.lastIndexOf(TAG_CLOSE);
  let before = -1;
  let inMovetext = false;
  for (let t = 0; t < kinds.length; t++) {
    const kind = kinds[t]!;
    if (kind === WHITESPACE) continue;
    const start = offset + starts[t]!;
    const end = offset + tokenEnd(chunk, t);
    const gapStart = before < 0 ? offset : offset + tokenEnd(chunk, before);
    if (before < 0) set(gapStart, start, '');
    else {
      const gap = { before: kinds[before]!, after: kind, written: text.slice(gapStart, start) };
      set(gapStart, start, gapText(gap, t <= lastTagEnd, inMovetext, place.lineEnd));
    }
    inMovetext ||= t > lastTagEnd && kind !== ESCAPE;
    if (kind === COMMENT) trimEdges(text, start, end, set);
    else if (kind === LINE_COMMENT) set(start, end, text.slice(start, end).trimEnd());
    before = t;
  }
  const rest = offset + tokenEnd(chunk, before);
  const end = offset + chunk.length;
  set(rest, end, gameEnd(place, text.slice(rest, end)));
  return edits;
}

function gapText(
  gap: { readonly before: number; readonly after: number; readonly written: string },
  inHeader: boolean,
  inMovetext: boolean,
  lineEnd: string,
): string {
  if (gap.before === BYTE_ORDER_MARK) return '';
  if (inHeader) return headerGap(gap, lineEnd);
  if (inMovetext) return movetextGap(gap, lineEnd);
  // after the last tag: possibly escape lines, then the movetext
  if (gap.before === TAG_CLOSE && gap.after !== ESCAPE) return lineEnd + lineEnd;
  return lineEnd.repeat(Math.max(1, linesIn(gap.written)));
}

/** Leaves at most one space after the opening and before the closing brace. */
function trimEdges(
  text: string,
  start: number,
  end: number,
  set: (start: number, end: number, newText: string) => void,
): void {
  const isBlank = (at: number): boolean => text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09;
  let from = start + 1;
  while (isBlank(from)) from++;
  let to = end - 1;
  while (to > from && isBlank(to - 1)) to--;
  if (from > start + 1 && !isLineEnd(text, from)) set(start + 1, from, ' ');
  if (to < end - 1 && !isLineEnd(text, to - 1)) set(to, end - 1, ' ');
}

const isLineEnd = (text: string, at: number): boolean => text.charCodeAt(at) === 0x0a || text.charCodeAt(at) === 0x0d;
