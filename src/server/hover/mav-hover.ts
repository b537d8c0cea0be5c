import { stoneBoardSvg, stoneTextBoard } from '../../core/board/stone-board.ts';
import { boardSvg } from '../../core/board/svg.ts';
import { textBoard } from '../../core/board/text-board.ts';
import type { MavHover } from '../../core/mav/features/hover.ts';
import { boardSize, type HoverStyle, textHover } from './hover-layout.ts';
import { boardHover, sideBelow, stoneWidth } from './hover-text.ts';

/** A hover in a MAV file as text. */
export function mavHoverText(hover: MavHover, style: HoverStyle): string {
  if (hover.kind === 'text') return textHover(hover.text, style);
  const { title, board, state, notes } = hover;
  const alt = `Board: ${state}`;
  const drawing =
    board.kind === 'chess'
      ? {
          svg: () =>
            boardSvg({ ...board, size: boardSize(style), orientation: sideBelow(board.fen, style), title: alt }),
          text: () => textBoard({ fen: board.fen, wrong: board.marks.map(({ square }) => square) }),
        }
      : {
          svg: () => stoneBoardSvg({ ...board, size: stoneWidth(board.kind, style), title: alt }),
          text: () => stoneTextBoard(board),
        };
  return boardHover({ title, notes, state, lines: [], ...drawing }, style);
}
