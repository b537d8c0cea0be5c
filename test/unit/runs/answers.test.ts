import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { extractFen } from '../../../src/core/evaluation/runs/extract.ts';
import { ANSWER_PLACES, extractAnswer } from '../../../src/core/evaluation/runs/extract-answer.ts';
import { project } from '../../../src/core/evaluation/runs/projection.ts';
import type { RunSample } from '../../../src/core/evaluation/runs/run-schema.ts';

const FIRST = 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1';
const LAST = 'rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1';

describe('the place of an answer', () => {
  it('decides which of several states counts', () => {
    const answer = `At first ${LAST}\n\`\`\`\n${FIRST}\n\`\`\`\nso it is ${LAST}\n\n`;
    for (const [place, fen] of [
      ['anywhere', LAST],
      ['last-line', LAST],
      ['fence', FIRST],
    ] as const) {
      const found = extractAnswer(answer, place);
      assert.equal(found?.fen, fen);
      assert.equal(answer.slice(found.range.start, found.range.end), fen);
    }
  });

  it('holds no state where none stands there, whatever stands elsewhere', () => {
    assert.equal(extractAnswer(`${FIRST}\nI am sure.`, 'last-line'), undefined);
    assert.equal(extractAnswer(FIRST, 'fence'), undefined);
    assert.equal(extractAnswer(`\`\`\` ${FIRST}`, 'fence'), undefined);
  });

  it('is found in any text, and its range is of that text', () => {
    const texts = fc.array(fc.constantFrom(FIRST, LAST, '\n', '\r\n', '```', 'so ', ' '), { maxLength: 12 });
    fc.assert(
      fc.property(texts, (parts) => {
        const answer = parts.join('');
        assert.deepEqual(extractAnswer(answer), extractFen(answer));
        for (const place of ANSWER_PLACES) {
          const found = extractAnswer(answer, place);
          if (found?.form === 'complete') assert.equal(answer.slice(found.range.start, found.range.end), found.fen);
        }
      }),
    );
  });
});

describe('a projection', () => {
  const sample = (inputTokens?: number, outputTokens?: number) =>
    ({
      usage: inputTokens === undefined || outputTokens === undefined ? {} : { inputTokens, outputTokens },
    }) as RunSample;

  it('scales means to the whole, with the interval of the mean', () => {
    const prices = { input: 1_000_000, output: 2_000_000, date: '2026-01-31' };
    const found = project([sample(10, 0), sample(20, 0), sample(), sample(30, 3)], 100, prices);
    assert.equal(found?.samples, 3);
    assert.equal(found.input.expected, 2000);
    // Standard deviation 10, of three: 1.96 * 10 / sqrt(3) * 100 on either side.
    assert.ok(Math.abs(found.input.high - 2000 - 1131.6) < 0.1 && Math.abs(2000 - found.input.low - 1131.6) < 0.1);
    assert.equal(found.output.low, 0);
    assert.equal(found.cost?.expected, 2200);
  });

  it('wants two answers with their tokens', () => {
    assert.equal(project([sample(1, 1), sample()], 100, undefined), undefined);
    assert.equal(project([sample(1, 1), sample(1, 1)], 100, undefined)?.cost, undefined);
  });
});
