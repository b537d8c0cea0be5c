import { type Arena, type Automaton, genericArena, SINK, type Sink } from '../base/automaton.ts';
import { type Cancellation, NEVER } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type Affordance, type AffordanceOptions, type Method, TARGET_METHODS } from './affordance-options.ts';
import { type DepthScores, ExactWalker, type StopReason } from './exact.ts';
import { intermediate, naive, type PaperOptions } from './paper-estimators.ts';
import { ANY_POLICIES, guidedAffordance, type Policies, type Policy } from './policies.ts';
import { type SetScores, setBased } from './set-based.ts';
import { LEAST_ROLLOUTS, stratified, stratifiedToTarget, TARGET_SAMPLES } from './stratified.ts';

/** Defaults of every option; `samples` of `auto` is AUTO_SAMPLES when it falls back to an estimate. */
export const DEFAULT_OPTIONS: AffordanceOptions = {
  m: 4,
  method: 'auto',
  samples: 500,
  seed: 0,
  terminal: 'accept',
  rescale: 'sum',
  nodeBudget: 400_000,
  policy: 'uniform',
  importance: false,
};

/** Completes options with their defaults. An explicit `exact` has no budget unless one is named too. */
export function fullOptions(options: Partial<AffordanceOptions>): AffordanceOptions {
  const full = { ...DEFAULT_OPTIONS, ...options };
  return full.method === 'exact' && options.nodeBudget === undefined ? { ...full, nodeBudget: Infinity } : full;
}

/** N of `auto` where the exact walk is too large. */
export const AUTO_SAMPLES = 10_000;

const statesError = (method: Method): boolean => TARGET_METHODS.some((one) => one === method);

/** Returns N where none is given, or its limit where N is chosen for a wanted standard error. */
const mostSamples = ({ targetError }: AffordanceOptions, usual = DEFAULT_OPTIONS.samples): number =>
  targetError === undefined ? usual : TARGET_SAMPLES;

/**
 * Computes affordance metrics for one automaton. It keeps its arena and its memo tables, so that many pairs cost no
 * set-up; use one a thread.
 */
export class AffordanceScorer<State> {
  readonly #automaton: Automaton<State>;
  readonly #policies: Policies<State>;
  readonly #arena: Arena<State>;
  readonly #walkers = new Map<string, ExactWalker>();

  /** @param policies policies of guided rollouts in this automaton */
  constructor(automaton: Automaton<State>, policies: Policies<State> = ANY_POLICIES) {
    this.#automaton = automaton;
    this.#policies = policies;
    this.#arena = genericArena(automaton);
  }

  /**
   * Returns p_m and r_m of a predicted state against the true one, for every depth 1..m (Harang et al., section 3.2).
   *
   * The sink scores 0 at every depth, even against itself; states with the same future score exactly 1. Returns
   * `budget` only for method `exact` with a finite `nodeBudget`, `cancelled` after a cancellation. If `auto` exceeds
   * the budget, the depths that an exact walk does not reach are stratified estimates.
   */
  score(
    truth: State | Sink,
    predicted: State | Sink,
    options: Partial<AffordanceOptions> = {},
    cancel: Cancellation = NEVER,
  ): Result<Affordance, StopReason> {
    const scored = this.#score(truth, predicted, options, cancel);
    if (!scored.ok) return scored;
    const { method, policy, importance, targetError: error } = fullOptions(options);
    const { standardError } = scored.value;
    const worst = Math.max(standardError?.p.at(-1) ?? 0, standardError?.r.at(-1) ?? 0);
    return ok({
      ...scored.value,
      ...(method === 'guided' && { guided: { policy, importance } }),
      ...(error !== undefined && { target: { error, reached: statesError(method) && worst <= error } }),
    });
  }

  #score(
    truth: State | Sink,
    predicted: State | Sink,
    options: Partial<AffordanceOptions>,
    cancel: Cancellation,
  ): Result<Affordance, StopReason> {
    const full = fullOptions(options);
    if (truth === SINK || predicted === SINK) {
      const zero = new Array<number>(full.m).fill(0);
      return ok({ p: zero, r: zero, method: namedMethod(full), exactDepths: full.m, nodes: 0 });
    }
    this.#load(truth, predicted);
    if (full.terminal === 'accept' && this.#arena.same(0, 1)) {
      const one = new Array<number>(full.m).fill(1);
      return ok({ p: one, r: one, method: namedMethod(full), exactDepths: full.m, nodes: 0 });
    }
    switch (full.method) {
      case 'exact':
        return this.#exact(full, cancel);
      case 'auto': {
        const exact = this.#tooLarge(full) ? err('budget' as const) : this.#exact(full, cancel);
        if (exact.ok || exact.error === 'cancelled') return exact;
        return this.#partlyExact({ ...full, samples: options.samples ?? mostSamples(full, AUTO_SAMPLES) }, cancel);
      }
      case 'stratified':
        return this.#stratified({ ...full, samples: options.samples ?? mostSamples(full) }, cancel);
      case 'guided':
        return this.#guided(truth, predicted, { ...full, samples: options.samples ?? mostSamples(full) }, cancel);
      case 'intermediate':
      case 'naive':
        return this.#paper(full, full.method, cancel);
    }
  }

  /** Returns exact set-based precision and recall at depth m (Appendix A); see `setBased`. */
  setBased(
    truth: State | Sink,
    predicted: State | Sink,
    options: Partial<AffordanceOptions> = {},
    cancel: Cancellation = NEVER,
  ): Result<SetScores, StopReason> {
    const full = fullOptions(options);
    if (truth === SINK || predicted === SINK) return ok({ p: 0, r: 0 });
    this.#load(truth, predicted);
    const scores = setBased(this.#arena, full.m, full.terminal, full.nodeBudget, cancel);
    return typeof scores === 'string' ? err(scores) : ok(scores);
  }

  #load(truth: State, predicted: State): void {
    this.#arena.reserve(2);
    this.#arena.load(0, truth);
    this.#arena.load(1, predicted);
  }

  /** Returns true if an exact walk would certainly exceed its budget, so that it need not be tried. */
  #tooLarge({ m, nodeBudget }: AffordanceOptions): boolean {
    if (!Number.isFinite(nodeBudget)) return false;
    if (this.#arena.onlyShrinks?.(0, 1, m) === true) return false;
    const common = this.#arena.common(0, 1);
    return common ** (m - 1) > 8 * nodeBudget;
  }

  #exact({ m, terminal, nodeBudget }: AffordanceOptions, cancel: Cancellation): Result<Affordance, StopReason> {
    let walker = this.#walkers.get(terminal);
    if (walker === undefined) {
      walker = new ExactWalker(this.#arena, terminal);
      this.#walkers.set(terminal, walker);
    }
    const scores = walker.walk(m, nodeBudget, cancel);
    return typeof scores === 'string' ? err(scores) : ok({ ...scores, method: 'exact', exactDepths: m });
  }

  /** Returns exact scores at the depths that the budget reaches, and the stratified estimate at deeper ones. */
  #partlyExact(full: AffordanceOptions, cancel: Cancellation): Result<Affordance, StopReason> {
    const exact = this.#deepestExact(full, cancel);
    const estimate = this.#stratified(full, cancel);
    if (exact === undefined || !estimate.ok) return estimate;
    const { p, r, standardError, nodes } = estimate.value;
    const depths = exact.p.length;
    // A score that is 0 at a depth is 0 at all deeper ones.
    const joined = (known: readonly number[], estimated: readonly number[]): number[] => {
      const most = known[depths - 1]!;
      return [...known, ...estimated.slice(depths).map((score) => Math.min(score, most))];
    };
    const errors = (of: readonly number[]): number[] => of.map((error, i) => (i < depths ? 0 : error));
    return ok({
      ...estimate.value,
      p: joined(exact.p, p),
      r: joined(exact.r, r),
      ...(standardError && { standardError: { p: errors(standardError.p), r: errors(standardError.r) } }),
      exactDepths: depths,
      nodes: nodes + exact.nodes,
    });
  }

  /** Returns exact scores at the most depths, fewer than m, that one more budget reaches; undefined for none. */
  #deepestExact(full: AffordanceOptions, cancel: Cancellation): Affordance | undefined {
    let deepest: Affordance | undefined;
    let [left, growth] = [full.nodeBudget, 1];
    for (let m = 1; m < full.m && !cancel.cancelled; m++) {
      // A walk that is bound to fail would cost the whole budget.
      if (deepest !== undefined && deepest.nodes * growth > 2 * left) break;
      const exact = this.#exact({ ...full, m, nodeBudget: left }, cancel);
      if (!exact.ok) break;
      growth = deepest === undefined ? 1 : exact.value.nodes / Math.max(1, deepest.nodes);
      deepest = exact.value;
      left -= exact.value.nodes;
    }
    return deepest;
  }

  #stratified(full: AffordanceOptions, cancel: Cancellation): Result<Affordance, StopReason> {
    const { m, samples, seed, terminal, targetError } = full;
    const done =
      targetError === undefined
        ? { scores: stratified(this.#arena, m, samples, seed, terminal, cancel), samples }
        : stratifiedToTarget(this.#arena, full, targetError, cancel);
    if (typeof done === 'string') return err(done);
    const { scores } = done;
    if (typeof scores === 'string') return err(scores);
    return ok({ ...scores, method: 'stratified', exactDepths: 0, samples: done.samples, seed });
  }

  #guided(
    truth: State,
    predicted: State,
    full: AffordanceOptions,
    cancel: Cancellation,
  ): Result<Affordance, StopReason> {
    const { m, policy: name, importance, targetError, samples: maxSamples, seed, terminal } = full;
    const policies = this.#policies;
    if (!policies.names.includes(name)) throw new Error(`${this.#automaton.id} has no policy ${name}`);
    const policy: Policy<State> = (state, actions) => policies.weights(name, state, actions);
    const options = { m, targetError, minSamples: LEAST_ROLLOUTS, maxSamples, seed, terminal, importance };
    const done = guidedAffordance(this.#automaton, truth, predicted, policy, options, cancel);
    if (!done.ok) return done;
    const { samples, p, r, standardError } = done.value;
    return ok({ p, r, standardError, samples, seed, method: 'guided', exactDepths: 0, nodes: 2 * samples });
  }

  #paper(
    full: AffordanceOptions,
    method: 'intermediate' | 'naive',
    cancel: Cancellation,
  ): Result<Affordance, StopReason> {
    const random = seeded(full.seed);
    const options: PaperOptions = full;
    const estimate = method === 'naive' ? naive : intermediate;
    const p = estimate(this.#arena, 1, options, random, cancel);
    const r = estimate(this.#arena, 0, options, random, cancel);
    if (p === 'cancelled' || r === 'cancelled') return err('cancelled');
    const scores: DepthScores = { p: p.scores, r: r.scores, nodes: p.nodes + r.nodes };
    return ok({ ...scores, method, exactDepths: 0, samples: full.samples, seed: full.seed });
  }
}

/** Returns the method that trivial scores are stated with. */
const namedMethod = ({ method }: AffordanceOptions): Affordance['method'] => (method === 'auto' ? 'exact' : method);

/** Scores one pair; for many, keep an `AffordanceScorer`. */
export function affordance<State>(
  automaton: Automaton<State>,
  truth: State | Sink,
  predicted: State | Sink,
  options: Partial<AffordanceOptions> = {},
  cancel: Cancellation = NEVER,
): Result<Affordance, StopReason> {
  return new AffordanceScorer(automaton).score(truth, predicted, options, cancel);
}
