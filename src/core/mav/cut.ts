import { EXAMPLE_HEAD } from './heads.ts';

/** Heads at the start of a line, with a character behind them: the end of a text may be within a longer word. */
const HEAD = new RegExp(`(?<![^\\r\\n])[ \\t]*(?:${EXAMPLE_HEAD}|(Minimax\\b))(?=[^])`, 'gi');
const EVALUATION = /Evaluation[ \t]+for[ \t]+node/i;

/**
 * Where the last example or trace of a MAV text starts for sure, whatever follows the text; 0 when there is none behind the
 * text's own start. A head at the start of a line ends whatever stands before it, unless it is the example of a trace's node.
 */
export function lastMavStart(text: string): number {
  const heads = [...text.matchAll(HEAD)];
  for (const { 1: trace, index } of heads.reverse())
    if (trace !== undefined || !isBehindEvaluation(text, index)) return index;
  return 0;
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
