import { stoneBoardSvg, stoneTextBoard } from '../../core/board/stone-board.ts';
import { boardSvg } from '../../core/board/svg.ts';
import { textBoard } from '../../core/board/text-board.ts';
import type { MavHover } from '../../core/mav/features/hover.ts';
import { boardHover, type HoverStyle, SIZE, sideBelow, textHover } from './hover-text.ts';

/** Width of a board of Hex, which is lower than it is wide and has many cells. */
const HEX_WIDTH = 320;

/** A hover in a MAV file as text. */
export function mavHoverText(hover: MavHover, style: HoverStyle): string {
  if (hover.kind === 'text') return textHover(hover.text, style);
  const { title, board, state, notes } = hover;
  const alt = `Board: ${state}`;
  const drawing =
    board.kind === 'chess'
      ? {
          svg: () => boardSvg({ ...board, size: SIZE, orientation: sideBelow(board.fen, style), title: alt }),
          text: () => textBoard({ fen: board.fen, wrong: board.marks.map(({ square }) => square) }),
        }
      : {
          svg: () => stoneBoardSvg({ ...board, size: board.kind === 'hex' ? HEX_WIDTH : SIZE, title: alt }),
          text: () => stoneTextBoard(board),
        };
  return boardHover({ title, notes, state, lines: [], ...drawing }, style);
}
