import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { detectLanguage } from '../../../src/core/languages/languages.ts';
import { CODES } from '../../../src/core/notation/diagnostic-codes.ts';
import { assertLinear, assertLinearText } from '../../support/growth.ts';
import { games } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';
import { pgnText } from './arbitrary.ts';

/** Code and marked text of each diagnostic. */
const found = (text: string): [string, string][] =>
  checkText(text, 'pgn').map(({ code, range }) => [code, text.slice(range.start, range.end)]);

const messages = (text: string): string[] => checkText(text, 'pgn').map((d) => d.message);

describe('checkText on PGN', () => {
  it('finds nothing in games of Lichess with clock and evaluation comments', () => {
    const text = readFileSync('test/fixtures/lichess-2025-05-excerpt.pgn', 'utf8');
    assert.ok((text.match(/^\[Event /gm) ?? []).length >= 10);
    for (const form of [text, text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r')])
      assert.deepEqual(found(form), []);
  });

  it('reports stray text, once for the words of a line', () => {
    assert.deepEqual(found('1. e4 hello wide world e5\nfoo\nbar *'), [
      ['PGN_STRAY_TEXT', 'hello wide world'],
      ['PGN_STRAY_TEXT', 'foo'],
      ['PGN_STRAY_TEXT', 'bar'],
    ]);
    assert.deepEqual(found('1. e4 } <e5> *'), [
      ['PGN_STRAY_TEXT', '}'],
      ['PGN_RESERVED', '<'],
      ['PGN_RESERVED', '>'],
    ]);
  });

  it('reports what is opened and not closed, and closed and not opened', () => {
    assert.deepEqual(found('1. e4 {never *'), [['PGN_UNCLOSED_COMMENT', '{']]);
    // a line that begins as a tag does, with the end of the comment behind it
    assert.deepEqual(found('1. e4 {long text\n\n[Kasparov "best"] more} e5 *'), []);
    for (const next of [
      '[Event "x"] more} *',
      '[Kasparov "best"]\n\n1. e4 {c} *',
      '[Kasparov "best"] {c} *',
      '[A "b"] 1-0 }',
    ])
      assert.ok(
        found(`1. e4 {long text\n\n${next}`).some(([code]) => code === 'PGN_UNCLOSED_COMMENT'),
        next,
      );
    assert.deepEqual(found('1. e4 (1. d4 e5 1-0'), [['PGN_UNCLOSED_PAREN', '(']]);
    assert.deepEqual(found('1. e4) (1. d4) *'), [['PGN_STRAY_PAREN', ')']]);
    assert.deepEqual(found('(1. d4) 1. e4 *'), [['PGN_EARLY_VARIATION', '(']]);
    assert.deepEqual(found('[Event "x]\n[Site "y" z]\n[White]\n\n*'), [
      ['PGN_UNCLOSED_STRING', '"x]'],
      ['PGN_BAD_TAG', '[Site "y" z]'],
      ['PGN_BAD_TAG', '[White]'],
    ]);
  });

  it('reports an illegal move once a line, with the reason, and what it hides', () => {
    const text = '1. e4 e5 2. Ke3 Nc6 3. d4 (3. d5) *';
    const [diagnostic, ...others] = checkText(text, 'pgn');
    assert.equal(others.length, 0);
    assert.equal(diagnostic.code, 'PGN_ILLEGAL_MOVE');
    assert.equal(diagnostic.message, 'illegal move 2. Ke3: no king of White can reach e3 (e1)');
    assert.deepEqual([diagnostic.game, diagnostic.ply], [0, 3]);
    const [related] = diagnostic.related ?? [];
    assert.equal(text.slice(related.range.start, related.range.end), 'Nc6 3. d4');
    assert.deepEqual(found('1. e4 e5 (1... e6 2. Ke3 d5 (2... d6 3. Bb6)) 2. Bc3 *'), [
      ['PGN_ILLEGAL_MOVE', 'Ke3'],
      ['PGN_ILLEGAL_MOVE', 'Bc3'],
    ]);
  });

  it('tells ambiguous moves, moves after the end and null moves', () => {
    assert.deepEqual(messages('[SetUp "1"]\n[FEN "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 7"]\n\n7. Nd2 *'), [
      '7. Nd2: ambiguous between the knights on b3 and f3',
    ]);
    assert.deepEqual(found('1. f3 e5 2. g4 Qh4# 3. a3 *'), [['PGN_MOVE_AFTER_END', 'a3']]);
    assert.deepEqual(
      checkText('1. e4 -- 2. d4 *', 'pgn').map((d) => [d.code, d.severity]),
      [['PGN_NULL_MOVE', 'info']],
    );
    assert.deepEqual(messages('1. e4 e5 2. Qh5 Nc6 3. Qxf7+ -- *'), [
      'illegal move 3... --: the turn cannot be passed in check',
    ]);
  });

  it('reports missing and contradicting results', () => {
    assert.deepEqual(found('[Result "1-0"]\n\n1. e4 e5'), [['PGN_MISSING_RESULT', 'e5']]);
    assert.deepEqual(found('[Result "1-0"]\n\n1. e4 e5 0-1'), [['PGN_RESULT_MISMATCH', '0-1']]);
    assert.deepEqual(messages('1. f3 e5 2. g4 Qh4# 1-0'), ['the result is 1-0, but Qh4# mates White: 0-1']);
    assert.deepEqual(found('[SetUp "1"]\n[FEN "k7/8/1Q6/8/8/8/8/4K3 w - - 0 1"]\n\n1. Qc7 1-0'), [
      ['PGN_RESULT_BOARD', '1-0'],
    ]);
    assert.deepEqual(found('1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 Qh4# *'), []);
  });

  it('reports an invalid FEN tag at its field, and continues with what can be read', () => {
    assert.deepEqual(found('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 x - - 0 1"]\n\n1. Kd9 Kd1 hello *'), [
      ['PGN_BAD_FEN', 'x'],
      ['PGN_STRAY_TEXT', 'hello'],
    ]);
    assert.deepEqual(found('[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - -"]\n\n1. Kd1 *'), [
      ['FEN_MISSING_FIELDS', '4k3/8/8/8/8/8/8/4K3 w - -'],
    ]);
    assert.deepEqual(
      found('[SetUp "1"]\n[FEN ""]\n\n1. e4 *').map(([code]) => code),
      ['PGN_BAD_FEN'],
    );
  });

  it('offers the repairs of a bad FEN, none of which is applied unseen', () => {
    const text = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/4K3 W - - 0 1"]\n\n1. Kd1 *';
    const [{ code, fixes = [] }] = checkText(text, 'pgn');
    assert.equal(code, 'PGN_BAD_FEN');
    assert.deepEqual(
      fixes.map(({ title, safe }) => [title, safe]),
      [['Write w', false]],
    );
    assert.deepEqual(checkText(applyEdits(text, fixes[0].edits), 'pgn'), []);
  });

  it('reports once that a variant is not checked', () => {
    const text = '[Variant "Xiangqi"]\n\n1. e4 e5 2. N@f3 Qa9 a10b10 *';
    assert.deepEqual(
      checkText(text, 'pgn').map((d) => [d.code, d.severity]),
      [
        ['PGN_UNKNOWN_VARIANT', 'info'],
        ['PGN_STRAY_TEXT', 'info'],
      ],
    );
  });

  it('reports broken prediction commands, but never what a model answered', () => {
    assert.deepEqual(found('1. e4 {[%pfen]} {[%pfen x]} {[%pfen x y} {[%pfen x rubbish]} {[%pfenx]} *'), [
      ['PGN_BAD_PFEN', '[%pfen]'],
      ['PGN_BAD_PFEN', '[%pfen x]'],
      ['PGN_BAD_PFEN', '[%pfen x y'],
    ]);
    const faults = checkText('1. e4 {[%pfen x 8/8 w - - 0 1]} *', 'pgn', { predictions: true });
    assert.deepEqual(
      faults.map((d) => d.severity),
      ['info', 'info', 'info'].slice(0, faults.length),
    );
    assert.ok(faults.length > 0 && faults.every((d) => d.ply === 1));
  });

  it('reports a byte order mark as info, and a text without games not at all', () => {
    assert.deepEqual(
      checkText('\uFEFF1. e4 *', 'pgn').map((d) => [d.code, d.severity]),
      [['PGN_BYTE_ORDER_MARK', 'info']],
    );
    for (const text of ['', '\n\n', '; only a comment', '%x\n']) assert.deepEqual(found(text), []);
  });

  it('takes a move to a square that there is not for a move: what follows is not checked', () => {
    const [fault, ...others] = checkText('1. e4 e5 2. Re9+ Nc6 3. Bb5 *', 'pgn');
    assert.deepEqual([fault.code, fault.range, others], ['PGN_ILLEGAL_MOVE', { start: 12, end: 16 }, []]);
    assert.match(fault.message, /there is no square e9/);
  });

  it('stops when it is cancelled', () => {
    assert.deepEqual(checkText('1. e9 *', 'pgn', {}, { cancelled: true }), []);
  });
});

describe('bad input', () => {
  /** Every diagnostic has a known code and a place inside the text, and they are sorted game by game. */
  function sane(text: string): void {
    const list = checkText(text, 'pgn', { predictions: true });
    list.forEach(({ code, range, message, related = [] }, i) => {
      assert.ok(Object.hasOwn(CODES, code) && message !== '');
      for (const r of [range, ...related.map((x) => x.range)]) {
        assert.ok(r.start >= 0 && r.start < r.end && r.end <= text.length, code);
      }
      if (i > 0) assert.ok(list[i - 1].range.start <= range.start);
    });
  }

  itLong('of any kind is checked', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), sane));
    fc.assert(fc.property(pgnText(), sane), { numRuns: 1000 });
  });

  it('made of real games with spans cut, doubled, moved or overwritten is checked', () => {
    const text = games('world-cup').slice(400_000, 408_000);
    const edit = fc.record({
      at: fc.nat(text.length),
      length: fc.nat(60),
      to: fc.nat(text.length),
      put: fc.constantFrom('', '{', '(', ')', '[', '"', '\r', '\0', '\uFFFD', 'ï»¿', '\u00e9', '*', '%'),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        let mutated = text;
        for (const { at, length, to, put } of edits) {
          const span = mutated.slice(at, at + length);
          mutated = mutated.slice(0, at) + put + mutated.slice(at + length);
          mutated = mutated.slice(0, to) + span + mutated.slice(to);
        }
        sane(mutated);
      }),
      { numRuns: 60 },
    );
  });

  itLong('of a megabyte on one line, or nested without end, is checked in linear time', () => {
    const n = 1 << 16;
    const units = [
      '(',
      ')',
      '(e4 ',
      '{',
      '1. e4 e5 ',
      'e4 ',
      '1-0 e4 ',
      '{[%pfen ',
      '{[%pfen a b]} ',
      '[%pfen ',
      '[A "b"] ',
      '[SetUp "1"]\n[FEN "',
      'x ',
      '<',
      '*',
      '1. e9 (',
      '1. e4 (1. d4 (1. c4 ',
      ') (',
      '-- ',
      '$',
      '\u00e9',
      '\0',
      '\uFFFD',
    ];
    for (const unit of units) {
      sane(unit.repeat(n / unit.length));
      assertLinearText(n, unit, (text) => checkText(text, 'pgn'));
    }
    for (const unit of ['1. e4 e5 ', 'x ', '{ c } ']) assertLinearText(1 << 18, unit, (text) => checkText(text, 'pgn'));
    const texts: readonly ((n: number) => string)[] = [
      (n) => `1. e4 {${'[%pfen '.repeat(n / 8)}`,
      (n) => `${'('.repeat(n / 2)}1. e4${')'.repeat(n / 2)} *`,
      (n) => `[FEN "${'x'.repeat(n)}"] *`,
      (n) => `[Event "${'\\"'.repeat(n / 2)}`,
    ];
    for (const text of texts) {
      sane(text(n));
      assertLinear(text(8), n, text, (whole) => checkText(whole, 'pgn'));
    }
  });
});

describe('languageOf', () => {
  it('tells by the ending, else by the first line', () => {
    assert.equal(detectLanguage('a/b.PGN'), 'pgn');
    assert.equal(detectLanguage('x.fen', '[Event "x"]'), 'fen');
    assert.equal(detectLanguage('x.epd'), 'epd');
    assert.equal(detectLanguage('-', '\uFEFF[Event "x"]'), 'pgn');
    assert.equal(detectLanguage('-', '1. e4 e5'), 'pgn');
    assert.equal(detectLanguage('-', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'), 'fen');
    assert.equal(detectLanguage('-', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;'), 'epd');
    assert.equal(detectLanguage('notes.txt', 'Hello'), undefined);
  });
});
