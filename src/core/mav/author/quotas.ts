import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { seeded } from '../../base/random.ts';
import { partSeed } from '../../base/text/fingerprint.ts';

/**
 * Divides a number among kinds by their weights, none of them getting more than there is of it: what scarce kinds cannot fill goes to
 * the others by the same weights. The quotas are whole numbers, and their sum is the total or all there is.
 */
export function quotasOf<Kind extends string>(
  available: ReadonlyMap<Kind, number>,
  weightOf: (kind: Kind) => number,
  total: number,
): Map<Kind, number> {
  const quotas = new Map<Kind, number>();
  let open = [...available].filter(([kind, count]) => count > 0 && weightOf(kind) > 0);
  let left = total;
  for (;;) {
    const weights = open.reduce((sum, [kind]) => sum + weightOf(kind), 0);
    const given = left;
    const scarce = open.filter(([kind, count]) => count <= (given * weightOf(kind)) / weights);
    if (scarce.length === 0) break;
    for (const [kind, count] of scarce) {
      quotas.set(kind, count);
      left -= count;
    }
    open = open.filter((one) => !scarce.includes(one));
  }
  // whole numbers by cumulated shares: rounding neither adds nor loses one
  const weights = open.reduce((sum, [kind]) => sum + weightOf(kind), 0);
  let cumulated = 0;
  let before = 0;
  for (const [kind] of open) {
    cumulated += weightOf(kind);
    const until = Math.round((left * cumulated) / weights);
    quotas.set(kind, until - before);
    before = until;
  }
  return quotas;
}

/** Draws as many as its quota from each kind, each item as likely as the others (Knuth's algorithm S), in the order in which they come. */
export class QuotaDraw<Kind extends string> {
  readonly #of = new Map<Kind, { left: number; needed: number; readonly random: RandomGenerator }>();

  /** @param available how many of each kind will come */
  constructor(available: ReadonlyMap<Kind, number>, quotas: ReadonlyMap<Kind, number>, seed: number) {
    for (const [kind, left] of available)
      this.#of.set(kind, { left, needed: quotas.get(kind) ?? 0, random: seeded(partSeed(seed, `draw ${kind}`)) });
  }

  /** True if the next item of a kind is drawn. */
  isDrawn(kind: Kind): boolean {
    const state = this.#of.get(kind);
    if (state === undefined || state.left <= 0) return false;
    const isDrawn = uniformInt(state.random, 0, state.left - 1) < state.needed;
    state.left--;
    if (isDrawn) state.needed--;
    return isDrawn;
  }
}
