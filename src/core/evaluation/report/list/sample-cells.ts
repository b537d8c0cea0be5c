import { formatScore } from '../../../metrics/score-format.ts';
import { NOTHING } from '../words.ts';
import { gameTitle, type PageSample, partOf, statementOf, statusName } from './listed-sample.ts';
import type { ListColumn } from './sample-query.ts';

/** The text of a sample in each column. */
export const CELLS: Readonly<Record<ListColumn, (sample: PageSample) => string>> = {
  series: ({ series }) => series,
  game: (sample) => `${sample.game + 1}${gameTitle({ ...sample, opening: null })}`,
  ply: ({ ply, move }) => (move === null ? `ply ${ply}` : move),
  cause: statementOf,
  verdict: ({ status, variant, doubtful }) => `${statusName(status, partOf(variant))}${doubtful ? ', doubtful' : ''}`,
  p: ({ p }) => score(p),
  r: ({ r }) => score(r),
  editDistance: ({ editDistance }) => count(editDistance),
  wrongSquares: ({ wrongSquares }) => count(wrongSquares),
  change: ({ change }) => (change === null ? '' : signed(change)),
};

const score = (value: number | null): string => (value === null ? NOTHING : formatScore(value));
const count = (value: number | null): string => (value === null ? NOTHING : String(value));

/** Differences below this are rounding. */
export const SAME = 1e-9;

function signed(change: number): string {
  const digits = Math.abs(change).toFixed(2);
  return digits === '0.00' && Math.abs(change) <= SAME ? '0' : `${change < 0 ? '−' : '+'}${digits}`;
}
