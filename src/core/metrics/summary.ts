import { type MeanEstimate, meanEstimate } from '../base/stats/descriptive.ts';
import { kendallTauB } from '../base/stats/rank-correlation.ts';
import { roundShareSum } from '../base/text/counts.ts';
import type { Comparison } from './comparison.ts';
import { commonPart, SQUARE } from './comparison-rules.ts';
import { VERDICTS, type Verdict } from './verdict.ts';

/** Part of a comparison that a summary needs; the scores are undefined until they are computed. */
export type SummaryInput = Pick<
  Comparison,
  'verdict' | 'editDistance' | 'boardAccuracy' | 'part' | 'wrongSquares' | 'stale' | 'exactMatch' | 'valid'
> &
  Partial<Pick<Comparison, 'p' | 'r' | 'f' | 'vacuous'>> & {
    /** Number of predictions with this answer to this prompt; default 1. */
    readonly copies?: number;
    /** Weight in means; default 1. */
    readonly weight?: number;
  };

/**
 * Figures of one group of predictions. Invalid and missing ones count with p = r = 0 and their edit distance; unread
 * ones count among the verdicts, and in no other figure.
 */
export interface Summary {
  /** Number of predictions. */
  readonly n: number;
  /** Sum of their weights: answers to the same prompt under the same label together count once, here and in all counts below. */
  readonly answers: number;
  /** Number of those with p and r; the means of p and r and tau-b are over them. */
  readonly scored: number;
  /** Count per verdict; every verdict has an entry. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Word for the parts of the states (`cell`, for mixed ones `part`); absent for FENs. */
  readonly part?: string;
  readonly invalid: number;
  readonly exact: number;
  /** Mean p and r at the last depth; null when nothing is scored. */
  readonly meanP: number | null;
  readonly meanR: number | null;
  /** Mean f at the last depth, over the predictions with an f. */
  readonly meanF: number | null;
  /** Number of answers with a p, and with an r, of 1 for want of any legal move: a predicted, and a true, mate or stalemate. */
  readonly vacuous: { readonly p: number; readonly r: number };
  readonly meanEditDistance: number | null;
  readonly meanBoardAccuracy: number | null;
  /** Kendall's tau-b of p at the last depth with the negated edit distance; null when a side never varies. */
  readonly tauB: number | null;
  /** Wrong squares whose content was true earlier, over all wrong squares; null without histories or wrong squares. */
  readonly staleShare: number | null;
}

/** Returns the figures of one group. */
export function summarizePredictions(all: readonly SummaryInput[]): Summary {
  const items = all.filter(({ verdict }) => verdict !== 'unread');
  const verdicts = Object.fromEntries(VERDICTS.map((v) => [v, 0])) as Record<Verdict, number>;
  let [invalid, exact, stale, wrong] = [0, 0, 0, 0];
  const vacuous = { p: 0, r: 0 };
  let answers = 0;
  for (const { verdict, weight = 1 } of all) verdicts[verdict] += weight;
  for (const item of items) {
    const { weight = 1 } = item;
    answers += weight;
    if (!item.valid) invalid += weight;
    if (item.exactMatch) exact += weight;
    if (item.vacuous?.p === true) vacuous.p += weight;
    if (item.vacuous?.r === true) vacuous.r += weight;
    if (item.stale !== null) {
      stale += weight * item.stale.stale;
      wrong += weight * item.wrongSquares.length;
    }
  }
  for (const verdict of VERDICTS) verdicts[verdict] = roundShareSum(verdicts[verdict]);
  const part = commonPart(items.map((item) => item.part));
  const scored = items.filter((i) => i.p !== undefined);
  const last = scored.map((i) => i.p?.at(-1) ?? 0);
  const count = (of: readonly SummaryInput[]): number => of.reduce((sum, { copies = 1 }) => sum + copies, 0);
  return {
    n: count(items),
    answers: roundShareSum(answers),
    scored: count(scored),
    verdicts,
    ...(part !== SQUARE && { part }),
    invalid: roundShareSum(invalid),
    exact: roundShareSum(exact),
    meanP: weightedMean(scored, ({ p }) => p?.at(-1) ?? 0),
    meanR: weightedMean(scored, ({ r }) => r?.at(-1) ?? 0),
    meanF: weightedMean(
      items.filter(({ f }) => f !== undefined),
      ({ f }) => f?.at(-1) ?? 0,
    ),
    vacuous: { p: roundShareSum(vacuous.p), r: roundShareSum(vacuous.r) },
    meanEditDistance: weightedMean(items, ({ editDistance }) => editDistance),
    meanBoardAccuracy: weightedMean(items, ({ boardAccuracy }) => boardAccuracy),
    tauB:
      kendallTauB(
        last,
        scored.map((i) => -i.editDistance),
      ) ?? null,
    staleShare: wrong === 0 ? null : stale / wrong,
  };
}

/** Returns the mean of a figure; null for none. */
function weightedMean(items: readonly SummaryInput[], of: (item: SummaryInput) => number): number | null {
  let [sum, weights] = [0, 0];
  for (const item of items) {
    const { weight = 1 } = item;
    sum += weight * of(item);
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}

/**
 * Returns the expected p and r over several samples of one model at one position, with their spread: the model's
 * certainty about the state (paper, section 6, "model uncertainty"). Invalid samples count as 0. Undefined without
 * scored samples.
 */
export function expectedScores(samples: readonly SummaryInput[]): { p: MeanEstimate; r: MeanEstimate } | undefined {
  const scored = samples.filter((s) => s.p !== undefined);
  const p = meanEstimate(scored.map((s) => s.p?.at(-1) ?? 0));
  const r = meanEstimate(scored.map((s) => s.r?.at(-1) ?? 0));
  return p === undefined || r === undefined ? undefined : { p, r };
}

/** Groups of game lengths, in plies, both ends included. */
export const LENGTH_GROUPS = [
  [1, 10],
  [11, 20],
  [21, 40],
  [41, 60],
  [61, 80],
  [81, 100],
] as const;

/** Summary of the predictions whose ply lies in `from..to`. */
export interface LengthSummary extends Summary {
  readonly from: number;
  /** Null for the last, open group. */
  readonly to: number | null;
}

/** Returns figures by game length; groups without predictions are left out, plies past 100 are one group. */
export function summarizeByLength(
  items: readonly { readonly ply: number; readonly comparison: SummaryInput }[],
): LengthSummary[] {
  const groups: readonly (readonly [number, number])[] = [[0, 0], ...LENGTH_GROUPS, [101, Infinity]];
  return groups.flatMap(([from, to]) => {
    const within = items.filter(({ ply }) => ply >= from && ply <= to).map(({ comparison }) => comparison);
    return within.length === 0 ? [] : [{ from, to: to === Infinity ? null : to, ...summarizePredictions(within) }];
  });
}

/** Groups items by label, in the order in which labels first appear; aggregates never mix models. */
export function byLabel<T>(items: readonly T[], labelOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const label = labelOf(item);
    const group = groups.get(label);
    if (group === undefined) groups.set(label, [item]);
    else group.push(item);
  }
  return groups;
}
