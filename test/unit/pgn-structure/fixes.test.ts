import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import type { Code } from '../../../src/core/notation/diagnostic-codes.ts';

/** The text after the first fix of the first finding of a code, and whether the fix is safe; undefined without one. */
function mended(text: string, code: Code): [string, boolean] | undefined {
  const fix = checkText(text, 'pgn')
    .find((d) => d.code === code)
    ?.fixes?.at(0);
  return fix === undefined ? undefined : [applyEdits(text, fix.edits), fix.safe];
}

type Case = readonly [name: string, code: Code, text: string, after: string | undefined, safe?: boolean];

const ROOK = '4k3/8/8/8/8/8/8/4K2R w K - 0 1';

const CASES: readonly Case[] = [
  ['a blank line goes with its line end', 'PGN_BLANK_LINE', '1. e4\r\n\r\ne5 *', '1. e4\r\ne5 *', true],
  ['a blank line leaves the indentation, so that no % comes into column one', 'PGN_BLANK_LINE', '1. e4\n \n  %a\n *', '1. e4\n  %a\n *', true],
  ['all blank lines of a game go together', 'PGN_BLANK_LINE', '1. e4\n\n\ne5\n\n2. d4 *', '1. e4\ne5\n2. d4 *', true],
  ['a variation is closed before the result', 'PGN_UNCLOSED_PAREN', '1. e4 (1. d4 d5 1-0\n', '1. e4 (1. d4 d5) 1-0\n', false],
  ['a variation is closed at the end of a game without a result', 'PGN_UNCLOSED_PAREN', '1. e4 (1. d4 d5\n', '1. e4 (1. d4 d5)\n', false],
  ['a ) that closes nothing goes', 'PGN_STRAY_PAREN', '1. e4 ) e5 *', '1. e4  e5 *', false],
  ['a second result goes where it says the same', 'PGN_SECOND_RESULT', '1. e4 1/2-1/2\n½-½\n', '1. e4 1/2-1/2\n\n', true],
  ['a second result stays where it says something else', 'PGN_SECOND_RESULT', '1. e4 1-0 0-1\n', undefined],
  ['a second result that something touches does not go unseen', 'PGN_SECOND_RESULT', '1. e4 * *$1\n', '1. e4 * $1\n', false],
  ['a second result between two words does not go unseen', 'PGN_SECOND_RESULT', '* O*d4 *', '* Od4 *', false],
  ['a % that is indented moves to column one', 'PGN_MISPLACED_ESCAPE', '1. e4\n\t %a b\ne5 *', '1. e4\n%a b\ne5 *', true],
  ['a % behind other words of its line stays', 'PGN_MISPLACED_ESCAPE', '1. e4 %a b\ne5 *', undefined],
  ['a tag that is given twice goes with its line', 'PGN_DUPLICATE_TAG', '[ECO "A00"]\r\n [ECO "A00"] \r\n\r\n*', '[ECO "A00"]\r\n\r\n*', true],
  ['a tag that shares its line goes alone', 'PGN_DUPLICATE_TAG', '[ECO "A00"] [ECO "A00"] [Round "1"]\n\n*', '[ECO "A00"]  [Round "1"]\n\n*', false],
  ['a tag that ends an open comment does not go unseen', 'PGN_DUPLICATE_TAG', '[ECO "A00"]{e4\n\n[ECO "A00"]\n\ne4', '[ECO "A00"]{e4\n\n\ne4', false],
  ['a tag that keeps an Event tag from beginning a game does not go unseen', 'PGN_DUPLICATE_TAG', '[Event "a"]\n[ECO "A00"]\n\n[ECO "A00"]\n[Event "b"]\n\n*', '[Event "a"]\n[ECO "A00"]\n\n[Event "b"]\n\n*', false],
  ['special spaces become blanks, all of them', 'PGN_ODD_BLANK', '1.\u00a0e4\u2009e5 *', '1. e4 e5 *', true],
  ['a byte order mark at the start of a line goes', 'PGN_BYTE_ORDER_MARK', '1. e4 *\n\uFEFF[Event "x"]\n\n*', '1. e4 *\n[Event "x"]\n\n*', true],
  ['a byte order mark on a line of its own does not go unseen', 'PGN_BYTE_ORDER_MARK', '1. e4\n\n\uFEFF\n[ECO "A00"]', '1. e4\n\n\n[ECO "A00"]', false],
  ['a byte order mark before a tag that starts a game goes', 'PGN_BYTE_ORDER_MARK', '1. e4 e5\n\n\uFEFF[ECO "A00"]\n\n*', '1. e4 e5\n\n[ECO "A00"]\n\n*', true],
  ['a byte order mark within a line keeps apart what is around it', 'PGN_BYTE_ORDER_MARK', '1. e4\uFEFFe5 *', '1. e4e5 *', false],
  ['a missing result is what the tag says', 'PGN_MISSING_RESULT', '[Result "0-1"]\n\n1. e4 e5\n', '[Result "0-1"]\n\n1. e4 e5 0-1\n', true],
  ['a missing result does not stand in a comment', 'PGN_MISSING_RESULT', '1. e4 ; why\n', '1. e4 ; why\n*\n', true],
  ['a missing result behind stray words is to be looked at', 'PGN_MISSING_RESULT', '1. e4 draw\n', '1. e4 draw *\n', false],
  ['a missing result that tag and board contradict is to be looked at: the last move may be wrong', 'PGN_MISSING_RESULT', '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4#\n', '[Result "1-0"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n', false],
  ['a missing result is that of the board where the tag agrees', 'PGN_MISSING_RESULT', '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4#\n', '[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n', true],
  ['a missing result after a number without a dot, the rest of one, is to be looked at', 'PGN_MISSING_RESULT', '1. e4 e6 1\n', '1. e4 e6 1 *\n', false],
  ['a FEN that is no position is not announced unseen', 'PGN_MISSING_SETUP', '[FEN "x"]\n\n1. e4 *', '[SetUp "1"]\n[FEN "x"]\n\n1. e4 *', false],
  ['a backslash before the last quotation mark is escaped, if that is meant', 'PGN_BAD_TAG', '[White "C:\\"]\n\n*', '[White "C:\\\\"]\n\n*', false],
  ['a FEN is announced where the moves start from it', 'PGN_MISSING_SETUP', `[FEN "${ROOK}"]\n\n1. O-O *`, `[SetUp "1"]\n[FEN "${ROOK}"]\n\n1. O-O *`, true],
  ['a FEN from which the first move is illegal is not announced unseen', 'PGN_MISSING_SETUP', `[FEN "${ROOK}"]\n\n1. e4 *`, `[SetUp "1"]\n[FEN "${ROOK}"]\n\n1. e4 *`, false],
  ['a SetUp tag against the FEN is wrong where the moves start from the FEN', 'PGN_MISSING_SETUP', `[SetUp "0"]\n[FEN "${ROOK}"]\n\n1. O-O *`, `[SetUp "1"]\n[FEN "${ROOK}"]\n\n1. O-O *`, true],
  ['a SetUp tag against the FEN is as right as it where no move decides', 'PGN_MISSING_SETUP', `[SetUp "0"]\n[FEN "${ROOK}"]\n\n*`, `[SetUp "1"]\n[FEN "${ROOK}"]\n\n*`, false],
  ['a typographic sign that closes the value becomes a quotation mark', 'PGN_UNCLOSED_STRING', '[White "a”]\n\n*', '[White "a"]\n\n*', true],
  ['a typographic sign that another one opened stays, to be looked at', 'PGN_UNCLOSED_STRING', '[White "The “a”]\n\n*', '[White "The “a”"]\n\n*', false],
  ['a value of which only a quotation mark is there is not closed unseen', 'PGN_UNCLOSED_STRING', '[White "]\n\n*', '[White ""]\n\n*', false],
  ['quotation marks inside of a value are escaped', 'PGN_BAD_TAG', '[White "The "a" b"]\n\n*', '[White "The \\"a\\" b"]\n\n*', true],
  ['two strings side by side are not one value unseen', 'PGN_BAD_TAG', '[White "a" "b"]\n\n*', '[White "a\\" \\"b"]\n\n*', false],
  ['a result is written as the standard does', 'PGN_RESULT_FORM', '1. e4 1 - 0 {x}', '1. e4 1-0 {x}', true],
  ['a result that would run into a strange blank does not', 'PGN_RESULT_FORM', '1. e4 0 - 1\u2028', '1. e4 0-1\u2028', false],
  ['a result that something touches does not change unseen', 'PGN_RESULT_FORM', '1. e4 $½', '1. e4 $1/2-1/2', false],
  ['a null move is written as most programs do', 'PGN_NULL_MOVE', '1. e4 (1... <>) pass *', '1. e4 (1... --) pass *', true],
  ['a null move that something touches does not change unseen', 'PGN_NULL_MOVE', '1. e4 5<>Nf3 *', '1. e4 5--Nf3 *', false],
]; // biome-ignore format: a table

describe('a fix of structure', () => {
  for (const [name, code, text, after, safe] of CASES)
    it(`is right: ${name}`, () => {
      assert.ok(checkText(text, 'pgn').some((d) => d.code === code));
      assert.deepEqual(mended(text, code), after === undefined ? undefined : [after, safe]);
    });
});
