import { CAUSE_IDS, type CauseId } from './causes.ts';

/** How many answers have a cause; every count is above 0. */
export type CauseCounts = Readonly<Partial<Record<CauseId, number>>>;

/** Counts causes: those that occur, the most frequent first, equal ones in the order of `CAUSES`; `exact`, which is no fault, last. */
export function countCauses(causes: Iterable<CauseId>): CauseCounts {
  const counts = new Map<CauseId, number>();
  for (const id of causes) counts.set(id, (counts.get(id) ?? 0) + 1);
  return causesInOrder(counts);
}

/** Counted causes in the order of `countCauses`. */
export const causesInOrder = (counts: Iterable<readonly [CauseId, number]>): CauseCounts =>
  Object.fromEntries([...counts].sort(byCount));

const RANKS = new Map(CAUSE_IDS.map((id, rank) => [id, rank]));

type Counted = readonly [id: CauseId, count: number];

/** The order of counted causes. */
export const byCount = ([a, n]: Counted, [b, k]: Counted): number =>
  Number(a === 'exact') - Number(b === 'exact') || k - n || (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0);
