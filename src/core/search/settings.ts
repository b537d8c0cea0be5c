/** Temperature that falls with the number of plies before the root: `from` at the start, `to` after `plies`. */
export interface TemperatureSchedule {
  readonly from: number;
  readonly to: number;
  /** 0: `to` from the start. */
  readonly plies: number;
}

/** Virtual counts of the edges of a queued descent (Schultz et al., section 3.2). */
export type VirtualCounts =
  | { readonly kind: 'fixed'; readonly count: number }
  /**
   * `max(least, floor(most / 2^h))`, h edges above the leaf. The paper prints min(n_min, …), by which no edge would have more than
   * n_min; its figure has 8, 4, 2 for n_max = 8 and n_min = 2, which only max gives.
   */
  | { readonly kind: 'dynamic'; readonly most: number; readonly least: number };

/**
 * Settings of a search. The paper publishes none of c, epsilon, k, tau, b and t0: the defaults are ours, and are not
 * claimed to be the paper's.
 */
export interface SearchSettings {
  /** M: number of simulations. The root is expanded before the first; with 0 it is the whole tree. */
  readonly simulations: number;
  /** b: number of pending evaluations; 1 is the synchronous search. */
  readonly batch: number;
  /** `rounds`: b descents, then all their answers (the paper's); `rolling`: an answer makes room for the next descent. */
  readonly queueing: 'rounds' | 'rolling';
  /** t0: milliseconds after which an evaluation is abandoned; 0: never. */
  readonly timeout: number;
  /** c of PUCT. */
  readonly exploration: number;
  /** k of Eq. 1: number of actions in the softmax. */
  readonly k: number;
  /** epsilon of Eq. 1: share of the uniform prior, 0 to 1. */
  readonly epsilon: number;
  /** tau of Eq. 1, on win probabilities. */
  readonly temperature: TemperatureSchedule;
  /** Q of an edge without visits: the model's listed value; 0, in a minimax backup as well; or the value of the node. */
  readonly unvisited: 'listed' | 'zero' | 'parent';
  /** `mean`: as in AlphaZero and OpenSpiel; `minimax`: the best known reply (`minimaxValue`). */
  readonly backup: 'mean' | 'minimax';
  readonly virtual: VirtualCounts;
  /** True if virtual counts are lost games in Q, too (virtual loss). */
  readonly virtualLoss: boolean;
  /** Final move: most visits, then value; or the best value among the visited ones. */
  readonly final: 'visits' | 'value';
  /** Seed of all random draws. */
  readonly seed: number;
}

export const DEFAULT_SEARCH: SearchSettings = {
  simulations: 100,
  batch: 1,
  queueing: 'rounds',
  timeout: 60_000,
  exploration: 1.5,
  k: 5,
  epsilon: 0.1,
  temperature: { from: 0.1, to: 0.05, plies: 40 },
  unvisited: 'listed',
  backup: 'mean',
  virtual: { kind: 'dynamic', most: 8, least: 2 },
  virtualLoss: false,
  final: 'visits',
  seed: 1,
};

/** Returns the temperature at a root after `played` plies. */
export const temperatureAt = ({ from, to, plies }: TemperatureSchedule, played: number): number =>
  plies <= 0 ? to : from + (to - from) * Math.min(1, Math.max(0, played) / plies);

/** Returns the parameters of Eq. 1 for a search from a root after `played` plies. */
export const priorAt = ({ k, epsilon, temperature }: SearchSettings, played: number): PriorParameters => ({
  k,
  epsilon,
  temperature: temperatureAt(temperature, played),
});

/** Returns the virtual count of an edge that is `height` edges above the leaf of its descent; 0 for the edge to the leaf. */
export const virtualCount = (virtual: VirtualCounts, height: number): number =>
  virtual.kind === 'fixed' ? virtual.count : Math.max(virtual.least, Math.floor(virtual.most / 2 ** height));

/** Parameters of Eq. 1 at a depth. */
export interface PriorParameters {
  readonly k: number;
  readonly epsilon: number;
  readonly temperature: number;
}

/**
 * Returns the prior of Eq. 1 (Schultz et al., section 3): a softmax over the k highest values, mixed with the uniform
 * policy over all actions. Actions that equal the k-th are in the top k, too: a model without knowledge has a uniform
 * prior.
 *
 * @param values win probabilities, 0 to 1, of all actions
 * @param k number of actions in the softmax, 1 or more
 * @param temperature tau; near 0 the highest values share all probability
 * @param epsilon share of the uniform policy, 0 to 1
 * @returns probabilities that sum to 1; empty for no actions
 */
export function computePrior(
  values: readonly number[],
  { k, temperature, epsilon }: { readonly k: number; readonly temperature: number; readonly epsilon: number },
): number[] {
  const count = values.length;
  const prior = new Array<number>(count).fill(0);
  if (count === 0) return prior;
  const border = borderOf(values, k);
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of values) if (value > highest) highest = value;
  let sum = 0;
  for (let i = 0; i < count; i++) {
    if (values[i]! < border) continue;
    // Below the smallest temperature the limit: equal shares of the highest.
    prior[i] = temperature > 1e-9 ? Math.exp((values[i]! - highest) / temperature) : values[i] === highest ? 1 : 0;
    sum += prior[i]!;
  }
  const uniform = epsilon / count;
  for (let i = 0; i < count; i++) prior[i] = ((1 - epsilon) * prior[i]!) / sum + uniform;
  return prior;
}

/** Returns the k-th highest value; minus infinity when there are at most k. */
function borderOf(values: readonly number[], k: number): number {
  if (values.length <= k) return Number.NEGATIVE_INFINITY;
  const top: number[] = [];
  for (const value of values) {
    if (top.length === k && value <= top[k - 1]!) continue;
    let at = top.length < k ? top.length : k - 1;
    for (; at > 0 && top[at - 1]! < value; at--) top[at] = top[at - 1]!;
    top[at] = value;
  }
  return top[k - 1]!;
}
