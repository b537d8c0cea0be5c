import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { formatScore, subscript } from '../../../src/core/metrics/score-format.ts';
import { summarizePredictions } from '../../../src/core/metrics/summary.ts';
import {
  aggregateLine,
  foldedLine,
  meanLine,
  precisionSentence,
  recallSentence,
  sentenceLine,
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

  it('leads with the sentence in the text', () => {
    const text = comparer.text({ trueFen: TRUE_FEN, predictedFen: TRUE_FEN.replace(' w ', ' b ') });
    const scores = {
      ...text,
      m: 4,
      p: [0],
      r: [0],
      samples: null,
      standardError: null,
      conditional: null,
      vacuous: { p: false, r: false },
    };
    assert.equal(sentenceLine(text, scores, 4), 'right board, wrong side to move · p₄ 0 · r₄ 0 · edit 1');
    assert.equal(sentenceLine(text, undefined, 4), 'right board, wrong side to move · p₄ … · edit 1');
    assert.equal(sentenceLine(text, 'failed', 4), 'right board, wrong side to move · p₄ not computed · edit 1');
    assert.equal(sentenceLine(comparer.text({ trueFen: TRUE_FEN, predictedFen: TRUE_FEN }), undefined, 4), 'exact');
  });

  it('names the 0 of what is no state a convention, at once where there is no board', () => {
    const none = comparer.text({ trueFen: TRUE_FEN, predictedFen: undefined });
    assert.equal(sentenceLine(none, undefined, 4), 'no state in the answer · p₄ and r₄ 0 by convention');
    const cut = comparer.text({ trueFen: TRUE_FEN, predictedFen: 'rnbqkb1r/pp1ppppp' });
    assert.match(sentenceLine(cut, undefined, 4), /cut off after .* · p₄ and r₄ 0 by convention$/);
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
  const NONE = { unscored: 0, doubtful: 0 };
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

  it('have a short form: the means, and how many they are of', () => {
    const items = [state(TRUE_FEN, 1), state(undefined, 0)];
    assert.equal(meanLine('gpt-4o', summarizePredictions(items), NONE, 4), 'gpt-4o: mean p₄ 0.50 · r₄ 0.25');
    const partial = summarizePredictions([state(TRUE_FEN, 1), state(undefined)]);
    assert.equal(
      meanLine('a', partial, { unscored: 3, doubtful: 0 }, 4),
      'a: mean p₄ 1 · r₄ 0.50 · 1 of 2 scored · 3 not scored',
    );
    assert.equal(meanLine('a', summarizePredictions([state(undefined)]), NONE, 2), 'a: mean p₂ …');
    assert.equal(meanLine('a', summarizePredictions([]), { unscored: 2, doubtful: 0 }, 4), 'a: not scored');
  });

  it('fold many answers: who they are of, how many are exact, which is worst', () => {
    const folded = { models: 4, baselines: 0, answers: 4, exact: 1, doubtful: 0, worst: null, unknown: undefined };
    const worst = { label: 'gpt-4o (p₄ 0)', line: 'right board, wrong side to move' };
    assert.equal(
      foldedLine({ ...folded, worst }, 4),
      '4 models · 1 exact · worst gpt-4o (p₄ 0): right board, wrong side to move',
    );
    assert.equal(foldedLine({ ...folded, worst: undefined }, 2), '4 models · 1 exact · p₂ …');
    assert.equal(foldedLine({ ...folded, exact: 4 }, 4), '4 models · all exact');
    assert.equal(
      foldedLine({ ...folded, models: 1, baselines: 2, answers: 6, exact: 0 }, 4),
      '1 model, 2 baselines, 6 answers · none exact',
    );
    const unknown = '7.Nf9 above is illegal';
    assert.equal(
      foldedLine({ ...folded, worst: undefined, unknown }, 4),
      '4 models · not scored: 7.Nf9 above is illegal',
    );
  });
});
