import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { lastGameStart, readPgn } from '../../../src/core/notation/pgn/document.ts';
import { assertLaw, STYLES } from '../format/format-law.ts';

/*
 * What people write by hand, and models do: signs that belong to books. Each is named once, at its place, and the moves around it are read.
 */

/** What is found above info: `PGN_CODE text`; formatting keeps what the text says. */
function faults(text: string): string[] {
  for (const style of STYLES) assertLaw(text, style);
  return checkText(text, 'pgn')
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .map(({ code, range }) => `${code} ${text.slice(range.start, range.end)}`);
}

/** The text after the first fix of its only finding. */
function mended(text: string): string {
  const [{ fixes }, ...others] = checkText(text, 'pgn');
  assert.deepEqual(others, []);
  return applyEdits(text, fixes?.[0].edits ?? []);
}

describe('castling with spaces or in Cyrillic letters', () => {
  it('is castling, however it is written', () => {
    const game = (castles: string): string => `1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. ${castles} Nf6 5. d3 *\n`;
    for (const castles of ['O - O', '0 - 0', 'O -O', 'o  –  o', 'О-О', 'О - О']) {
      assert.deepEqual(faults(game(castles)), [`PGN_CASTLING_FORM ${castles}`]);
      assert.equal(mended(game(castles)), game('O-O'));
    }
    const long = (castles: string): string =>
      `[SetUp "1"]\n[FEN "r3k3/8/8/8/8/8/8/4K3 b q - 0 1"]\n\n1... ${castles} *\n`;
    for (const castles of ['O - O - O', '0 - 0 - 0', 'O-O - O']) {
      assert.deepEqual(faults(long(castles)), [`PGN_CASTLING_FORM ${castles}`]);
      assert.equal(mended(long(castles)), long('O-O-O'));
    }
  });

  it('is not seen in other words', () => {
    assert.deepEqual(faults('1. e4 e5 O - Om *\n'), ['PGN_STRAY_TEXT O - Om']);
    assert.deepEqual(faults('1. e4 e5 0 - 1\n'), ['PGN_RESULT_FORM 0 - 1']);
  });
});

describe('commas between moves', () => {
  it('are one finding a game, and the moves are read', () => {
    const text = '1. e4, e5,2. Nf3, Nc6 *\n';
    assert.deepEqual(faults(text), ['PGN_STRAY_TEXT ,']);
    assert.equal(mended(text), '1. e4 e5 2. Nf3 Nc6 *\n');
  });

  it('stay part of other words, and of the text between games', () => {
    assert.deepEqual(faults('1. e4 e5 resigns, 1-0\n'), ['PGN_STRAY_TEXT resigns,']);
    const text = '1. e4 *\n\nthe end, after Nf3, Black\n\n[Event "x"]\n\n1. d4 *\n';
    assert.equal(readPgn(text).chunks.length, 2);
    assert.deepEqual(faults(text), ['PGN_STRAY_TEXT the end, after Nf3, Black']);
  });
});

describe('results in the signs of other languages', () => {
  it('are results', () => {
    for (const [written, result] of [
      ['1:0', '1-0'],
      ['0:1', '0-1'],
      ['0,5-0,5', '1/2-1/2'],
      ['1-O', '1-0'],
      ['O-1', '0-1'],
    ]) {
      const game = (end: string): string => `[Result "${result}"]\n\n1. e4 e5 ${end}\n\n[Event "next"]\n\n1. d4 *\n`;
      assert.deepEqual(faults(game(written)), [`PGN_RESULT_FORM ${written}`]);
      assert.equal(mended(game(written)), game(result));
    }
  });
});

describe('a tag among the moves', () => {
  it('is stray text, and the game continues after it', () => {
    for (const gap of ['\n', ' ']) {
      const text = `[Event "x"]\n\n1. e4 e5${gap}[Annotator "a ]\\" b"]${gap}2. Nf3 (2. f4 [Mark "y"] exf4) Nc6 *\n`;
      assert.deepEqual(faults(text), ['PGN_STRAY_TEXT [Annotator "a ]\\" b"]', 'PGN_STRAY_TEXT [Mark "y"]']);
    }
  });

  it('starts a game after a blank line, or where games begin with it', () => {
    for (const second of ['\n\n[Annotator "y"]', '\n[Event "y"]', ' [FEN "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1"]']) {
      const text = `1. e4 e5${second}\n\n1. d4 *\n`;
      assert.equal(readPgn(text).chunks.length, 2, second);
      assert.equal(lastGameStart(text), text.indexOf('['), second);
    }
  });

  it('starts the same games when tags before it change places', () => {
    for (const text of ['(\n)\n[SetUp ""][V ""][E ""] ()', '([FEN ""][B ""]()', '1. e4\n[SetUp ""][A ""] 1. d4 *'])
      for (const style of STYLES) assertLaw(text, style);
  });
});
