/** Methods that compute p_m and r_m; see docs/metrics.md. */
export const METHODS = ['auto', 'exact', 'intermediate', 'naive', 'stratified', 'guided'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Policies of guided rollouts. `uniform`: equal weights for all legal actions. `captures` (chess and Chess960): a move
 * weighs 1 plus the material that it wins, in pawns.
 */
export const POLICIES = ['uniform', 'captures'] as const;
export type PolicyName = (typeof POLICIES)[number];

/**
 * Treatments of a trajectory that reaches a state without legal actions before m steps: `accept` ends it there and
 * counts it as legal if all of it was; `drop` never counts it (Algorithm 1 taken literally).
 */
export const TERMINALS = ['accept', 'drop'] as const;
export type Terminal = (typeof TERMINALS)[number];

/** Rescaling of the weights in Algorithm 1 after sampling: by the sum of weights (default), or by the count M / N. */
export const RESCALES = ['sum', 'count'] as const;
export type Rescale = (typeof RESCALES)[number];

export interface AffordanceOptions {
  /** Length of the sequences, 1 or more. Default 4. */
  readonly m: number;
  /** Default `auto`: exact while `nodeBudget` holds, else stratified. */
  readonly method: Method;
  /**
   * N: maximum number of items (or sequences) in an estimator. Default 500; `auto` uses more when it falls back. With
   * `targetError` it is the limit of N, by default 100,000.
   */
  readonly samples: number;
  /**
   * Maximum standard errors of p_m and r_m (absolute), for which N is chosen. For methods that state a standard error,
   * and for exact ones, whose error is 0.
   */
  readonly targetError?: number;
  /** Policy of `guided`. Default `uniform`. */
  readonly policy: PolicyName;
  /** True to weight guided rollouts so that they estimate p_m and r_m under uniform branching. Default false. */
  readonly importance: boolean;
  /** Seed of the estimators' generator. Default 0. */
  readonly seed: number;
  readonly terminal: Terminal;
  readonly rescale: Rescale;
  /** Maximum number of pairs of states in an exact walk. */
  readonly nodeBudget: number;
}

/** Values of p_m and r_m of a pair of states, for every depth 1..m. */
export interface Affordance {
  /** p_1 .. p_m: expected share of sequences sampled from the predicted state that are legal in the true one. */
  readonly p: readonly number[];
  /** r_1 .. r_m: expected share of sequences sampled from the true state that are legal in the predicted one. */
  readonly r: readonly number[];
  /** Method of the numbers (never `auto`); with `exactDepths` between 0 and m, that of the deeper ones. */
  readonly method: Exclude<Method, 'auto'>;
  /** Number of exact depths from 1 on: m, 0 for an estimator, or those that `auto` reached within its budget. */
  readonly exactDepths: number;
  /** N of an estimator; undefined when exact. */
  readonly samples?: number;
  /** Seed of an estimator; undefined when exact. */
  readonly seed?: number;
  /** Standard error per depth, where the method estimates it. */
  readonly standardError?: { readonly p: readonly number[]; readonly r: readonly number[] };
  /** Policy of guided rollouts, and their quantity: the expectation under it, or with `importance` p_m and r_m. */
  readonly guided?: { readonly policy: PolicyName; readonly importance: boolean };
  /** Wanted standard error of p_m and r_m; `reached` is false if the limit of N was too low for it. */
  readonly target?: { readonly error: number; readonly reached: boolean };
  /** Number of visited pairs of states. */
  readonly nodes: number;
}

/** Methods that choose N for a wanted standard error: those that state one, and the exact ones. */
export const TARGET_METHODS = ['auto', 'exact', 'stratified', 'guided'] as const satisfies readonly Method[];

/** Options that determine which quantity p_m and r_m are. */
export type SampledQuantity = Partial<Pick<AffordanceOptions, 'method' | 'policy' | 'importance'>>;

/** Returns true if the scores are expectations under a policy, and not p_m and r_m. */
export const isByPolicy = ({ method, policy = 'uniform', importance = false }: SampledQuantity): boolean =>
  method === 'guided' && policy !== 'uniform' && !importance;

/** Describes the sequences that p and r are about: `4 random legal moves`, `4 legal moves drawn by the policy captures`. */
export const sequenceWords = (m: number, quantity: SampledQuantity = {}): string =>
  isByPolicy(quantity) ? `${m} legal moves drawn by the policy ${quantity.policy}` : `${m} random legal moves`;
