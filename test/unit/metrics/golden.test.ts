import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { chess } from '../../../src/core/games/chess/chess.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';

interface Pair {
  readonly name: string;
  readonly true: string;
  readonly predicted: string;
  readonly p: readonly number[];
  readonly r: readonly number[];
}

const { pairs } = JSON.parse(fs.readFileSync('test/fixtures/affordance-golden.json', 'utf8')) as { pairs: Pair[] };
const scorer = new AffordanceScorer(chess);

describe('exact p_m and r_m', () => {
  for (const pair of pairs) {
    it(`equal the exhaustive walk of python-chess: ${pair.name}`, () => {
      const truth = chess.parse(pair.true);
      const predicted = chess.parse(pair.predicted);
      assert.ok(truth.ok && predicted.ok);
      const scores = scorer.score(truth.value, predicted.value, { m: pair.p.length, method: 'exact' });
      assert.ok(scores.ok);
      pair.p.forEach((p, i) => {
        assert.ok(Math.abs(scores.value.p[i] - p) < 1e-9, `p_${i + 1} ${scores.value.p[i]} for ${p}`);
        assert.ok(Math.abs(scores.value.r[i] - pair.r[i]) < 1e-9, `r_${i + 1} ${scores.value.r[i]} for ${pair.r[i]}`);
      });
    });
  }
});
