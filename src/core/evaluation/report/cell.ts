import { weightedMedian } from '../../base/stats/descriptive.ts';
import { clusteredKendall } from '../../base/stats/rank-correlation.ts';
import { roundShareSum } from '../../base/text/counts.ts';
import { type CauseId, causesInOrder } from '../../metrics/sentence/causes.ts';
import { VERDICTS, type Verdict } from '../../metrics/verdict.ts';
import { CostTally } from './cost.ts';
import { ReadingTally } from './reading-tally.ts';
import type { BlameFigures, CellFigures, Histogram } from './report.ts';
import type { ReportRun, TokenCounts, WeightedSample } from './report-sample.ts';
import { ERROR_KINDS, type ErrorKind, lastP, type SampleScores, type ScorePair } from './sample-scores.ts';
import { ScoreSums } from './score-sums.ts';
import { buildSeries } from './series.ts';

/**
 * Sums over samples of one model, all in one pass: samples lie far apart in memory, and fetching each of them dominates
 * the time for 100,000.
 */
export class Cell {
  #n = 0;
  #scored = 0;
  #failed = 0;
  #estimates = 0;
  #cached = 0;
  #answers = 0;
  readonly #faults = new Map<string, number>();
  readonly #games = new Set<string>();
  readonly #states = new Set<number>();
  readonly #clusters = new Set<number>();
  readonly #answered = new Set<number>();
  readonly #vacuous = { p: 0, r: 0 };
  readonly #verdicts = zeros<Verdict>(VERDICTS);
  readonly #causes = new Map<CauseId, number>();
  readonly #errors = zeros<ErrorKind>(ERROR_KINDS);
  readonly #trueSide = new PairMean();
  readonly #boardOnly = new PairMean();
  readonly #blame = new BlameTally();
  readonly #reading = new ReadingTally();
  readonly #cost = new CostTally();
  readonly #last = new LastScores();
  #sums: ScoreSums | undefined;
  #tokens: { -readonly [K in keyof TokenCounts]: TokenCounts[K] } | undefined;

  add(placed: WeightedSample): void {
    const { sample, run, prompt, state, cluster, prices } = placed;
    const { scores, error, tokens } = sample;
    this.#n++;
    this.#games.add(`${run.games ?? ''}/${sample.game}`);
    this.#states.add(state);
    this.#clusters.add(cluster);
    this.#cost.add(sample, prices);
    this.#reading.add(sample, placed.weight);
    if (sample.cached === true) this.#cached++;
    if (tokens !== undefined) {
      this.#tokens ??= { input: 0, output: 0, reasoning: 0 };
      this.#tokens.input += tokens.input;
      this.#tokens.output += tokens.output;
      this.#tokens.reasoning += tokens.reasoning;
    }
    if (error !== undefined) {
      this.#failed++;
      this.#faults.set(error, (this.#faults.get(error) ?? 0) + 1);
    }
    if (scores === null) return;
    this.#answered.add(prompt);
    this.#addScores(scores, placed);
  }

  #addScores(scores: SampleScores, placed: WeightedSample): void {
    const { weight, cluster } = placed;
    this.#scored++;
    this.#trueSide.add(scores.trueSide, weight);
    this.#boardOnly.add(scores.boardOnly, weight);
    this.#last.add(scores, placed);
    this.#sums ??= new ScoreSums(scores.p.length);
    this.#sums.add(scores, cluster, weight);
    if (scores.standardError !== null) this.#estimates++;
    this.#count(scores, weight);
  }

  /** Counts an answer by its weight, so that the counts agree with rates and means. */
  #count(scores: SampleScores, weight: number): void {
    const { errors, vacuous, verdict, cause } = scores;
    this.#answers += weight;
    if (vacuous.p) this.#vacuous.p += weight;
    if (vacuous.r) this.#vacuous.r += weight;
    this.#verdicts[verdict] += weight;
    this.#causes.set(cause.id, (this.#causes.get(cause.id) ?? 0) + weight);
    for (const kind of ERROR_KINDS) if ((errors[kind] ?? 0) > 0) this.#errors[kind] += weight;
    this.#blame.add(scores, weight);
  }

  /**
   * Returns the figures of all added samples.
   *
   * @param prompts number of the report's prompts in this group, with the planned ones that its runs lack; null where
   * it is not known
   */
  figures(prompts: number | null): CellFigures {
    const sums = this.#sums ?? new ScoreSums(0);
    const reading = this.#reading.figures();
    return {
      n: this.#n,
      scored: this.#scored,
      failed: this.#failed,
      faults: Object.fromEntries([...this.#faults].sort(([a], [b]) => (a < b ? -1 : 1))),
      unscored: this.#n - this.#scored - this.#failed - reading.unread,
      games: this.#games.size,
      positions: this.#states.size,
      clusters: this.#clusters.size,
      independent: sums.independent,
      answers: roundShareSum(this.#answers),
      coverage: prompts === null ? null : prompts === 0 ? 0 : this.#answered.size / prompts,
      verdicts: { ...counted(this.#verdicts), unread: reading.unread },
      causes: causesInOrder(Array.from(this.#causes, ([id, n]) => [id, roundShareSum(n)] as const)),
      ...sums.intervals(),
      vacuous: counted(this.#vacuous),
      trueSide: this.#trueSide.mean(),
      boardOnly: this.#boardOnly.mean(),
      estimates: this.#estimates,
      tau: this.#last.tau() ?? null,
      errors: counted(this.#errors),
      blame: this.#blame.figures(),
      reading,
      tokens: this.#tokens ?? null,
      cached: this.#cached,
      cost: this.#cost.figures(),
    };
  }
}

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

const counted = <Name extends string>(sums: Readonly<Record<Name, number>>): Record<Name, number> =>
  Object.fromEntries(Object.entries<number>(sums).map(([name, sum]) => [name, roundShareSum(sum)])) as Record<
    Name,
    number
  >;

/** p_m and the closeness of the texts, for their rank correlation: one value for each prompt and sample number. */
class LastScores {
  readonly #p: number[] = [];
  readonly #closeness: number[] = [];
  readonly #clusters: number[] = [];
  /** Indices of the values that several samples share. */
  readonly #shared = new Map<number, number>();

  add(scores: SampleScores, { item, isShared, weight, cluster }: WeightedSample): void {
    const known = isShared ? this.#shared.get(item) : undefined;
    const at = known ?? this.#p.length;
    if (isShared) this.#shared.set(item, at);
    if (known === undefined) this.#clusters.push(cluster);
    this.#p[at] = (this.#p[at] ?? 0) + weight * lastP(scores);
    this.#closeness[at] = (this.#closeness[at] ?? 0) - weight * scores.editDistance;
  }

  tau(): CellFigures['tau'] | undefined {
    return clusteredKendall(this.#p, this.#closeness, this.#clusters);
  }
}

/** Mean of pairs; null once one of them is not known. */
class PairMean {
  #p = 0;
  #r = 0;
  #weight = 0;
  #isKnown = true;

  add(pair: ScorePair | null, weight: number): void {
    if (pair === null) {
      this.#isKnown = false;
      return;
    }
    this.#p += weight * pair.p;
    this.#r += weight * pair.r;
    this.#weight += weight;
  }

  mean(): ScorePair | null {
    const { isKnown, weight } = { isKnown: this.#isKnown, weight: this.#weight };
    return weight === 0 || !isKnown ? null : { p: this.#p / weight, r: this.#r / weight };
  }
}

/** Bins that double in width: the question is whether recent or old moves were missed. */
const BINS = [
  [0, 0],
  [1, 1],
  [2, 2],
  [3, 4],
  [5, 8],
  [9, 16],
  [17, 32],
  [33, null],
] as const;

/** Upper bound of the values that are counted in an array; plies of games are below it. */
const SMALL = 4096;

/** Multiset of whole numbers, counted or weighted: of a million plies few are different. */
class Tally {
  readonly #small = new Float64Array(SMALL);
  readonly #others = new Map<number, number>();
  #size = 0;

  /** Sum of all weights. */
  get size(): number {
    return this.#size;
  }

  add(value: number, weight: number): void {
    if (value >>> 0 === value && value < SMALL) this.#small[value] = (this.#small[value] ?? 0) + weight;
    else this.#others.set(value, (this.#others.get(value) ?? 0) + weight);
    this.#size += weight;
  }

  /** Returns the values with their counts, ascending. */
  sorted(): (readonly [value: number, count: number])[] {
    const small: (readonly [number, number])[] = [];
    for (const [value, count] of this.#small.entries()) if (count > 0) small.push([value, count]);
    return [...small, ...this.#others].sort(([a], [b]) => a - b);
  }
}

/** Counts plies in bins from `least` (0 or 1) on. */
function histogram(values: Tally, least: 0 | 1): Histogram {
  const bins = BINS.filter(([from]) => from >= least);
  const sorted = values.sorted();
  const counted = bins.map(([from, to]) => ({ from, to, count: 0 }));
  for (const [value, count] of sorted) {
    const bin = counted.find(({ to }) => to === null || value <= to);
    if (bin !== undefined) bin.count += count;
  }
  return {
    bins: counted.map((bin) => ({ ...bin, count: roundShareSum(bin.count) })),
    median: weightedMedian(sorted, values.size),
  };
}

/** Sums of blamed squares, lags and opening fallbacks. */
class BlameTally {
  readonly #ages = new Tally();
  readonly #lags = new Tally();
  #wrong = 0;
  #stale = 0;
  #shuffled = 0;
  #fallbacks = 0;

  /** @param weight of the answer */
  add({ ages, wrongSquares, control, lag, fallback }: SampleScores, weight: number): void {
    if (lag !== null) this.#lags.add(lag, weight);
    if (fallback) this.#fallbacks += weight;
    if (ages === null) return;
    for (const age of ages) this.#ages.add(age, weight);
    this.#wrong += weight * wrongSquares;
    if (control === null) return;
    this.#stale += weight * control.stale;
    this.#shuffled += weight * control.wrong;
  }

  figures(): BlameFigures {
    return {
      wrong: roundShareSum(this.#wrong),
      stale: this.#wrong === 0 ? null : this.#ages.size / this.#wrong,
      control: this.#shuffled === 0 ? null : this.#stale / this.#shuffled,
      ages: histogram(this.#ages, 1),
      lags: histogram(this.#lags, 0),
      fallbacks: roundShareSum(this.#fallbacks),
    };
  }
}

/** Figures of a run in a line: those of its best model. */
export interface RunFigures {
  readonly model: string;
  /** Number of models in the run. */
  readonly models: number;
  /** Depth of p. */
  readonly m: number;
  /** Mean p_m, and half of its 95 % interval; null with too few games for one. */
  readonly p: number;
  readonly margin: number | null;
  /** Number of exact answers, of all scored ones; samples of one prompt and number count once. */
  readonly exact: number;
  readonly answers: number;
}

/** Returns the figures of a scored run over all templates and lengths; undefined if nothing is scored. */
export function runFigures(run: ReportRun, m: number): RunFigures | undefined {
  const cells = new Map<string, Cell>();
  for (const { placed } of buildSeries([run]).series)
    for (const item of placed) {
      const { model } = item.sample;
      const cell = cells.get(model) ?? new Cell();
      cells.set(model, cell);
      cell.add(item);
    }
  let best: RunFigures | undefined;
  for (const [model, cell] of cells) {
    const { p, verdicts, answers } = cell.figures(null);
    const mean = p.at(-1);
    if (mean === undefined || answers === 0 || mean.value <= (best?.p ?? -1)) continue;
    const { low, high } = mean;
    const margin = low === null || high === null ? null : (high - low) / 2;
    best = { model, models: cells.size, m, p: mean.value, margin, exact: verdicts.exact, answers };
  }
  return best;
}
