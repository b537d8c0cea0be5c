import { clusteredKendall } from '../../base/stats/clustered-kendall.ts';
import { sharedCount } from '../../base/stats/shared-count.ts';
import { causesInOrder } from '../../metrics/sentence/cause-counts.ts';
import type { CauseId } from '../../metrics/sentence/causes.ts';
import { VERDICTS, type Verdict } from '../../metrics/verdict.ts';
import { BlameTally } from './blame-tally.ts';
import { CostTally } from './cost.ts';
import type { PlacedSample } from './placed-sample.ts';
import { ReadingTally } from './reading-tally.ts';
import type { CellFigures } from './report.ts';
import type { TokenCounts } from './report-sample.ts';
import { ERROR_KINDS, type ErrorKind, lastP, type SampleScores, type ScorePair } from './sample-scores.ts';
import { ScoreSums } from './score-sums.ts';

/**
 * Sums of samples of one model. All in one pass: samples lie far apart in memory, so that fetching each of them is what takes
 * the time when there are 100,000.
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

  add(placed: PlacedSample): void {
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

  #addScores(scores: SampleScores, placed: PlacedSample): void {
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

  /** Counts an answer by its weight: if it counted as one, the counts would not be those that rates and means come from. */
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
   * The figures of all that was added.
   *
   * @param prompts how many prompts the report has in this group, with those that it lacks of its runs; null where that is not known
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
      answers: sharedCount(this.#answers),
      coverage: prompts === null ? null : prompts === 0 ? 0 : this.#answered.size / prompts,
      verdicts: { ...counted(this.#verdicts), unread: reading.unread },
      causes: causesInOrder(Array.from(this.#causes, ([id, n]) => [id, sharedCount(n)] as const)),
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
  Object.fromEntries(Object.entries<number>(sums).map(([name, sum]) => [name, sharedCount(sum)])) as Record<
    Name,
    number
  >;

/** p_m and the closeness of the texts, for their rank correlation: one value for each prompt and sample number. */
class LastScores {
  readonly #p: number[] = [];
  readonly #closeness: number[] = [];
  readonly #clusters: number[] = [];
  /** Places of the values that several samples share. */
  readonly #shared = new Map<number, number>();

  add(scores: SampleScores, { item, isShared, weight, cluster }: PlacedSample): void {
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

/** A mean of pairs, unless one of them is not known. */
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
