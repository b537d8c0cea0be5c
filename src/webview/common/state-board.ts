import { stoneTextBoard } from '../../core/board/stone-board.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-pair.ts';
import type { ComparedGame } from '../../core/metrics/compared-games.ts';
import { type Board, type BoardView, createBoard } from './board.ts';
import { h } from './dom.ts';
import { marksOn, type StateView, stonePicture } from './state-picture.ts';

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
 * A board for states of a game: chess by chessground, stones as a picture.
 *
 * @param onMove makes it a board to move pieces on, as of `createBoard`
 */
export function stateBoard(variant: ComparedGame, onMove?: (from: string, to: string) => void): StateBoard {
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
