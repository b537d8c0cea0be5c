import type { Range } from '../../base/text/range.ts';

/** What a line of a walk file is. `start` and `world` lines begin with that word; `other` lines start with `#` and are comments. */
export type WalkLineKind = 'blank' | 'world' | 'start' | 'actions' | 'prediction' | 'comment';

/** A line of a walk file. Lines tile the text: each starts where the one before ends. */
export interface WalkLine {
  readonly kind: WalkLineKind;
  /** With its line end. */
  readonly range: Range;
  /** Without the line end and white space around; empty for a blank line. */
  readonly content: Range;
  /** What stands behind `world`, `start` or `# pstate`, without white space around; of other lines the content. */
  readonly value: Range;
}

const BOM = 0xfeff;
const KEYWORD = /^(?:(world)|(start)|(#[ \t\v\f]*pstate))(?![^ \t\v\f])/;
/** Longer than any keyword with its blanks, so that long lines are not copied. */
const HEAD = 80;

export const isWalkBlank = (c: number): boolean => c === 0x20 || c === 0x09 || c === 0x0b || c === 0x0c;
const isLineEnd = (c: number): boolean => c === 0x0a || c === 0x0d;

/** The lines of a walk file in order. Never fails; together they are the whole text. */
export function* walkLines(text: string): Generator<WalkLine> {
  for (let at = 0; at < text.length; ) {
    let end = at;
    while (end < text.length && !isLineEnd(text.charCodeAt(end))) end++;
    let next = end;
    if (next < text.length) next += text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a ? 2 : 1;
    // only the first character of a file is a byte order mark
    const from = at === 0 && text.charCodeAt(0) === BOM ? 1 : at;
    yield walkLine(text, { start: at, end: next }, from, end);
    at = next;
  }
}

function walkLine(text: string, range: Range, from: number, to: number): WalkLine {
  let start = from;
  let end = to;
  while (start < end && isWalkBlank(text.charCodeAt(start))) start++;
  while (end > start && isWalkBlank(text.charCodeAt(end - 1))) end--;
  const content = { start, end };
  if (start === end) return { kind: 'blank', range, content, value: content };
  const found = KEYWORD.exec(text.slice(start, Math.min(end, start + HEAD)));
  if (found === null) {
    const kind = text.charCodeAt(start) === 0x23 ? 'comment' : 'actions';
    return { kind, range, content, value: content };
  }
  let value = start + found[0].length;
  while (value < end && isWalkBlank(text.charCodeAt(value))) value++;
  const kind = found[1] !== undefined ? 'world' : found[2] !== undefined ? 'start' : 'prediction';
  return { kind, range, content, value: { start: value, end } };
}

/** True if `text[start, end)`, a line without its line end, begins a walk. */
export function isWalkStart(text: string, start: number, end: number): boolean {
  let from = start;
  while (from < end && isWalkBlank(text.charCodeAt(from))) from++;
  const found = KEYWORD.exec(text.slice(from, Math.min(end, from + HEAD)));
  return found?.[1] !== undefined;
}

/**
 * The start of the last walk of a text, whatever follows the text; 0 if none starts behind the start of the text. A text cut there
 * reads the same as in one piece.
 */
export function lastWalkStart(text: string): number {
  let end = text.length;
  for (let at = end - 1; at >= 0; at--) {
    if (!isLineEnd(text.charCodeAt(at))) continue;
    // the first word of the last line may go on behind the text
    if (isWalkStart(text, at + 1, end) && (end < text.length || /^[ \t\v\f]*world[ \t\v\f]/.test(text.slice(at + 1))))
      return at + 1;
    end = at;
  }
  return 0;
}
