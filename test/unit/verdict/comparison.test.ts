import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ChessVariant } from '../../../src/core/games/chess/chess-variants.ts';
import { type CompareOptions, compareStates } from '../../../src/core/metrics/compare.ts';
import type { Comparison } from '../../../src/core/metrics/comparison.ts';

const ITALIAN = 'r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4';

function compare(
  trueFen: string,
  predictedFen: string | undefined,
  options: CompareOptions = {},
  variant: ChessVariant = 'chess',
): Comparison {
  const result = compareStates({ trueFen, predictedFen, variant }, { affordance: { m: 2 }, ...options });
  assert.ok(result.ok);
  return result.value;
}

describe('the verdict is the first that matches', () => {
  const cases: readonly (readonly [string | undefined, Comparison['verdict'], string | null])[] = [
    [undefined, 'none', 'no FEN in the answer'],
    ['', 'none', 'no FEN in the answer'],
    ['I cannot tell.', 'unparsable', 'no board in "I cannot tell."'],
    [ITALIAN.replace('2n5', '2n6'), 'unparsable', 'rank 6 has 9 squares'],
    [ITALIAN.replace(' - ', ' '), 'format', '5 FEN fields, one "-" missing'],
    [ITALIAN.replace('K2R', 'Q2R'), 'impossible', 'white has no king'],
    [ITALIAN.replace('5N2', '8').replace(' w ', ' b '), 'squares', null],
    [ITALIAN.replace(' w KQkq', ' b KQ'), 'side', null],
    [ITALIAN.replace('KQkq', 'KQ').replace('4 4', '0 4'), 'castling', null],
    [ITALIAN.replace(' - ', ' e6 '), 'notation', null],
    [ITALIAN.replace('2n5', '2n41'), 'notation', null],
    [ITALIAN.replace(' - ', ' e6 ').replace('4 4', '3 4'), 'clocks', null],
    [ITALIAN.replace('4 4', '3 4'), 'clocks', null],
    [ITALIAN.replace('4 4', '4 5'), 'clocks', null],
    [` ${ITALIAN.replaceAll(' ', '  ')}`, 'exact', null],
  ];
  for (const [predicted, verdict, reason] of cases) {
    it(`${verdict}: ${predicted ?? 'nothing'}`, () => {
      const comparison = compare(ITALIAN, predicted);
      assert.equal(comparison.verdict, verdict);
      assert.equal(comparison.reason, reason);
      assert.equal(comparison.valid, reason === null);
      if (reason !== null) assert.deepEqual([...comparison.p, ...comparison.r], [0, 0, 0, 0]);
      assert.equal(comparison.positionMatch, ['notation', 'clocks', 'exact'].includes(verdict));
    });
  }

  it('gives 0 to the sink even against itself, and says that the truth is at fault', () => {
    const comparison = compare('nonsense', 'nonsense');
    assert.equal(comparison.valid, false);
    assert.deepEqual(
      [comparison.p, comparison.r],
      [
        [0, 0],
        [0, 0],
      ],
    );
    assert.match(comparison.truthReason ?? '', /no board in "nonsense"/);
  });
});

describe('the line of a prediction', () => {
  const line = (truth: string, predicted: string | undefined): string =>
    compare(truth, predicted, { affordance: { m: 4 } }).verdictText;

  it('reads as designed', () => {
    const quiet = '8/5pk1/6p1/8/8/6P1/5PK1/8 w - - 5 40';
    assert.equal(line(quiet, quiet), 'exact');
    assert.equal(
      line(quiet, quiet.replace('5 40', '4 40')),
      'same position, clocks differ (halfmove 4, true 5) · p₄ 1 · r₄ 1 · edit 1',
    );
    assert.equal(
      line(quiet, quiet.replace(' w ', ' b ')),
      'board right, side to move wrong · p₄ 0 (true side: 1) · r₄ 0 (1) · edit 1',
    );
    assert.equal(
      line(quiet, '8/5pk1/6p1/8/8/6P1/5PK1/8 w - 5 40'),
      '5 FEN fields, one "-" missing · p₄ 0 (board-only 1) · r₄ 0 (1)',
    );
    assert.equal(line(quiet, undefined), 'no FEN in the answer · p₄ 0 · r₄ 0');
    assert.equal(
      line(quiet, '8/5pk1/6p1/8/8/6P1/6K1/8 w - - 5 40'),
      '1 square wrong (f2) · 63/64 · p₄ 0.80 · r₄ 0.59 · edit 2',
    );
  });

  it('says that an en passant square makes no difference where no capture is legal', () => {
    const truth = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    assert.equal(
      line(truth, truth.replace(' - ', ' e3 ')),
      'same position, en passant square differs without effect (e3, true -) · p₄ 1 · r₄ 1 · edit 2',
    );
    const pending = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3';
    assert.match(
      line(pending, pending.replace(' e3 ', ' - ')),
      /en passant square wrong \(-, true e3\) · p₄ 1 \(board-only 1\) · r₄ 0\.97 \(1\)/,
    );
  });

  it('names what has an effect first', () => {
    const truth = 'r3k2r/8/8/8/3pP3/8/8/4K3 b kq e3 0 1';
    assert.match(
      line(truth, truth.replace('kq e3', 'KQkq -')),
      /^board, side and castling right, en passant square wrong \(-, true e3\), castling field differs without effect · /,
    );
    assert.match(
      line(truth, truth.replace('kq e3 0', 'KQkq e3 1')),
      /^same position, castling field differs without effect \(KQkq, true kq\), clocks differ · /,
    );
  });

  it('says that castling rights differ in letters only', () => {
    const truth = 'r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1';
    assert.equal(
      line(truth, truth.replace(' kq ', ' KQkq ')),
      'same position, castling field differs without effect (KQkq, true kq) · p₄ 1 · r₄ 1 · edit 2',
    );
  });

  it('says that a predicted mate has nothing to test', () => {
    const mate = 'R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1';
    assert.equal(
      line(mate.replace('R5k1', '6k1'), mate),
      '1 square wrong (a8) · 63/64 · p₄ 1 (no legal move to test) · r₄ 0 · edit 2',
    );
  });
});

describe('a comparison', () => {
  it('is plain data: JSON gives it back', () => {
    const comparison = compare(ITALIAN, ITALIAN.replace('5N2', '6N1'), { setBased: true, moves: true });
    assert.deepEqual(JSON.parse(JSON.stringify(comparison)), comparison);
  });

  it('has 1 everywhere for a valid state against itself, with any method', () => {
    for (const method of ['exact', 'intermediate', 'naive', 'stratified', 'auto'] as const) {
      const { p, r, kernel, boardAccuracy, positionMatch } = compare(ITALIAN, ITALIAN, {
        affordance: { m: 2, method },
      });
      assert.deepEqual(
        { p, r, kernel, boardAccuracy, positionMatch },
        {
          p: [1, 1],
          r: [1, 1],
          kernel: 1,
          boardAccuracy: 1,
          positionMatch: true,
        },
      );
    }
  });

  it('writes nothing where it has computed nothing', () => {
    const { setBased, movesLost, movesInvented, blame, lag, samples, seed, standardError } = compare(ITALIAN, ITALIAN);
    for (const part of [setBased, movesLost, movesInvented, blame, lag, samples, seed, standardError]) {
      assert.equal(part, null);
    }
    assert.equal(compare(ITALIAN, ITALIAN, { conditional: false }).conditional, null);
  });

  it('carries method, N, seed and standard error of an estimate', () => {
    const { method, samples, seed, standardError, verdictText } = compare(ITALIAN, ITALIAN.replace('5N2', '6N1'), {
      affordance: { m: 3, method: 'stratified', samples: 400, seed: 7 },
    });
    assert.deepEqual([method, samples, seed, standardError?.p.length], ['stratified', 400, 7, 3]);
    assert.match(verdictText, /p₃ 0\.\d\d ±<?0\.\d\d/);
  });

  it('scores the predicted board with the true side, and with all true fields', () => {
    const wrongSide = compare(ITALIAN, ITALIAN.replace(' w KQkq', ' b -'));
    assert.deepEqual(wrongSide.p, [0, 0]);
    const { trueSide, boardOnly } = wrongSide.conditional ?? assert.fail();
    assert.ok((trueSide.r[0] ?? 0) < 1, 'castling is still missing');
    assert.deepEqual(boardOnly, { p: [1, 1], r: [1, 1], exact: true });
    const unreadable = compare(ITALIAN, ITALIAN.replace(' w KQkq - ', ' '));
    assert.deepEqual(unreadable.p, [0, 0]);
    assert.deepEqual(unreadable.conditional?.boardOnly.p, [1, 1], 'a board is read even from a text that is no state');
    const noBoard = compare(ITALIAN, 'nonsense');
    assert.deepEqual(noBoard.conditional?.boardOnly.p, [0, 0]);
  });

  it('names the moves lost and invented in both notations', () => {
    const { movesLost, movesInvented, p, r } = compare(
      ITALIAN,
      ITALIAN.replace('5N2', '8').replace('RNBQK2R', 'RNBQK1NR'),
      {
        moves: true,
      },
    );
    const [lost, invented] = [movesLost ?? assert.fail(), movesInvented ?? assert.fail()];
    assert.ok(lost.some(({ uci, san }) => uci === 'e1g1' && san === 'O-O'));
    assert.ok(lost.some(({ uci, san }) => uci === 'f3e5' && san === 'Nxe5'));
    assert.ok(invented.some(({ uci, san }) => uci === 'g1h3' && san === 'Nh3'));
    assert.ok((p[0] ?? 1) < 1 && (r[0] ?? 1) < 1);
  });

  it('writes castling king-takes-rook in Chess960', () => {
    const truth = 'rk5r/8/8/8/8/8/8/RK5R w KQkq - 0 1';
    const { movesLost } = compare(truth, truth.replace('KQkq', 'Qkq'), { moves: true }, 'chess960');
    assert.deepEqual(movesLost, [{ uci: 'b1h1', san: 'O-O' }]);
  });

  it('compares en passant as written, or only where a capture is legal', () => {
    const truth = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
    const predicted = truth.replace(' - ', ' e3 ');
    const written = compare(truth, predicted);
    assert.deepEqual([written.verdict, written.editDistance, written.exactMatch], ['notation', 2, false]);
    assert.deepEqual(written.errors, [{ kind: 'en passant', predicted: 'e3', actual: '-', harmless: true }]);
    const legal = compare(truth, predicted, { enPassant: 'when-legal' });
    assert.deepEqual([legal.verdict, legal.editDistance, legal.errors], ['exact', 0, []]);
  });

  it('stops when asked to', () => {
    const result = compareStates(
      { trueFen: ITALIAN, predictedFen: ITALIAN.replace('5N2', '8'), variant: 'chess' },
      { affordance: { m: 6 } },
      { cancelled: true },
    );
    assert.deepEqual(result, { ok: false, error: 'cancelled' });
  });
});

describe('the joint score', () => {
  const MATE = 'r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4';
  const BACK_RANK = '3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1';
  const STALEMATE = '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1';

  it('is the harmonic mean of p and r at each depth', () => {
    const { p, r, f } = compare(ITALIAN, ITALIAN.replace('KQkq', '-').replace('2B1P3', '4P3'));
    assert.equal(f.length, 2);
    for (const [i, joint] of f.entries())
      assert.ok(Math.abs(joint - 2 / (1 / (p[i] ?? 0) + 1 / (r[i] ?? 0))) < 1e-12 && joint > 0);
  });
  it('is 0 for a predicted mate or stalemate, whose p is 1 for want of any move', () => {
    for (const over of [MATE, BACK_RANK, STALEMATE]) {
      const { p, r, f, vacuous } = compare(ITALIAN, over);
      assert.deepEqual([p.at(-1), r.at(-1), f, vacuous], [1, 0, [0, 0], { p: true, r: false }]);
    }
  });
  it('is 0 for another position that is over, and 1 for the same', () => {
    const other = compare(MATE, BACK_RANK);
    assert.deepEqual([other.p, other.r, other.f, other.vacuous], [[1, 1], [1, 1], [0, 0], { p: true, r: true }]);
    assert.deepEqual(compare(STALEMATE, MATE).f, [0, 0]);
    assert.deepEqual(compare(MATE, MATE).f, [1, 1]);
    assert.deepEqual(compare(MATE, MATE.replace(' 0 4', ' 3 9')).f, [1, 1]);
  });
  it('is 0 for an answer without a state, and 1 for the position itself', () => {
    assert.deepEqual(compare(ITALIAN, undefined).f, [0, 0]);
    assert.deepEqual(compare(ITALIAN, ITALIAN).f, [1, 1]);
  });
});
