import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { FEN_FIELDS, isUnread, UNREAD, unstatedFields, withTrueFields } from '../../../src/core/metrics/fen-reading.ts';
import { answerLine } from '../../../src/core/metrics/lens-wording.ts';
import { summarizePredictions } from '../../../src/core/metrics/summary.ts';
import { gradeAnswer, verdictLine } from '../../../src/core/metrics/wording.ts';
import { worldReader } from '../../../src/core/metrics/world-pair-reading.ts';
import { findWorld } from '../../../src/core/worlds/worlds.ts';
import { realAnswers } from '../../support/real-answers.ts';

const comparer = new PairComparer('chess');
const OPTIONS = { affordance: { m: 2 } };
const compared = (trueFen: string, predictedFen: string) => {
  const result = comparer.compare({ trueFen, predictedFen }, OPTIONS);
  assert.ok(result.ok);
  return result.value;
};
const text = (trueFen: string, predictedFen: string) => comparer.text({ trueFen, predictedFen });

/** Pairs of real answers with all six fields. */
const PAIRS = realAnswers('openai_o3-mini-2025-01-31')
  .filter(({ predictedFen }) => predictedFen !== undefined && predictedFen.split(' ').length === 6)
  .slice(0, 300);

const BOARD = '8/8/4k3/8/8/4K3/4P3/8';

describe('fields that a prediction does not state', () => {
  it('are taken from the true state: scores, errors and edits are those of a prediction that has them right', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...PAIRS),
        fc.subarray([...FEN_FIELDS], { minLength: 1 }),
        ({ trueFen, predictedFen = '' }, unstated) => {
          const fields = predictedFen.split(' ');
          const written = fields.map((field, i) => (unstated.some((f) => FEN_FIELDS[i - 1] === f) ? '?' : field));
          const right = compared(trueFen, withTrueFields(written.join(' '), unstated, trueFen));
          const found = compared(trueFen, written.join(' '));
          assert.deepEqual(found.unstated, unstated);
          assert.deepEqual(
            [
              found.p,
              found.r,
              found.f,
              found.editDistance,
              found.kernel,
              found.errors,
              found.wrongSquares,
              found.conditional,
            ],
            [
              right.p,
              right.r,
              right.f,
              right.editDistance,
              right.kernel,
              right.errors,
              right.wrongSquares,
              right.conditional,
            ],
          );
          assert.equal(found.exactMatch, false);
          assert.ok(found.errors.every(({ kind }) => !unstated.some((field) => field === kind)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it('are none where all six are written, whatever is wrong with them', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PAIRS), ({ trueFen, predictedFen = '' }) => {
        assert.deepEqual(unstatedFields(predictedFen), []);
        assert.equal(text(trueFen, predictedFen).unstated, undefined);
      }),
      { numRuns: 100 },
    );
    for (const other of ['? w KQkq', `${BOARD} ?`, `${BOARD} w - - 0 1 ?`, `${BOARD} w? - - 0 1`])
      assert.deepEqual(unstatedFields(other), [], other);
  });

  it('make a right board right as far as it is stated, not exact', () => {
    const found = compared(INITIAL_FEN, INITIAL_FEN.replace('w KQkq - 0 1', '? ? ? ? ?'));
    assert.deepEqual(
      [found.verdict, found.exactMatch, found.positionMatch, found.boardMatch, found.editDistance, found.p.at(-1)],
      ['partial', false, false, true, 0, 1],
    );
    assert.equal(found.sentence, 'right as far as stated; only the board is stated');
    assert.equal(gradeAnswer(found), 'near');
    const clocks = compared(INITIAL_FEN, INITIAL_FEN.replace('0 1', '? ?'));
    assert.deepEqual([clocks.verdict, clocks.positionMatch], ['partial', true]);
    assert.match(clocks.verdictText, /^right as far as stated, not stated: clocks/);
  });

  it('are named beside what is wrong', () => {
    const found = text(INITIAL_FEN, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w ? ? ? ?');
    assert.equal(found.verdict, 'squares');
    assert.match(verdictLine(found, undefined), /not stated: castling rights, en passant square, clocks$/);
    const answer = { name: 'a', series: 'a', isBaseline: false, text: found, scores: 'failed', unknown: '' } as const;
    assert.match(
      answerLine(answer, 4),
      /^p₄ not computed · .* · not stated: castling rights, en passant square, clocks$/,
    );
  });

  it('leave the position the same only where they could have one value', () => {
    const without = `${BOARD} w - - 0 60`;
    assert.equal(text(without, `${BOARD} w ? ? ? ?`).positionMatch, true, 'nobody can castle or take en passant');
    assert.equal(text(without, `${BOARD} ? - - 0 60`).positionMatch, false, 'the side is never known');
    assert.equal(text(INITIAL_FEN, INITIAL_FEN.replace('KQkq', '?')).positionMatch, false);
    const passed = 'rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3';
    assert.equal(text(passed, passed.replace('d6', '?')).positionMatch, false, 'a pawn may take');
  });

  it('judge the nearest earlier position by its board alone where the side is not stated', () => {
    const history = [
      { ply: 0, fen: INITIAL_FEN },
      { ply: 1, san: 'e4', fen: 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1' },
    ];
    const predictedFen = INITIAL_FEN.replace('w KQkq - 0 1', '? ? ? ? ?');
    const found = comparer.text({ trueFen: history[1]?.fen ?? '', predictedFen, history });
    assert.deepEqual([found.lag?.pliesEarlier, found.lag?.sideToMove], [1, false]);
  });
});

describe('an answer that cannot be read', () => {
  it('has a verdict of its own and no score, in every game', () => {
    const world = findWorld('s5');
    assert.ok(world.ok);
    for (const [own, trueFen] of [
      [comparer, INITIAL_FEN],
      [new PairComparer('connect_four'), `x ||${' .'.repeat(42)} ||`],
      [new PairComparer(worldReader(world.value)), '1 2 3 4 5'],
    ] as const) {
      assert.deepEqual(own.compare({ trueFen, predictedFen: UNREAD }), { ok: false, error: 'unread' });
      const found = own.text({ trueFen, predictedFen: UNREAD, answer: { raw: 'x', reason: 'a board of 7 ranks' } });
      assert.deepEqual(
        [found.verdict, found.cause.id, found.sentence, found.valid],
        ['unread', 'unread', 'unread: a board of 7 ranks', false],
      );
      assert.equal(verdictLine(found, undefined), 'the answer holds something like a state that cannot be read');
      const answer = { name: 'a', series: 'a', isBaseline: false, text: found, scores: undefined, unknown: '' };
      assert.equal(answerLine(answer, 4), `a: ${found.sentence}`);
      assert.equal(gradeAnswer(found), 'none');
    }
    assert.deepEqual([isUnread(' ?? '), isUnread('?'), isUnread(undefined)], [true, false, false]);
  });

  it('is counted among verdicts, and in no other figure of a summary', () => {
    const right = compared(INITIAL_FEN, INITIAL_FEN);
    const unread = text(INITIAL_FEN, UNREAD);
    const { verdicts, ...others } = summarizePredictions([right, unread, unread]);
    const { verdicts: alone, ...same } = summarizePredictions([right]);
    assert.deepEqual(others, same);
    assert.deepEqual([verdicts.unread, verdicts.exact, alone.unread], [2, 1, 0]);
  });
});
