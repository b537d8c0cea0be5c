import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import type { Asker } from './asker.ts';
import type { History } from './next-actions.ts';
import type { LabSettings } from './settings.ts';
import { boundary, drawBoundary, modelLanguage } from './suffixes.ts';

/** Whether a model gives two histories of one state the same continuations. */
export interface Compression {
  /** 1 where no suffix distinguishes them, else 0. */
  readonly same: 0 | 1;
  /** Of the suffixes that either accepts, and neither refuses earlier, the share that both do; null where suffixes were sampled, or there are none. */
  readonly overlap: number | null;
  readonly sampled: boolean;
  /** Sampled suffixes: the number drawn, and the number that distinguish the histories. */
  readonly drawn?: { readonly suffixes: number; readonly different: number };
}

/**
 * The compression of two histories (Vafa et al., 2024): exact where all suffixes of up to `suffix` actions can be gone through within
 * `limit` histories, else by suffixes that are drawn from both sides. Sampled suffixes may miss a difference, never invent one: `same`
 * is then too high (`missedPairs`).
 */
export async function compressionOf(
  asker: Asker,
  [one, other]: readonly [History, History],
  { epsilon, suffix, limit, samples }: Pick<LabSettings, 'epsilon' | 'suffix' | 'limit' | 'samples'>,
  random: RandomGenerator,
): Promise<Compression> {
  const first = modelLanguage(asker, one, epsilon);
  const second = modelLanguage(asker, other, epsilon);
  const exact = await boundary(first, second, suffix, limit / 2);
  if (exact !== undefined) {
    const different = exact.onlyFirst.length + exact.onlySecond.length;
    const all = exact.common + different;
    return { same: different === 0 ? 1 : 0, overlap: all === 0 ? null : exact.common / all, sampled: false };
  }
  const draws = Math.ceil(samples / 2);
  const found = [
    ...(await drawBoundary(first, second, suffix, draws, random)),
    ...(await drawBoundary(second, first, suffix, draws, random)),
  ];
  const different = found.filter((one) => one !== undefined).length;
  return { same: different > 0 ? 0 : 1, overlap: null, sampled: true, drawn: { suffixes: 2 * draws, different } };
}

/**
 * How many sampled pairs count as compressed although a suffix distinguishes them that was not drawn, at least: the lower bound of
 * A. Chao (1984, in its bias-corrected form) for what was never seen, from the pairs that one draw distinguished and those that two did.
 * Null where no pair was sampled, or an older lab did not count its draws.
 */
export function missedPairs(pairs: readonly Pick<Compression, 'sampled' | 'drawn'>[]): number | null {
  const sampled = pairs.filter((pair) => pair.sampled);
  const known = sampled.flatMap(({ drawn }) => drawn ?? []);
  if (known.length === 0 || known.length < sampled.length) return null;
  const seen = (times: number): number => known.filter(({ different }) => different === times).length;
  const draws = Math.min(...known.map(({ suffixes }) => suffixes));
  const missed = ((1 - 1 / draws) * seen(1) * (seen(1) - 1)) / (2 * (seen(2) + 1));
  return Math.max(0, Math.min(seen(0), missed));
}
