import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';

const MATE = '1. f3 e5 2. g4 Qh4#';
const STALEMATE = '[SetUp "1"]\n[FEN "k7/8/1Q6/8/8/8/8/4K3 w - - 0 1"]\n\n1. Qc7';
const tagged = (result: string, moves: string): string => `[Result "${result}"]\n\n${moves}`;

/** Code, marked text, and for each fix whether it is safe, and the text after it. */
const found = (text: string): [string, string, [boolean, string][]][] =>
  checkText(text, 'pgn').map(({ code, severity, range, fixes = [] }) => {
    assert.equal(severity, 'warning');
    return [code, text.slice(range.start, range.end), fixes.map(({ safe, edits }) => [safe, applyEdits(text, edits)])];
  });

describe('the result after the moves', () => {
  it('is added where it is missing: by the board, else by the tag, else as unknown', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['1. e4 e5', '1. e4 e5 *'],
      ['1. e4 e5\n', '1. e4 e5 *\n'],
      [tagged('1-0', '1. e4 e5\n'), tagged('1-0', '1. e4 e5 1-0\n')],
      [tagged('?', '1. e4 e5\n\n'), tagged('?', '1. e4 e5 *\n\n')],
      [MATE, `${MATE} 0-1`],
      [tagged('0-1', MATE), tagged('0-1', `${MATE} 0-1`)],
      [STALEMATE, `${STALEMATE} 1/2-1/2`],
      ['1. e4 e5 {a comment}', '1. e4 e5 {a comment} *'],
      ['1. e4 e5 ; a comment\r\n', '1. e4 e5 ; a comment\r\n*\r\n'],
      ['1. e4 e5 ; a comment', '1. e4 e5 ; a comment\n*'],
      ['1. e4 (1. d4)\n% more\n', '1. e4 (1. d4) *\n% more\n'],
      ['[Event "x"]\n', '[Event "x"]\n\n*\n'],
      ['[Event "x"]\n\n1. e4\n\n[Event "y"]\n\n1. d4 *\n', '[Event "x"]\n\n1. e4 *\n\n[Event "y"]\n\n1. d4 *\n'],
    ];
    for (const [text, mended] of cases) {
      const missing = found(text).filter(([code]) => code === 'PGN_MISSING_RESULT');
      assert.deepEqual(
        missing.map(([, , fixes]) => fixes),
        [[[true, mended]]],
        text,
      );
    }
  });

  it('is not added inside of what is not closed', () => {
    for (const text of ['1. e4 (1. d4', `1. e4 ${'('.repeat(300)}`]) {
      const missing = checkText(text, 'pgn').find(({ code }) => code === 'PGN_MISSING_RESULT');
      assert.ok(missing !== undefined && missing.fixes === undefined, text);
    }
    // in a comment that is never closed it may well stand
    assert.deepEqual(
      checkText('1. e4 {never 1-0', 'pgn').map(({ code }) => code),
      ['PGN_UNCLOSED_COMMENT'],
    );
  });

  it('and the Result tag contradict each other: the board decides, or the user', () => {
    const moves = '1. e4 e5';
    assert.deepEqual(found(tagged('1-0', `${moves} 0-1`)), [
      [
        'PGN_RESULT_MISMATCH',
        '0-1',
        [
          [false, tagged('0-1', `${moves} 0-1`)],
          [false, tagged('1-0', `${moves} 1-0`)],
        ],
      ],
    ]);
    const first = (text: string): [boolean, string] | undefined => found(text)[0][2].at(0);
    // the one that says more
    assert.deepEqual(first(tagged('1-0', `${moves} *`)), [false, tagged('1-0', `${moves} 1-0`)]);
    assert.deepEqual(first(tagged('*', `${moves} 1-0`)), [false, tagged('1-0', `${moves} 1-0`)]);
    // the board
    for (const [tag, token] of [
      ['1-0', '0-1'],
      ['0-1', '1-0'],
      ['0-1', '*'],
      ['*', '0-1'],
    ]) {
      const text = tagged(tag, `${MATE} ${token}\n`);
      assert.equal(found(text).length, 1, text);
      assert.deepEqual(first(text), [true, tagged('0-1', `${MATE} 0-1\n`)], text);
      assert.match(checkText(text, 'pgn')[0].message, /Qh4# mates White$/);
    }
  });

  it('contradicts the board', () => {
    const both = tagged('1-0', `${MATE} 1-0`);
    assert.deepEqual(found(both), [['PGN_RESULT_BOARD', '1-0', [[false, tagged('0-1', `${MATE} 0-1`)]]]]);
    assert.deepEqual(found(`${MATE} 1/2-1/2`), [['PGN_RESULT_BOARD', '1/2-1/2', [[false, `${MATE} 0-1`]]]]);
    assert.deepEqual(found(`${STALEMATE} 1-0`), [['PGN_RESULT_BOARD', '1-0', [[false, `${STALEMATE} 1/2-1/2`]]]]);
    assert.deepEqual(
      found(tagged('1-0', MATE)).map(([code]) => code),
      ['PGN_RESULT_BOARD', 'PGN_MISSING_RESULT'],
    );
    assert.deepEqual(
      checkText(`${STALEMATE} 1-0`, 'pgn').map(({ message }) => message),
      ['the result is 1-0, but Qc7 is stalemate: 1/2-1/2'],
    );
  });

  it('is what players agree on, time and rules decide, wherever the board does not', () => {
    for (const text of [
      tagged('0-1', `${MATE} 0-1`),
      tagged('1/2-1/2', '1. e4 e5 1/2-1/2'),
      tagged('1-0', '1. e4 e5 1-0'),
      tagged('*', `${MATE} *`),
      // a mate in a variation
      tagged('1-0', '1. f3 e5 2. g4 a6 (2... Qh4#) 1-0'),
    ])
      assert.deepEqual(found(text), [], text);
  });
});
