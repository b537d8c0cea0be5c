import { EXAMPLE_HEAD } from './heads.ts';

/** Heads at the start of a line; what stands there is read as the start of a section wherever a text is cut. */
const HEAD = new RegExp(`(?<![^\\r\\n])[ \\t]*(?:(${EXAMPLE_HEAD})|(Minimax\\b)|(Playing\\b))`, 'gi');

/**
 * Where the last example or trace of a MAV text starts for sure, whatever follows the text; 0 when there is none behind the
 * text's own start. An example inside of a trace is none: a trace ends with `Playing`, or where the next one starts.
 */
export function lastMavStart(text: string): number {
  let last = 0;
  let inTrace = false;
  for (const found of text.matchAll(HEAD)) {
    const [, example, trace] = found;
    if (trace !== undefined) inTrace = true;
    else if (example === undefined) inTrace = false;
    if (trace !== undefined || (example !== undefined && !inTrace)) last = found.index;
  }
  return last;
}
