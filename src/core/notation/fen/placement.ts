import { plural } from '../../base/text/counts.ts';
import type { Range } from '../../base/text/range.ts';
import type { Fix } from '../diagnostic.ts';
import { type FenProblem, rewrite } from './fields.ts';

/**
 * Piece letters; a piece's number is its index + 1: 1 to 6 White's pawn, knight, bishop, rook, queen, king; 7 to 12
 * Black's.
 */
export const PIECES = 'PNBRQKpnbrqk';

const NUMBERS = new Uint8Array(128);
for (const [i, letter] of Array.from(PIECES).entries()) NUMBERS[letter.charCodeAt(0)] = i + 1;

/** Returns the number of the piece with a letter, 0 for other characters. */
const pieceNumber = (c: number): number => (c < 128 ? NUMBERS[c]! : 0);

/** Maximum number of problems reported for one board. */
const MAX_PROBLEMS = 24;

/** The first field of a FEN, as far as it can be read. */
export interface Placement {
  /** Piece numbers by square (a1 is 0, h8 is 63), 0 where empty or not readable. */
  readonly squares: Uint8Array;
  /** Offset of each piece's letter in the text. */
  readonly letters: Uint32Array;
  readonly problems: readonly FenProblem[];
}

/**
 * Reads the piece placement `text[start, end)` (PGN standard 16.1.3.1). A problem in one rank leaves the others
 * readable; text after the eighth square of a rank or the eighth rank is only reported.
 */
export function readPlacementField(text: string, start: number, end: number): Placement {
  const squares = new Uint8Array(64);
  const letters = new Uint32Array(64);
  const problems: FenProblem[] = [];
  // ranks between two slashes: one slash too many, if there are too many ranks
  const empty: FenProblem[] = [];
  const report = (problem: FenProblem): void => {
    if (problems.length < MAX_PROBLEMS) problems.push(problem);
  };
  let rank = 7;
  let file = 0;
  let unknown = 0;
  let isOpen = false;
  let rankStart = start;
  for (let i = start; i <= end; i++) {
    if (i === end || text.charCodeAt(i) === 0x2f) {
      // The number of squares of a 9 or a 0 is unknown, and an unknown character may be no square.
      if (file !== 8 && rank >= 0 && !isOpen && file - unknown !== 8) {
        if (rankStart < i) report(widthProblem(rank, file, { start: rankStart, end: i }));
        else empty.push(widthProblem(rank, 0, { start: Math.max(start, i - 1), end: Math.min(end, i + 1) }));
      }
      rank--;
      file = 0;
      unknown = 0;
      isOpen = false;
      rankStart = i + 1;
      continue;
    }
    const c = text.charCodeAt(i);
    // `boardEnd` has checked them
    if (isSpace(c)) continue;
    if (c >= 0x31 && c <= 0x38) {
      const before = i > rankStart ? text.charCodeAt(i - 1) : 0;
      if (before >= 0x31 && before <= 0x38) {
        report({
          code: 'FEN_ADJACENT_DIGITS',
          range: { start: i - 1, end: i + 1 },
          message: `rank ${rank + 1} has adjacent empty squares written as ${text.slice(i - 1, i + 1)}`,
          ...mergeDigits(text, i, start, end),
        });
      }
      file += c - 0x30;
      continue;
    }
    const piece = pieceNumber(c);
    if (c === TILDE && i > rankStart && /[NBRQ]/i.test(text.charAt(i - 1))) {
      report(promotedMark(i, isWholeRank(text, i, start, end)));
      continue;
    }
    if (piece === 0) {
      const from = i;
      while (i + 1 < end && text.charCodeAt(i + 1) !== 0x2f && !isPlacementCharacter(text.charCodeAt(i + 1))) i++;
      const shown = text.slice(from, Math.min(i + 1, from + 12));
      report({
        code: 'FEN_UNKNOWN_PIECE',
        range: { start: from, end: i + 1 },
        message: `${JSON.stringify(shown)} is neither a piece letter nor a number of empty squares from 1 to 8`,
      });
      isOpen ||= /[09]/.test(shown);
      unknown += i + 1 - from;
      file += i + 1 - from;
      continue;
    }
    if (rank >= 0 && file < 8) {
      squares[8 * rank + file] = piece;
      letters[8 * rank + file] = i;
    }
    file++;
  }
  if (rank !== -1) {
    const ranks = 7 - rank;
    report({
      code: 'FEN_RANK_COUNT',
      range: { start, end },
      message: `the board has ${plural(ranks, 'rank')} instead of 8`,
    });
  } else empty.forEach(report);
  return { squares, letters, problems };
}

const widthProblem = (rank: number, squares: number, range: Range): FenProblem => ({
  code: 'FEN_RANK_WIDTH',
  range,
  message: `rank ${rank + 1} has ${plural(squares, 'square')} instead of 8`,
});

const isSpace = (c: number): boolean => c === 0x20 || (c >= 0x09 && c <= 0x0d);

const TILDE = 0x7e;

/** Returns the problem of the mark of a promoted piece (`Q~`), which is not a square. */
const promotedMark = (at: number, safe: boolean): FenProblem => ({
  code: 'FEN_UNKNOWN_PIECE',
  range: { start: at, end: at + 1 },
  message: '"~" marks a promoted piece, which only Crazyhouse does',
  fixes: [rewrite('Delete ~', { start: at, end: at + 1 }, '', safe)],
});

/**
 * Writes a run of digits as one; every pair of the run has the same repair. In a rank of another width a piece may be
 * missing between them, or one of them may be wrong.
 */
function mergeDigits(text: string, at: number, from: number, to: number): { readonly fixes?: readonly Fix[] } {
  const isDigit = (i: number): boolean => i >= from && i < to && text.charAt(i) >= '1' && text.charAt(i) <= '8';
  let start = at;
  let end = at;
  // more than eight digits are more than eight squares
  while (isDigit(start - 1) && at - start < 8) start--;
  while (isDigit(end) && end - at < 8) end++;
  let sum = 0;
  for (let i = start; i < end; i++) sum += text.charCodeAt(i) - 0x30;
  if (sum > 8) return {};
  return { fixes: [rewrite(`Write ${sum}`, { start, end }, String(sum), isWholeRank(text, at, from, to))] };
}

/** Returns true if the rank around a place has eight squares. */
function isWholeRank(text: string, at: number, from: number, to: number): boolean {
  const start = Math.max(from, text.lastIndexOf('/', at) + 1);
  let squares = 0;
  for (let i = start; i < to && text.charCodeAt(i) !== 0x2f && squares <= 8; i++) {
    const c = text.charCodeAt(i);
    squares += c >= 0x31 && c <= 0x38 ? c - 0x30 : isSpace(c) || c === TILDE ? 0 : pieceNumber(c) > 0 ? 1 : 9;
  }
  return squares === 8;
}

/**
 * Returns the end of a piece placement that contains spaces and is complete without them; -1 if there is none at
 * `start`. Spaces separate fields, so such a FEN has too many.
 */
export function boardEnd(text: string, start: number, end: number): number {
  const after = placementEnd(text, start, end, true);
  if (after < 0) return -1;
  const i = after - 1;
  let blanks = false;
  for (let at = start; at < i && !blanks; at++) blanks = isSpace(text.charCodeAt(at));
  // A separate `b` is Black to move, after a rank that lacks a square.
  const isSide =
    text.charAt(i) === 'b' && isSpace(text.charCodeAt(i - 1)) && !/^\s+[wb]\s/.test(text.slice(i + 1, i + 5));
  return blanks && !isSide && (after === end || isSpace(text.charCodeAt(after))) ? after : -1;
}

/**
 * Returns the end of the eight ranks of eight squares that start at `start`, whatever follows them; -1 if there are
 * none.
 *
 * @param hasBlanks true if whitespace may separate their characters
 */
export function placementEnd(text: string, start: number, end: number, hasBlanks = false): number {
  let rank = 1;
  let file = 0;
  for (let i = start; i < end; i++) {
    const c = text.charCodeAt(i);
    if (hasBlanks && isSpace(c)) continue;
    if (c === 0x2f) {
      if (file !== 8) return -1;
      rank++;
      file = 0;
      continue;
    }
    if (!isPlacementCharacter(c)) return -1;
    file += c <= 0x38 ? c - 0x30 : 1;
    if (file > 8) return -1;
    if (rank === 8 && file === 8) return i + 1;
  }
  return -1;
}

const isPlacementCharacter = (c: number): boolean => (c >= 0x31 && c <= 0x38) || pieceNumber(c) > 0;
