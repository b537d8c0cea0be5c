import type { Range } from '../../base/text/range.ts';
import type { Fix } from '../diagnostic.ts';
import { isCastlingText } from './castling-field.ts';
import { parseCounter } from './counter-fields.ts';
import { enPassantSquare } from './en-passant-field.ts';
import { isKnownOpcode } from './epd.ts';
import { FEN_FIELD_NAMES, type FenProblem, rewrite } from './fields.ts';

/** The default text of each field. */
const EMPTY = ['', 'w', '-', '-', '0', '1'] as const;

const isSquare = (word: string): boolean => /^[a-h][1-8]$/.test(word);
const isNumber = (word: string): boolean => /^\d{1,4}$/.test(word);

/** Fields that the board allows after the side to move. */
export interface Possible {
  /** The castling letters; undefined if the board is not known. */
  readonly rights: string | undefined;
  /** True if a pawn may be captured en passant. */
  readonly canPass: boolean;
}

/**
 * Returns a missing dash between the side to move and the counters (`w KQkq 0 1`), so that the fields after it are in
 * the wrong places; undefined if none is missing.
 *
 * @param possible what the board allows
 */
export function missingDash(
  words: readonly string[],
  fields: readonly Range[],
  possible: Possible,
  epd: boolean,
): FenProblem | undefined {
  if (words.length < 3 || words.length > 5) return undefined;
  // c3 and c6 are squares and opcodes.
  const isFollowing = (word: string | undefined): boolean =>
    word !== undefined && (isNumber(word) || (epd && isKnownOpcode(word) && enPassantSquare(word) < 0));
  const [, , third = '', fourth] = words;
  const build = (index: number, missing: string, dashes: string, safe: boolean): FenProblem => ({
    code: 'FEN_MISSING_DASH',
    range: fields[index]!,
    message: `${missing} missing before ${words[index]}; write - for none`,
    fixes: [
      {
        title: `Insert ${dashes}`,
        edits: [{ range: { start: fields[index]!.start, end: fields[index]!.start }, newText: `${dashes} ` }],
        safe,
      },
    ],
  });
  const canCastle = possible.rights !== '';
  const canEither = canCastle || possible.canPass;
  if (isFollowing(third)) return build(2, 'castling rights and en passant square are', '- -', !canEither);
  if (isSquare(third) && (fourth === undefined || isFollowing(fourth))) {
    return build(2, 'the castling rights are', '-', !canCastle);
  }
  if (third === '-' && isFollowing(fourth)) {
    return build(3, 'castling rights or en passant square are', '-', !canEither);
  }
  return isCastlingText(third) && isFollowing(fourth)
    ? build(3, 'the en passant square is', '-', !possible.canPass)
    : undefined;
}

/**
 * Returns the problem of fields missing at the end; undefined if all are present.
 *
 * @param words the existing fields
 * @param range all of them
 */
export function missingFields(
  words: readonly string[],
  range: Range,
  expected: number,
  { rights: possible, canPass }: Possible,
): FenProblem | undefined {
  const count = words.length;
  if (count >= expected) return undefined;
  const missing = FEN_FIELD_NAMES.slice(count, expected);
  const fixes: Fix[] = [];
  const append = (values: readonly string[], safe: boolean): void => {
    const added = values.join(' ');
    const edits = [{ range: { start: range.end, end: range.end }, newText: ` ${added}` }];
    fixes.push({ title: `Append ${added}`, edits, safe });
  };
  if (count > 0) {
    const rights = count > 2 || possible === undefined ? '' : possible;
    const rest = EMPTY.slice(count, expected);
    if (rights !== '')
      append(
        rest.map((field, i) => (i === 2 - count ? rights : field)),
        false,
      );
    // one number above 0 may be either counter
    const [, , , , counter = '0'] = words;
    const canBeOther = (count === 2 && possible !== '') || (count <= 3 && canPass) || parseCounter(counter) !== 0;
    append(rest, count >= 2 && !canBeOther);
    if (count === 5 && canBeOther) {
      const at = { start: range.end - counter.length, end: range.end };
      fixes.push(rewrite(`Insert 0 before ${counter}`, at, `0 ${counter}`, false));
    }
  }
  return {
    code: 'FEN_MISSING_FIELDS',
    range,
    message: `${missing.length === 1 ? 'a field is' : `${missing.length} fields are`} missing at the end: ${missing.join(', ')}`,
    ...(fixes.length > 0 && { fixes }),
  };
}

/** Problems of a field that cannot be read. */
const UNREADABLE: ReadonlySet<string> = new Set([
  'FEN_BAD_SIDE',
  'FEN_BAD_CASTLING',
  'FEN_BAD_EN_PASSANT',
  'FEN_BAD_COUNTER',
]);

/**
 * Returns the problems of the fields of a FEN with safe fixes only where the fields are certainly in their places: after
 * one that cannot be read, and has no certain repair, they may not be; and what is missing at the end may be in one that
 * cannot be read.
 */
export function withDoubt(problems: readonly FenProblem[]): FenProblem[] {
  const unreadable = problems.filter(({ code }) => UNREADABLE.has(code));
  if (unreadable.length === 0) return [...problems];
  const unclear = unreadable.filter(({ fixes = [] }) => !fixes.some(({ safe }) => safe));
  const from = Math.min(...unclear.map(({ range }) => range.end));
  return problems.map((problem) => {
    const { code, range, fixes } = problem;
    // the dash of `KQkq- 0 1` is the next field
    const isGlued = code === 'FEN_BAD_CASTLING' && unclear.some((other) => other.code === 'FEN_BAD_EN_PASSANT');
    const isDoubtful = code === 'FEN_MISSING_FIELDS' || range.start >= from || isGlued;
    return fixes === undefined || !isDoubtful
      ? problem
      : { ...problem, fixes: fixes.map((fix): Fix => ({ ...fix, safe: false })) };
  });
}
