import type { AnswerCandidate, AnswerReading, AnswerRole, StatedState } from '../../answers/answer-reading.ts';
import type { CompareOptions, PairComparer } from '../../metrics/compare.ts';

/** States of an answer besides the one that was taken, each different text once. */
export interface OtherStates {
  /**
   * States that other rules take: the last and the first that is neither thought, repeated from the prompt nor after
   * the end; the last label.
   */
  readonly last: string | null;
  readonly first: string | null;
  readonly labelled: string | null;
  /** States in the answer, thoughts left out. */
  readonly answer: readonly string[];
  /** States among the thoughts, in the answer or apart from it. */
  readonly thoughts: readonly string[];
}

/** Roles that even the crudest rule does not take. */
const NEVER: ReadonlySet<AnswerRole> = new Set<AnswerRole>(['draft', 'echo', 'beyond']);

/** Maximum number of different states to examine, so that an answer of any length takes bounded time; the last ones count. */
const MAX_STATES = 200;

/**
 * Returns the other states of an answer; undefined where there are none.
 *
 * @param taken the state that was taken; null for none
 * @param thoughts states of the reasoning that the server sent apart from the answer
 */
export function otherStates(
  { candidates }: Pick<AnswerReading, 'candidates'>,
  taken: string | null,
  thoughts: readonly Pick<StatedState, 'form' | 'state' | 'stated'>[] = [],
): OtherStates | undefined {
  const states = candidates.filter(isState);
  const [drafts, said] = [states.filter(isDraft), states.filter((state) => !isDraft(state))];
  const open = said.filter(({ role }) => !NEVER.has(role));
  const others = {
    answer: different(said, taken),
    thoughts: different([...drafts, ...thoughts.filter(isState)], taken),
  };
  if (others.answer.length + others.thoughts.length === 0) return undefined;
  const labelled = open.filter(({ role }) => role === 'final').at(-1);
  return {
    last: open.at(-1)?.state ?? taken,
    first: open[0]?.state ?? taken,
    labelled: labelled?.state ?? taken,
    ...others,
  };
}

/** Returns true unless nothing of the text can be read. */
const isState = ({ form, stated }: Pick<StatedState, 'form' | 'stated'>): boolean =>
  form !== 'fragment' || stated.length > 0;
const isDraft = ({ role }: AnswerCandidate): boolean => role === 'draft';

function different(states: readonly Pick<StatedState, 'state'>[], taken: string | null): string[] {
  const texts = new Set(states.map(({ state }) => state));
  if (taken !== null) texts.delete(taken);
  return [...texts].slice(-MAX_STATES);
}

/** Scores of the other states of an answer: small, plain data, stored beside the run. */
export interface OtherScores {
  /** p_m of the states that other rules take; 0 where they take none. */
  readonly last: number;
  readonly first: number;
  readonly labelled: number;
  /** True if the answer, or its thoughts, hold the true position, which was not taken. */
  readonly inAnswer: boolean;
  readonly inThoughts: boolean;
}

/** State that was taken, with its scores. */
interface Taken {
  readonly predictedFen: string | null;
  /** p_m; 0 where nothing was taken. */
  readonly p: number;
  /** True for the true position. */
  readonly isRight: boolean;
}

/**
 * Scores the states that other rules would have taken, each different one once: at most three, and none where the rules
 * agree.
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
