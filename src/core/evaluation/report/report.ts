import type { Interval } from '../../base/stats/confidence-interval.ts';
import type { PairedDifference } from '../../base/stats/paired-test.ts';
import type { ClusteredKendall } from '../../base/stats/rank-correlation.ts';
import type { CauseCounts, CauseId } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import type { Shard } from '../runs/run-schema.ts';
import type { ColumnsIn, ColumnValue, ColumnValues } from '../sample/columns.ts';
import type { CostFigures } from './cost.ts';
import type { SampleRecord } from './list/listed-sample.ts';
import type { ReadingFigures } from './reading-tally.ts';
import type { GroupingFigures, PositionFigures } from './report-lists.ts';
import type { ReportMethods } from './report-methods.ts';
import type { TokenCounts } from './report-sample.ts';
import type { ReportScoring } from './report-scoring.ts';
import type { ErrorKind, ScorePair } from './sample-scores.ts';
import type { ServedChange } from './served.ts';
import type { TrajectoryFigures } from './trajectories.ts';

/** Columns of the cases of losses. */
export const CASE_COLUMNS = ['file', 'id', 'games', 'game', 'gameName', 'ply', 'san', 'sentence', 'cause'] as const;

/** Answer with which a model lost the position. */
export type LossCase = ColumnValues<(typeof CASE_COLUMNS)[number]> & {
  /** Location of the last move in the PGN; absent where that was not found. */
  readonly place?: { readonly file: string; readonly line: number };
};

/**
 * Ways in which a model loses the position, counted over independent games: the first wrong position of each walk, or
 * each wrong position where too few games were asked about twice.
 */
export interface LossFigures {
  readonly of: 'walks' | 'answers';
  /** Number of independent games, and of those in which a position is wrong. */
  readonly games: number;
  readonly lost: number;
  /** True if each walk was asked about at every ply; otherwise a loss may be earlier than its ply. */
  readonly everyPly: boolean;
  /** Quartiles of the ply of the loss, each game counted once; null without losses, and for answers. */
  readonly ply: { readonly q1: number; readonly median: number; readonly q3: number } | null;
  /**
   * Most frequent cause of the losses with its share of them, each game counted once. Null unless it is distinguishable
   * from the second most frequent one.
   */
  readonly cause: { readonly id: CauseId; readonly share: Interval } | null;
  /** Up to three losses of different games: by that cause, those nearest to the median ply first. */
  readonly cases: readonly LossCase[];
}

/** Version of the JSON of `report` (docs/report.md); new fields do not raise it. */
export const REPORT_SCHEMA = 2;

/** Group of game lengths, in plies, both ends included. */
export interface LengthGroup {
  readonly from: number;
  /** End of the group; null for the last, open one. */
  readonly to: number | null;
}

/** Counts of whole numbers in bins. */
export interface Histogram {
  readonly bins: readonly { readonly from: number; readonly to: number | null; readonly count: number }[];
  readonly median: number | null;
}

/** Wrong squares, explained by the moves of the game. */
export interface BlameFigures {
  /** Number of wrong squares in the answers whose moves are known. */
  readonly wrong: number;
  /** Share of them whose contents were true earlier; null without wrong squares. */
  readonly stale: number | null;
  /** Same share with the contents of the wrong squares shuffled: the value by chance. */
  readonly control: number | null;
  /** Plies since stale squares were true: 1 where the last move was missed. */
  readonly ages: Histogram;
  /** Plies between the queried position and the one that the board is nearest to. */
  readonly lags: Histogram;
  /** Number of answers that show an opening although the game is well past it. */
  readonly fallbacks: number;
}

/** Figures of one model at one length of game. Answers without a state count, with p = r = 0; failed requests do not. */
export interface CellFigures {
  /** Number of samples: `scored`, `failed`, `unscored` and unread ones together. */
  readonly n: number;
  readonly scored: number;
  /** Number of failed requests, by code. */
  readonly failed: number;
  readonly faults: Readonly<Record<string, number>>;
  /** Number of answers that are not scored (yet). */
  readonly unscored: number;
  readonly games: number;
  /** Number of different true states. */
  readonly positions: number;
  /** Clusters of games that share no position beyond the opening: the unit of intervals and tests. */
  readonly clusters: number;
  /** True if no cluster gives two answers. */
  readonly independent: boolean;
  /** Sum of the weights of scored answers: samples of one prompt and number together count once, here and in all counts below. */
  readonly answers: number;
  /**
   * Share of the report's positions in this group that this model answered; null where the group lacks some that are
   * not known.
   */
  readonly coverage: number | null;
  /** Scored answers by verdict, and unread ones, which are in no other figure. */
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** Causes that occur, the most frequent first, `exact` last. */
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
  /** Number of answers whose p_m, and whose r_m, is 1 for want of any legal move. */
  readonly vacuous: { readonly p: number; readonly r: number };
  /** Means of p_m and r_m with the true side to move, and with all true fields. */
  readonly trueSide: ScorePair | null;
  readonly boardOnly: ScorePair | null;
  /** Number of samples whose p_m is an estimate. */
  readonly estimates: number;
  /** Tau-b of p_m with the negated edit distance; null when a side never varies. */
  readonly tau: ClusteredKendall | null;
  /** Number of answers with at least one mistake of the kind. */
  readonly errors: Readonly<Record<ErrorKind, number>>;
  readonly blame: BlameFigures;
  readonly reading: ReadingFigures;
  readonly tokens: TokenCounts | null;
  /** Number of answers from the cache of an earlier run: their tokens were paid for before. */
  readonly cached: number;
  /** Null without prices in the run. */
  readonly cost: CostFigures | null;
}

interface GroupFigures extends CellFigures, LengthGroup {}

/** Figures of one model (with its template), over all lengths and by length. */
export interface SeriesFigures {
  readonly name: string;
  /** True for a predictor without a model: any model must beat it. */
  readonly floor: boolean;
  /** Names of the run files. */
  readonly files: readonly string[];
  readonly all: CellFigures;
  readonly groups: readonly GroupFigures[];
  /** Exactness along whole walks; undefined where no walk has several queried plies. */
  readonly trajectories?: TrajectoryFigures;
  /** Ways in which the position is lost; undefined without answers. */
  readonly losses?: LossFigures;
}

export interface Rank {
  readonly name: string;
  readonly floor: boolean;
  /** Rank from 1, the best; equal means share the mean of their ranks. */
  readonly rank: number;
  /** Number of positions in the mean. */
  readonly positions: number;
  readonly p: number;
  readonly exact: number;
  /** Share of answers with the right position. */
  readonly position: number;
}

/** Rankings of the models: on the positions that all answered, and with missing answers as 0. */
export interface ModelRanking {
  /** Number of positions that any model was asked. */
  readonly positions: number;
  /** Number of positions that all models answered. */
  readonly common: number;
  /** Ranking by mean p_m over the common positions; empty when there are none. */
  readonly onCommon: readonly Rank[];
  /** Ranking by mean p_m over all positions; missing answers count as 0. */
  readonly missingAsZero: readonly Rank[];
}

/** Metrics that compare models: mean p_m, and the share of answers with the right position. */
export type ComparedMetric = 'p' | 'position';

/** Baseline that no model beats. */
export interface UnbeatenBaseline {
  readonly baseline: string;
  /**
   * Metrics in which no model is better on the positions that both answered, each with the model that comes closest,
   * and both values.
   */
  readonly in: readonly {
    readonly metric: ComparedMetric;
    readonly model: string;
    readonly value: number;
    readonly baseline: number;
  }[];
}

/** Comparison of two models on the positions that both answered: A minus B. */
export interface PairTest {
  readonly a: string;
  readonly b: string;
  readonly metric: ComparedMetric;
  readonly positions: number;
  readonly games: number;
  /** Number of clusters of those games. */
  readonly clusters: number;
  readonly difference: PairedDifference;
  /** p-value after Holm's correction for all tests of the metric; null where there are too few clusters for a test. */
  readonly holm: number | null;
}

/** Columns that each worst answer has a value in. */
type WorstFigure = 'predicted' | 'verdict' | 'sentence' | 'cause' | 'p' | 'r' | 'editDistance' | 'wrongSquares';

/** Wrong answer with its place. */
export type WorstSample = ColumnValues<Exclude<ColumnsIn<'worst'>, WorstFigure | 'world' | 'place'>> & {
  readonly [Name in WorstFigure]: NonNullable<ColumnValue<Name>>;
} & {
  /** Absent for states of games. */
  readonly world?: string;
  /** Absent where the PGN was not found. */
  readonly place?: NonNullable<ColumnValue<'place'>>;
};

/** Report: plain data, the same for the same runs. */
export interface Report {
  readonly schema: typeof REPORT_SCHEMA;
  readonly kind: 'report';
  readonly tool: { readonly name: string; readonly version: string };
  /** How the report and its runs were made. */
  readonly methods: ReportMethods;
  /** Depth of p and r. */
  readonly m: number;
  /** Method of p and r. */
  readonly scoring: ReportScoring;
  /** Decimals of scores in texts and tables; default 2. The figures themselves are never rounded. */
  readonly digits?: number | undefined;
  /** Seed of the tests. */
  readonly seed: number;
  readonly runs: readonly {
    readonly file: string;
    readonly samples: number;
    /** Number of planned samples, in its shard; null where the run does not state it. */
    readonly planned: number | null;
    readonly shard?: Shard;
    /** Description of how the log of an imported run was read. */
    readonly imported?: string;
    /** Models whose server named several models or fingerprints during the run. */
    readonly served?: readonly ServedChange[];
    readonly problems: number;
  }[];
  /** Missing parts of the runs, in sentences. */
  readonly gaps: readonly string[];
  /** True if all samples are about states of worlds: figures of games alone (fields of FENs, blame) are then not shown. */
  readonly worlds?: true;
  /** Word for the parts of the states, where they are not all squares: the word of their world, for several worlds `part`. */
  readonly part?: string;
  /** Numbers of samples, of different positions among them, and of independent games. */
  readonly asked: {
    readonly samples: number;
    readonly positions: number;
    readonly clusters: number;
    /** Number of planned samples, where some are missing. */
    readonly planned?: number;
  };
  readonly groups: readonly LengthGroup[];
  /** Models first, the best first; then the baselines. */
  readonly series: readonly SeriesFigures[];
  readonly ranking: ModelRanking;
  /** Null where some model beats every baseline, and without models or baselines. */
  readonly unbeaten: UnbeatenBaseline | null;
  readonly pairs: readonly PairTest[];
  /** Number of pairs left out, beyond the first twelve models. */
  readonly pairsLeftOut: number;
  readonly worst: readonly WorstSample[];
  /** Requested groupings, in the order of the request. */
  readonly groupings: readonly GroupingFigures[];
  /** Every position with the answer of each model, those with the most disagreement first; on request only. */
  readonly positions?: readonly PositionFigures[];
  /** Every sample with its sentence; on request only. */
  readonly samples?: readonly SampleRecord[];
}

/** Returns the subjects of a report: the models, or the baselines where there is no model. */
export function reportModels({ series }: Report): readonly SeriesFigures[] {
  const models = series.filter(({ floor }) => !floor);
  return models.length > 0 ? models : series;
}

/** Returns the series whose runs state facts of requests: tokens, faults, or answers that were not scored. */
export const seriesWithRequests = ({ series }: Report): readonly SeriesFigures[] =>
  series.filter(({ all }) => all.tokens !== null || all.failed > 0 || all.unscored > 0);
