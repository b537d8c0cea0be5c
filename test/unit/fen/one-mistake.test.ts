import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { lastRecordStart, readFenFile } from '../../../src/core/notation/fen/fen-file.ts';
import { formatFen } from '../../../src/core/notation/fen/format-fen.ts';

const BOARD = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const START = `${BOARD} w KQkq - 0 1`;
const ENDING = '1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5';

const marks = (text: string, language: 'fen' | 'epd' = 'fen'): [string, string][] =>
  checkText(text, language).map(({ code, range }) => [code, text.slice(range.start, range.end)]);
/** The text after the first fix of its only finding, and whether that fix is safe. */
const mended = (text: string, language: 'fen' | 'epd' = 'fen'): [string, boolean] => {
  const found = checkText(text, language);
  assert.equal(found.length, 1, JSON.stringify(found));
  const fix = found[0].fixes?.[0];
  assert.ok(fix !== undefined, text);
  return [applyEdits(text, fix.edits), fix.safe];
};

describe('one mistake in a record', () => {
  it('is a square that the last rank lacks, before Black to move', () => {
    const narrow = `${BOARD.slice(0, -1)} b KQkq - 0 1`;
    assert.deepEqual(marks(narrow), [['FEN_RANK_WIDTH', 'RNBQKBN']]);
    const spaced = '4k3/ 8/ 8/ 8/ 8/ 8/ 8/ 4K2 b w - - 0 1';
    assert.deepEqual(mended(spaced), ['4k3/8/8/8/8/8/8/4K2b w - - 0 1', true]);
  });

  it('is a separator that is no space', () => {
    const clean = `${ENDING} b - - bm Qd1+; id "BK.01";`;
    for (const [wrong, mark] of [
      [`${ENDING}b - - bm Qd1+; id "BK.01";`, '5b'],
      [`${ENDING} b- - bm Qd1+; id "BK.01";`, 'b-'],
      [`${ENDING} b -- bm Qd1+; id "BK.01";`, '--'],
      [`${ENDING}\u00a0b - - bm Qd1+; id "BK.01";`, '\u00a0'],
      [`${ENDING} b, - - bm Qd1+; id "BK.01";`, ', '],
      [`${ENDING}/b - - bm Qd1+; id "BK.01";`, '/'],
      [`${ENDING} b - -bm Qd1+; id "BK.01";`, '-b'],
    ]) {
      assert.deepEqual(marks(wrong, 'epd'), [['FEN_SEPARATOR', mark]]);
      assert.deepEqual(mended(wrong, 'epd'), [clean, true], wrong);
    }
    assert.deepEqual(mended(`${BOARD} w KQkq -acd 12;`, 'epd'), [`${BOARD} w KQkq - acd 12;`, true]);
    for (const wrong of [
      START.replaceAll(' ', '_'),
      START.replaceAll(' ', '\u00a0'),
      START.replace(' w ', 'w'),
      START.replace('q - 0', 'q-0'),
    ]) {
      assert.deepEqual(mended(wrong), [START, true], wrong);
      const tag = `[SetUp "1"]\n[FEN "${wrong}"]\n[Result "*"]\n\n1. e4 *\n`;
      assert.equal(checkText(tag, 'pgn').length, 1, wrong);
    }
    const [found] = checkText(START.replaceAll(' ', '_'), 'fen');
    assert.equal(
      found.message,
      '"_" between the piece placement and the side to move, where only spaces belong, and 4 more places',
    );
  });

  it('is a side to move that is missing or out of place', () => {
    assert.deepEqual(marks(`${BOARD} KQkq - 0 1`), [['FEN_BAD_SIDE', 'KQkq']]);
    assert.deepEqual(mended(`${BOARD} KQkq - 0 1`), [START, false]);
    assert.deepEqual(mended(`${BOARD} KQkq w - 0 1`), [START, true]);
    assert.deepEqual(mended(`${BOARD} - b - 0 1`), [`${BOARD} b - - 0 1`, true]);
    assert.deepEqual(marks(`${BOARD} KQkq - bm e4; id "x";`, 'epd'), [['FEN_BAD_SIDE', 'KQkq']]);
  });

  it('is text before the position, and what closes it', () => {
    for (const [before, after] of [
      ['12. ', ''],
      ['FEN: ', ''],
      ['position fen ', ''],
      ['"', '"'],
      ['"', '",'],
      ['[FEN "', '"]'],
    ]) {
      const text = `${before}${START}${after}`;
      assert.deepEqual(marks(text), [['FEN_EXTRA_TEXT', before]]);
      assert.deepEqual(mended(text), [START, false]);
    }
  });

  it('is text after the position, in which a missing field may be', () => {
    const found = checkText(`${BOARD} w KQkq - x x`, 'fen');
    assert.deepEqual(
      found.map(({ code, fixes = [] }) => [code, ...fixes.map(({ safe }) => safe)]),
      [['FEN_MISSING_FIELDS', false], ['FEN_EXTRA_TEXT']],
    );
  });

  it('is a mark of a promoted piece, a slash too many, a king too few', () => {
    const promoted = '4k2Q~/8/8/8/8/8/8/4K3 b - - 0 40';
    assert.deepEqual(mended(promoted), [promoted.replace('~', ''), true]);
    // no pawn or king is a promoted piece, and in a rank that lacks a square the sign may be in its place
    assert.deepEqual(marks('4k3/P~P6/8/8/8/8/8/4K3 b - - 0 40'), [['FEN_UNKNOWN_PIECE', '~']]);
    const safe = (fen: string) => checkText(fen, 'fen').map(({ fixes = [] }) => fixes.map((fix) => fix.safe));
    assert.deepEqual(safe('4k1Q~/8/8/8/8/8/8/4K3 b - - 0 40'), [[], [false]]);
    assert.deepEqual(marks(`/${START}`), [['FEN_RANK_COUNT', `/${BOARD}`]]);
    assert.deepEqual(mended(`${BOARD}/ w KQkq - 0 1`), [START, true]);
    assert.deepEqual(marks(START.replace('kbnr', '1bnr')), [['FEN_KINGS', BOARD.replace('kbnr', '1bnr')]]);
  });

  it('is a semicolon that is missing between two operations', () => {
    assert.deepEqual(mended(`${ENDING} b - - bm Qd1+ id "BK.01";`, 'epd'), [
      `${ENDING} b - - bm Qd1+; id "BK.01";`,
      true,
    ]);
    assert.deepEqual(mended(`${ENDING} b - - acd 12 acs 3; id "x" c0 "y";`, 'epd'), [
      `${ENDING} b - - acd 12; acs 3; id "x" c0 "y";`,
      true,
    ]);
    assert.deepEqual(mended(`${BOARD} w KQkq - am c4 c3 c2 "x";`, 'epd'), [
      `${BOARD} w KQkq - am c4 c3; c2 "x";`,
      true,
    ]);
    assert.deepEqual(marks(`${BOARD} w KQkq - am c4 c3;`, 'epd'), []);
  });
});

describe('lines of a list of positions', () => {
  it('are comments behind ; and // as behind #', () => {
    const text = `; a list\n// of two\n${START}\n  ; of them the first\n# pfen m ?\n# another\n${START}\n//\n`;
    assert.deepEqual(marks(text), []);
    const { records, orphans } = readFenFile(text);
    assert.equal(records.length, 2);
    assert.equal(records[0].predictions.length, 1);
    assert.deepEqual(orphans, []);
    assert.deepEqual(formatFen(';  a   list\n//  b   c\n', false), []);
    assert.equal(text.slice(lastRecordStart(text)), `${START}\n//\n`);
  });
});
