import { svgDataUri } from '../../core/board/board-svg.ts';
import { isStoneGame, stonePair, stoneTextBoard } from '../../core/board/stone-board.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { type Board, type BoardView, createBoard } from './board.ts';
import { h } from './dom.ts';
import { marksOn, type StateView, stonePicture, worldSvg, worldText } from './state-picture.ts';

/** What a board has besides its state: moves that can be made, check, what comments draw, other marks. */
export type BoardExtras = Pick<BoardView, 'legal' | 'check' | 'shapes' | 'marks'>;

/** The board of a state of any game. */
export interface StateBoard {
  readonly element: HTMLElement;
  show(view: StateView, extras?: BoardExtras): void;
  destroy(): void;
}

/** Pixels of a board of stones, whose picture is made as large as it may become. */
const STONE_SIZE = 480;

/**
 * A board for states of a game: chess by chessground, stones and worlds as a picture, others as text.
 *
 * @param onMove makes it a board to move pieces on, as of `createBoard`
 */
export function stateBoard(variant: ComparisonRules, onMove?: (from: string, to: string) => void): StateBoard {
  if (isComparedWorld(variant)) return worldStateBoard(variant);
  if (!isStoneGame(variant)) {
    const board: Board = createBoard(onMove);
    return {
      ...board,
      show: ({ state, orientation, lastMove, name, ...rest }, extras = {}) =>
        board.show({ fen: state, orientation, lastMove, marks: marksOn({ state, ...rest }), name, ...extras }),
    };
  }
  const picture = h('img', { class: 'stones' });
  return {
    element: h('div', { class: 'board' }, picture),
    show: (view) => {
      picture.src = stonePicture(variant, view, STONE_SIZE);
      picture.alt = `${view.name}. ${stoneTextBoard(stonePair(variant, view.state, view.other ?? view.state).truth).join('; ')}`;
    },
    destroy: () => undefined,
  };
}

/** A state of a world: its picture, or its text where there is none. */
function worldStateBoard(variant: ComparisonRules): StateBoard {
  const element = h('div', { class: 'board world' });
  const picture = h('img', { class: 'scene' });
  return {
    element,
    show(view) {
      const svg = worldSvg(variant, view, STONE_SIZE);
      if (svg === undefined) {
        element.replaceChildren(worldText(variant, view));
        return;
      }
      picture.src = svgDataUri(svg);
      picture.alt = `${view.name}. ${view.state}`;
      element.replaceChildren(picture);
    },
    destroy: () => undefined,
  };
}
