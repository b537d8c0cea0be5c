import type { Range } from '../../base/text/range.ts';
import type { Fix } from '../diagnostic.ts';
import { quotedWord } from './fen-file.ts';
import { FEN_FIELD_NAMES, type FenProblem, rewrite } from './fields.ts';

/** Plies without a capture or pawn move after which a game is drawn without a claim (FIDE Laws of Chess, 9.6.2). */
const MAX_HALFMOVES = 150;

/** Returns true for the field of the checks that are left in Three-check, which is before the counters: `3+3`. */
export const isChecksText = (text: string): boolean => /^\+?\d\+\d$/.test(text);

/** Returns the number of a counter; undefined if it is not a number. */
export const parseCounter = (text: string): number | undefined => (/^\d{1,4}$/.test(text) ? Number(text) : undefined);

/**
 * Returns problems of the counters (PGN standard 16.1.3.5 and 16.1.3.6).
 *
 * @param passed the en passant field if it names a square that a pawn can just have passed
 */
export function counterProblems(text: string, fields: readonly Range[], passed: Range | undefined): FenProblem[] {
  const problems: FenProblem[] = [];
  for (const i of [4, 5]) {
    if (i >= fields.length) break;
    const range = fields[i]!;
    const written = text.slice(range.start, range.end);
    const value = parseCounter(written);
    if (i === 4 && isChecksText(written)) {
      const message = `${quotedWord(written)} in place of the halfmove clock counts checks, as in Three-check, but the record names no variant`;
      problems.push({ code: 'FEN_BAD_COUNTER', range, message });
      // the counters are after it
      break;
    }
    if (value === undefined) {
      const fix = formFix(written, range, i === 4 ? '0' : '1');
      problems.push({
        code: 'FEN_BAD_COUNTER',
        range,
        message: `the ${FEN_FIELD_NAMES[i]} is ${quotedWord(written)}, not a number of at most four digits`,
        ...(fix !== undefined && { fixes: [fix] }),
      });
    } else if (i === 5 && value === 0) {
      problems.push({
        code: 'FEN_FULLMOVE_ZERO',
        range,
        message: 'the fullmove number is 0; it starts at 1',
        fixes: [rewrite('Write 1', range, '1', true)],
      });
    } else if (i === 4) problems.push(...halfmoveProblems(text, value, range, passed));
  }
  return problems;
}

/** Returns problems of a halfmove clock, in its field or as an EPD operand. */
export function halfmoveProblems(text: string, value: number, range: Range, passed: Range | undefined): FenProblem[] {
  if (value > 0 && passed !== undefined) {
    const square = text.slice(passed.start, passed.end);
    return [
      {
        code: 'FEN_EN_PASSANT_CLOCK',
        range,
        message: `the halfmove clock is ${value}, but it must be 0 after the pawn's move over ${square}`,
        fixes: [
          rewrite('Write 0 as the halfmove clock', range, '0', false),
          rewrite('Write - as the en passant square', passed, '-', false),
        ],
      },
    ];
  }
  if (value <= MAX_HALFMOVES) return [];
  const message = `the halfmove clock is ${value}; at ${MAX_HALFMOVES} the game is drawn (75 moves per side)`;
  return [{ code: 'FEN_HALFMOVES_HIGH', range, message }];
}

function formFix(written: string, range: Range, empty: string): Fix | undefined {
  return /^(?:[Oo]|[-–—]|--|\?)$/.test(written) ? rewrite(`Write ${empty}`, range, empty, true) : undefined;
}
