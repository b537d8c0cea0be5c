import type { Interval } from '../../base/stats/confidence-interval.ts';
import type { PairedDifference } from '../../base/stats/paired-test.ts';
import type { ClusteredKendall } from '../../base/stats/rank-correlation.ts';
import type { CauseCounts } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import type { Shard } from '../runs/run-schema.ts';
import type { ColumnsIn, ColumnValue, ColumnValues } from '../sample/columns.ts';
import type { CostFigures } from './cost.ts';
import type { SampleRecord } from './list/listed-sample.ts';
import type { ReadingFigures } from './reading-tally.ts';
import type { GroupingFigures, PositionFigures } from './report-lists.ts';
import type { TokenCounts } from './report-sample.ts';
import type { ReportScoring } from './report-scoring.ts';
import type { ErrorKind, ScorePair } from './sample-scores.ts';
import type { ServedChange } from './served.ts';
import type { TrajectoryFigures } from './trajectories.ts';

/** Version of the JSON of `report` (docs/report.md); new fields do not raise it. */
export const REPORT_SCHEMA = 2;

/** A group of game length, in half-moves, both ends included. */
export interface LengthGroup {
  readonly from: number;
  /** Null for the last, open group. */
  readonly to: number | null;
}

/** Counts of whole numbers in bins. */
export interface Histogram {
  readonly bins: readonly { readonly from: number; readonly to: number | null; readonly count: number }[];
  readonly median: number | null;
}

/** Wrong squares in the light of the game. */
export interface BlameFigures {
  /** Wrong squares of the answers whose moves are known. */
  readonly wrong: number;
  /** Share of them that shows what was true earlier; null without wrong squares. */
  readonly stale: number | null;
  /** The same share with the contents of the wrong squares shuffled: what chance alone gives. */
  readonly control: number | null;
  /** Half-moves since stale squares were true: 1 where the last move was missed. */
  readonly ages: Histogram;
  /** Half-moves between the asked position and the one that the board is nearest to. */
  readonly lags: Histogram;
  /** Answers that show an opening although the game is well past it. */
  readonly fallbacks: number;
}

/** All figures of one model at one length of game. Answers without a state count, with p = r = 0; failed requests do not. */
export interface CellFigures {
  /** Samples asked: `scored`, `failed`, `unscored` and unread ones together. */
  readonly n: number;
  readonly scored: number;
  /** Requests that failed, by code. */
  readonly failed: number;
  readonly faults: Readonly<Record<string, number>>;
  /** Answers that are not scored (yet). */
  readonly unscored: number;
  readonly games: number;
  /** Different true states that were asked about. */
  readonly positions: number;
  /** Clusters of games that share no position beyond the opening: what intervals and tests count. */
  readonly clusters: number;
  /** True if no cluster gives two answers. */
  readonly independent: boolean;
  /** Scored answers by their weights: samples of one prompt and number together count once, here and in all counts below. */
  readonly answers: number;
  /** Share of all positions of the report, in this group, that this model answered; null where the group lacks some that are not known. */
  readonly coverage: number | null;
  /** Scored answers by verdict, and unread ones, which are in no other figure. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Why answers are what they are: those that occur, the most frequent first, `exact` last. */
  readonly causes: CauseCounts;
  /** Rates 0..1; null when nothing is scored, as all below. */
  readonly exact: Interval | null;
  readonly position: Interval | null;
  readonly valid: Interval | null;
  readonly accuracy: Interval | null;
  readonly editDistance: Interval | null;
  readonly kernel: Interval | null;
  /** p_1..p_m and r_1..r_m. */
  readonly p: readonly Interval[];
  readonly r: readonly Interval[];
  /** f_m, the joint score. */
  readonly f: Interval | null;
  /** Answers whose p_m, and whose r_m, is 1 for want of any legal move. */
  readonly vacuous: { readonly p: number; readonly r: number };
  /** Means of p_m and r_m with the true side to move, and with all true fields. */
  readonly trueSide: ScorePair | null;
  readonly boardOnly: ScorePair | null;
  /** Samples whose p_m is an estimate. */
  readonly estimates: number;
  /** Tau-b of p_m with the negated edit distance; null when a side never varies. */
  readonly tau: ClusteredKendall | null;
  /** Answers with at least one mistake of the kind. */
  readonly errors: Readonly<Record<ErrorKind, number>>;
  readonly blame: BlameFigures;
  readonly reading: ReadingFigures;
  readonly tokens: TokenCounts | null;
  /** Answers that were taken from an earlier run's: their tokens were paid for before. */
  readonly cached: number;
  /** Null without prices in the run. */
  readonly cost: CostFigures | null;
}

export interface GroupFigures extends CellFigures, LengthGroup {}

/** One model (with its template), over all lengths and by length. */
export interface SeriesFigures {
  readonly name: string;
  /** A predictor without a model: any model must beat it. */
  readonly floor: boolean;
  /** Names of the run files. */
  readonly files: readonly string[];
  readonly all: CellFigures;
  readonly groups: readonly GroupFigures[];
  /** How far it follows whole walks; left out where none was asked about at several half-moves. */
  readonly trajectories?: TrajectoryFigures;
}

export interface Rank {
  readonly name: string;
  readonly floor: boolean;
  /** 1 is best; equal means share the mean of their ranks. */
  readonly rank: number;
  /** Positions behind the mean. */
  readonly positions: number;
  readonly p: number;
  readonly exact: number;
  /** Share of answers with the right position. */
  readonly position: number;
}

/** Who is best, on what all answered, and with nothing for what was not answered. */
export interface ModelRanking {
  /** Positions that any model was asked. */
  readonly positions: number;
  /** Positions that all models answered. */
  readonly common: number;
  /** By mean p_m over the common positions; empty when there are none. */
  readonly onCommon: readonly Rank[];
  /** By mean p_m over all positions; missing answers count as 0. */
  readonly missingAsZero: readonly Rank[];
}

/** Metrics that compare models: mean p_m, and the share of answers with the right position. */
export type ComparedMetric = 'p' | 'position';

/** A baseline that no model beats. */
export interface UnbeatenBaseline {
  readonly baseline: string;
  /** In each metric in which no model is better on the positions that both answered: the model that comes closest, and both values. */
  readonly in: readonly {
    readonly metric: ComparedMetric;
    readonly model: string;
    readonly value: number;
    readonly baseline: number;
  }[];
}

/** Two models on the positions that both answered: A minus B. */
export interface PairTest {
  readonly a: string;
  readonly b: string;
  readonly metric: ComparedMetric;
  readonly positions: number;
  readonly games: number;
  /** Clusters of those games. */
  readonly clusters: number;
  readonly difference: PairedDifference;
  /** Corrected by Holm for all tests of the metric; null where there are too few clusters for a test. */
  readonly holm: number | null;
}

/** Columns that each worst answer has a value in. */
type WorstFigure = 'predicted' | 'verdict' | 'sentence' | 'cause' | 'p' | 'r' | 'editDistance' | 'wrongSquares';

/** A sample that went wrong, with its place. */
export type WorstSample = ColumnValues<Exclude<ColumnsIn<'worst'>, WorstFigure | 'world' | 'place'>> & {
  readonly [Name in WorstFigure]: NonNullable<ColumnValue<Name>>;
} & {
  /** Left out of states of games. */
  readonly world?: string;
  /** Left out where the PGN was not found. */
  readonly place?: NonNullable<ColumnValue<'place'>>;
};

/** A report: plain data, the same for the same runs. */
export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly kind: 'report';
  readonly tool: { readonly name: string; readonly version: string };
  /** Depth of p and r. */
  readonly m: number;
  /** How p and r were computed. */
  readonly scoring: ReportScoring;
  /** Decimals of scores in texts and tables; left out: 2. The figures themselves are never rounded. */
  readonly digits?: number | undefined;
  /** Seed of the tests. */
  readonly seed: number;
  readonly runs: readonly {
    readonly file: string;
    readonly samples: number;
    /** Samples that it was to have, in its shard; null where it does not say. */
    readonly planned: number | null;
    readonly shard?: Shard;
    /** Of an imported run: what in its log was read as what, in words. */
    readonly imported?: string;
    /** Models whose server named several models or fingerprints while the run went on. */
    readonly served?: readonly ServedChange[];
    readonly problems: number;
  }[];
  /** What is missing of the runs, in sentences. */
  readonly gaps: readonly string[];
  /** True if all samples are about states of worlds: then what only games have (fields of FENs, blame) is not shown. */
  readonly worlds?: true;
  /** What the parts of the states are called, where they are not all squares: the word of their world, of several `part`. */
  readonly part?: string;
  /** What the models were asked: samples, different positions among them, and games that are independent. */
  readonly asked: {
    readonly samples: number;
    readonly positions: number;
    readonly clusters: number;
    /** Samples that the runs were to ask for, where some are missing. */
    readonly planned?: number;
  };
  readonly groups: readonly LengthGroup[];
  /** Models first, the best first; then the baselines. */
  readonly series: readonly SeriesFigures[];
  readonly ranking: ModelRanking;
  /** Null where some model beats every baseline, and without models or baselines. */
  readonly unbeaten: UnbeatenBaseline | null;
  readonly pairs: readonly PairTest[];
  /** Pairs of models that are left out, beyond the first twelve models. */
  readonly pairsLeftOut: number;
  readonly worst: readonly WorstSample[];
  /** Those that were asked for, in the order in which they were. */
  readonly groupings: readonly GroupingFigures[];
  /** Only where they were asked for: every position with the answer of each model, those first that the models disagree on. */
  readonly positions?: readonly PositionFigures[];
  /** Only where they were asked for: every sample with its sentence. */
  readonly samples?: readonly SampleRecord[];
}

/** Subjects of a report: the models, or the baselines where there is no model. */
export function reportModels({ series }: Report): readonly SeriesFigures[] {
  const models = series.filter(({ floor }) => !floor);
  return models.length > 0 ? models : series;
}

/** The series whose runs say something of requests: tokens, faults, or answers that were not scored. */
export const seriesWithRequests = ({ series }: Report): readonly SeriesFigures[] =>
  series.filter(({ all }) => all.tokens !== null || all.failed > 0 || all.unscored > 0);
