import { classOf, LINE_END } from './characters.ts';
import { mayHoldResult, resultOf } from './words.ts';

/** The end of a quoted text outside a tag, or the offset itself if a tag or the line end comes first. */
export function quotedEnd(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      const quoted = text.slice(from, i);
      // text that may end the game is not skipped
      return mayHoldResult(quoted) && resultOf(quoted) === undefined ? from : i + 1;
    }
    if (c === 0x5b || c === 0x0a || c === 0x0d) break;
  }
  return from;
}

/** Maximum length of text in brackets that is one token. */
const MAX_BRACKETS = 80;

/** The end of text in brackets on one line of movetext, such as `[Qa5]`: none of its moves are played. */
export function bracketEnd(text: string, start: number): number {
  for (let i = start + 1; i < text.length && i - start < MAX_BRACKETS; i++) {
    const c = text.charCodeAt(i);
    // text that may end the game is not skipped
    if (c === 0x5d) return i === start + 1 || mayHoldResult(text.slice(start, i)) ? start + 1 : i + 1;
    if (classOf(c) === LINE_END || '[{}"'.includes(text.charAt(i))) break;
  }
  return start + 1;
}
