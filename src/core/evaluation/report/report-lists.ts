import type { Interval } from '../../base/stats/confidence-interval.ts';
import type { CauseId } from '../../metrics/sentence/causes.ts';
import type { Verdict } from '../../metrics/verdict.ts';
import type { ListedSample } from './list/listed-sample.ts';

/** What the answers of a report can be grouped by. */
export const GROUP_BY = ['cause', 'opening', 'length', 'template', 'model', 'game'] as const;
export type GroupBy = (typeof GROUP_BY)[number];

/** The answers of a model that have something in common. */
export interface GroupingRow {
  /** Stable: the id of a cause, the family of an opening, `21-40`, the name of a template or model, `games.pgn#12`. */
  readonly group: string;
  /** The same in words. */
  readonly words: string;
  /** Whose answers: a series, or by template and model a label over all of its series. */
  readonly series: string;
  /** Scored answers by their weights: samples of one prompt and number together count once. */
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

/** The answers of a report, grouped. */
export interface GroupingFigures {
  readonly by: GroupBy;
  /** Rows of a group stand together, in the order of the models. Samples without scores are in none. */
  readonly rows: readonly GroupingRow[];
}

/** What a model answered about a position. Of several samples, p and r are means, the rest is that of the worst one. */
export interface PositionAnswer {
  readonly p: number;
  readonly r: number;
  readonly verdict: Verdict;
  readonly cause: CauseId;
  readonly sentence: string;
  /** Scored samples; exact ones among them, and those with the right position. */
  readonly samples: number;
  readonly exact: number;
  readonly position: number;
}

/** Position that samples ask about. */
export type SamplePosition = Pick<ListedSample, 'games' | 'game' | 'gameName' | 'ply' | 'san' | 'variant' | 'trueFen'>;

/** A position with the answers of all models side by side. */
export interface PositionFigures extends SamplePosition {
  /** Largest minus smallest p_m of the models that answered, 0..1. */
  readonly disagreement: number;
  /** By series; null where there is no scored answer. */
  readonly answers: Readonly<Record<string, PositionAnswer | null>>;
}
