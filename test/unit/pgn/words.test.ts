import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPgn } from '../../../src/core/notation/pgn/document.ts';
import * as T from '../../../src/core/notation/pgn/tokens.ts';
import {
  bracketEnd,
  classifyWord,
  gluedMoveEnd,
  gluedNumberEnd,
  isForeignNumber,
  markedMove,
  promotedEnd,
  quotedEnd,
  readSplitResult,
  spacedCastlingEnd,
  spacedResultEnd,
  squareOffBoard,
  standardResult,
  typographicEnd,
} from '../../../src/core/notation/pgn/words.ts';

const { GLYPH, MOVE, MOVE_MARK, MOVE_NUMBER, NULL_MOVE, RESULT, STRAY, SUFFIX, WHITESPACE } = T;

const KINDS: Readonly<Record<string, number>> = { GLYPH, MOVE, MOVE_MARK, MOVE_NUMBER, NULL_MOVE, RESULT, STRAY };

/** The words of each kind, between spaces. */
const WORDS: Readonly<Record<string, string>> = {
  MOVE:
    'e4 Nf3 exd5 Nbd7 R1e2 Qh4e1 e8=Q e8=Q+ O-O O-O-O# 0-0 0-0-0 o-o ОО О-О O–O oo OOO e2e4 e2-e4 e2–e4 e2:e4 Lf3 ♘f3 Сf3 ' +
    'N@f3 @e4 P@e4 e8Q e8q e8/Q e8:Q e8(Q) e8=(Q) e8♕ exd6e.p. exd6ep exd6ep. e4ch e4mate e4mat Nf3+ Qxf7++ Qxf7# e4+- ' +
    'e4= e4/ e4† e4‡ eE4 Nf3−+ x4 z0 N×f3 N✕f3 N⨯f3 Nxf3 N:f3 N-f3 Re9 exd0 Nj3 z3 Ri1+ xe4',
  RESULT: '1-0 0-1 1/2-1/2 * 1/2 ½-½ ½ 0.5-0.5 1:0 0:1 ½:½ 1/2:1/2 0,5-0,5 1-O O-1 1–0 0—1 1/2–1/2',
  NULL_MOVE: '-- Z0 0000 null @@@@ pass Pass PASS',
  MOVE_NUMBER: '1 12 0 007 1234567890123456',
  GLYPH: '= +- -+ +/- -/+ += =+ +/= =/+ -/= =/- +− –+',
  MOVE_MARK: '+ ++ # ## +# † †† ‡ ch dis dbl mate e.p. ep ep. e.p',
  STRAY:
    'hello e K 1a Nf 12345678901234567 Qh4xe1=Q+++++++++ pAss === +-+ --- chk eep e.p.. Re10 exd9x 0.5 2-0 1-1 1/2-0 0-1/2 N@ ЖЖЖf3 e8=QQ',
};

const kindOf = (word: string): number => classifyWord(word, 0, word.length);

describe('a word of movetext', () => {
  for (const [name, words] of Object.entries(WORDS))
    it(`is a ${name} by its form`, () => {
      for (const word of words.split(' ')) assert.equal(kindOf(word), KINDS[name], word);
    });

  it('is examined up to 16 characters, and only between its offsets', () => {
    assert.equal(kindOf(`Nf3${'+'.repeat(13)}`), MOVE);
    assert.equal(kindOf(`Nf3${'+'.repeat(14)}`), STRAY);
    assert.equal(classifyWord('xxNf3xx', 2, 5), MOVE);
  });

  it('names a square that the board does not have', () => {
    assert.deepEqual(['Re9', 'exd0', 'Nj3', 'Qa1xi9#', 'Nbz5', 'Re8', 'e9', 'i4', 'h0+', 'Rz'].map(squareOffBoard), [
      'e9',
      'd0',
      'j3',
      'i9',
      'z5',
      undefined,
      'e9',
      'i4',
      'h0',
      undefined,
    ]);
  });

  it('is a number of Bughouse or of a list', () => {
    for (const word of ['1A.', '1a.', '1234b', '1…', '3:', '4,', '5-', '12']) assert.ok(isForeignNumber(word), word);
    for (const word of ['12345', 'A1.', '1AB.', '', '.', '1.e4']) assert.ok(!isForeignNumber(word), word);
  });
});

describe('a result', () => {
  it('is read with dashes for hyphens, and with spaces', () => {
    for (const [word, result] of [
      ['1 - 0', '1-0'],
      [' 1-0', '1-0'],
      ['½ – ½', '1/2-1/2'],
      ['0 : 1', '0-1'],
      ['1/2', '1/2-1/2'],
      ['1/2-0', '1/2-0'],
      ['0-0', '0-0'],
      ['0–0', undefined],
      ['', undefined],
      ['toString', undefined],
      [`1 -${' '.repeat(11)} 0`, '1-0'],
      [`1 -${' '.repeat(12)} 0`, undefined],
    ] as const)
      assert.equal(standardResult(word), result, word);
  });

  it('that sites use is taken from a Result tag', () => {
    assert.equal(readSplitResult('x [Result "0-0"]', 2), '0-0');
    assert.equal(readSplitResult('[Result  "1/2-0"]', 0), '1/2-0');
    assert.equal(readSplitResult('[Result "1-0"]', 0), '');
    assert.equal(readSplitResult('[White "0-0"]', 0), '');
    assert.equal(readSplitResult(`[Result${' '.repeat(28)}"0-0"]`, 0), '0-0');
    assert.equal(readSplitResult(`[Result${' '.repeat(29)}"0-0"]`, 0), '');
  });

  it('ends where it does with up to four spaces at each side of its dash', () => {
    for (const [text, length] of [
      ['1 - 0', 5],
      ['1    -    0 x', 11],
      ['1     - 0', 0],
      ['1-0', 0],
      ['0 – 1)', 5],
      ['½ - ½', 5],
      ['1/2 - 1/2', 9],
      ['1 - 0x', 0],
      ['1 - 1', 0],
      ['2 - 0', 0],
      ['1.- 0', 0],
      ['1 e4', 0],
    ] as const)
      assert.equal(spacedResultEnd(`__${text}`, 2), 2 + length, text);
  });
});

describe('castling with spaces', () => {
  for (const [text, length] of [
    ['O - O', 5],
    ['O - O - O+ x', 10],
    ['0 – 0 e5', 5],
    ['o - o##', 7],
    ['О - О', 5],
    ['о - о', 5],
    ['O-O', 0],
    ['O - O,', 5],
    ['O - Ox', 0],
    ['O -     O', 0],
    ['O x O', 0],
    ['X - O', 0],
  ] as const)
    it(`${length === 0 ? 'is not' : 'is'} read in ${JSON.stringify(text)}`, () => {
      assert.equal(spacedCastlingEnd(`(${text}`, 1), 1 + length);
    });
});

describe('a promotion piece', () => {
  for (const [move, after, taken] of [
    ['e8', ' =Q', 3],
    ['e8', ' Q+ x', 3],
    ['e8', '(Q)', 3],
    ['e8', '=(Q)', 0],
    ['e8=', '(Q)+', 4],
    ['e8=', ' Q', 2],
    ['e1', '\tQ', 2],
    ['dxe8', ' = n', 4],
    ['dxe8=', ' R##', 4],
    ['e8', '     =Q', 0],
    ['e8', '    =Q', 6],
    ['e7', ' Q', 0],
    ['Re8', ' Q', 0],
    ['i8', ' =Q', 0],
    ['e8', ' Qxd4', 0],
    ['e8', ' Qd4x', 0],
    ['e8', ' q', 0],
    ['e8', ' K', 0],
    ['e8', '\n=Q', 0],
    ['a7xb8', ' =Q', 3],
    ['a7xb8=', ' Q', 2],
    ['a7-xb8=', ' Q', 0],
  ] as const)
    it(`${taken === 0 ? 'does not follow' : 'follows'} ${move} in ${JSON.stringify(after)}`, () => {
      const text = `.${move}${after}`;
      assert.equal(promotedEnd(text, 1, 1 + move.length), 1 + move.length + taken);
    });
});

describe('a mark', () => {
  it('belongs to the move up to six tokens before it, with marks and signs between them', () => {
    const gap = (...between: number[]): number =>
      markedMove(Uint8Array.of(MOVE, ...between, MOVE_MARK), between.length + 1);
    assert.equal(gap(), 0);
    assert.equal(gap(WHITESPACE, MOVE_MARK, SUFFIX, GLYPH, WHITESPACE), 0);
    assert.equal(gap(WHITESPACE, WHITESPACE, WHITESPACE, WHITESPACE, WHITESPACE, WHITESPACE), -1);
    for (const kind of [MOVE_NUMBER, STRAY, RESULT, T.COMMENT, T.OPEN_PAREN]) assert.equal(gap(kind), -1);
    assert.equal(markedMove(Uint8Array.of(WHITESPACE, MOVE_MARK), 1), -1);
    assert.equal(markedMove(Uint8Array.of(NULL_MOVE, MOVE_MARK), 1), -1);
  });
});

describe('text that is one token', () => {
  it('ends after a typographic quotation mark before the bracket of its tag', () => {
    const end = (text: string): number => typographicEnd(text, 0);
    assert.equal(end('“Oslo”]'), 6);
    assert.equal(end('“Oslo" \t]'), 6);
    assert.equal(end('“O”s”]'), 5);
    assert.equal(end('“Oslo]'), 0);
    assert.equal(end('“Os[lo”]'), 0);
    assert.equal(end('“Os\nlo”]'), 0);
    assert.equal(end('“Oslo”'), 0);
  });

  it('is a quotation in a line, unless it holds a tag or may hold a result', () => {
    const end = (text: string): number => quotedEnd(text, 1);
    assert.equal(end('"so" e4'), 4);
    assert.equal(end('"1-0" e4'), 5);
    assert.equal(end('"won 1-0" e4'), 1);
    assert.equal(end('"so'), 1);
    for (const c of ['[', '\n', '\r']) assert.equal(end(`"so${c}" e4`), 1, JSON.stringify(c));
  });

  it('is in brackets of at most 80 characters in a line, without a result', () => {
    const end = (text: string): number => bracketEnd(`.${text}`, 1) - 1;
    assert.equal(end('[Qa5]'), 5);
    assert.equal(end('[]'), 1);
    assert.equal(end('[a]'), 3);
    assert.equal(end('[1-0]'), 1);
    assert.equal(end(`[${'a'.repeat(78)}]`), 80);
    assert.equal(end(`[${'a'.repeat(79)}]`), 1);
    for (const c of ['[', '{', '}', '"', '\n', '\r']) assert.equal(end(`[Q${c}a5]`), 1, JSON.stringify(c));
  });
});

describe('a number that touches a move', () => {
  it('has at most three digits, and a move of at most ten characters after it', () => {
    const end = (text: string): number => gluedNumberEnd(text, 0);
    for (const [text, digits] of [
      ['2Nf3', 1],
      ['1e4', 1],
      ['123Nf3 ', 3],
      ['1234Nf3', -1],
      ['12', -1],
      ['12 Nf3', -1],
      ['12.Nf3', -1],
      ['12zz', -1],
      ['1Qa1xb2+', 1],
      ['1exd8=Q+', 1],
      [`1Nf3${'+'.repeat(9)}`, -1],
      ['1Nf3)', 1],
      ['1Nf34', -1],
    ] as const)
      assert.equal(end(text), digits, text);
    assert.equal(gluedNumberEnd('x2Nf3', 1), 2);
  });

  it('stands after a move, too', () => {
    const end = (word: string): number => gluedMoveEnd(`.${word}.`, 1, 1 + word.length) - 1;
    assert.equal(end('e52'), 2);
    assert.equal(end('e523'), 2);
    assert.equal(end('e5234'), 2);
    assert.equal(end('e52345'), -2);
    assert.equal(end('Nf312'), 3);
    assert.equal(end('12'), -2);
    assert.equal(end('e5x'), -2);
    assert.equal(end('exd8=Q2'), 6);
    assert.equal(end('Qa1xb2+123'), 7);
    assert.equal(end('O-O-O+123'), 6);
  });
});

/** The words of movetext with the names of their kinds. */
function tokens(text: string): string[] {
  const names = new Map(Object.entries(KINDS).map(([name, kind]) => [kind, name]));
  const { chunks, offsets } = readPgn(text);
  return chunks.flatMap((chunk, g) =>
    Array.from(chunk.kinds, (kind, i) => {
      const start = (offsets[g] ?? 0) + (chunk.starts[i] ?? 0);
      const end = (offsets[g] ?? 0) + (chunk.starts[i + 1] ?? chunk.length);
      return kind === WHITESPACE ? '' : `${names.get(kind) ?? kind} ${text.slice(start, end)}`;
    }).filter((token) => token !== ''),
  );
}

describe('dots and commas', () => {
  for (const [text, expected] of [
    ['1.e4', ['MOVE_NUMBER 1.', 'MOVE e4']],
    ['12...e5', ['MOVE_NUMBER 12...', 'MOVE e5']],
    ['e4 1.2', ['MOVE e4', 'MOVE_NUMBER 1.', 'MOVE_NUMBER 2']],
    ['e4 0.5-0.5', ['MOVE e4', 'RESULT 0.5-0.5']],
    ['e4 0,5-0,5', ['MOVE e4', 'RESULT 0,5-0,5']],
    ['e4 0..5', ['MOVE e4', 'MOVE_NUMBER 0..', 'MOVE_NUMBER 5']],
    ['exd6 e.p.', ['MOVE exd6', 'MOVE_MARK e.p.']],
    ['exd6 ep.', ['MOVE exd6', 'MOVE_MARK ep.']],
    ['exd6e.p. e5', ['MOVE exd6e.p.', 'MOVE e5']],
    ['1. e4, e5', ['MOVE_NUMBER 1.', 'MOVE e4', 'STRAY ,', 'MOVE e5']],
    ['1. e4,,e5', ['MOVE_NUMBER 1.', 'MOVE e4', 'STRAY ,,', 'MOVE e5']],
    ['e4 e.4', ['MOVE e4', 'STRAY e.4']],
    ['e4 1 - 0', ['MOVE e4', 'RESULT 1 - 0']],
    ['1.e4 e52.d4', ['MOVE_NUMBER 1.', 'MOVE e4', 'MOVE e5', 'MOVE_NUMBER 2.', 'MOVE d4']],
    ['1e4 e5', ['MOVE_NUMBER 1', 'MOVE e4', 'MOVE e5']],
  ] as const)
    it(`are read in ${text}`, () => {
      assert.deepEqual(tokens(text), expected);
    });
});
