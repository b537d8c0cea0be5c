import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { kendallTest } from '../../base/stats/kendall.ts';
import { VERDICTS, type Verdict } from '../../metrics/verdict.ts';
import type { Prices } from '../runs/run-schema.ts';
import { BlameTally } from './blame-tally.ts';
import { CostTally } from './cost.ts';
import type { CellFigures } from './report.ts';
import type { ReportSample, TokenCounts } from './report-sample.ts';
import { ERROR_KINDS, type ErrorKind, type SampleScores, type ScorePair } from './sample-scores.ts';
import { ScoreSums } from './score-sums.ts';

/** A sample with numbers that stand for its position and its game among all of the report. */
export interface PlacedSample {
  readonly sample: ReportSample;
  readonly position: number;
  readonly game: number;
  /** Of its model, where the run says. */
  readonly prices?: Prices | undefined;
}

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
  readonly #faults = new Map<string, number>();
  readonly #games = new Set<number>();
  readonly #answered = new Set<number>();
  readonly #verdicts = zeros<Verdict>(VERDICTS);
  readonly #errors = zeros<ErrorKind>(ERROR_KINDS);
  readonly #trueSide = new PairMean();
  readonly #boardOnly = new PairMean();
  readonly #blame = new BlameTally();
  readonly #cost = new CostTally();
  readonly #last = { p: [] as number[], closeness: [] as number[] };
  #sums: ScoreSums | undefined;
  #tokens: { -readonly [K in keyof TokenCounts]: TokenCounts[K] } | undefined;

  add({ sample, position, game, prices }: PlacedSample): void {
    const { scores, error, tokens } = sample;
    this.#n++;
    this.#games.add(game);
    this.#cost.add(sample, prices);
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
    this.#answered.add(position);
    this.#addScores(scores, game);
  }

  #addScores(scores: SampleScores, game: number): void {
    const { errors } = scores;
    this.#scored++;
    this.#verdicts[scores.verdict]++;
    if (scores.standardError !== null) this.#estimates++;
    for (const kind of ERROR_KINDS) if ((errors[kind] ?? 0) > 0) this.#errors[kind]++;
    this.#trueSide.add(scores.trueSide);
    this.#boardOnly.add(scores.boardOnly);
    this.#blame.add(scores);
    this.#last.p.push(lastP(scores));
    this.#last.closeness.push(-scores.edit);
    this.#sums ??= new ScoreSums(scores.p.length);
    this.#sums.add(scores, game);
  }

  /**
   * The figures of all that was added. Rates of independent samples have Wilson's interval, all else draws games again.
   *
   * @param positions how many positions the report has in this group
   * @param random a seeded generator; it advances
   */
  figures(positions: number, random: RandomGenerator): CellFigures {
    const sums = this.#sums ?? new ScoreSums(0);
    return {
      n: this.#n,
      scored: this.#scored,
      failed: this.#failed,
      faults: Object.fromEntries([...this.#faults].sort(([a], [b]) => (a < b ? -1 : 1))),
      unscored: this.#n - this.#scored - this.#failed,
      games: this.#games.size,
      independent: sums.independent,
      coverage: positions === 0 ? 0 : this.#answered.size / positions,
      verdicts: this.#verdicts,
      ...sums.intervals(random),
      trueSide: this.#trueSide.of(this.#scored),
      boardOnly: this.#boardOnly.of(this.#scored),
      estimates: this.#estimates,
      tau: kendallTest(this.#last.p, this.#last.closeness) ?? null,
      errors: this.#errors,
      blame: this.#blame.figures(),
      tokens: this.#tokens ?? null,
      cached: this.#cached,
      cost: this.#cost.figures(),
    };
  }
}

const zeros = <Name extends string>(names: readonly Name[]): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

export const lastP = ({ p }: SampleScores): number => p[p.length - 1] ?? 0;

/** A mean of pairs, unless one of them is not known. */
class PairMean {
  #p = 0;
  #r = 0;
  #isKnown = true;

  add(pair: ScorePair | null): void {
    if (pair === null) {
      this.#isKnown = false;
      return;
    }
    this.#p += pair.p;
    this.#r += pair.r;
  }

  /** @param n how many were added */
  of(n: number): ScorePair | null {
    return n === 0 || !this.#isKnown ? null : { p: this.#p / n, r: this.#r / n };
  }
}
