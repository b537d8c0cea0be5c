import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { answerFacts, withoutStateText } from '../../../src/core/evaluation/runs/answer-facts.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { withoutState } from '../../../src/core/metrics/sentence/answer-text.ts';

const TRUTH = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2';
const comparer = new PairComparer('chess');

describe('what a sentence needs of an answer', () => {
  it('gives the sentence and the cause that the whole answer gives, however long it is', () => {
    const filler = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constant(' '.repeat(500)),
      fc.constant('so\n'.repeat(2000)),
    );
    const cut = fc.nat({ max: TRUTH.length }).map((n) => TRUTH.slice(0, n));
    const answer = fc.record({
      parts: fc.tuple(filler, cut, fc.oneof(fc.constant(''), filler)),
      holds: fc.boolean(),
      finishReason: fc.constantFrom('length', 'stop', undefined),
    });
    fc.assert(
      fc.property(answer, ({ parts: [before, state, after], holds, finishReason }) => {
        const raw = `${before} ${state}${after}`;
        const fen = holds && state.trim() !== '' ? state : undefined;
        const extraction = fen === undefined ? null : { fen, by: 'statelens' as const };
        const finish = finishReason === undefined ? {} : { finishReason };
        const needed = answerFacts({ raw, extraction, ...finish });
        const input = { trueFen: TRUTH, predictedFen: fen };
        const whole = comparer.text({ ...input, answer: { raw, ...finish } });
        const short = comparer.text({ ...input, ...(needed !== undefined && { answer: needed }) });
        assert.deepEqual([short.sentence, short.cause], [whole.sentence, whole.cause]);
        assert.ok((needed?.raw?.length ?? 0) <= 2400);
      }),
      { seed: 5, numRuns: 500 },
    );
  });

  it('is nothing where the answer holds a state that no limit cut off, or was not kept', () => {
    const extraction = { fen: TRUTH, by: 'statelens' } as const;
    assert.equal(answerFacts({ raw: TRUTH, extraction, finishReason: 'stop' }), undefined);
    assert.equal(answerFacts({ raw: null, extraction: null }), undefined);
    assert.deepEqual(answerFacts({ raw: TRUTH, extraction, finishReason: 'length' }), {
      raw: TRUTH,
      finishReason: 'length',
    });
  });
});

describe('the sentence of an answer without a state', () => {
  it('says whether it is empty, cut off, filtered or a refusal', () => {
    for (const [raw, finishReason, said, cause] of [
      ['', 'stop', 'it is empty', 'no-state'],
      [' ', 'length', 'it is cut off before its first word', 'no-state (cut off)'],
      ['', 'filter', 'a content filter stopped it', 'no-state'],
      ['The', 'content_filter', 'a content filter stopped it, it says `The`', 'no-state'],
      ['I will not.', 'refusal', 'a refusal, it says `I will not.`', 'no-state'],
      ['I will not.', 'stop', 'it says `I will not.`', 'no-state'],
    ] as const) {
      const { text, cause: found } = withoutState({ raw, finishReason });
      const id = found.cut === true ? `${found.id} (cut off)` : found.id;
      assert.deepEqual([text, id], [`no state in the answer: ${said}`, cause]);
    }
  });
});

describe('how many answers hold no state', () => {
  it('names those that were cut off, and leaves failed requests out', () => {
    const sample = (raw: string | null, over: Partial<RunSample> = {}): RunSample => ({
      kind: 'sample',
      id: 'a',
      model: 'a',
      index: 0,
      game: 0,
      ply: 3,
      variant: 'chess',
      trueFen: TRUTH,
      raw,
      extraction: null,
      ...over,
    });
    const failed = sample(null, { error: { code: 'timeout', message: 'too late' } });
    const exact = sample(TRUTH, { extraction: { fen: TRUTH, by: 'statelens' } });
    const cut = sample('r1bqk', { finishReason: 'length' });
    assert.equal(withoutStateText([exact, failed, cut, sample('No.')]), '2 without a state (1 cut off)');
    assert.equal(withoutStateText([sample('No.'), sample(null)]), '2 without a state');
  });
});
