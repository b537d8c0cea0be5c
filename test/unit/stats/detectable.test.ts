import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { seeded } from '../../../src/core/base/random.ts';
import { detectableDifference, PLANNED, pairedDifference } from '../../../src/core/base/stats/paired-test.ts';
import { itLong } from '../../support/thorough.ts';

const leastOf = (sizes: readonly number[]): number => {
  const found = detectableDifference(Float64Array.from(sizes));
  assert.ok(found.isTested && found.least !== null);
  return found.least;
};

/** Differences of right and wrong answers as the plan assumes them: in each game a part follows one common draw. */
function powerAt(delta: number, sizes: readonly number[], runs: number): number {
  const { differing, correlation } = PLANNED;
  let found = 0;
  for (let run = 0; run < runs; run++) {
    const random = seeded(700 + run);
    const draw = (): number => {
      const at = uniformFloat64(random);
      return at < (differing + delta) / 2 ? 1 : at < differing ? -1 : 0;
    };
    const sums = Float64Array.from(sizes, (size) => {
      const common = draw();
      let sum = 0;
      for (let i = 0; i < size; i++) sum += uniformFloat64(random) < Math.sqrt(correlation) ? common : draw();
      return sum;
    });
    if ((pairedDifference({ sizes: Float64Array.from(sizes), sums }, random)?.p ?? 1) < 0.05) found++;
  }
  return found / runs;
}

describe('the difference that a plan can show', () => {
  const equal = Array.from({ length: 60 }, () => 5);
  const unequal = Array.from({ length: 120 }, (_, i) => 1 + (i % 6) ** 2);

  itLong('is found in about 80 % of simulations of what the plan assumes', () => {
    for (const sizes of [equal, unequal]) {
      const least = leastOf(sizes);
      const power = powerAt(least, sizes, 300);
      assert.ok(power > 0.7 && power < 0.92, `${least}: ${power}`);
      assert.ok(powerAt(least / 2, sizes, 300) < 0.5);
    }
  });

  it('falls with more games, and hardly with more positions of each', () => {
    assert.ok(leastOf([...equal, ...equal]) < 0.75 * leastOf(equal));
    assert.ok(leastOf(equal.map((n) => 10 * n)) > 0.75 * leastOf(equal));
    assert.ok(leastOf([...equal, 50]) > leastOf(equal));
  });

  it('is none with fewer than ten games, or where one has nearly all positions', () => {
    assert.deepEqual(detectableDifference(new Float64Array(9).fill(50)), { clusters: 9, isTested: false });
    assert.deepEqual(detectableDifference(new Float64Array(0)), { clusters: 0, isTested: false });
    const one = Float64Array.from([5000, ...Array.from({ length: 11 }, () => 1)]);
    assert.deepEqual(detectableDifference(one), { clusters: 12, isTested: true, least: null });
  });
});
