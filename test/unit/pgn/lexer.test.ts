import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';
import * as T from '../../../src/core/notation/pgn/tokens.ts';
import { assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from './arbitrary.ts';

/** Character classes, whose numbers are no kinds of tokens. */
const CLASSES = new Set(['OTHER', 'BLANK', 'LINE_END', 'DIGIT', 'SPECIAL', 'DOT', 'SIGN']);

const NAMES = new Map(
  Object.entries(T)
    .filter(([name, value]) => typeof value === 'number' && !CLASSES.has(name))
    .map(([name, value]) => [value as number, name]),
);

/** Kind and text of all tokens but white space, game by game. */
function games(text: string): [string, string][][] {
  const { chunks, offsets } = readPgn(text);
  return chunks.map((chunk, g) =>
    Array.from(chunk.kinds, (kind, i): [string, string] => {
      const end = i + 1 < chunk.kinds.length ? chunk.starts[i + 1] : chunk.length;
      return [NAMES.get(kind) as string, text.slice(offsets[g] + chunk.starts[i], offsets[g] + end)];
    }).filter(([kind]) => kind !== 'WHITESPACE'),
  );
}

const kinds = (text: string): string[] => games(text).flatMap((game) => game.map(([kind]) => kind));

/** True if chunks and tokens tile the text. */
function tiles(text: string): void {
  const { chunks, offsets } = readPgn(text);
  let at = 0;
  chunks.forEach((chunk, g) => {
    assert.equal(offsets[g], at);
    assert.ok(chunk.length > 0 && chunk.starts.length === chunk.kinds.length);
    chunk.starts.forEach((start, i) => {
      if (i === 0) assert.equal(start, 0);
      else assert.ok(start > chunk.starts[i - 1] && start < chunk.length);
    });
    at += chunk.length;
  });
  assert.equal(at, text.length);
}

describe('PGN lexer', () => {
  it('tiles any text with tokens', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), tiles));
    fc.assert(fc.property(pgnText(), tiles));
  });

  it('reads a game chunk again to the same tokens', () => {
    fc.assert(
      fc.property(fc.array(pgnText(), { maxLength: 3 }), (parts) => {
        const text = parts.join('\n\n');
        const { chunks, offsets } = readPgn(text);
        chunks.forEach((chunk, g) => {
          const again = readPgn(text.slice(0, offsets[g + 1]));
          assert.deepEqual(again.chunks[g], chunk);
        });
      }),
    );
  });

  it('begins the next game after a result only outside of variations, also of one after the result', () => {
    const starts = (text: string): string[] => {
      const { chunks, offsets } = readPgn(text);
      return chunks.map((_, g) => text.slice(offsets[g], offsets[g + 1]));
    };
    for (const text of ['1. e4 e5 * (2. Nf3) *', '1. e4 (1. d4 1-0 d5) e5 *', '1. e4 * (1. d4 (1. c4 *) d5) {x}'])
      assert.deepEqual(starts(text), [text]);
    assert.deepEqual(starts('1. e4 * (1. d4) 1. c4 *'), ['1. e4 * (1. d4) ', '1. c4 *']);
    assert.deepEqual(starts('1. e4 * (1. d4\n\n[Event "x"]\n'), ['1. e4 * (1. d4\n\n', '[Event "x"]\n']);
  });

  it('distinguishes moves, numbers, suffixes, glyphs and results', () => {
    assert.deepEqual(games('1.e4 $1 e5!? 2. Nf3 ... -- (2. f4 +- ) exd6 e.p. 1/2-1/2'), [
      [
        ['MOVE_NUMBER', '1.'],
        ['MOVE', 'e4'],
        ['NAG', '$1'],
        ['MOVE', 'e5'],
        ['SUFFIX', '!?'],
        ['MOVE_NUMBER', '2.'],
        ['MOVE', 'Nf3'],
        ['MOVE_NUMBER', '...'],
        ['NULL_MOVE', '--'],
        ['OPEN_PAREN', '('],
        ['MOVE_NUMBER', '2.'],
        ['MOVE', 'f4'],
        ['GLYPH', '+-'],
        ['CLOSE_PAREN', ')'],
        ['MOVE', 'exd6'],
        ['MOVE_MARK', 'e.p.'],
        ['RESULT', '1/2-1/2'],
      ],
    ]);
  });

  it('takes what people write for moves as moves', () => {
    const moves =
      'e4 Nbd7 exd8=Q+ O-O-O# 0-0 o-o e2e4 e2-e4 Ng1-f3 Ng1xf3 exd6e.p. e8Q e8=q e7e8q nf3 Sf3 ♘f3 N@f3 e4+- R1:e2 O-O+ 0-0-0';
    for (const move of moves.split(' ')) assert.deepEqual(games(move), [[['MOVE', move]]], move);
  });

  it('takes every way to write a result or a null move', () => {
    for (const word of ['1-0', '0-1', '1/2-1/2', '*', '1–0', '½-½', '1/2'])
      assert.deepEqual(kinds(word), ['RESULT'], word);
    for (const word of ['--', 'Z0', 'null', '@@@@']) assert.deepEqual(kinds(word), ['NULL_MOVE'], word);
  });

  it('keeps escape lines, both comments and reserved characters', () => {
    assert.deepEqual(games('%escape 1. e4\n1. e4 ; rest } of line\n{a ; b} <x> %no\r%yes'), [
      [
        ['ESCAPE', '%escape 1. e4'],
        ['MOVE_NUMBER', '1.'],
        ['MOVE', 'e4'],
        ['LINE_COMMENT', '; rest } of line'],
        ['COMMENT', '{a ; b}'],
        ['RESERVED', '<'],
        ['STRAY', 'x'],
        ['RESERVED', '>'],
        ['STRAY', '%no'],
        ['ESCAPE', '%yes'],
      ],
    ]);
  });

  it('reads tag pairs with escapes, faults and several on a line', () => {
    assert.deepEqual(games('[A "x \\" y \\\\"] [B"b"]\n[ C  "c" ]\n[D "C:\\"]\n[E "a "b" c"]\n[F "open\n[G none]\n'), [
      [
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'A'],
        ['TAG_VALUE', '"x \\" y \\\\"'],
        ['TAG_CLOSE', ']'],
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'B'],
        ['TAG_VALUE', '"b"'],
        ['TAG_CLOSE', ']'],
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'C'],
        ['TAG_VALUE', '"c"'],
        ['TAG_CLOSE', ']'],
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'D'],
        ['TAG_VALUE', '"C:\\"'],
        ['TAG_CLOSE', ']'],
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'E'],
        ['TAG_VALUE', '"a "'],
        ['TAG_JUNK', 'b'],
        ['TAG_VALUE', '" c"'],
        ['TAG_CLOSE', ']'],
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'F'],
        ['OPEN_TAG_VALUE', '"open'],
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'G'],
        ['TAG_JUNK', 'none'],
        ['TAG_CLOSE', ']'],
      ],
    ]);
  });

  it('starts a game at tags after movetext, and at a move after a result', () => {
    const starts = (text: string): string[] => games(text).map((game) => game.map(([, t]) => t).join(' '));
    assert.deepEqual(starts('[A "1"]\n\n1. e4 *\n\n[A "2"]\n\n1. d4 *'), ['[ A "1" ] 1. e4 *', '[ A "2" ] 1. d4 *']);
    assert.deepEqual(starts('[A "1"] 1. e4 [Site "2"] 1. d4'), ['[ A "1" ] 1. e4', '[ Site "2" ] 1. d4']);
    assert.deepEqual(starts('[A "1"] 1. e4\n\n[A "2"] 1. d4'), ['[ A "1" ] 1. e4', '[ A "2" ] 1. d4']);
    assert.deepEqual(starts('1. e4\n[A "2] \\""] e5 [B "x\n*'), ['1. e4 [A "2] \\""] e5 [B "x *']);
    assert.deepEqual(starts('1. e4 1-0 {end} 1. d4 0-1 Nf3 *'), ['1. e4 1-0 {end}', '1. d4 0-1', 'Nf3 *']);
    assert.deepEqual(starts('1. e4 (1. d4 1-0) e5 *'), ['1. e4 ( 1. d4 1-0 ) e5 *']);
    assert.deepEqual(starts('[Event "1"]\n\n[Event "2"]\n[Event "3"]\n'), [
      '[ Event "1" ]',
      '[ Event "2" ] [ Event "3" ]',
    ]);
    assert.deepEqual(starts('1. e4 * * junk 12 1-0'), ['1. e4 * * junk 12 1-0']);
  });

  it('ends an unclosed comment before a blank line followed by a tag', () => {
    assert.deepEqual(games('1. e4 {oops\n\n[notes are fine]\n \r\n[Event "2"]\n\n1. d4 {x} *'), [
      [
        ['MOVE_NUMBER', '1.'],
        ['MOVE', 'e4'],
        ['OPEN_COMMENT', '{oops\n\n[notes are fine]'],
      ],
      [
        ['TAG_OPEN', '['],
        ['TAG_NAME', 'Event'],
        ['TAG_VALUE', '"2"'],
        ['TAG_CLOSE', ']'],
        ['MOVE_NUMBER', '1.'],
        ['MOVE', 'd4'],
        ['COMMENT', '{x}'],
        ['RESULT', '*'],
      ],
    ]);
  });

  it('knows byte order marks, wherever files were joined', () => {
    assert.deepEqual(kinds('\uFEFF%x\n*\n\uFEFF%y'), [
      'BYTE_ORDER_MARK',
      'ESCAPE',
      'RESULT',
      'BYTE_ORDER_MARK',
      'ESCAPE',
    ]);
    assert.deepEqual(kinds('ï»¿[A "b"]')[0], 'BYTE_ORDER_MARK');
  });

  itLong('reads hostile input in linear time', () => {
    const n = 1 << 16;
    for (const unit of [
      '(',
      ')',
      '{',
      '[',
      '[a',
      '[A "',
      '[A "\\"',
      '\n',
      '{\n\n',
      '; ',
      '"',
      '.',
      '%',
      '1',
      'e',
      'e4 ',
      '{\n\n[A "b"]\n',
      '\\"',
      '\n[ ',
      '½',
      '!',
      '$',
    ]) {
      tiles(unit.repeat(n / unit.length));
      assertLinearText(n, unit, readPgn);
    }
  });
});
