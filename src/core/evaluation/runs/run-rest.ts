/** How far a run is. */
export interface RunCounts {
  /** Samples that it wants; undefined where no plan says it. */
  readonly total: number | undefined;
  readonly answered: number;
  readonly failed: number;
}

/** What is left of a run that does not go on, and the one action that finishes it. */
export interface RunRest {
  /** `16 left`, `2 failed`, `16 left, 2 failed`. */
  readonly words: string;
  /** `resume` asks for what was never asked, `retry` also again for what failed. */
  readonly action: 'resume' | 'retry';
}

const number = (n: number): string => n.toLocaleString('en-US');

/** Undefined where nothing is left, or nobody knows what there is. */
export function restOf({ total, answered, failed }: RunCounts): RunRest | undefined {
  if (total === undefined) return undefined;
  const left = Math.max(0, total - answered - failed);
  if (left + failed === 0) return undefined;
  const parts = [...(left > 0 ? [`${number(left)} left`] : []), ...(failed > 0 ? [`${number(failed)} failed`] : [])];
  return { words: parts.join(', '), action: failed > 0 ? 'retry' : 'resume' };
}

/** The command line that finishes a run. `resume`: the command that resumes it. */
export const finishingCommand = (resume: string, { action }: RunRest): string =>
  action === 'retry' ? `${resume} --retry-errors` : resume;
