import type { AnswerReading, Candidate, Role, StatedState } from '../../answers/reading.ts';

/** States of an answer besides the one that was taken, each different text once. */
export interface OtherStates {
  /** States that other rules take: the last and the first that is neither thought, repeated from the prompt nor after the end; the last label. */
  readonly last: string | null;
  readonly first: string | null;
  readonly labelled: string | null;
  /** States in the answer, thoughts left out. */
  readonly answer: readonly string[];
  /** States among the thoughts, in the answer or apart from it. */
  readonly thoughts: readonly string[];
}

/** Roles that no rule takes, however crude. */
const NEVER: ReadonlySet<Role> = new Set<Role>(['draft', 'echo', 'beyond']);

/** Different states that are looked at, so that an answer of any length takes bounded time; the last ones count. */
const MAX_STATES = 200;

/**
 * The other states of an answer.
 *
 * @param taken the state that was taken; null for none
 * @param thoughts states of the reasoning that the server gave apart from the answer
 * @returns undefined where there are none
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

/** Without texts of which nothing can be read. */
const isState = ({ form, stated }: Pick<StatedState, 'form' | 'stated'>): boolean =>
  form !== 'fragment' || stated.length > 0;
const isDraft = ({ role }: Candidate): boolean => role === 'draft';

function different(states: readonly Pick<StatedState, 'state'>[], taken: string | null): string[] {
  const texts = new Set(states.map(({ state }) => state));
  if (taken !== null) texts.delete(taken);
  return [...texts].slice(-MAX_STATES);
}
