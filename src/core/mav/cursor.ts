import type { Range } from '../base/text/range.ts';
import type { Word } from './syntax.ts';

/** A place in a text that only goes on. */
export class Cursor {
  readonly text: string;
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Goes over a match of a sticky pattern right here; undefined when there is none. */
  take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  /** True if a sticky pattern matches right here. */
  sees(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    return pattern.test(this.text);
  }

  /** Goes over blanks, line ends, a byte order mark and `#` comments. */
  skipBlanks(): void {
    this.take(BLANKS);
  }

  /** The rest of the line, without its end and the blanks before that; goes there. */
  restOfLine(): Range {
    const start = this.at;
    this.take(LINE);
    let end = this.at;
    while (end > start && (this.text[end - 1] === ' ' || this.text[end - 1] === '\t')) end--;
    return { start, end };
  }

  /** A word that starts right here, if a sticky pattern matches. */
  word(pattern: RegExp): Word | undefined {
    const start = this.at;
    const found = this.take(pattern);
    return found === undefined ? undefined : { range: { start, end: this.at }, text: found[0] };
  }
}

const BLANKS = /(?:[\s\uFEFF]+|#[^\r\n]*)*/y;
const LINE = /[^\r\n]*/y;

/** A range without the blanks at its ends; undefined when nothing is left. */
export function trimmed(text: string, { start, end }: Range): Word | undefined {
  let first = start;
  let last = end;
  while (first < last && /\s/.test(text.charAt(first))) first++;
  while (last > first && /\s/.test(text.charAt(last - 1))) last--;
  return first === last ? undefined : { range: { start: first, end: last }, text: text.slice(first, last) };
}
