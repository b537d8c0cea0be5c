import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import {
  answerLine,
  briefSentence,
  type LensAnswer,
  meanLine,
  positionLine,
  worstAnswer,
} from '../../../src/core/metrics/lens-wording.ts';
import { type SummaryInput, summarizePredictions } from '../../../src/core/metrics/summary.ts';

const comparer = new PairComparer('chess');
const TRUE_FEN = 'rnbqkb1r/pp1ppppp/5n2/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
const SIDE_WRONG = TRUE_FEN.replace(' w ', ' b ');
const CLOCKS = TRUE_FEN.replace('2 3', '0 9');

/** An answer with the scores p = r at depth 4; a negative p for scores that are not known yet. */
function answer(name: string, predictedFen: string | undefined, p = -1, more: Partial<LensAnswer> = {}): LensAnswer {
  const text = comparer.text({ trueFen: TRUE_FEN, predictedFen });
  const single = { samples: null, standardError: null, conditional: null, vacuous: { p: false, r: false } };
  const scores = p < 0 ? undefined : { ...text, ...single, m: 4, p: [p], r: [p] };
  return { name, series: name, isBaseline: false, text, scores, unknown: 'unknown', ...more };
}

const exact = (name: string, more: Partial<LensAnswer> = {}): LensAnswer => answer(name, TRUE_FEN, 1, more);
const line = (first: LensAnswer, ...others: LensAnswer[]): string =>
  positionLine([first, ...others], worstAnswer([first, ...others]), 4);

describe('the line of an answer', () => {
  it('has numbers first, then the model and what it believes', () => {
    assert.equal(
      answerLine(answer('a', SIDE_WRONG, 0), 4),
      'p₄ 0 · r₄ 0 · edit 1 · a: right board, wrong side to move',
    );
    assert.equal(answerLine(answer('a', SIDE_WRONG), 4), 'p₄ … · edit 1 · a: right board, wrong side to move');
    assert.equal(
      answerLine(answer('a', SIDE_WRONG, -1, { scores: 'failed' }), 4),
      'p₄ not computed · edit 1 · a: right board, wrong side to move',
    );
    assert.equal(answerLine(exact('a'), 4), 'a ✓');
    assert.equal(
      answerLine({ ...exact('a'), text: undefined, unknown: '7.Nf9 above is illegal' }, 4),
      'a: not scored: 7.Nf9 above is illegal',
    );
  });

  it('names the 0 of what is no state a convention, at once where there is no board', () => {
    assert.equal(answerLine(answer('a', undefined), 4), 'p₄ and r₄ 0 by convention · a: no state in the answer');
    assert.match(answerLine(answer('a', 'rnbqkb1r/pp1ppppp'), 4), /^p₄ and r₄ 0 by convention · a: .*cut off after /);
  });

  it('says a missed move in fewer words, and all else as it is', () => {
    for (const [sentence, brief] of [
      ['thinks the bishop is still on b4: missed 3.Bb5', 'bishop still on b4, missed 3.Bb5'],
      [
        'thinks e4 is still empty: missed 1.e4; 2 more squares wrong',
        'e4 still empty, missed 1.e4; 2 more squares wrong',
      ],
      ['thinks the rook is still on a1: missed that 4.O-O moved it', 'rook still on a1, missed that 4.O-O moved it'],
      ['sees no white knight on g1', 'sees no white knight on g1'],
      ['right board, wrong side to move', 'right board, wrong side to move'],
    ] as const)
      assert.equal(briefSentence(sentence), brief);
  });
});

describe('the line of a position', () => {
  it('leads with the lowest p, and marks the other models', () => {
    const answers = [exact('o3-mini'), answer('gpt-4o', SIDE_WRONG, 0.1), answer('gemini', CLOCKS, 1)] as const;
    assert.equal(
      line(...answers),
      'p₄ 0.10 · r₄ 0.10 · edit 1 · gpt-4o: right board, wrong side to move | o3-mini ✓ | gemini ≈ clocks',
    );
    assert.equal(
      line(answer('a', SIDE_WRONG, 0.5), answer('b', SIDE_WRONG, 0.2), answer('c', undefined)),
      'p₄ and r₄ 0 by convention · c: no state in the answer | a ✗ 0.50 | b ✗ 0.20',
    );
    assert.equal(line(exact('a'), exact('b')), 'a ✓ | b ✓');
  });

  it('leads by the verdict until all scores are known', () => {
    assert.equal(
      line(answer('a', CLOCKS, 1), answer('b', SIDE_WRONG)),
      'p₄ … · edit 1 · b: right board, wrong side to move | a ≈ clocks',
    );
  });

  it('never leads with a baseline where there is a model, and counts samples and those without room', () => {
    const baseline = answer('start-position', SIDE_WRONG, 0, { isBaseline: true });
    assert.equal(line(baseline, exact('a')), 'a ✓ | start-position ✗ 0');
    assert.match(line(baseline), /^p₄ 0 .* · start-position: /);
    const samples = [exact('a#1', { series: 'a' }), answer('a#2', SIDE_WRONG, 0, { series: 'a' })] as const;
    assert.match(line(...samples), /^p₄ 0 .* · a#2: right board, wrong side to move \| a 1 of 2 ✓$/);
    const [first, ...others] = Array.from('abcdefghij', (name) => exact(name));
    assert.equal(line(first, ...others), 'a ✓ | b ✓ | c ✓ | d ✓ | e ✓ | f ✓ | g ✓ | and 3 more');
  });

  it('gives the reason once where nothing is scored', () => {
    const unknown = ['a', 'b'].map((name) => ({ ...exact(name), text: undefined, unknown: '7.Nf9 above is illegal' }));
    assert.equal(line(unknown[0], unknown[1]), 'not scored: 7.Nf9 above is illegal · a | b');
  });
});

describe('the line of means', () => {
  const NONE = { unscored: 0, doubtful: 0 };
  const state = (predictedFen: string | undefined, p?: number): SummaryInput => ({
    ...comparer.text({ trueFen: TRUE_FEN, predictedFen }),
    ...(p !== undefined && { p: [p], r: [p / 2] }),
  });

  it('says what it is of, and how many are scored', () => {
    const both = summarizePredictions([state(TRUE_FEN, 1), state(undefined, 0)]);
    const partial = summarizePredictions([state(TRUE_FEN, 1), state(undefined)]);
    assert.equal(
      meanLine(
        'this game',
        [
          { name: 'gpt-4o', summary: both, ...NONE },
          { name: 'b', summary: partial, unscored: 3, doubtful: 1 },
        ],
        4,
      ),
      'this game · mean p₄, r₄: gpt-4o 0.50, 0.25 | b 1, 0.50 (1 of 2 scored, 3 not scored, 1 doubtful)',
    );
    const [open, none] = [summarizePredictions([state(undefined)]), summarizePredictions([])];
    const means = [
      { name: 'a', summary: open, ...NONE },
      { name: 'b', summary: none, unscored: 2, doubtful: 0 },
    ];
    assert.equal(meanLine('whole file', means, 2), 'whole file · mean p₂, r₂: a … | b not scored');
  });
});
