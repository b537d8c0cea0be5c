import { UNREAD_TEXT } from '../../metrics/sentence/answer-text.ts';
import type { SampleScores } from '../report/sample-scores.ts';
import type { SampleOutput } from './column.ts';
import type { ColumnsFrom, ColumnsIn, ColumnValues } from './columns.ts';

/** Columns that follow from the scores of a sample of a run. */
export type ScoreColumn = ColumnsFrom<'scored'> & ColumnsIn<Exclude<SampleOutput, 'comparison'>>;

/** Returns the values of the scored columns. A literal: reports list hundreds of thousands of samples. */
const valuesOf = (scores: SampleScores): ColumnValues<ScoreColumn> => ({
  verdict: scores.verdict,
  sentence: scores.sentence,
  cause: scores.cause.id,
  causePly: scores.cause.ply,
  causeMove: scores.cause.move,
  p: scores.p.at(-1) ?? 0,
  r: scores.r.at(-1) ?? 0,
  f: scores.f,
  valid: scores.valid,
  exact: scores.exact,
  position: scores.position,
  board: scores.board,
  accuracy: scores.accuracy,
  editDistance: scores.editDistance,
  rawEditDistance: scores.rawEditDistance ?? null,
  // An answer without a whole placement has no true number of wrong squares.
  wrongSquares: scores.verdict === 'none' || scores.verdict === 'unparsable' ? null : scores.wrongSquares,
  errors: scores.errors,
  lag: scores.lag,
});

const UNSCORED: ColumnValues<ScoreColumn> = {
  verdict: null,
  sentence: null,
  cause: null,
  causePly: null,
  causeMove: null,
  p: null,
  r: null,
  f: null,
  valid: null,
  exact: null,
  position: null,
  board: null,
  accuracy: null,
  editDistance: null,
  rawEditDistance: null,
  wrongSquares: null,
  errors: null,
  lag: null,
};

/**
 * Returns the scored columns of a sample, null without scores.
 *
 * @param isUnread true for an answer that cannot be read
 */
export const scoreColumns = (scores: SampleScores | null, isUnread: boolean): ColumnValues<ScoreColumn> => {
  if (scores !== null) return valuesOf(scores);
  return isUnread ? { ...UNSCORED, verdict: 'unread', sentence: UNREAD_TEXT, cause: 'unread' } : UNSCORED;
};
