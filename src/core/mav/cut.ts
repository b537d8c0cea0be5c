import { EXAMPLE_HEAD } from './heads.ts';
import { MAV_LOOKAHEAD, readMavSection } from './read-mav.ts';

/** Heads at the start of a line, with a character behind them: the end of a text may be within a longer word. */
const HEAD = new RegExp(
  `(?<![^\\r\\n])[ \\t]*(?:${EXAMPLE_HEAD}|(Minimax\\b)|(Evaluation[ \\t]+for[ \\t]+node)|(Playing\\b))(?=[^])|Minimax\\b|Evaluation[ \\t]+for[ \\t]+node`,
  'gi',
);

/** The end of a line after which nothing is open: of an output, a header or a blank line. */
const CLOSED = /(?:\]|<\/mav>|(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r))[ \t]*[\r\n]*$/i;
const MAX_END = 40;

/**
 * Where the last example or trace of a MAV text starts for sure, whatever follows the text, with the stray lines before it; 0 when
 * there is none behind the text's own start. A head at the start of a line ends whatever stands before it, unless it is an example
 * of a trace that goes on.
 */
export function lastMavStart(text: string): number {
  let last: number | undefined;
  let before = 0;
  const starts = (at: number): void => {
    before = last ?? 0;
    last = at;
  };
  for (let from = 0; ; ) {
    /** Where a trace starts that may go on, and the last example behind its start. */
    let open: number | undefined;
    let example: number | undefined;
    HEAD.lastIndex = from;
    for (let head = HEAD.exec(text); head !== null; head = HEAD.exec(text)) {
      const { 0: words, 1: trace, 2: evaluation, 3: playing, index } = head;
      if (playing !== undefined) open = undefined;
      // one within a line starts a trace perhaps
      else if (evaluation !== undefined || (trace === undefined && /^[me]/i.test(words))) open ??= index;
      else if (trace !== undefined) starts((open = index));
      else if (open === undefined) starts(index);
      else example = index;
    }
    if (open === undefined || example === undefined || example < open) break;
    // examples behind a trace that is cut off are none of its own where enough of them is there to tell
    const end = open + readMavSection(text, open).length;
    if (end > example || text.length - end < MAV_LOOKAHEAD) break;
    from = end;
  }
  return last === undefined ? 0 : sectionStart(text, before, last);
}

/** Where the section of a head starts: at its stray lines if it has any, else at itself. */
function sectionStart(text: string, from: number, head: number): number {
  for (let at = from; at < head; ) {
    const { length, faults } = readMavSection(text, at);
    if (at + length > head)
      return (at > from || from === 0) && faults.some(({ range }) => range.end <= head)
        ? at
        : commentsAbove(text, at, head);
    at += length;
  }
  return commentsAbove(text, from, head);
}

/**
 * Where the comment lines right above a head start, from a place on; they may name the source of its example. The head itself below a line that
 * is not closed, which may go on over comments.
 */
function commentsAbove(text: string, from: number, head: number): number {
  let start = head;
  while (start > from) {
    const before = text.lastIndexOf('\n', start - 2) + 1;
    if (before < from || !/^[ \t]*#/.test(text.slice(before, start))) break;
    start = before;
  }
  return start === from || CLOSED.test(text.slice(Math.max(from, start - MAX_END), start)) ? start : head;
}
