import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { formatScore, subscript } from '../../../src/core/metrics/score-format.ts';
import { summarizePredictions } from '../../../src/core/metrics/summary.ts';
import {
  aggregateLine,
  precisionSentence,
  recallSentence,
  verdictLine,
  withLabel,
} from '../../../src/core/metrics/wording.ts';

const comparer = new PairComparer('chess');
const TRUE_FEN = 'rnbqkb1r/pp1ppppp/5n2/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';

describe('numbers', () => {
  it('writes a bare 0 or 1 only when exactly so', () => {
    for (const [score, text] of [
      [0, '0'],
      [1, '1'],
      [1e-9, '<0.01'],
      [0.0099, '<0.01'],
      [0.01, '0.01'],
      [0.4249, '0.42'],
      [0.99, '0.99'],
      [0.9901, '>0.99'],
      [1 - 1e-12, '>0.99'],
    ] as const) {
      assert.equal(formatScore(score), text);
    }
  });

  it('gives an estimate its error and never a bare 0 or 1', () => {
    assert.equal(formatScore(0.42, { estimate: true, standardError: 0.0123 }), '0.42 ±0.01');
    assert.equal(formatScore(0.42, { estimate: true, standardError: 0.002 }), '0.42 ±<0.01');
    assert.equal(formatScore(0, { estimate: true }), '<0.01');
    assert.equal(formatScore(1, { estimate: true }), '>0.99');
  });

  it('writes depths as subscripts', () => {
    assert.equal(subscript(4), '₄');
    assert.equal(subscript(12), '₁₂');
  });
});

describe('the line', () => {
  const four = { trueFen: TRUE_FEN, predictedFen: 'rnbqkb1r/p2ppppp/2p2n2/2p5/4P3/5N2/PPP2PPP/RNBQKB1R w KQkq - 2 3' };

  it('names squares, share and scores', () => {
    const text = comparer.text(four);
    const scores = {
      ...text,
      m: 4,
      p: [1, 0.8, 0.6, 0.42],
      r: [1, 0.8, 0.6, 0.38],
      samples: null,
      standardError: null,
      conditional: null,
      vacuous: { p: false, r: false },
    };
    const line = `3 squares wrong (b7 c6 d2) · 61/64 · p₄ 0.42 · r₄ 0.38 · edit ${text.editDistance}`;
    assert.equal(verdictLine(text, scores), line);
    assert.equal(withLabel('gpt-4o', line).indexOf('gpt-4o: 3 squares'), 0);
  });

  it('is there before the scores are', () => {
    const text = comparer.text(four);
    assert.equal(verdictLine(text, undefined), '3 squares wrong (b7 c6 d2) · 61/64 · p₄ … · edit 7');
    assert.equal(verdictLine(text, undefined, 6), '3 squares wrong (b7 c6 d2) · 61/64 · p₆ … · edit 7');
  });

  it('names six squares at most, and what else is wrong', () => {
    const text = comparer.text({
      trueFen: TRUE_FEN,
      predictedFen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1',
    });
    assert.equal(
      verdictLine(text, undefined),
      '8 squares wrong (g8 c7 f6 c5 e4 f3 …), side to move wrong, castling field wrong, clocks differ · 56/64 · p₄ … · edit 21',
    );
  });

  it('comes with one plain sentence for p and one for r', () => {
    assert.equal(
      precisionSentence(4, '0.42'),
      'p₄: 4 random legal moves from the predicted position are all legal from the true one with probability 0.42.',
    );
    assert.equal(
      recallSentence(4, '<0.01'),
      'r₄: 4 random legal moves from the true position are all legal from the predicted one with probability <0.01.',
    );
  });
});

describe('aggregates', () => {
  const state = (predictedFen: string | undefined, p?: number): Parameters<typeof summarizePredictions>[0][number] => ({
    ...comparer.text({ trueFen: TRUE_FEN, predictedFen }),
    ...(p !== undefined && { p: [p], r: [p / 2] }),
  });

  it('are one line a label, best verdict first', () => {
    const items = [
      state(TRUE_FEN, 1),
      state(TRUE_FEN, 1),
      state(TRUE_FEN.replace(' w ', ' b '), 0),
      state(undefined, 0),
    ];
    assert.equal(
      aggregateLine('gpt-4o', summarizePredictions(items), 4),
      'gpt-4o · 4 · exact 2 · side wrong 1 · no state 1 · mean p₄ 0.50 r₄ 0.25',
    );
  });

  it('say how many are scored while some are not', () => {
    assert.equal(
      aggregateLine('baseline:naive-tracker', summarizePredictions([state(TRUE_FEN, 1), state(TRUE_FEN)]), 4),
      'baseline:naive-tracker · 2 · exact 2 · mean p₄ 1 r₄ 0.50 of 1 scored',
    );
    assert.equal(aggregateLine('a', summarizePredictions([state(TRUE_FEN)]), 4), 'a · 1 · exact 1');
  });
});
