import { plural } from '../../base/text/counts.ts';
import {
  type AffordanceOptions,
  type Method,
  type PolicyName,
  sequenceWords,
} from '../../metrics/affordance-options.ts';
import { TARGET_SAMPLES } from '../../metrics/stratified.ts';
import type { ReportRun } from './report-sample.ts';

/** Method of the scores of a report. */
export interface ReportScoring {
  readonly method: Method;
  /** N of estimates, or its limit where N was chosen for a wanted standard error; null by default. */
  readonly samples: number | null;
  readonly seed: number;
  /** Policy of guided rollouts; null for other methods. */
  readonly policy: PolicyName | null;
  readonly importance: boolean;
  /** Wanted standard error of p_m and r_m. */
  readonly targetError: number | null;
  /** Number of scored answers that did not reach it within the limit of N. */
  readonly missed: number;
  /** Largest standard error of p_m and r_m that a score states; null where none states one. */
  readonly largestError: number | null;
}

/** Standard errors of p_m and r_m of one score. */
export interface ScoreErrors {
  readonly p: number;
  readonly r: number;
}

/** Returns the scoring of runs and baselines by the options that they were scored with. */
export const reportScoring = (runs: readonly ReportRun[], options: Partial<AffordanceOptions>): ReportScoring =>
  commonScoring(
    runs.flatMap(({ samples }) => samples.flatMap(({ scores }) => scores?.standardError ?? [])),
    options,
  );

/**
 * Returns the scoring of scores by the options that they were computed with.
 *
 * @param errors errors of the scores that state them
 */
export function commonScoring(errors: Iterable<ScoreErrors>, options: Partial<AffordanceOptions>): ReportScoring {
  const { method = 'auto', samples = null, seed = 0, policy = 'uniform', importance = false } = options;
  const { targetError = null } = options;
  let largest: number | null = null;
  let missed = 0;
  for (const { p, r } of errors) {
    const worst = Math.max(p, r);
    largest = Math.max(largest ?? 0, worst);
    if (targetError !== null && worst > targetError) missed++;
  }
  const guided = { policy: method === 'guided' ? policy : null, importance: method === 'guided' && importance };
  return { method, samples, seed, ...guided, targetError, missed, largestError: largest };
}

/** Returns sentences that define p_m and r_m in a report and name their method. */
export function scoringNote(m: number, p: string, r: string, estimates: number, scoring: ReportScoring): string {
  const { method, policy, importance } = scoring;
  const quantity = { method, importance, ...(policy !== null && { policy }) };
  const what = `${p} is the probability that ${sequenceWords(m, quantity)} from the predicted position are all legal from the true one; ${r} is the reverse.`;
  if (estimates === 0) return `${what} All scores are exact.`;
  return `${what} ${plural(estimates, 'score')} ${estimates === 1 ? 'is an estimate' : 'are estimates'}${inBrackets(scoringText(scoring))}, the others are exact.${targetNote(scoring)}`;
}

/** Formats the method of estimates: `guided by captures, N 500, seed 0, standard error at most 0.02`; empty for defaults. */
export function scoringText({
  method,
  samples,
  seed,
  policy,
  importance,
  targetError,
  largestError,
}: ReportScoring): string {
  const by = policy === null ? '' : `guided by ${policy}${importance ? ', importance-weighted' : ''}`;
  const limit = targetError === null ? samples : (samples ?? TARGET_SAMPLES);
  const parts = [
    ...(method === 'auto' ? [] : [by === '' ? method : by]),
    ...(limit === null ? [] : [`N ${targetError === null ? '' : 'up to '}${limit.toLocaleString('en-US')}`]),
    ...(method === 'auto' && targetError === null ? [] : [`seed ${seed}`]),
    ...(method === 'auto' && targetError === null ? [] : errorText(largestError)),
  ];
  return parts.join(', ');
}

const inBrackets = (text: string): string => (text === '' ? '' : ` (${text})`);

const errorText = (error: number | null): string[] =>
  error === null ? [] : [`standard error at most ${Number(error.toPrecision(2))}`];

function targetNote({ targetError, missed }: ReportScoring): string {
  if (targetError === null) return '';
  return missed === 0
    ? ` All reached the wanted standard error ${targetError}.`
    : ` ${plural(missed, 'score')} did not reach the wanted standard error ${targetError} within the limit of N.`;
}
