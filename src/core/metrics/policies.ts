import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { type Automaton, observedAlike, SINK, type Sink } from '../base/automaton.ts';
import { type Cancellation, NEVER } from '../base/cancellation.ts';
import { seeded } from '../base/random.ts';
import { err, ok, type Result } from '../base/result.ts';
import {
  EP,
  hasPiece,
  ROLE_BISHOP,
  ROLE_KNIGHT,
  ROLE_PAWN,
  ROLE_QUEEN,
  ROLE_ROOK,
  roleAt,
  TURN,
} from '../games/chess/frame.ts';
import type { ChessState } from '../games/chess/state.ts';
import type { PolicyName, Terminal } from './affordance-options.ts';

/** Returns weights of the legal actions of a state, in their order; not negative, not all 0. They need not add up to 1. */
export type Policy<State> = (state: State, actions: readonly string[]) => readonly number[];

interface GuidedOptions {
  readonly m: number;
  /** Standard error (absolute) of both p_m and r_m at which sampling stops. Without it, always `maxSamples` rollouts. */
  readonly targetError?: number | undefined;
  readonly minSamples: number;
  readonly maxSamples: number;
  readonly seed: number;
  /** Default `accept`: a rollout that reaches a state without legal actions ends there and counts as legal. */
  readonly terminal?: Terminal;
  /**
   * False (default): all rollouts have equal weight. True: a rollout is weighted by its probability under uniform
   * branching over its probability under the policy. The policy must then give every legal action a weight above 0.
   */
  readonly importance?: boolean;
}

/** Values of p and r per depth, with standard errors, and the number of rollouts. */
interface GuidedScores {
  readonly p: number[];
  readonly r: number[];
  readonly standardError: { readonly p: number[]; readonly r: number[] };
  readonly samples: number;
}

/** Number of rollouts between two checks of the standard error and of a cancellation. */
const STEP = 16;

/**
 * Estimates p_m and r_m by independent rollouts that are drawn from a policy (the extension named in Harang et al.,
 * section 6), with adaptive stopping by standard error.
 *
 * Without `importance` this estimates the expectation under the policy, E_policy[legal], in which continuations count
 * by their probability under the policy: another number than p_m, unless the policy is uniform. With `importance` it
 * estimates p_m and r_m themselves, the branch-uniform U_b of section 3.2, whatever the policy. Sinks score 0.
 */
export function guidedAffordance<State>(
  automaton: Automaton<State>,
  truth: State | Sink,
  predicted: State | Sink,
  policy: Policy<State>,
  options: GuidedOptions,
  cancel: Cancellation = NEVER,
): Result<GuidedScores, 'cancelled'> {
  const { m, targetError = -1, minSamples, maxSamples } = options;
  const roller = new Roller(automaton, policy, options, seeded(options.seed));
  const [p, r] = [new Tally(m), new Tally(m)];
  let samples = 0;
  if (truth !== SINK && predicted !== SINK) {
    while (samples < maxSamples) {
      if (samples % STEP === 0) {
        if (cancel.cancelled) return err('cancelled');
        const worst = Math.max(p.error(m - 1, samples), r.error(m - 1, samples));
        if (samples >= minSamples && worst <= targetError) break;
      }
      roller.roll(predicted, truth, p);
      roller.roll(truth, predicted, r);
      samples++;
    }
  }
  return ok({
    p: p.means(samples),
    r: r.means(samples),
    standardError: { p: p.errors(samples), r: r.errors(samples) },
    samples,
  });
}

/** Sums of the weights of legal rollouts by depth. */
class Tally {
  readonly #sums: Float64Array;
  readonly #squares: Float64Array;
  /** Largest weight of a rollout at a depth, legal or not: at least 1. */
  readonly #largest: Float64Array;

  constructor(m: number) {
    this.#sums = new Float64Array(m);
    this.#squares = new Float64Array(m);
    this.#largest = new Float64Array(m).fill(1);
  }

  add(depth: number, weight: number): void {
    this.#sums[depth]! += weight;
    this.#squares[depth]! += weight * weight;
    this.#largest[depth] = Math.max(this.#largest[depth]!, weight);
  }

  /** Returns means within 0..1, which weighted ones can leave. */
  means(samples: number): number[] {
    return Array.from(this.#sums, (sum) => (samples === 0 ? 0 : Math.min(1, sum / samples)));
  }

  errors(samples: number): number[] {
    return Array.from(this.#sums, (_, depth) => (samples === 0 ? 0 : this.error(depth, samples)));
  }

  /**
   * Returns the standard error of the mean. Rollouts that are all legal, or all illegal, show only that nothing rarer
   * was seen: the error is never below the change that one more rollout of another kind would make.
   */
  error(depth: number, samples: number): number {
    if (samples < 2) return Number.POSITIVE_INFINITY;
    const mean = this.#sums[depth]! / samples;
    const variance = Math.max(0, (this.#squares[depth]! - samples * mean * mean) / (samples - 1));
    return Math.max(Math.sqrt(variance / samples), this.#largest[depth]! / samples);
  }
}

/** Draws rollouts. */
class Roller<State> {
  readonly #automaton: Automaton<State>;
  readonly #policy: Policy<State>;
  readonly #m: number;
  readonly #accepts: boolean;
  readonly #importance: boolean;
  readonly #random: RandomGenerator;

  constructor(
    automaton: Automaton<State>,
    policy: Policy<State>,
    { m, terminal = 'accept', importance = false }: GuidedOptions,
    random: RandomGenerator,
  ) {
    this.#automaton = automaton;
    this.#policy = policy;
    this.#m = m;
    this.#accepts = terminal === 'accept';
    this.#importance = importance;
    this.#random = random;
  }

  /**
   * Draws a rollout from a state and tests it in the other, until an action is illegal there or another observation
   * follows it.
   */
  roll(from: State, other: State, tally: Tally): void {
    const automaton = this.#automaton;
    let state: State | Sink = from;
    let tested: State | Sink = other;
    let weight = 1;
    for (let depth = 0; depth < this.#m; depth++) {
      const actions = automaton.legal(state);
      if (actions.length === 0) {
        for (let k = depth; this.#accepts && k < this.#m; k++) tally.add(k, weight);
        return;
      }
      const weights = this.#policy(state as State, actions);
      const total = weights.reduce((sum, w) => sum + w, 0);
      const i = draw(weights, uniformFloat64(this.#random) * total);
      if (this.#importance) weight *= total / weights[i]! / actions.length;
      tested = automaton.step(tested, actions[i]!);
      state = automaton.step(state, actions[i]!);
      if (!observedAlike(automaton, state, tested)) return;
      tally.add(depth, weight);
    }
  }
}

/** Returns the index at which the running sum of the weights exceeds a number. */
function draw(weights: readonly number[], at: number): number {
  let left = at;
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!;
    if (left < 0) return i;
  }
  // Rounding can leave a remainder: the last action with a weight takes it.
  let last = weights.length - 1;
  while (last > 0 && weights[last] === 0) last--;
  return last;
}

/** Policies of a game. */
export interface Policies<State> {
  readonly names: readonly PolicyName[];
  /** Returns weights of the legal actions of a state, in their order; all above 0. */
  weights(name: PolicyName, state: State, actions: readonly string[]): readonly number[];
}

/** Equal weight of all legal actions. */
const uniform: Policy<unknown> = (_, actions) => actions.map(() => 1);

/** Policies of any game. */
export const ANY_POLICIES: Policies<unknown> = {
  names: ['uniform'],
  weights: (_, state, actions) => uniform(state, actions),
};

/** Values of pieces in pawns. */
const PAWN_VALUE = 1;
const VALUES: Readonly<Record<number, number>> = {
  [ROLE_PAWN]: PAWN_VALUE,
  [ROLE_KNIGHT]: 3,
  [ROLE_BISHOP]: 3,
  [ROLE_ROOK]: 5,
  [ROLE_QUEEN]: 9,
};
const PROMOTIONS: Readonly<Record<string, number>> = { n: 3, b: 3, r: 5, q: 9 };

const squareAt = (name: string, at: number): number => name.charCodeAt(at) - 97 + 8 * (name.charCodeAt(at + 1) - 49);

/**
 * Policy `captures`: a move weighs 1 plus the material that it wins, in pawns: the captured piece, and the promoted
 * piece minus the pawn.
 */
const captures: Policy<ChessState> = ({ words }, actions) =>
  actions.map((name) => {
    const [from, to] = [squareAt(name, 0), squareAt(name, 2)];
    const promoted = PROMOTIONS[name.charAt(4)];
    const gain = promoted === undefined ? 0 : promoted - PAWN_VALUE;
    if (hasPiece(words, 0, 1 - words[TURN]!, to)) return 1 + gain + (VALUES[roleAt(words, 0, to)] ?? 0);
    const isEnPassant = to === words[EP] && roleAt(words, 0, from) === ROLE_PAWN && (from & 7) !== (to & 7);
    return 1 + gain + (isEnPassant ? PAWN_VALUE : 0);
  });

/** Policies of chess and Chess960. */
export const CHESS_POLICIES: Policies<ChessState> = {
  names: ['uniform', 'captures'],
  weights: (name, state, actions) => (name === 'captures' ? captures : uniform)(state, actions),
};
