import type { Interval } from '../../base/stats/confidence-interval.ts';
import type { CauseId } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import type { ListedSample } from './list/listed-sample.ts';

/** Groupings of the answers of a report. */
export const GROUP_BY = ['cause', 'opening', 'length', 'template', 'model', 'game'] as const;
export type GroupBy = (typeof GROUP_BY)[number];

/** Answers of a model in one group. */
export interface GroupingRow {
  /** Stable key: the id of a cause, the family of an opening, `21-40`, the name of a template or model, `games.pgn#12`. */
  readonly group: string;
  /** Key in words. */
  readonly words: string;
  /** Source of the answers: a series, or by template and model a label over all of its series. */
  readonly series: string;
  /** Sum of the weights of scored answers: samples of one prompt and number together count once. */
  readonly answers: number;
  /** Share of the series' answers, 0..1. */
  readonly share: number;
  readonly clusters: number;
  /** Rates of exact answers and of the right position, means of p_m and r_m; without an interval in groups of fewer than ten independent games. */
  readonly exact: Interval;
  readonly position: Interval;
  readonly p: Interval;
  readonly r: Interval;
}

/** Answers of a report in groups. */
export interface GroupingFigures {
  readonly by: GroupBy;
  /** Rows of a group are adjacent, in the order of the models. Samples without scores are in none. */
  readonly rows: readonly GroupingRow[];
}

/** Answer of a model about a position. Of several samples, p and r are means, the rest is from the worst one. */
export interface PositionAnswer {
  readonly p: number;
  readonly r: number;
  readonly verdict: Verdict;
  readonly cause: CauseId;
  readonly sentence: string;
  /** Number of scored samples; the exact ones among them, and those with the right position. */
  readonly samples: number;
  readonly exact: number;
  readonly position: number;
}

/** Position that samples ask about. */
export type SamplePosition = Pick<ListedSample, 'games' | 'game' | 'gameName' | 'ply' | 'san' | 'variant' | 'trueFen'>;

/** Position with the answers of all models side by side. */
export interface PositionFigures extends SamplePosition {
  /** Largest minus smallest p_m of the models that answered, 0..1. */
  readonly disagreement: number;
  /** Answers by series; null where there is no scored answer. */
  readonly answers: Readonly<Record<string, PositionAnswer | null>>;
}
