import { EXAMPLE_HEAD } from './heads.ts';
import { readMavSection } from './read-mav.ts';

/** Heads at the start of a line, with a character behind them: the end of a text may be within a longer word. */
const HEAD = new RegExp(`(?<![^\\r\\n])[ \\t]*(?:${EXAMPLE_HEAD}|(Minimax\\b))(?=[^])`, 'gi');
const EVALUATION = /Evaluation[ \t]+for[ \t]+node/i;

/**
 * Where the last example or trace of a MAV text starts for sure, whatever follows the text, with the stray lines before it; 0 when
 * there is none behind the text's own start. A head at the start of a line ends whatever stands before it, unless it is the example
 * of a trace's node.
 */
export function lastMavStart(text: string): number {
  const heads: number[] = [];
  for (const { 1: trace, index } of [...text.matchAll(HEAD)].reverse()) {
    if (trace === undefined && isBehindEvaluation(text, index)) continue;
    heads.push(index);
    if (heads.length === 2) break;
  }
  const [last, before = 0] = heads;
  return last === undefined ? 0 : sectionStart(text, before, last);
}

/** Where the section of a head starts: at its stray lines if it has any, else at itself. */
function sectionStart(text: string, from: number, head: number): number {
  for (let at = from; at < head; ) {
    const { length, faults } = readMavSection(text, at);
    if (at + length > head)
      return (at > from || from === 0) && faults.some(({ range }) => range.end <= head) ? at : head;
    at += length;
  }
  return head;
}

/** True if an evaluation may stand right before a line: only blanks, colons, commas and comments between them. */
function isBehindEvaluation(text: string, at: number): boolean {
  for (let end = at; end > 0; ) {
    const start = end < 2 ? 0 : 1 + Math.max(text.lastIndexOf('\n', end - 2), text.lastIndexOf('\r', end - 2));
    const line = text.slice(start, end);
    if (EVALUATION.test(line)) return true;
    if (!/^[\s:,\uFEFF]*(?:#|$)/.test(line)) return false;
    end = start;
  }
  return false;
}
