import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { type Automaton, SINK } from '../../../src/core/base/automaton.ts';
import { chess } from '../../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../../src/core/games/chess/state.ts';
import { AffordanceScorer, affordance } from '../../../src/core/metrics/affordance.ts';
import type { Affordance, AffordanceOptions } from '../../../src/core/metrics/affordance-options.ts';
import { guidedAffordance } from '../../../src/core/metrics/policies.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const scorer = new AffordanceScorer(chess);
const state = (fen: string): ChessState => {
  const parsed = chess.parse(fen);
  assert.ok(parsed.ok, fen);
  return parsed.value;
};
const golden = JSON.parse(fs.readFileSync('test/fixtures/affordance-golden.json', 'utf8')) as {
  pairs: { name: string; true: string; predicted: string }[];
};
const pair = (name: string): [ChessState, ChessState] => {
  const found = golden.pairs.find((p) => p.name === name);
  assert.ok(found);
  return [state(found.true), state(found.predicted)];
};
const score = ([a, b]: [ChessState, ChessState], options: Partial<AffordanceOptions>): Affordance => {
  const result = scorer.score(a, b, options);
  assert.ok(result.ok);
  return result.value;
};
/** Mean and standard error of a quantity over seeds. */
function over(seeds: number, f: (seed: number) => number): { mean: number; error: number } {
  const values = Array.from({ length: seeds }, (_, seed) => f(seed));
  const mean = values.reduce((a, b) => a + b, 0) / seeds;
  const variance = values.reduce((a, b) => a + (b - mean) ** 2, 0) / (seeds - 1);
  return { mean, error: Math.sqrt(variance / seeds) };
}
const within4 = (estimate: { mean: number; error: number }, truth: number, bias = 0): void =>
  assert.ok(
    Math.abs(estimate.mean - truth) <= 4 * estimate.error + bias + 1e-12,
    `${estimate.mean} ± ${estimate.error} for ${truth}`,
  );

const NAMES = thoroughly(
  ['misplace-2', 'misplace+missing-20', 'promotion', 'mate-in-one-near'],
  ['misplace-2', 'promotion'],
);

describe('stratified', () => {
  for (const name of NAMES) {
    it(`meets exact p_4 and r_4 over seeds: ${name}`, () => {
      const states = pair(name);
      const exact = score(states, { method: 'exact' });
      const run = (seed: number): Affordance => score(states, { method: 'stratified', samples: 400, seed });
      within4(
        over(40, (s) => run(s).p[3]),
        exact.p[3],
      );
      within4(
        over(40, (s) => run(s).r[3]),
        exact.r[3],
      );
      within4(
        over(40, (s) => run(s).r[2]),
        exact.r[2],
      );
    });
  }
  it('reports a standard error of the size that seeds show', () => {
    const states = pair('misplace+missing-20');
    const runs = Array.from({ length: 60 }, (_, seed) => score(states, { method: 'stratified', samples: 400, seed }));
    const p = runs.map((run) => run.p[3]);
    const mean = p.reduce((a, b) => a + b, 0) / p.length;
    const spread = Math.sqrt(p.reduce((a, b) => a + (b - mean) ** 2, 0) / (p.length - 1));
    const reported = Math.sqrt(runs.reduce((a, run) => a + (run.standardError?.p[3] ?? 0) ** 2, 0) / runs.length);
    assert.ok(reported > 0.6 * spread && reported < 1.6 * spread, `${reported} reported, ${spread} seen`);
  });
  it('is exact, with no error, while the lists stay short', () => {
    const states = pair('promotion');
    const estimate = score(states, { m: 2, method: 'stratified', samples: 4000 });
    const exact = score(states, { m: 2, method: 'exact' });
    assert.deepEqual(
      estimate.p.map((x) => x.toFixed(12)),
      exact.p.map((x) => x.toFixed(12)),
    );
    assert.deepEqual(estimate.standardError?.p, [0, 0]);
  });
});

describe("the paper's estimators", () => {
  for (const name of NAMES) {
    it(`Algorithm 1 meets exact p_4: ${name}`, () => {
      const states = pair(name);
      const exact = score(states, { method: 'exact' });
      // keeping the sum of weights is nearly, not quite, unbiased
      for (const [rescale, bias] of [
        ['sum', 0.004],
        ['count', 0],
      ] as const) {
        const run = (seed: number): Affordance =>
          score(states, { method: 'intermediate', samples: 100, seed, rescale });
        within4(
          over(60, (s) => run(s).p[3]),
          exact.p[3],
          bias,
        );
        within4(
          over(60, (s) => run(s).r[3]),
          exact.r[3],
          bias,
        );
      }
    });
    itLong(`Algorithm 2 meets the set-based quantity: ${name}`, () => {
      const states = pair(name);
      const exact = scorer.setBased(...states, { m: 3 });
      assert.ok(exact.ok);
      const run = (seed: number): Affordance => score(states, { m: 3, method: 'naive', samples: 2000, seed });
      within4(
        over(20, (s) => run(s).p[2]),
        exact.value.p,
        0.004,
      );
      within4(
        over(20, (s) => run(s).r[2]),
        exact.value.r,
        0.004,
      );
    });
  }
});

describe('conventions', () => {
  const start = state('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  const mated = state('r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4');
  const METHODS = ['exact', 'stratified', 'intermediate', 'naive'] as const;
  for (const method of METHODS) {
    it(`${method}: the sink scores 0, even against itself`, () => {
      for (const [a, b] of [
        [SINK, start],
        [start, SINK],
        [SINK, SINK],
      ] as const) {
        const result = scorer.score(a, b, { method, m: 3 });
        assert.ok(result.ok);
        assert.deepEqual(
          [result.value.p, result.value.r],
          [
            [0, 0, 0],
            [0, 0, 0],
          ],
        );
      }
    });
    it(`${method}: a state against itself scores exactly 1`, () => {
      assert.deepEqual(score([start, start], { method, m: 3, samples: 50 }).p, [1, 1, 1]);
      assert.deepEqual(score([mated, mated], { method, m: 2 }).r, [1, 1]);
    });
    it(`${method}: a predicted mate is vacuously precise, and recalls nothing`, () => {
      const near = state('r1bqkb1r/pppp1Qpp/2n2n2/4p3/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4');
      const scores = score([near, mated], { method, m: 2 });
      assert.deepEqual(
        [scores.p, scores.r],
        [
          [1, 1],
          [0, 0],
        ],
      );
      const dropped = score([near, mated], { method, m: 2, terminal: 'drop' });
      assert.deepEqual(
        [dropped.p, dropped.r],
        [
          [0, 0],
          [0, 0],
        ],
      );
    });
  }
  it('auto keeps the depths that its budget reaches exact, and estimates the deeper ones', () => {
    const near = state('r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 0 4');
    const far = state('r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b kq - 0 4');
    const exact = score([near, far], { m: 4, method: 'exact' });
    for (const nodeBudget of [2, 40, 1200]) {
      const auto = score([near, far], { m: 4, samples: 200, nodeBudget });
      const depths = auto.exactDepths;
      assert.equal(auto.method, 'stratified');
      assert.ok(depths > 0 && depths < 4, `${depths} of 4 depths with ${nodeBudget} pairs`);
      assert.deepEqual(auto.p.slice(0, depths), exact.p.slice(0, depths));
      assert.deepEqual(auto.r.slice(0, depths), exact.r.slice(0, depths));
      assert.deepEqual(auto.standardError?.p.slice(0, depths), new Array(depths).fill(0));
      for (let d = 1; d < 4; d++) assert.ok(auto.p[d] <= auto.p[d - 1] && auto.r[d] <= auto.r[d - 1]);
    }
    assert.equal(score([near, far], { m: 3 }).exactDepths, 3);
    assert.equal(score([near, far], { m: 3, method: 'stratified' }).exactDepths, 0);
  });
  it('drop counts no trajectory that ends early: a state one move from mate does not match itself', () => {
    const before = state('r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4');
    const exact = score([before, before], { m: 2, method: 'exact', terminal: 'drop' });
    assert.equal(exact.p[0], 1);
    assert.ok(exact.p[1] < 1 && exact.p[1] > 0.95);
    const estimate = score([before, before], { m: 2, method: 'stratified', terminal: 'drop', samples: 8000 });
    assert.ok(Math.abs(estimate.p[1] - exact.p[1]) < 1e-9);
  });
  it('compares actions by name, whatever moves: the other side and other pieces can match', () => {
    // a white rook on e4 against a black one, sides to move alike to their rook: the rook's ways and nothing else
    const white = state('7k/8/8/8/4R3/8/8/K7 w - - 0 1');
    const black = state('7k/8/8/8/4r3/8/8/K7 b - - 0 1');
    const scores = score([white, black], { m: 1, method: 'exact' });
    assert.ok(scores.p[0] > 0.7 && scores.p[0] < 1, String(scores.p[0]));
    const generic = affordance({ ...chess, arena: undefined } as unknown as Automaton<ChessState>, white, black, {
      m: 1,
    });
    assert.ok(generic.ok);
    assert.deepEqual(generic.value.p, scores.p);
  });
});

describe('auto', () => {
  it('is exact within the budget and stratified beyond it', () => {
    const states = pair('misplace-2');
    assert.equal(score(states, { m: 3 }).method, 'exact');
    const large = score(states, { m: 4, nodeBudget: 500 });
    assert.equal(large.method, 'stratified');
    assert.equal(large.samples, 10_000);
    const exact = score(states, { m: 4, method: 'exact' });
    assert.ok(Math.abs(large.p[3] - exact.p[3]) < 5 * (large.standardError?.p[3] ?? 0) + 1e-9);
  });
  it('stops when cancelled', () => {
    const result = scorer.score(...pair('misplace-2'), { m: 5, method: 'exact' }, { cancelled: true });
    assert.deepEqual(result, { ok: false, error: 'cancelled' });
  });
  it('gives the same numbers for the same seed', () => {
    const states = pair('misplace-4');
    for (const method of ['stratified', 'intermediate', 'naive'] as const) {
      const options = { method, samples: 200, seed: 7, m: 5 };
      assert.deepEqual(score(states, options), score(states, options));
      assert.notDeepEqual(score(states, options).p, score(states, { ...options, seed: 8 }).p);
    }
  });
});

describe('an automaton without its own arena', () => {
  const plain = { ...chess, arena: undefined } as unknown as Automaton<ChessState>;
  it('scores as with it', () => {
    const own = new AffordanceScorer(plain);
    for (const name of ['promotion', 'en-passant', 'castling-lost', 'stalemate-near']) {
      const [a, b] = pair(name);
      const generic = own.score(a, b, { m: 2, method: 'exact' });
      assert.ok(generic.ok);
      const fast = score([a, b], { m: 2, method: 'exact' });
      assert.deepEqual([generic.value.p, generic.value.r], [fast.p, fast.r], name);
    }
  });
});

describe('guided rollouts', () => {
  const [a, b] = pair('promotion');
  const options = { m: 3, targetError: 0.02, minSamples: 100, maxSamples: 5000, seed: 1 };
  it('with a uniform policy estimate p_m and r_m, and stop at the wanted error', () => {
    const guided = guidedAffordance(chess, a, b, (_, actions) => actions.map(() => 1), options);
    assert.ok(guided.ok);
    const exact = score([a, b], { m: 3, method: 'exact' });
    assert.ok(guided.value.samples < 5000);
    assert.ok(guided.value.standardError.p[2] <= 0.02);
    assert.ok(Math.abs(guided.value.p[2] - exact.p[2]) < 4 * guided.value.standardError.p[2]);
    assert.ok(Math.abs(guided.value.r[2] - exact.r[2]) < 4 * guided.value.standardError.r[2]);
  });
  it('follow the policy', () => {
    const promote = guidedAffordance(chess, a, b, (_, names) => names.map((n) => (n === 'a7a8q' ? 1 : 0)), {
      ...options,
      m: 1,
    });
    assert.ok(promote.ok);
    assert.deepEqual(promote.value.p, [1]);
  });
});
