import type { Range } from '../../base/text/range.ts';
import { quotedWord } from './cut.ts';
import type { FenProblem } from './fields.ts';

const BOARD = /(?<![\w/])(?:[1-8PNBRQKpnbrqk]{1,8}\/){7}[1-8PNBRQKpnbrqk]{1,8}(?=[\s"'”|_,;]|$)/;
/** A quotation mark at the end of a record, with the signs of a tag or a list. */
const CLOSING = /\s*["'”][\])}]*[,;]?$/;

/** Maximum number of characters of a record in which its board may begin. */
const MAX_PREFIX = 200;

/** What stands before the FEN of a record, and the range of that FEN; undefined where a FEN comes first. */
export function recordPrefix(
  text: string,
  { start, end }: Range,
): { readonly problem: FenProblem; readonly fen: Range } | undefined {
  const line = text.slice(start, Math.min(end, start + MAX_PREFIX));
  const at = BOARD.exec(line)?.index ?? 0;
  if (at === 0) return undefined;
  const closing = /["'“]\s*$/.test(line.slice(0, at)) ? CLOSING.exec(text.slice(start + at, end)) : null;
  const fen = { start: start + at, end: closing === null ? end : start + at + closing.index };
  const range = { start, end: fen.start };
  const edits = [{ range, newText: '' }, ...(fen.end < end ? [{ range: { start: fen.end, end }, newText: '' }] : [])];
  const message = `${quotedWord(line.slice(0, at).trim())} before the piece placement, with which a record begins`;
  return {
    problem: { code: 'FEN_EXTRA_TEXT', range, message, fixes: [{ title: 'Delete it', edits, safe: false }] },
    fen,
  };
}
