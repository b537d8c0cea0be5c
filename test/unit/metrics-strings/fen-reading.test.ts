import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { readLooseFen } from '../../../src/core/metrics/fen-reading.ts';
import { printPlacement, readPlacement, readSquares, UNKNOWN } from '../../../src/core/metrics/placement.ts';
import { invalidReason } from '../../../src/core/metrics/verdict.ts';
import { assertLinearText } from '../../support/growth.ts';
import { itLong } from '../../support/thorough.ts';

const BOARD = 'r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R';
const reason = (text: string): string => invalidReason(readLooseFen(text), 'fallback');
const boardOf = (text: string): string => printPlacement(readLooseFen(text).placement.squares);

describe('tolerant reading of a FEN', () => {
  it('knows the mark of promoted pieces, and no other sign of a rank', () => {
    const marked = readPlacement('4k2Q~/8/8/8/8/8/8/4K3');
    assert.deepEqual([printPlacement(marked.squares), marked.complete], ['4k2Q/8/8/8/8/8/8/4K3', true]);
    assert.equal(marked.stray, undefined);
    assert.deepEqual(readPlacement('4k2Q/8/8}/8/8/8/8/4K3').stray, { rank: 2, character: '}' });
  });

  it('finds no fault in a well-formed FEN', () => {
    const reading = readLooseFen(INITIAL_FEN);
    assert.deepEqual(reading.faults, []);
    assert.equal(reading.fieldCount, 6);
    assert.deepEqual(reading.fields, {
      side: 'w',
      castling: 'KQkq',
      'en passant': '-',
      halfmove: '0',
      fullmove: '1',
    });
  });

  it('puts the fields in their places when some are missing, and names those', () => {
    for (const [rest, fields, words] of [
      ['b - 4 11', ['b', '-', undefined, '4', '11'], '5 FEN fields, one "-" missing'],
      ['b kq 0 10', ['b', 'kq', undefined, '0', '10'], '5 FEN fields, one "-" missing'],
      ['w e3 0 1', ['w', undefined, 'e3', '0', '1'], '5 FEN fields, one "-" missing'],
      ['KQkq - 0 1', [undefined, 'KQkq', '-', '0', '1'], '5 FEN fields, side to move missing'],
      ['w KQ -', ['w', 'KQ', '-', undefined, undefined], '4 FEN fields, halfmove clock and fullmove number missing'],
      ['', [undefined, undefined, undefined, undefined, undefined], '1 FEN field, nothing after the board'],
    ] as const) {
      const text = `${BOARD} ${rest}`;
      assert.deepEqual(Object.values(readLooseFen(text).fields), fields, text);
      assert.equal(reason(text), words);
      assert.equal(boardOf(text), BOARD);
    }
  });

  it('names what is wrong with a field, and what is too much', () => {
    assert.equal(reason(`${BOARD} x KQkq - 0 1`), 'side to move "x" cannot be read');
    assert.equal(reason(`${BOARD} w -k - 0 1`), 'castling rights "-k" cannot be read');
    assert.equal(reason(`${BOARD} w - k 0 19`), 'en passant square "k" cannot be read');
    assert.equal(reason(`${BOARD} w KQkq - 0 1.`), 'fullmove number "1." cannot be read');
    assert.equal(reason(`${BOARD} w KQkq - 0 1 and White moves`), '9 FEN fields, "and White moves" too many');
    assert.equal(reason(`${BOARD} w KQkq - - 0 1`), '7 FEN fields, "-" too many');
    assert.equal(readLooseFen(`${BOARD} w KQkq - - 0 1`).fields.fullmove, '1');
  });

  it('names what is wrong with the board, and keeps the ranks that can be read', () => {
    const nine = readLooseFen('rnbqkbnr/pppppppp/8/8/8/ppp6/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    assert.equal(invalidReason(nine, ''), 'rank 3 has 9 squares');
    assert.ok(nine.placement.squares.subarray(40, 48).every((code) => code === UNKNOWN));
    assert.equal(nine.placement.squares[0], 'r'.charCodeAt(0));
    assert.equal(reason('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1'), '7 ranks instead of 8');
    assert.equal(reason('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBXKBNR w KQkq - 0 1'), '"X" in rank 1 is not a piece');
    assert.equal(reason('nonsense'), 'no board in "nonsense"');
  });

  it('names kings, pawns and checks that the rules forbid', () => {
    assert.equal(reason('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w kq - 0 1'), 'white has no king');
    assert.equal(reason('kkk5/8/8/8/8/8/8/8 w - - 0 1'), 'white has no king; black has 3 kings');
    assert.equal(reason('4k3/8/8/8/8/8/8/P3K3 w - - 0 1'), 'white pawn on a1');
    assert.equal(reason('4k3/8/8/8/8/8/4R3/4K3 w - - 0 1'), 'black is in check with white to move');
    assert.equal(reason('8/8/8/8/8/8/8/8 w - - 0 1'), 'the board is empty');
    assert.equal(reason('K7/8/8/8/8/8/8/8 w - 0 1'), '5 FEN fields, one "-" missing; black has no king');
  });

  it('reads boards with spaces between squares or ranks, and without slashes', () => {
    for (const text of [
      'r 1 b q k 2 r / p p p p 1 p p p / 2 n 2 n 2 / 2 b 1 p 3 / 2 B 1 P 3 / 2 N 2 N 2 / P P P P 1 P P P / R 1 B Q K 2 R',
      BOARD.replaceAll('/', ' / '),
      BOARD.replaceAll('/', '/ '),
      BOARD.replaceAll('/', ' '),
    ]) {
      const reading = readLooseFen(`${text} b kq - 0 7`);
      assert.equal(printPlacement(reading.placement.squares), BOARD, text);
      assert.equal(reading.placementText, BOARD);
      assert.deepEqual(reading.faults, [{ kind: 'spaced' }]);
      assert.equal(reading.fields.side, 'b');
    }
  });

  it('does not read the fields after seven ranks as an eighth', () => {
    const reading = readLooseFen('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP b KQkq 3 12');
    assert.equal(reading.placement.complete, false);
    assert.equal(reading.fields.side, 'b');
  });

  it('never throws, and has no fault exactly when six fields are well formed', () => {
    const edit = fc.record({
      at: fc.nat({ max: INITIAL_FEN.length }),
      cut: fc.nat({ max: 2 }),
      put: fc.string({ unit: fc.constantFrom(...'rkPK18/ wb-qe30x'.split('')), maxLength: 2 }),
    });
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 3 }), (edits) => {
        let text = INITIAL_FEN;
        for (const { at, cut, put } of edits) text = text.slice(0, at) + put + text.slice(at + cut);
        const reading = readLooseFen(text);
        const wellFormed = reading.placement.complete && clean(reading);
        assert.equal(reading.faults.length === 0, wellFormed, text);
        assert.ok(reason(text).length > 0);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  itLong('takes time linear in a hostile text', () => {
    for (const unit of ['/', ' ', '8', '8/', 'r ', '- ', 'K', '/ ']) {
      assertLinearText(80_000, unit, readLooseFen);
      assertLinearText(80_000, unit, (text) => readLooseFen(`${BOARD} ${text}`));
    }
  });
});

const clean = (reading: ReturnType<typeof readLooseFen>): boolean =>
  /^\S+ [wb] (-|[KQkqA-Ha-h]{1,4}) (-|[a-h][1-8]) \d{1,4} \d{1,4}$/.test(reading.text) &&
  (reading.fields.castling?.match(/[A-Z]/g)?.length ?? 0) <= 2 &&
  (reading.fields.castling?.match(/[a-z]/g)?.length ?? 0) <= 2;

describe('boards', () => {
  it('reads the same squares by the quick and by the reporting reader', () => {
    const rank = fc.string({ unit: fc.constantFrom(...'rnbqkpPNBRQK12345678x'.split('')), maxLength: 9 });
    fc.assert(
      fc.property(fc.array(rank, { minLength: 6, maxLength: 10 }), (ranks) => {
        const text = ranks.join('/');
        assert.deepEqual(readSquares(`${text} w - - 0 1`), readPlacement(text).squares);
      }),
      { seed: 4 },
    );
    assert.deepEqual(readSquares(INITIAL_FEN), readPlacement(INITIAL_FEN).squares);
    assert.equal(printPlacement(readSquares(INITIAL_FEN)), INITIAL_FEN.split(' ')[0]);
  });
});
