import type { Pair } from '../pairs/pair.ts';
import { tidy, timed } from './timed.ts';

/** What a contestant says about a pair. */
export interface Scores {
  readonly p: number;
  readonly r: number;
  /** Its own standard errors of p and r, where it estimates them. */
  readonly errors?: { readonly p: number; readonly r: number };
}

/** A pair scored once. */
export interface Scored extends Scores {
  readonly cpuMs: number;
}

/** One way to score pairs, measured against others in the same rounds. */
export interface Contestant {
  readonly name: string;
  /** Rounds that it takes part in; slow ones do with fewer. */
  readonly rounds: number;
  /** It gets every `stride`-th pair. */
  readonly stride: number;
  /**
   * What scores pairs in one round. Made again for each, so that tables which remember pairs do not answer from an
   * earlier round; making it is not measured.
   */
  start(round: number): (pair: Pair, index: number) => Scored | Promise<Scored>;
}

/** All scores of a contestant: one list a pair, one entry a round. Pairs that it did not get have an empty list. */
export interface Outcome {
  readonly name: string;
  readonly scored: readonly (readonly Scored[])[];
}

/**
 * Lets the contestants score all pairs, in rounds: each round runs every contestant once, beginning with another one
 * each time, so that what disturbs the machine disturbs all alike. `progress` hears of every block.
 */
export async function contest(
  contestants: readonly Contestant[],
  pairs: readonly Pair[],
  progress: (text: string) => void,
): Promise<Outcome[]> {
  const scored = contestants.map(() => pairs.map((): Scored[] => []));
  const rounds = Math.max(...contestants.map((c) => c.rounds));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const who = (turn + round) % contestants.length;
      const contestant = contestants[who];
      if (round >= contestant.rounds) continue;
      progress(`round ${round + 1} of ${rounds}: ${contestant.name}`);
      const score = contestant.start(round);
      tidy();
      for (const [index, pair] of pairs.entries()) {
        if (index % contestant.stride === 0) scored[who][index].push(await score(pair, index));
      }
    }
  }
  return contestants.map(({ name }, i) => ({ name, scored: scored[i] }));
}

/** A scorer that runs in this process and is measured by its CPU time. */
export const inProcess =
  (score: (pair: Pair, index: number) => Scores) =>
  (pair: Pair, index: number): Scored => {
    const { value, cpuMs } = timed(() => score(pair, index));
    return { ...value, cpuMs };
  };
