import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { type Grade, gradeAnswer } from '../../../src/core/metrics/wording.ts';

const TRUE_FEN = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';

describe('the mark of a prediction', () => {
  const comparer = new PairComparer('chess');
  for (const [predicted, mark] of [
    [TRUE_FEN, 'exact'],
    [TRUE_FEN.replace('0 1', '3 9'), 'near'],
    [TRUE_FEN.replace(' - ', ' e3 '), 'near'],
    [TRUE_FEN.replace('/8/', '/44/'), 'near'],
    [TRUE_FEN.replace(' b ', ' w '), 'wrong'],
    [TRUE_FEN.replace(' -', ''), 'wrong'],
    [TRUE_FEN.replace('KQkq', 'KQk'), 'wrong'],
    [TRUE_FEN.replace('k', 'q'), 'wrong'],
    ['rnbqkbnr/pppp', 'none'],
    [undefined, 'none'],
  ] as const satisfies readonly (readonly [string | undefined, Grade])[])
    it(`is "${mark}" of ${predicted ?? 'an answer without a state'}`, () =>
      assert.equal(gradeAnswer(comparer.text({ trueFen: TRUE_FEN, predictedFen: predicted })), mark));
});
