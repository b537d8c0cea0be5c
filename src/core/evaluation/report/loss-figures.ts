import type { Interval } from '../../base/stats/confidence-interval.ts';
import type { CauseId } from '../../metrics/sentence/causes.ts';
import type { ColumnValues } from '../sample/columns.ts';

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
