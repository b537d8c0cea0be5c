import { readSan } from '../../games/chess/san-code.ts';
import { ANY_BLANK } from './characters.ts';
import { GLYPH, MOVE, MOVE_MARK, MOVE_NUMBER, NULL_MOVE, RESULT, STRAY } from './tokens.ts';

/** Maximum length of a move with all its signs; longer words are not examined. */
const MAX_LENGTH = 16;

/**
 * A move as people write it: an optional piece in any letter or figurine, what distinguishes it, a target square, a
 * promotion, signs. Also castling with zeros, small or Cyrillic letters, and drops.
 */
const MOVE_FORM =
  /^(?:(?:[A-Za-z]|[^\0-\x7F][^\0-\x7F×✕✖⨯–]?)?@?[a-h]?[1-8]?[-x:×✕✖⨯–]?[a-hA-H][1-8](?:[=/:]?(?:[A-Za-z]|[♔-♟\u0400-\u04FF])|=?\([A-Za-z]\))?(?:e\.?p\.?)?|[O0oОо][-–—]?[O0oОо](?:[-–—]?[O0oОо])?)(?:ch|mate?|[+#=/†‡−–-])*$/;

/** A move to a square that the board does not have: `Re9`, `exd0`, `Nj3`. */
const OFF_BOARD = /^(?:[KQRBN][a-h]?[1-8]?x?|[a-h]x)?([a-h][09]|[i-z][0-9])[+#]*$/;

/** The nonexistent square of a word that is otherwise a move; undefined for other words. */
export const squareOffBoard = (word: string): string | undefined => OFF_BOARD.exec(word)?.[1];

const NULL_MOVES: ReadonlySet<string> = new Set(['--', 'Z0', '0000', 'null', '@@@@', 'pass', 'Pass', 'PASS']);
const EN_PASSANT = /^e\.?p\.?$/;
/** Signs for check or mate that are separated from their move. */
const CHECK_MARKS: ReadonlySet<string> = new Set([
  '+',
  '++',
  '#',
  '##',
  '+#',
  '†',
  '††',
  '‡',
  'ch',
  'dis',
  'dbl',
  'mate',
]);

export const isCheckMark = (word: string): boolean => CHECK_MARKS.has(word);

const GLYPHS: ReadonlySet<string> = new Set(['=', '+-', '-+', '+/-', '-/+', '+=', '=+', '+/=', '=/+', '-/=', '=/-']);

/** A sign with hyphens in place of the minus signs and dashes that books print. */
export const plainMinus = (sign: string): string => sign.replace(/[−–]/g, '-');

/** Forms of results that people write and few tools read: other signs between the points, letters for zeros. */
const HABITUAL: Readonly<Record<string, string>> = {
  '1:0': '1-0',
  '0:1': '0-1',
  '½:½': '1/2-1/2',
  '1/2:1/2': '1/2-1/2',
  '0,5-0,5': '1/2-1/2',
  '1-O': '1-0',
  'O-1': '0-1',
};

export const isHabitualResult = (word: string): boolean => Object.hasOwn(HABITUAL, word);

/** Results and their informal forms; the values are those of the standard (8.2.6). */
const RESULTS: Readonly<Record<string, string>> = {
  '1-0': '1-0',
  '0-1': '0-1',
  '1/2-1/2': '1/2-1/2',
  '*': '*',
  '1/2': '1/2-1/2',
  '½-½': '1/2-1/2',
  '½': '1/2-1/2',
  '0.5-0.5': '1/2-1/2',
  ...HABITUAL,
};

/**
 * Results of games that both sides lost, or that gave one side half a point and the other none: used by broadcasts, not
 * in the standard.
 */
const SPLIT_RESULTS: ReadonlySet<string> = new Set(['0-0', '1/2-0', '0-1/2']);

/** The result in the Result tag at `at` if sites use it but the standard does not have it; else an empty string. */
export function splitResultOfTag(text: string, at: number): string {
  const value = /^\[Result +"([^"\n]*)"/.exec(text.slice(at, at + 40))?.[1] ?? '';
  return isSplitResult(value) ? value : '';
}

export const isSplitResult = (value: string): boolean => SPLIT_RESULTS.has(value);

const BLANKS = new RegExp(ANY_BLANK, 'g');

/**
 * The result that a word means, `1-0`, `0-1`, `1/2-1/2` or `*`, or an additional one that sites use; undefined if it
 * means none. Dashes count as hyphens, and spaces are ignored.
 */
export function resultOf(word: string): string | undefined {
  if (word === '1-0' || word === '0-1' || word === '1/2-1/2' || word === '*') return word;
  const plain = word.length > 16 ? '' : word.replace(/[–—]/g, '-').replace(BLANKS, '');
  if (Object.hasOwn(RESULTS, plain)) return RESULTS[plain];
  // `0-0` is castling elsewhere: the lexer decides
  return isSplitResult(word) ? word : undefined;
}

const MAY_HOLD_RESULT = /[*½]|1\/2|[01O5]\s*[-–—:]\s*[01O]/;

/** True if a text may contain a result in any of its forms; a quick test that rules out texts without one. */
export const mayHoldResult = (text: string): boolean => MAY_HOLD_RESULT.test(text);

/** The token kind of a word `text[start, end)` of movetext: a run without spaces and special characters. */
export function classifyWord(text: string, start: number, end: number): number {
  if (end - start > MAX_LENGTH) return STRAY;
  if (readSan(text, start, end) >= 0) return MOVE;
  const word = text.slice(start, end);
  if (!isSplitResult(word) && resultOf(word) !== undefined) return RESULT;
  if (MOVE_FORM.test(word) || OFF_BOARD.test(word)) return MOVE;
  if (NULL_MOVES.has(word)) return NULL_MOVE;
  if (/^\d+$/.test(word)) return MOVE_NUMBER;
  if (GLYPHS.has(plainMinus(word))) return GLYPH;
  return EN_PASSANT.test(word) || CHECK_MARKS.has(word) ? MOVE_MARK : STRAY;
}

/** True if a word is a move number in another system than PGN's, such as `1A.` and `1a.` of Bughouse. */
export const isForeignNumber = (word: string): boolean => /^\d{1,4}\p{L}?[.…:,-]*$/u.test(word);
