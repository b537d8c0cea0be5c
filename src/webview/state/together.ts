import { h, type JSX } from 'preact';
import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { countBoardSvg, svgDataUri } from '../../core/board/board-svg.ts';
import { type Mark, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-board.ts';
import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import type { TimelineCell } from '../../core/evaluation/game-trace/timeline.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { t } from '../common/l10n.ts';
import { hasSquares } from '../common/state-picture.ts';
import type { View } from './view.ts';

/** Pixels of the picture, which is shown as large as its place. */
const SIZE = 360;

/** Returns the answers of the models at the step of a view, without baselines. */
export const modelCells = ({ line, at }: View): TimelineCell[] =>
  line.rows.flatMap((row) => {
    const cell = row.isBaseline ? null : row.cells[at];
    return cell ? [cell] : [];
  });

/** Counts of models by the squares that they have wrong. */
export interface WrongSquareCounts {
  /** Models with a board. */
  readonly boards: number;
  /** Models by name of the square; of stones by the number of the cell. */
  readonly counts: ReadonlyMap<string, number>;
  /** Squares that all have wrong, where there are two boards at least. */
  readonly all: readonly string[];
}

/** Counts the wrong squares of all models. */
export function countWrongSquares(view: View): WrongSquareCounts {
  const counts = new Map<string, number>();
  const boards = modelCells(view).flatMap(({ fen }) => (fen === null ? [] : [fen]));
  for (const square of boards.flatMap((fen) => wrongSquares(view, fen)))
    counts.set(square, (counts.get(square) ?? 0) + 1);
  const all = boards.length < 2 ? [] : [...counts].filter(([, count]) => count === boards.length);
  return { boards: boards.length, counts, all: all.map(([square]) => square) };
}

function wrongSquares({ line, step }: View, fen: string): string[] {
  if (isComparedWorld(line.variant))
    return [...(worldBoard(comparedBuiltInWorld(line.variant), fen, step.fen, 'predicted')?.wrong ?? [])];
  if (isStoneGame(line.variant)) return stonePair(line.variant, step.fen, fen).wrong.map(String);
  return predictionMarks(step.fen, fen).map(({ square }) => square);
}

/** Formats the squares that all models have wrong: `wrong in all 3: b5 b4`; empty for fewer than two boards. */
export function commonSquaresText(view: View): string {
  const { boards, all } = countWrongSquares(view);
  if (boards < 2) return '';
  if (all.length === 0)
    return isComparedWorld(view.line.variant)
      ? t('no part is wrong in all {0}', boards)
      : t('no square is wrong in all {0}', boards);
  const cells = all.length === 1 ? t('1 cell') : t('{0} cells', formatWholeNumber(all.length));
  return t('wrong in all {0}: {1}', boards, isStoneGame(view.line.variant) ? cells : all.join(' '));
}

/** Returns marks of the squares that all models have wrong, on the true board. */
export function commonMarks(view: View): readonly Mark[] {
  if (!hasSquares(view.line.variant)) return [];
  return countWrongSquares(view).all.map((square) => ({ square, kind: 'outline' }));
}

/** Draws the true board with the number of models that have each square wrong; undefined where no model has a board. */
export function wrongCountBoard(view: View): JSX.Element | undefined {
  const { boards, counts } = countWrongSquares(view);
  if (boards === 0 || !hasSquares(view.line.variant)) return undefined;
  const { step, orientation } = view;
  const names = Array.from(counts, ([square, count]) => `${square} ${count}`).join(', ');
  return h('img', {
    class: 'pair-picture',
    src: svgDataUri(countBoardSvg({ fen: step.fen, orientation, counts, of: boards, size: SIZE })),
    alt:
      boards === 1
        ? t('How many of 1 model have each square wrong: {0}', names === '' ? t('none') : names)
        : t(
            'How many of {0} models have each square wrong: {1}',
            formatWholeNumber(boards),
            names === '' ? t('none') : names,
          ),
  });
}
