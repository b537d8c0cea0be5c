import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { type Automaton, SINK, type Sink } from '../base/automaton.ts';
import { type Cancellation, NEVER } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import { err, ok, type Result } from '../base/result.ts';

/** Weights of the legal actions of a state, in their order; not negative, not all 0. They need not add up to 1. */
export type Policy<State> = (state: State, actions: readonly string[]) => readonly number[];

export interface GuidedOptions {
  readonly m: number;
  /** Stop once the standard error of both p_m and r_m is at most this (absolute). 0: always use `maxSamples`. */
  readonly targetError: number;
  readonly minSamples: number;
  readonly maxSamples: number;
  readonly seed: number;
}

/** p and r per depth under a policy, with binomial standard errors, and the rollouts that were needed. */
export interface Guided {
  readonly p: number[];
  readonly r: number[];
  readonly standardError: { readonly p: number[]; readonly r: number[] };
  readonly samples: number;
}

/**
 * p_m and r_m with rollouts drawn from a policy instead of uniformly (the extension named in Harang et al., section 6),
 * so that continuations which players or engines would choose count more; adaptive stopping by standard error. With a
 * uniform policy it estimates p_m and r_m themselves. A rollout that reaches a state without legal actions ends there
 * and counts as legal. Sinks score 0.
 */
export function guidedAffordance<State>(
  automaton: Automaton<State>,
  truth: State | Sink,
  predicted: State | Sink,
  policy: Policy<State>,
  options: GuidedOptions,
  cancel: Cancellation = NEVER,
): Result<Guided, 'cancelled'> {
  const { m, targetError, minSamples, maxSamples } = options;
  const random = seeded(options.seed);
  const hits = { p: new Array<number>(m).fill(0), r: new Array<number>(m).fill(0) };
  const rollout = (from: State, other: State, counts: number[]): void => {
    let state: State | Sink = from;
    let tested: State | Sink = other;
    for (let depth = 0; depth < m; depth++) {
      const actions = automaton.legal(state);
      if (actions.length === 0) {
        for (let k = depth; k < m; k++) counts[k]++;
        return;
      }
      const action = draw(actions, policy(state as State, actions), uniformFloat64(random));
      tested = automaton.step(tested, action);
      if (tested === SINK) return;
      state = automaton.step(state, action);
      counts[depth]++;
    }
  };
  let samples = 0;
  const error = (count: number): number => Math.sqrt(((count / samples) * (1 - count / samples)) / samples);
  if (truth !== SINK && predicted !== SINK) {
    while (samples < maxSamples) {
      if ((samples & 15) === 0 && cancel.cancelled) return err('cancelled');
      rollout(predicted, truth, hits.p);
      rollout(truth, predicted, hits.r);
      samples++;
      // An error of 0 may only mean that nothing rare was seen yet; `minSamples` guards against it.
      if (samples >= minSamples && error(hits.p[m - 1]) <= targetError && error(hits.r[m - 1]) <= targetError) break;
    }
  }
  const share = (counts: readonly number[]): number[] => counts.map((c) => (samples === 0 ? 0 : c / samples));
  const errors = (counts: readonly number[]): number[] => counts.map((c) => (samples === 0 ? 0 : error(c)));
  return ok({
    p: share(hits.p),
    r: share(hits.r),
    standardError: { p: errors(hits.p), r: errors(hits.r) },
    samples,
  });
}

function draw(actions: readonly string[], weights: readonly number[], u: number): string {
  let left = u * weights.reduce((sum, w) => sum + w, 0);
  for (let i = 0; i < actions.length; i++) {
    left -= weights[i];
    if (left < 0) return actions[i];
  }
  // rounding can leave a crumb: the last action with a weight takes it
  let last = actions.length - 1;
  while (last > 0 && weights[last] === 0) last--;
  return actions[last];
}
