import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/base/text/range.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { readOperations } from '../../../src/core/notation/fen/epd.ts';
import { itLong } from '../../support/thorough.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -';
const MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - -';
const marks = (text: string, language: 'fen' | 'epd' = 'epd'): [string, string][] =>
  checkText(text, language).map(({ code, range }) => [code, text.slice(range.start, range.end)]);

describe('EPD records', () => {
  it('of the forms that test suites have are clean', () => {
    for (const line of [
      `${MATE} bm Ra8+; id "WIN.001";`,
      `${MATE} bm Ra8; id "ours.002"; c0 "Ra8=10, Ra7=3, Kf1=1"; c1 "a back rank";`,
      `${START} bm e4 d4 Nf3 c4; am f3 g4; id "BK style.01";`,
      `${START} acd 12; acn 1234567; acs 30; ce 28; pv e4 e5 Nf3 Nc6 Bb5; pm e4; sm e4;`,
      `${MATE} dm 1; pv Ra8#; hmvc 3; fmvn 41; rc 1;`,
      `${START} c0 "semicolon; inside"; c9 "quote \\" inside"; eco "A00"; nic "KP 0"; resign; draw_offer;`,
      `${START} D1 20; D2 400; D3 8902;`,
      `${START} 0 1 ;D1 20 ;D2 400 ;D3 8902`,
      `${START} 0 1; D1 20; D2 400;`,
      `${START};D1 20`,
      `${START} 0 1 bm Nf3; id "with counters";`,
      `${START} id plain words;`,
      'rnbqkbnr/pp1ppppp/8/8/2pP4/8/PPP1PPPP/RNBQKBNR b KQkq d3 bm cxd3; c3 "x";',
      'rnbqkbnr/pppp1ppp/8/8/2P1p3/8/PP1PPPPP/RNBQKBNR b KQkq c3 bm d5; c3 "x";',
      `${START} // a remark`,
      `${START} bm e4; # a remark`,
      START,
    ]) {
      assert.deepEqual(marks(line), [], line);
      assert.deepEqual(
        marks(line, 'fen').filter(([code]) => code !== 'FEN_MISSING_FIELDS'),
        [],
        line,
      );
    }
    assert.deepEqual(marks(`${START} 0 1 bm e4`, 'fen'), [['EPD_UNTERMINATED', '4']]);
    assert.deepEqual(marks(`${START} # a remark`, 'fen'), [['FEN_MISSING_FIELDS', START]]);
    for (const rest of ['; a remark', '# a remark', '// a remark', 'bm Nf3; id "x";']) {
      assert.deepEqual(marks(`${START} 0 1 ${rest}`, 'fen'), []);
    }
  });

  it('mark faults where they are', () => {
    const cases: [string, [string, string][]][] = [
      ['bm e5;', [['EPD_ILLEGAL_MOVE', 'e5']]],
      ['bm xyz;', [['EPD_ILLEGAL_MOVE', 'xyz']]],
      [
        'bm e4 e5; am Nf3 Nd2;',
        [
          ['EPD_ILLEGAL_MOVE', 'e5'],
          ['EPD_ILLEGAL_MOVE', 'Nd2'],
        ],
      ],
      ['pv e4 e5 Ke3 Nf6;', [['EPD_ILLEGAL_MOVE', 'Ke3']]],
      ['bm e2e4;', [['EPD_MOVE_FORM', 'e2e4']]],
      [
        'bm nf3, e4!;',
        [
          ['EPD_MOVE_FORM', 'nf3,'],
          ['EPD_MOVE_FORM', 'e4!'],
        ],
      ],
      ['pv 1. e4 e5 2.g1f3;', [['EPD_MOVE_FORM', 'g1f3']]],
      [
        'bm Nf3+ Nxc3 d4#;',
        [
          ['EPD_MOVE_FORM', 'Nf3+'],
          ['EPD_MOVE_FORM', 'Nxc3'],
          ['EPD_MOVE_FORM', 'd4#'],
        ],
      ],
      ['bm e4', [['EPD_UNTERMINATED', '4']]],
      ['id "open; bm e4;', [['EPD_UNCLOSED_STRING', '"open; bm e4;']]],
      ['bm e4; bm d4;', [['EPD_DUPLICATE_OPCODE', 'bm']]],
      ['mine 3;', [['EPD_UNKNOWN_OPCODE', 'mine']]],
      ['bm e4; ?? 3; id "x";', [['EPD_BAD_OPERATION', '?? 3']]],
      ['acd x;', [['EPD_BAD_OPERAND', 'x']]],
      ['ce high;', [['EPD_BAD_OPERAND', 'high']]],
      ['bm;', [['EPD_BAD_OPERAND', 'bm']]],
      ['resign 3;', [['EPD_BAD_OPERAND', '3']]],
      ['fmvn 0;', [['EPD_BAD_OPERAND', '0']]],
      ['sm e4 d4;', [['EPD_BAD_OPERAND', 'd4']]],
      ['hmvc 151;', [['FEN_HALFMOVES_HIGH', '151']]],
    ];
    for (const [operations, expected] of cases) assert.deepEqual(marks(`${START} ${operations}`), expected, operations);
    const passed = 'rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3';
    assert.deepEqual(marks(`${passed} hmvc 4;`), [['FEN_EN_PASSANT_CLOCK', '4']]);
    assert.deepEqual(marks('4k3/8/8/8/8/8/8/4K3 w - bm Kd2;'), [['FEN_MISSING_DASH', 'bm']]);
  });

  it('need no check sign and no x, but no wrong one', () => {
    const position = '6k1/5ppp/8/8/8/8/5n2/R3K3 w Q -';
    for (const moves of ['Ra8', 'Ra8#', 'Ra8+', 'Kf2', 'Kxf2'])
      assert.deepEqual(marks(`${position} bm ${moves};`), [], moves);
    const found = checkText(`${position} bm Kxd2 Kf1+;`, 'epd');
    assert.deepEqual(
      found.map(({ code, message }) => [code, message]),
      [
        ['EPD_MOVE_FORM', 'Kxd2 captures nothing: write Kd2'],
        ['EPD_MOVE_FORM', 'Kf1+ does not give check: write Kf1'],
      ],
    );
    // a wrong sign may be of another position
    const safe = checkText(`${position} bm Kxd2 Kf1+ e1xd2+ e1-d2;`, 'epd').map(({ fixes }) => fixes?.[0].safe);
    assert.deepEqual(safe, [false, false, false, true]);
  });

  it('say why a move cannot be played', () => {
    const [found] = checkText(`${START} bm Bc4;`, 'epd');
    assert.match(found.message, /^"Bc4" cannot be played: the bishop on f1 is blocked by the pawn on e2/);
  });

  it('are repaired without a change of what they say', () => {
    const cases: [string, string][] = [
      ['bm g1f3;', 'bm Nf3;'],
      ['bm Nf3 e2-e4!,;', 'bm Nf3 e4;'],
      ['bm e4; id "x"', 'bm e4; id "x";'],
      ['id "x;', 'id "x";'],
    ];
    for (const [before, after] of cases) {
      const text = `${START} ${before}\n`;
      const edits = checkText(text, 'epd').flatMap(({ fixes = [] }) => fixes[0]?.edits ?? []);
      assert.equal(applyEdits(text, edits), `${START} ${after}\n`);
      assert.deepEqual(marks(applyEdits(text, edits)), []);
    }
  });

  itLong('are read whatever they hold, and no character is lost', () => {
    const like = fc.array(fc.constantFrom('bm', 'id', ' ', ';', '"', '\\', 'e4', '#', '9'), { maxLength: 30 });
    fc.assert(
      fc.property(
        fc.oneof(
          like.map((parts) => parts.join('')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const { operations, stray } = readOperations(text, 0, text.length);
          let rest = text;
          const ranges = [...operations.map(({ opcodeRange, end }) => ({ start: opcodeRange.start, end })), ...stray];
          for (const { start, end } of ranges.sort((a, b) => b.start - a.start)) {
            assert.ok(start < end && end <= rest.length);
            rest = rest.slice(0, start) + rest.slice(end);
          }
          assert.match(rest, /^[\t-\r ;]*(?:(?:#|\/\/)[^]*)?$/);
          checkText(`${START} ${text}`, 'epd');
        },
      ),
      { numRuns: 1000 },
    );
  });
});
