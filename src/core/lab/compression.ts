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
}

/**
 * The compression of two histories (Vafa et al., 2024): exact where all suffixes of up to `suffix` actions can be gone through within
 * `limit` histories, else by suffixes that are drawn from both sides.
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
  return { same: found.some((one) => one !== undefined) ? 0 : 1, overlap: null, sampled: true };
}
