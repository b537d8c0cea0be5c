import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normalCdf, studentCdf, studentQuantile, twoSidedStudent } from '../../../src/core/base/stats/distributions.ts';

const close = (value: number, expected: number): void =>
  assert.ok(Math.abs(value - expected) < 1e-9, `${value} is not ${expected}`);

describe("Student's t distribution", () => {
  it('has the quantiles of the tables', () => {
    for (const [freedom, quantile] of [
      [1, 12.706204736174705],
      [2, 4.302652729749464],
      [9, 2.2621571628540993],
      [30, 2.0422724563012373],
    ] as const)
      close(studentQuantile(0.975, freedom), quantile);
  });
  it('is Cauchy for one degree of freedom, and normal for very many', () => {
    for (const t of [-3, -0.5, 0, 1, 7]) {
      close(studentCdf(t, 1), 0.5 + Math.atan(t) / Math.PI);
      assert.ok(Math.abs(studentCdf(t, 1e7) - normalCdf(t)) < 1e-6);
    }
  });
  it('has two equal tails', () => {
    for (const freedom of [1.5, 4, 12.25]) {
      close(twoSidedStudent(-2, freedom), 2 * studentCdf(-2, freedom));
      close(studentCdf(-2, freedom), 1 - studentCdf(2, freedom));
      close(studentCdf(studentQuantile(0.9, freedom), freedom), 0.9);
    }
    assert.equal(twoSidedStudent(0, 5), 1);
  });
});
