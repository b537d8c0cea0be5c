import type { AffordanceOptions } from './types.ts';

/** The options that decide which quantity p_m and r_m are. */
export type SampledQuantity = Partial<Pick<AffordanceOptions, 'method' | 'policy' | 'importance'>>;

/** True if the scores are expectations under a policy, and not p_m and r_m. */
export const isByPolicy = ({ method, policy = 'uniform', importance = false }: SampledQuantity): boolean =>
  method === 'guided' && policy !== 'uniform' && !importance;

/** The sequences behind p and r in words: `4 random legal moves`, `4 legal moves drawn by the policy captures`. */
export const movesDrawn = (m: number, quantity: SampledQuantity = {}): string =>
  isByPolicy(quantity) ? `${m} legal moves drawn by the policy ${quantity.policy}` : `${m} random legal moves`;
