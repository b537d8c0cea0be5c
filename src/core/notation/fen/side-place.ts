import type { Range } from '../../base/text/range.ts';
import { isCastlingText } from './castling-field.ts';
import { quotedWord } from './cut.ts';
import { type FenProblem, rewrite } from './fields.ts';

/**
 * The problem of a side to move that is not in its place although the other fields are whole: it is left out, or
 * behind the castling rights. Undefined if the second field is something else.
 *
 * @param words the fields, of which the second is no side to move
 */
export function sidePlace(words: readonly string[], fields: readonly Range[]): FenProblem | undefined {
  const [, second = '', third = '', fourth] = words;
  const at = fields[1];
  if (at === undefined || fields.length < 3 || !isCastlingText(second)) return undefined;
  const code = 'FEN_BAD_SIDE';
  if (third === 'w' || third === 'b') {
    const range = { start: at.start, end: fields[2]!.end };
    const message = `the side to move ${third} and the castling rights ${second} are in each other's place`;
    return { code, range, message, fixes: [rewrite('Swap them', range, `${third} ${second}`, true)] };
  }
  const isNext = /^(?:-|[a-h][36])$/.test(third) && (fourth === undefined || /^(?:\d|[a-z])/i.test(fourth));
  if (!isNext || fields.length > 5) return undefined;
  const message = `the side to move is missing before ${quotedWord(second)}`;
  const before = { start: at.start, end: at.start };
  const fixes = ['w', 'b'].map((side) => rewrite(`Insert ${side}`, before, `${side} `, false));
  return { code, range: at, message, fixes };
}
