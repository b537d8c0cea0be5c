import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, it } from 'node:test';
import { type Automaton, SINK, type Sink } from '../../../src/core/base/automaton.ts';
import { chess, chess960 } from '../../../src/core/games/chess/chess.ts';
import type { ChessState } from '../../../src/core/games/chess/state.ts';
import { connectFour, EMPTY_CONNECT_FOUR } from '../../../src/core/games/connect-four/connect-four.ts';
import { AffordanceScorer } from '../../../src/core/metrics/affordance.ts';
import type { Affordance, AffordanceOptions, PolicyName } from '../../../src/core/metrics/affordance-options.ts';
import { CHESS_POLICIES } from '../../../src/core/metrics/policies.ts';
import { itLong, thoroughly } from '../../support/thorough.ts';

const scorer = new AffordanceScorer(chess, CHESS_POLICIES);
const state = (fen: string, game: Automaton<ChessState> = chess): ChessState => {
  const parsed = game.parse(fen);
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

/** The expectation under a policy by a walk through all sequences: its probability times whether it is legal in the other state. */
function expectation(
  from: ChessState | Sink,
  other: ChessState | Sink,
  m: number,
  policy: PolicyName,
  ended: number,
): number {
  if (m === 0) return 1;
  if (from === SINK) return 0;
  const actions = chess.legal(from);
  if (actions.length === 0) return ended;
  const legal = new Set(chess.legal(other));
  const weights = CHESS_POLICIES.weights(policy, from, actions);
  const total = weights.reduce((a, b) => a + b, 0);
  return actions.reduce((sum, action, i) => {
    if (!legal.has(action)) return sum;
    return (
      sum +
      (weights[i] / total) * expectation(chess.step(from, action), chess.step(other, action), m - 1, policy, ended)
    );
  }, 0);
}

/** Mean and standard error of runs over seeds. */
function over(seeds: number, f: (seed: number) => number): { mean: number; error: number; spread: number } {
  const values = Array.from({ length: seeds }, (_, seed) => f(seed));
  const mean = values.reduce((a, b) => a + b, 0) / seeds;
  const spread = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / (seeds - 1));
  return { mean, error: spread / Math.sqrt(seeds), spread };
}
const meets = (estimate: { mean: number; error: number }, truth: number): void =>
  assert.ok(
    Math.abs(estimate.mean - truth) <= 4 * estimate.error + 1e-12,
    `${estimate.mean} ± ${estimate.error} for ${truth}`,
  );

const NAMES = thoroughly(
  ['misplace-2', 'misplace+missing-20', 'promotion', 'mate-in-one-near'],
  ['misplace-2', 'promotion'],
);
const GUIDED = { method: 'guided', m: 2, samples: 300 } as const;

describe('guided rollouts', () => {
  for (const name of NAMES) {
    const states = pair(name);
    const [truth, predicted] = states;
    for (const policy of ['uniform', 'captures'] as const) {
      for (const terminal of ['accept', 'drop'] as const) {
        itLong(`estimate the expectation under ${policy}: ${name}, ${terminal}`, () => {
          const ended = terminal === 'accept' ? 1 : 0;
          const runs = Array.from({ length: 20 }, (_, seed) => score(states, { ...GUIDED, policy, terminal, seed }));
          meets(
            over(20, (seed) => runs[seed].p[1]),
            expectation(predicted, truth, 2, policy, ended),
          );
          meets(
            over(20, (seed) => runs[seed].r[1]),
            expectation(truth, predicted, 2, policy, ended),
          );
        });
      }
      itLong(`weighed by importance estimate p_2 and r_2 themselves, drawn from ${policy}: ${name}`, () => {
        const exact = score(states, { m: 2, method: 'exact' });
        const runs = Array.from({ length: 20 }, (_, seed) =>
          score(states, { ...GUIDED, policy, importance: true, seed }),
        );
        meets(
          over(20, (seed) => runs[seed].p[1]),
          exact.p[1],
        );
        meets(
          over(20, (seed) => runs[seed].r[1]),
          exact.r[1],
        );
      });
    }
  }

  it('estimate another number than p_m where the policy is not uniform', () => {
    const [truth, predicted] = pair('promotion');
    const uniform = score([truth, predicted], { m: 2, method: 'exact' }).p[1];
    assert.ok(Math.abs(expectation(predicted, truth, 2, 'uniform', 1) - uniform) < 1e-9);
    const guided = expectation(predicted, truth, 2, 'captures', 1);
    assert.ok(Math.abs(guided - uniform) > 0.05, `${guided} and ${uniform}`);
  });

  it('say which policy, what is estimated, N, seed and standard error, and are the same for the same seed', () => {
    const options = { ...GUIDED, policy: 'captures', importance: true, seed: 5 } as const;
    const scores = score(pair('misplace-2'), options);
    assert.deepEqual(scores.guided, { policy: 'captures', importance: true });
    assert.deepEqual([scores.method, scores.samples, scores.seed, scores.exactDepths], ['guided', 300, 5, 0]);
    assert.equal(scores.standardError?.p.length, 2);
    assert.equal(scores.target, undefined);
    assert.deepEqual(score(pair('misplace-2'), options), scores);
    assert.notDeepEqual(score(pair('misplace-2'), { ...options, seed: 6 }).p, scores.p);
  });

  itLong('state standard errors of the size that seeds show', () => {
    for (const importance of [false, true]) {
      const run = (seed: number) =>
        score(pair('misplace+missing-20'), { ...GUIDED, policy: 'captures', importance, seed });
      const { spread } = over(40, (seed) => run(seed).p[1]);
      const reported = run(0).standardError?.p[1] ?? 0;
      assert.ok(reported > 0.7 * spread && reported < 1.4 * spread, `${reported} stated, ${spread} seen`);
    }
  });

  it('know no certainty: the standard error is never below 1 / N', () => {
    const otherSide = state('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1');
    const start = state('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
    const scores = score([start, otherSide], { ...GUIDED, samples: 200 });
    assert.deepEqual([scores.p[1], scores.standardError?.p[1]], [0, 1 / 200]);
  });

  it('score 1 for the same future, 0 for the sink, and stop when cancelled', () => {
    const [a, b] = pair('misplace-2');
    const same = score([a, a], { ...GUIDED, targetError: 0.01 });
    assert.deepEqual(
      [same.p, same.guided, same.target],
      [[1, 1], { policy: 'uniform', importance: false }, { error: 0.01, reached: true }],
    );
    const sink = scorer.score(a, SINK, GUIDED);
    assert.ok(sink.ok);
    assert.deepEqual(sink.value.r, [0, 0]);
    assert.deepEqual(scorer.score(a, b, GUIDED, { cancelled: true }), { ok: false, error: 'cancelled' });
  });

  it('serve any game by the uniform policy, and no other', () => {
    const stones = new AffordanceScorer(connectFour);
    const after = connectFour.step(EMPTY_CONNECT_FOUR, 'x3');
    const scored = stones.score(EMPTY_CONNECT_FOUR, after, GUIDED);
    assert.ok(scored.ok && scored.value.p[1] === 0);
    assert.throws(
      () => stones.score(EMPTY_CONNECT_FOUR, after, { ...GUIDED, policy: 'captures' }),
      /no policy captures/,
    );
  });
});

describe('the policy captures', () => {
  const weigh = (fen: string, game: Automaton<ChessState> = chess): Record<string, number> => {
    const actions = game.legal(state(fen, game));
    const weights = CHESS_POLICIES.weights('captures', state(fen, game), actions);
    return Object.fromEntries(actions.map((action, i) => [action, weights[i] ?? 0]));
  };
  it('weighs a move by 1 and the material that it wins', () => {
    const weights = weigh('1n2k3/P6r/8/3pP3/1q6/2P5/8/4K2R w K d6 0 1');
    assert.equal(weights['h1h7'], 1 + 5);
    assert.equal(weights['c3b4'], 1 + 9);
    assert.equal(weights['a7b8q'], 1 + 8 + 3);
    assert.equal(weights['a7b8n'], 1 + 2 + 3);
    assert.equal(weights['a7a8r'], 1 + 4);
    assert.equal(weights['e5d6'], 1 + 1);
    assert.equal(weights['e5e6'], 1);
    assert.equal(weights['e1g1'], 1);
  });
  it('takes castling in Chess960 for no capture', () => {
    const weights = weigh('4k3/8/8/8/8/8/8/4K2R w H - 0 1', chess960);
    assert.equal(weights['e1h1'], 1);
  });
});

describe('N for a wanted standard error', () => {
  const far = pair('misplace+missing-20');
  it('is what guided rollouts need for it, and more for a smaller one', () => {
    let before = 0;
    for (const targetError of [0.04, 0.02, 0.01]) {
      const { samples = 0, standardError, target } = score(far, { method: 'guided', m: 2, targetError });
      assert.deepEqual(target, { error: targetError, reached: true });
      const worst = Math.max(standardError?.p[1] ?? 1, standardError?.r[1] ?? 1);
      assert.ok(worst <= targetError && samples > before && samples <= 0.25 / targetError ** 2 + 256);
      before = samples;
    }
  });

  itLong('gives guided rollouts the wanted error over seeds, too', () => {
    const exact = score(far, { m: 2, method: 'exact' });
    const runs = Array.from({ length: 40 }, (_, seed) =>
      score(far, { method: 'guided', m: 2, targetError: 0.03, seed }),
    );
    const rms = Math.sqrt(runs.reduce((sum, { p }) => sum + (p[1] - exact.p[1]) ** 2, 0) / runs.length);
    assert.ok(rms < 1.3 * 0.03, String(rms));
  });

  it('is what the stratified estimate needs for it: over seeds the error is as wanted', () => {
    const exact = score(far, { m: 4, method: 'exact' });
    for (const targetError of [0.01, 0.003]) {
      const runs = Array.from({ length: 40 }, (_, seed) =>
        score(far, { m: 4, method: 'stratified', targetError, seed }),
      );
      for (const { standardError, target } of runs) {
        assert.ok((standardError?.p[3] ?? 1) <= targetError && (standardError?.r[3] ?? 1) <= targetError);
        assert.deepEqual(target, { error: targetError, reached: true });
      }
      const rms = Math.sqrt(runs.reduce((sum, { p }) => sum + (p[3] - exact.p[3]) ** 2, 0) / runs.length);
      assert.ok(rms < 1.3 * targetError, `${rms} for ${targetError}`);
    }
  });

  it('is chosen by auto only where the exact walk is too large', () => {
    const exact = score(far, { m: 2, targetError: 0.01 });
    assert.deepEqual([exact.method, exact.samples, exact.target?.reached], ['exact', undefined, true]);
    const estimated = score(far, { m: 4, nodeBudget: 200, targetError: 0.01 });
    assert.equal(estimated.method, 'stratified');
    assert.ok((estimated.samples ?? 0) < 10_000 && estimated.target?.reached === true);
  });

  it('ends at its limit, and says that the error was not reached', () => {
    for (const method of ['guided', 'stratified'] as const) {
      const { samples, target, standardError } = score(far, { method, m: 4, samples: 300, targetError: 0.000001 });
      assert.deepEqual([samples, target], [300, { error: 0.000001, reached: false }]);
      assert.ok((standardError?.p[3] ?? 0) > 0.000001);
    }
  });

  it('is not chosen by methods that state no standard error', () => {
    const { target } = score(far, { method: 'naive', m: 2, targetError: 0.01 });
    assert.equal(target?.reached, false);
  });
});
