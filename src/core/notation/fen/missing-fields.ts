import type { Range } from '../../base/text/range.ts';
import type { Fix } from '../diagnostics/fix.ts';
import { isCastlingText, possibleRights } from './castling-field.ts';
import { enPassantSquare } from './en-passant-field.ts';
import { FEN_FIELDS, type FenProblem } from './fields.ts';
import { isKnownOpcode } from './opcodes.ts';

/** What stands for a field that says nothing. */
const EMPTY = ['', 'w', '-', '-', '0', '1'] as const;

const isSquare = (word: string): boolean => /^[a-h][1-8]$/.test(word);
const isNumber = (word: string): boolean => /^\d{1,4}$/.test(word);

/**
 * A dash that was left out between the side to move and the counters (`w KQkq 0 1`), so that the fields behind it stand
 * in wrong places; undefined when none is.
 *
 * @param next the word behind the fields; an EPD opcode in the place of a field counts as one
 */
export function missingDash(
  words: readonly string[],
  fields: readonly Range[],
  squares: Uint8Array | undefined,
  epd: boolean,
): FenProblem | undefined {
  if (words.length < 3 || words.length > 5) return undefined;
  // c3 and c6 are squares and opcodes
  const isBehind = (word: string | undefined): boolean =>
    word !== undefined && (isNumber(word) || (epd && isKnownOpcode(word) && enPassantSquare(word) < 0));
  const [, , third, fourth] = words;
  const build = (index: number, missing: string, dashes: string, safe: boolean): FenProblem => ({
    code: 'FEN_MISSING_DASH',
    range: fields[index],
    message: `${missing} missing before ${words[index]}; write - for none`,
    fixes: [
      {
        title: `Insert ${dashes}`,
        edits: [{ range: { start: fields[index].start, end: fields[index].start }, newText: `${dashes} ` }],
        safe,
      },
    ],
  });
  const mayCastle = squares === undefined || possibleRights(squares) !== '';
  if (isBehind(third)) return build(2, 'castling rights and en passant square are', '- -', !mayCastle);
  if (isSquare(third) && (fourth === undefined || isBehind(fourth))) {
    return build(2, 'the castling rights are', '-', !mayCastle);
  }
  if (third === '-' && isBehind(fourth)) {
    return build(3, 'castling rights or en passant square are', '-', !mayCastle);
  }
  return isCastlingText(third) && isBehind(fourth) ? build(3, 'the en passant square is', '-', true) : undefined;
}

/** Fields that are missing at the end; undefined when all are there. */
export function missingFields(
  range: Range,
  count: number,
  expected: number,
  squares: Uint8Array | undefined,
): FenProblem | undefined {
  if (count >= expected) return undefined;
  const missing = FEN_FIELDS.slice(count, expected);
  const fixes: Fix[] = [];
  const append = (values: readonly string[], safe: boolean): void => {
    const added = values.join(' ');
    const edits = [{ range: { start: range.end, end: range.end }, newText: ` ${added}` }];
    fixes.push({ title: `Append ${added}`, edits, safe });
  };
  if (count > 0) {
    const rights = count > 2 || squares === undefined ? '' : possibleRights(squares);
    const rest = EMPTY.slice(count, expected);
    if (rights !== '')
      append(
        rest.map((field, i) => (i === 2 - count ? rights : field)),
        false,
      );
    append(rest, count >= 3 || (count === 2 && squares !== undefined && rights === ''));
  }
  return {
    code: 'FEN_MISSING_FIELDS',
    range,
    message: `${missing.length === 1 ? 'a field is' : `${missing.length} fields are`} missing at the end: ${missing.join(', ')}`,
    ...(fixes.length > 0 && { fixes }),
  };
}
