import { UNREAD_TEXT } from '../../metrics/sentence/answer-text.ts';
import type { SampleScores } from '../report/sample-scores.ts';
import type { SampleOutput } from './column.ts';
import type { ColumnsFrom, ColumnsIn, ColumnValue, ColumnValues } from './columns.ts';

/** Columns that follow from the scores of a sample of a run. */
export type ScoreColumn = ColumnsFrom<'scored'> & ColumnsIn<Exclude<SampleOutput, 'comparison'>>;

type ScoreValues = { readonly [Name in ScoreColumn]: (scores: SampleScores) => ColumnValue<Name> };

/** Values of the scored columns. */
export const SCORE_VALUES: ScoreValues = {
  verdict: ({ verdict }) => verdict,
  sentence: ({ sentence }) => sentence,
  cause: ({ cause }) => cause.id,
  causePly: ({ cause }) => cause.ply,
  causeMove: ({ cause }) => cause.move,
  p: ({ p }) => p.at(-1) ?? 0,
  r: ({ r }) => r.at(-1) ?? 0,
  f: ({ f }) => f,
  valid: ({ valid }) => valid,
  exact: ({ exact }) => exact,
  position: ({ position }) => position,
  board: ({ board }) => board,
  accuracy: ({ accuracy }) => accuracy,
  editDistance: ({ editDistance }) => editDistance,
  rawEditDistance: ({ rawEditDistance }) => rawEditDistance ?? null,
  // An answer without a whole placement has no true number of wrong squares.
  wrongSquares: ({ verdict, wrongSquares }) => (verdict === 'none' || verdict === 'unparsable' ? null : wrongSquares),
  errors: ({ errors }) => ({ ...errors }),
  lag: ({ lag }) => lag,
};

const SCORE_COLUMNS = Object.keys(SCORE_VALUES) as ScoreColumn[];

const UNSCORED = Object.fromEntries(SCORE_COLUMNS.map((name) => [name, null])) as unknown as ColumnValues<ScoreColumn>;

/**
 * Returns the scored columns of a sample, null without scores.
 *
 * @param isUnread true for an answer that cannot be read
 */
export const scoreColumns = (scores: SampleScores | null, isUnread: boolean): ColumnValues<ScoreColumn> => {
  if (scores !== null)
    return Object.fromEntries(
      SCORE_COLUMNS.map((name) => [name, SCORE_VALUES[name](scores)]),
    ) as unknown as ColumnValues<ScoreColumn>;
  return isUnread ? { ...UNSCORED, verdict: 'unread', sentence: UNREAD_TEXT, cause: 'unread' } : UNSCORED;
};
