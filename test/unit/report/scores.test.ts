import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReportSample } from '../../../src/core/evaluation/report/report-sample.ts';
import { sampleHistory, scoreSample } from '../../../src/core/evaluation/report/sample-scores.ts';
import {
  readScoreLine,
  scoreHeaderLine,
  scoreRowLine,
  scoreSealLine,
} from '../../../src/core/evaluation/report/score-file.ts';
import { answerFacts } from '../../../src/core/evaluation/runs/answer-facts.ts';
import { INITIAL_FEN } from '../../../src/core/games/chess/state.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { causeText } from '../../../src/core/metrics/sentence/causes.ts';
import { mainLines } from '../../../src/models/predict/main-lines.ts';
import { games } from '../../support/pgn2fen.ts';
import { madeSample, madeScores, wrongScores } from '../../support/report-samples.ts';
import { itLong } from '../../support/thorough.ts';

describe('the line of a sample', () => {
  itLong('leads to the positions of the game, in standard chess and Chess960', () => {
    for (const name of ['world-cup', 'fischer-random'] as const) {
      let seen = 0;
      for (const line of mainLines(games(name))) {
        if (line.game % 97 !== 0) continue;
        const history = sampleHistory({ startFen: line.startFen, moves: line.moves }, line.variant);
        assert.deepEqual(
          history?.plies.map(({ fen }) => fen),
          Array.from({ length: line.moves.length + 1 }, (_, ply) => line.fenAt(ply)),
        );
        seen++;
      }
      assert.equal(seen, 11);
    }
  });

  it('is none where a move cannot be played or the start is no position', () => {
    assert.equal(sampleHistory({ startFen: INITIAL_FEN, moves: ['e4', 'e4'] }, 'chess'), undefined);
    assert.equal(sampleHistory({ startFen: 'nothing', moves: [] }, 'chess'), undefined);
    assert.equal(sampleHistory({ startFen: INITIAL_FEN, moves: ['?'] }, 'chess'), undefined);
  });
});

describe('scores of a sample', () => {
  const comparer = new PairComparer('chess');
  const history = sampleHistory({ startFen: INITIAL_FEN, moves: ['e4', 'e5', 'Nf3'] }, 'chess');
  const trueFen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
  const score = (predictedFen: string | null) =>
    scoreSample(comparer, { variant: 'chess', trueFen, predictedFen, history }, { affordance: { m: 2 } });

  it('say how old missed moves are, and what they are by chance', () => {
    const missed = score('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2');
    assert.equal(missed?.verdict, 'squares');
    assert.deepEqual(missed?.ages, [1, 1]);
    assert.deepEqual(missed?.errors, { misplaced: 1 });
    assert.equal(missed?.lag, 1);
    // Two squares that change places are right again, or as they were.
    assert.ok((missed?.control?.wrong ?? 3) <= 2);
    assert.equal(missed?.p.length, 2);
  });

  it('are the same every time, and nothing but zeros without a state', () => {
    const predicted = 'rnbqkbnr/ppp2ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
    assert.deepEqual(score(predicted), score(predicted));
    const none = score(null);
    assert.deepEqual([none?.verdict, none?.p, none?.r, none?.control], ['none', [0, 0], [0, 0], null]);
    assert.equal(none?.editDistance, trueFen.length);
  });

  it('say in words what is not so, and of an answer without a state what stands there', () => {
    const missed = score('rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 1 2');
    assert.deepEqual(
      [missed?.sentence, missed?.cause],
      ['thinks the knight is still on g1: missed 2.Nf3', { id: 'stale', ply: 2, move: null }],
    );
    const none = (raw: string | null, finishReason?: string) => {
      const answer = answerFacts({ raw, extraction: null, ...(finishReason !== undefined && { finishReason }) });
      const input = { variant: 'chess', trueFen, predictedFen: null, history, answer } as const;
      const scores = scoreSample(comparer, input, { affordance: { m: 2 } });
      return [scores?.sentence, scores && causeText(scores.cause)];
    };
    assert.deepEqual(none('FEN: r1bqk', 'length'), [
      'no state in the answer: it is cut off after `FEN: r1bqk`',
      'no state (cut off)',
    ]);
    assert.deepEqual(none('I resign.'), ['no state in the answer: it says `I resign.`', 'no state']);
    assert.deepEqual(none(' ', 'stop'), ['no state in the answer: it is empty', 'no state']);
    // A log without raw answers says nothing about what stands there.
    assert.deepEqual(none(null), ['no state in the answer', 'no state']);
  });
});

describe('the file of scores', () => {
  it('gives back what was written', () => {
    const whole = {
      template: 't',
      gameName: 'G',
      san: 'e4',
      task: 4,
      tokens: { input: 3, output: 2, reasoning: 1 },
      cached: true,
    };
    const prices = { a: { input: 1, output: 2, currency: 'EUR', date: '2026-01-31' } };
    const planned = { key: 'ef', tasks: 9, each: 3, shard: { index: 1, of: 2 } };
    const seal = { run: 'ab', scoring: 'cd', games: null, problems: 2, planned, prices };
    const pair = { p: 0.1, r: 0.2 };
    for (const sample of [
      madeSample({ model: 'a\u2028b', game: 3, scores: wrongScores(2, 0.25, { standardError: pair, lag: null }) }),
      madeSample({ model: 'b', game: 0, ...whole, scores: madeScores({ ages: null, control: null, fallback: true }) }),
      madeSample({ model: 'c', game: 0, variant: 'chess960', predicted: null, error: 'http-500', scores: null }),
    ]) {
      const row = { ...sample, key: 'k' };
      assert.deepEqual(readScoreLine(scoreRowLine(row)), { type: 'row', row });
      assert.equal(scoreRowLine(row).split(/[\n\u2028]/).length, 2);
    }
    assert.deepEqual(readScoreLine(scoreHeaderLine()), { type: 'header' });
    assert.deepEqual(readScoreLine(scoreSealLine(seal)), { type: 'seal', seal });
  });

  it('gives back every field of a sample: one that is added is kept here too', () => {
    const { id, index, ply, variant, trueFen, predicted } = madeSample({ model: 'a', game: 3 });
    // Required: the compiler asks for a value of a field that is added.
    const whole: Required<ReportSample> = {
      id,
      index,
      model: 'a',
      game: 3,
      ply,
      variant,
      trueFen,
      predicted,
      template: 't',
      gameName: 'G',
      san: 'e4',
      task: 4,
      several: true,
      doubtful: true,
      ended: 'cut',
      error: 'http-500',
      tokens: { input: 3, output: 2, reasoning: 1, batch: { input: 1, output: 1 } },
      cached: true,
      partialTokens: true,
      scores: madeScores(),
    };
    const row = { ...whole, key: 'k' };
    const read = readScoreLine(scoreRowLine(row));
    const kept = read?.type === 'row' ? Object.keys(read.row) : [];
    const lost = Object.keys(row).filter((name) => !kept.includes(name));
    assert.deepEqual(lost, [], 'rowValues writes these fields, and readScoreRow reads them (score-file.ts)');
    assert.deepEqual(read, { type: 'row', row });
  });

  it('takes nothing for a row that is none', () => {
    const line = scoreRowLine({ ...madeSample({ model: 'a', game: 0 }), key: 'k' });
    const changed = (change: (values: unknown[], scores: unknown[]) => void): string => {
      const values = JSON.parse(line) as unknown[];
      change(values, values[15] as unknown[]);
      return JSON.stringify(values);
    };
    assert.notEqual(readScoreLine(changed(() => undefined)), undefined);
    for (let place = 0; place < 16; place++) {
      const text = changed((values) => (values[place] = { not: 'this' }));
      // Whether an answer was cached is a number that any other value leaves at no.
      if (place !== 14) assert.equal(readScoreLine(text), undefined, text);
    }
    for (let place = 0; place < 18; place++) {
      // The sentence is any text.
      if (place === 16) continue;
      const text = changed((_, scores) => (scores[place] = 'x'));
      assert.equal(readScoreLine(text), undefined, text);
    }
    assert.equal(readScoreLine(changed((_, scores) => (scores[6] = []))), undefined);
    assert.equal(readScoreLine(changed((_, scores) => (scores[17] = ['bored', null, null]))), undefined);
    for (const more of [['x'], [0.5], [1, 1]])
      assert.equal(readScoreLine(changed((values) => values.push(...more))), undefined);
    assert.equal(readScoreLine('{"kind":"scores","schema":99}'), undefined);
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => assert.equal(readScoreLine(text), undefined)),
      { seed: 1 },
    );
  });
});
