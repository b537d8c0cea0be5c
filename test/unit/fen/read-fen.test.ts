import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseChess } from '../../../src/core/games/chess/state.ts';
import { checkText } from '../../../src/core/languages/check.ts';
import { CODES } from '../../../src/core/notation/diagnostic-codes.ts';
import { readFen } from '../../../src/core/notation/fen/read-fen.ts';
import { LOG_NAMES, parseLogLine, readLog } from '../../support/pgn2fen.ts';
import { itLong } from '../../support/thorough.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** Codes with the text that each marks. */
const problems = (text: string, options = {}): [string, string][] =>
  readFen(text, 0, text.length, options).problems.map(({ code, range }) => [code, text.slice(range.start, range.end)]);

describe('FEN reader', () => {
  it('finds nothing in good FENs, also of Chess960', () => {
    for (const fen of [
      START,
      'r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 40',
      'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQkq - 0 1',
      'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1',
      'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3',
      '4k3/8/8/8/8/8/8/4K3 w - - 100 9999',
    ]) {
      assert.deepEqual(problems(fen), [], fen);
    }
  });

  it('tells a missing dash only where the fields are so many that one can be missing', () => {
    const has = (text: string): boolean => problems(text).some(([code]) => code === 'FEN_MISSING_DASH');
    const board = '4k3/8/8/8/8/8/8/4K3';
    for (const text of [`${board} w - 0 1`, `${board} w 0 1`]) assert.ok(has(text), text);
    for (const text of [`${board} w`, `${board} w - - 0 1`, `${board} w - 0 0 1 1`]) assert.ok(!has(text), text);
  });

  it('marks each problem at its place', () => {
    const cases: [string, [string, string][]][] = [
      ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1', [['FEN_RANK_COUNT', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP']]],
      [START.replace('pppppppp', 'ppppppp'), [['FEN_RANK_WIDTH', 'ppppppp']]],
      [START.replace('/8/8/8/8/', '/8/8//8/'), [['FEN_RANK_WIDTH', '//']]],
      [START.replace('8/8/8/8', '44/8/8/8'), [['FEN_ADJACENT_DIGITS', '44']]],
      [START.replace('PPPPPPPP', 'PPPXyPPP'), [['FEN_UNKNOWN_PIECE', 'Xy']]],
      [START.replace('8/8/8/8', '9/8/8/8'), [['FEN_UNKNOWN_PIECE', '9']]],
      [
        START.replace('QKB', 'Q1B').replace('KQkq', 'kq'),
        [['FEN_KINGS', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR']],
      ],
      ['4k3/8/8/8/8/8/8/3KK3 w - - 0 1', [['FEN_KINGS', 'K']]],
      [
        'P3k3/8/8/8/8/8/8/4K2p w - - 0 1',
        [
          ['FEN_BACKRANK_PAWN', 'P'],
          ['FEN_BACKRANK_PAWN', 'p'],
        ],
      ],
      ['4k3/4R3/8/8/8/8/8/4K3 w - - 0 1', [['FEN_OPPOSITE_CHECK', 'w']]],
      [START.replace(' w ', ' white '), [['FEN_BAD_SIDE', 'white']]],
      [START.replace('KQkq', 'KQkqx'), [['FEN_BAD_CASTLING', 'KQkqx']]],
      [START.replace('KQkq', 'KK'), [['FEN_BAD_CASTLING', 'KK']]],
      [
        '4k2r/8/8/8/8/8/8/4K3 w KQk - 0 1',
        [
          ['FEN_CASTLING_PIECES', 'K'],
          ['FEN_CASTLING_PIECES', 'Q'],
        ],
      ],
      [START.replace('KQkq -', 'KQkq e5'), [['FEN_BAD_EN_PASSANT', 'e5']]],
      [START.replace('KQkq -', 'KQkq e6'), [['FEN_EN_PASSANT_PAWN', 'e6']]],
      [START.replace('0 1', '-1 1'), [['FEN_BAD_COUNTER', '-1']]],
      [START.replace('0 1', '- 1'), [['FEN_BAD_COUNTER', '-']]],
      [START.replace('0 1', '0 0'), [['FEN_FULLMOVE_ZERO', '0']]],
    ];
    for (const [fen, expected] of cases) {
      assert.deepEqual(new Set(problems(fen).map(String)), new Set(expected.map(String)), fen);
    }
    assert.deepEqual(problems('4k3/8/8/8/8/8/8/4K3 w - -'), [['FEN_MISSING_FIELDS', '4k3/8/8/8/8/8/8/4K3 w - -']]);
  });

  it('describes the problem in words', () => {
    const message = (fen: string): string => readFen(fen).problems[0].message;
    assert.equal(message(START.replace('pppppppp', 'ppppppp')), 'rank 7 has 7 squares instead of 8');
    assert.equal(message('rnbqkbnr/pppppppp/8/8 w KQkq - 0 1'), 'the board has 4 ranks instead of 8');
    assert.equal(message('4k3/8/8/8/8/8/8/8 w - - 0 1'), 'White has no king');
    assert.equal(message('4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'), "Black is in check although it is White's turn");
    assert.equal(
      message('4k3/8/8/8/8/8/8/4K3 w - -'),
      '2 fields are missing at the end: halfmove clock, fullmove number',
    );
  });

  it('keeps what it can read', () => {
    const fen = readFen('rnbqkbnr/ppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 3 y');
    assert.equal(fen.squares[4], 6);
    assert.equal(fen.squares[48], 7);
    assert.equal(fen.squares[55], 0);
    assert.deepEqual([fen.turn, fen.halfmoves, fen.fullmoves], [undefined, 3, undefined]);
  });

  it('takes rights of standard chess for the king on e1 and rooks in the corners', () => {
    const fen = 'nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w KQ - 0 1';
    assert.deepEqual(problems(fen, { variant: 'chess' }), [['FEN_CASTLING_PIECES', 'KQ']]);
    assert.deepEqual(problems(fen, { variant: 'chess960' }), []);
  });

  itLong('agrees with the strict parser on real answers', () => {
    const counts = { both: 0, neither: 0 };
    for (const log of LOG_NAMES) {
      for (const { llm_info: info } of readLog(log).map(parseLogLine)) {
        const fen = info.llm_fen;
        if (typeof fen !== 'string') continue;
        const found = readFen(fen).problems.filter(
          ({ code }) =>
            (CODES[code].severity === 'error' && code !== 'FEN_ADJACENT_DIGITS') || code === 'FEN_MISSING_FIELDS',
        );
        const isGood = found.length === 0 && readFen(fen).end === fen.trimEnd().length;
        const strict = parseChess(fen, false);
        assert.equal(isGood, strict.ok, `${fen} ${found.map((p) => p.message).join()}`);
        counts[isGood ? 'both' : 'neither']++;
      }
    }
    assert.ok(counts.both > 4000 && counts.neither > 50, JSON.stringify(counts));
  });

  itLong('reads any text, and ranges stay inside of it', () => {
    const like = fc
      .array(fc.constantFrom(...'rnbqkpRNBQKP12345678/// wb-KQkqe36019'.split(''), ' ', '\t'))
      .map((a) => a.join(''));
    fc.assert(
      fc.property(fc.oneof(like, fc.string({ unit: 'binary' })), fc.boolean(), (text, epd) => {
        for (const { range, message } of readFen(text, 0, text.length, { epd }).problems) {
          assert.ok(range.start >= 0 && range.start <= range.end && range.end <= text.length && message.length > 0);
        }
      }),
      { numRuns: 1000 },
    );
    for (const text of ['/', '8', 'k', 'x', ' ', '1x', 'K/']) readFen(text.repeat((1 << 20) / text.length));
  });
});

describe('FEN and EPD files', () => {
  const codes = (text: string, language: 'fen' | 'epd' = 'fen'): unknown[] =>
    checkText(text, language).map(({ code, range, game }) => [code, text.slice(range.start, range.end), game]);

  it('are clean with comments, predictions, blank lines and operations', () => {
    const board = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R';
    assert.deepEqual(codes(`# title\r\n\r\n${START}\r\n# pfen gpt-4o rubbish\r\n#pfen x ?\n  ${START}\t`), []);
    assert.deepEqual(
      codes(
        `${board} w KQkq - bm Bb5 Bc4; id "x; y"; c0 "text";\n${board} w KQkq - hmvc 2; fmvn 3;\n${board} w KQkq -`,
        'epd',
      ),
      [],
    );
    assert.deepEqual(codes(`${START} ;D1 20 ;D2 400\n${board} w KQkq - bm Bb5;\n`), []);
    assert.deepEqual(codes(''), []);
  });

  it('report faults with the record', () => {
    assert.deepEqual(codes(`\uFEFF# pfen a ?\n${START}\n# pfen\n# pfen a\n${START.replace(' w ', ' x ')} junk`), [
      ['FEN_BYTE_ORDER_MARK', '\uFEFF', undefined],
      ['FEN_ORPHAN_PFEN', '# pfen a ?', undefined],
      ['FEN_BAD_PFEN', '# pfen', 0],
      ['FEN_BAD_PFEN', '# pfen a', 0],
      ['FEN_BAD_SIDE', 'x', 1],
      ['FEN_EXTRA_TEXT', 'junk', 1],
    ]);
  });

  it('list problems of predictions only on request, as info', () => {
    const text = `${START}\n# pfen a ${START.replace(' w ', ' x ')}\n`;
    assert.deepEqual(codes(text), []);
    assert.deepEqual(
      checkText(text, 'fen', { predictions: true }).map((d) => [d.code, d.severity]),
      [['FEN_BAD_SIDE', 'info']],
    );
  });
});
