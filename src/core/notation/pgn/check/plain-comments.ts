import { COMMENT } from '../tokens.ts';
import { type GameTree, tokenEnd } from '../tree.ts';

/** A comment of ASCII on one line, with well-formed clocks and evaluations alone, as nearly all are. */
const PLAIN = /\{[ -Z\\-z|~]*(?:\[%(?:clk \d+:\d\d:\d\d(?:\.\d+)?|eval (?:-?\d+\.\d+|#-?\d+))\][ -Z\\-z|~]*)*\}/y;

/**
 * The comments of a game (indices into `commentToken`) that are to be looked at closely, in order: they may hold commands, braces, line ends
 * or characters with a fault. The others cannot, and are not copied out of the text.
 */
export function closeComments(text: string, { chunk, offset, commentToken }: GameTree): number[] {
  const close: number[] = [];
  for (let i = 0; i < commentToken.length; i++) {
    const token = commentToken[i];
    PLAIN.lastIndex = offset + chunk.starts[token];
    const isPlain =
      chunk.kinds[token] === COMMENT && PLAIN.test(text) && PLAIN.lastIndex === offset + tokenEnd(chunk, token);
    if (!isPlain) close.push(i);
  }
  return close;
}
