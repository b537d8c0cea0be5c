import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { PairComparer } from '../../../src/core/metrics/compare.ts';
import { LOG_NAMES } from '../../support/pgn2fen.ts';
import { realAnswers, variantOf } from '../../support/real-answers.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';
import { ClaimReader } from './claim-reader.ts';
import { play } from './played-line.ts';

describe('the sentences of real answers', () => {
  for (const name of LOG_NAMES) {
    itLong(`claim nothing that is not so: ${name}`, () => {
      const variant = variantOf(name);
      const comparer = new PairComparer(variant);
      const answers = realAnswers(name);
      for (let i = 0; i < answers.length; i += thoroughly(1, 30)) {
        const { ply, trueFen, predictedFen, history } = answers[i];
        const asked = history.slice(0, ply + 1);
        const line = play(
          asked[0].fen,
          asked.flatMap(({ san }) => san ?? []),
        );
        const { sentence } = comparer.text({ trueFen, predictedFen, history: asked });
        const reader = new ClaimReader({
          variant,
          line,
          predicted: predictedFen,
          raw: undefined,
          finishReason: undefined,
        });
        assert.doesNotThrow(() => reader.read(sentence), `${sentence}: ${predictedFen ?? '?'}, true ${trueFen}`);
      }
    });
  }
});
