import { formatWholeNumber } from '../../core/base/text/counts.ts';
import { countBoardSvg, svgDataUri } from '../../core/board/board-svg.ts';
import { type Mark, predictionMarks } from '../../core/board/marks.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-board.ts';
import { comparedBuiltInWorld, worldBoard } from '../../core/board/world-board.ts';
import type { TimelineCell as StripCell } from '../../core/evaluation/game-trace/timeline.ts';
import { isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { h } from '../common/dom.ts';
import { t } from '../common/l10n.ts';
import { hasSquares } from '../common/state-picture.ts';
import type { View } from './view.ts';

/** Pixels of the picture, which is shown as large as its place. */
const SIZE = 360;

/** What the models answered here, baselines left out. */
export const modelCells = ({ line, at }: View): StripCell[] =>
  line.rows.flatMap((row) => {
    const cell = row.isBaseline ? null : row.cells[at];
    return cell ? [cell] : [];
  });

/** How many models have which square wrong. */
export interface Together {
  /** Models with a board. */
  readonly boards: number;
  /** By name of the square; of stones by the number of the cell. */
  readonly counts: ReadonlyMap<string, number>;
  /** Those that all have wrong, where there are two boards at least. */
  readonly all: readonly string[];
}

/** What the models have wrong together. */
export function togetherWrong(view: View): Together {
  const counts = new Map<string, number>();
  const boards = modelCells(view).flatMap(({ fen }) => (fen === null ? [] : [fen]));
  for (const square of boards.flatMap((fen) => wrongIn(view, fen))) counts.set(square, (counts.get(square) ?? 0) + 1);
  const all = boards.length < 2 ? [] : [...counts].filter(([, count]) => count === boards.length);
  return { boards: boards.length, counts, all: all.map(([square]) => square) };
}

function wrongIn({ line, step }: View, fen: string): string[] {
  if (isComparedWorld(line.variant))
    return [...(worldBoard(comparedBuiltInWorld(line.variant), fen, step.fen, 'predicted')?.wrong ?? [])];
  if (isStoneGame(line.variant)) return stonePair(line.variant, step.fen, fen).wrong.map(String);
  return predictionMarks(step.fen, fen).map(({ square }) => square);
}

/** `wrong in all 3: b5 b4`; empty for fewer than two boards. */
export function wrongInAll(view: View): string {
  const { boards, all } = togetherWrong(view);
  if (boards < 2) return '';
  if (all.length === 0)
    return isComparedWorld(view.line.variant)
      ? t('no part is wrong in all {0}', boards)
      : t('no square is wrong in all {0}', boards);
  const cells = all.length === 1 ? t('1 cell') : t('{0} cells', formatWholeNumber(all.length));
  return t('wrong in all {0}: {1}', boards, isStoneGame(view.line.variant) ? cells : all.join(' '));
}

/** The marks of those squares on the true board. */
export function squaresOfAll(view: View): readonly Mark[] {
  if (!hasSquares(view.line.variant)) return [];
  return togetherWrong(view).all.map((square) => ({ square, kind: 'outline' }));
}

/** The true board with the number of models that have each square wrong; undefined where no model has a board. */
export function togetherBoard(view: View): HTMLElement | undefined {
  const { boards, counts } = togetherWrong(view);
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
