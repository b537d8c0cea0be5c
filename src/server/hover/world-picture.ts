import { sceneSvg, sceneText } from '../../core/board/scene-svg.ts';
import type { WorldBoard } from '../../core/board/world-board.ts';
import { boardSize, type HoverContent, type HoverStyle } from './hover-layout.ts';

/** The picture of a state of a world for a hover. */
export const worldPicture = (
  { scene, marks, wrong }: WorldBoard,
  title: string,
  style: HoverStyle,
): NonNullable<HoverContent['board']> => ({
  svg: () => sceneSvg({ scene, marks, size: boardSize(style), title }),
  text: () => sceneText(scene, new Set(wrong)),
});
