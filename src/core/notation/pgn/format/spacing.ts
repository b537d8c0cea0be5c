import {
  CLOSE_PAREN,
  ESCAPE,
  MOVE,
  OPEN_PAREN,
  RESERVED,
  STRAY,
  SUFFIX,
  TAG_CLOSE,
  TAG_NAME,
  TAG_OPEN,
} from '../tokens.ts';

/** Two adjacent tokens and their separator. */
export interface Gap {
  readonly before: number;
  readonly after: number;
  /** The spaces and line ends as written; empty if the tokens touch. */
  readonly written: string;
}

/** Line ends in a run of white space: 0, 1, or 2 for more. */
export function linesIn(written: string): number {
  let lines = 0;
  for (let i = 0; i < written.length && lines < 2; i++) {
    const c = written.charCodeAt(i);
    if (c === 0x0a ? written.charCodeAt(i - 1) !== 0x0d : c === 0x0d) lines++;
  }
  return lines;
}

/** The separator of two tokens up to the last tag. A tag starts its line; blank lines between tags are removed. */
export function headerGap({ before, after, written }: Gap, lineEnd: string): string {
  if (after > TAG_OPEN && after <= TAG_CLOSE) return after === TAG_NAME || after === TAG_CLOSE ? '' : ' ';
  const lines = linesIn(written);
  if (after === TAG_OPEN) return before === TAG_CLOSE || lines < 2 ? lineEnd : lineEnd + lineEnd;
  return lines > 0 ? lineEnd.repeat(lines) : spaceBetween(before, after, written !== '');
}

/** The separator of two tokens of movetext where line breaks are kept: never a blank line. Indentation is kept. */
export function movetextGap({ before, after, written }: Gap, lineEnd: string): string {
  if (linesIn(written) === 0) return spaceBetween(before, after, written !== '');
  return lineEnd + (after === ESCAPE ? '' : (/[ \t]*$/.exec(written)?.[0] ?? ''));
}

const isUnknown = (kind: number): boolean => kind === STRAY || kind === RESERVED;

/** One space or none between tokens of one line; unknown words keep what they touch. */
export function spaceBetween(before: number, after: number, isApart: boolean): string {
  if (before === OPEN_PAREN || after === CLOSE_PAREN) return '';
  if (isUnknown(before) || isUnknown(after)) return isApart ? ' ' : '';
  if (after === SUFFIX) return before === MOVE || !isApart ? '' : ' ';
  return ' ';
}
