import type { CompareOptions, PairComparer } from '../../metrics/compare.ts';
import type { OtherStates } from '../runs/other-states.ts';

/** What the other states of an answer say: small, plain data, stored beside the run. */
export interface OtherScores {
  /** p_m of the states that other rules take; 0 where they take none. */
  readonly last: number;
  readonly first: number;
  readonly labelled: number;
  /** True if the answer, and if its thoughts, hold the true position, which was not taken. */
  readonly inAnswer: boolean;
  readonly inThoughts: boolean;
}

/** The state that was taken, with its scores. */
interface Taken {
  readonly predictedFen: string | null;
  /** p_m; 0 where nothing was taken. */
  readonly p: number;
  /** True if it is the true position. */
  readonly isRight: boolean;
}

/**
 * Scores the states that other rules would have taken, each different one once: at most three, and none where the rules agree.
 *
 * @returns undefined when a score is not computed, as after a cancellation
 */
export function otherScores(
  comparer: PairComparer,
  trueFen: string,
  { predictedFen, p, isRight }: Taken,
  others: OtherStates,
  options: CompareOptions,
  cancel?: Parameters<PairComparer['compare']>[2],
): OtherScores | undefined {
  const known = new Map<string | null, number>([
    [null, 0],
    [predictedFen, p],
  ]);
  for (const state of new Set([others.last, others.first, others.labelled])) {
    if (known.has(state)) continue;
    const compared = comparer.compare(
      { trueFen, predictedFen: state ?? undefined },
      { affordance: options.affordance ?? {}, conditional: false },
      cancel,
    );
    if (!compared.ok) return undefined;
    known.set(state, compared.value.p.at(-1) ?? 0);
  }
  const holds = (states: readonly string[]): boolean =>
    !isRight && states.some((state) => comparer.text({ trueFen, predictedFen: state }).positionMatch);
  return {
    last: known.get(others.last) ?? 0,
    first: known.get(others.first) ?? 0,
    labelled: known.get(others.labelled) ?? 0,
    inAnswer: holds(others.answer),
    inThoughts: holds(others.thoughts),
  };
}
