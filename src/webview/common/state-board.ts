import type { Mark } from '../../core/board/marks.ts';
import { outlines, predictionMarks } from '../../core/board/marks.ts';
import { stoneBoardSvg, stoneTextBoard } from '../../core/board/stone-board.ts';
import { isStoneGame, stonePair } from '../../core/board/stone-pair.ts';
import { boardSvg, type Orientation, svgDataUri } from '../../core/board/svg.ts';
import type { SquareBlame } from '../../core/metrics/blame.ts';
import type { ComparedGame } from '../../core/metrics/compared-games.ts';
import { createBoard } from './board.ts';
import { h } from './dom.ts';

/** The content of a state's board. */
export interface StateView {
  /** A FEN, or `x || cells ||`. */
  readonly state: string;
  /** The state that it is held against; null for none. */
  readonly other: string | null;
  readonly role: 'true' | 'predicted';
  readonly orientation: Orientation;
  /** Squares that the last move changed; of boards of stones the state before it says that. */
  readonly lastMove: readonly string[];
  readonly before?: string | undefined;
  readonly blame?: readonly SquareBlame[] | null;
  /** The accessible name. */
  readonly name: string;
}

/** The board of a state of any game. */
export interface StateBoard {
  readonly element: HTMLElement;
  show(view: StateView): void;
  destroy(): void;
}

/** Pixels of a board of stones, whose picture is made as large as it may become. */
const STONE_SIZE = 480;

/** The marks of a chess board that is compared with another. */
export function marksOn({
  state,
  other,
  role,
  blame = null,
}: Pick<StateView, 'state' | 'other' | 'role' | 'blame'>): readonly Mark[] {
  if (other === null) return [];
  return role === 'true' ? outlines(predictionMarks(state, other)) : predictionMarks(other, state, blame);
}

/** The number of squares or cells in which two states differ. */
export function differenceCount(variant: ComparedGame, truth: string, predicted: string): number {
  if (!isStoneGame(variant)) return outlines(predictionMarks(truth, predicted)).length;
  return stonePair(variant, truth, predicted).wrong.length;
}

/** A board for states of a game: chess by chessground, stones as a picture. */
export function stateBoard(variant: ComparedGame): StateBoard {
  if (!isStoneGame(variant)) {
    const board = createBoard();
    return {
      ...board,
      show: ({ state, orientation, lastMove, name, ...rest }) =>
        board.show({ fen: state, orientation, lastMove, marks: marksOn({ state, ...rest }), name }),
    };
  }
  const picture = h('img', { class: 'stones' });
  return {
    element: h('div', { class: 'board' }, picture),
    show: ({ state, other, before, name }) => {
      const { truth } = stonePair(variant, state, other ?? state);
      const last = before === undefined ? undefined : stonePair(variant, state, before).wrong[0];
      picture.src = svgDataUri(stoneBoardSvg({ ...truth, last, size: STONE_SIZE, title: name }));
      picture.alt = `${name}. ${stoneTextBoard(truth).join('; ')}`;
    },
    destroy: () => undefined,
  };
}

/** The board of a state as a picture that does not move. */
export function statePicture(
  variant: ComparedGame,
  { state, other, role, orientation, blame, lastMove, name }: StateView,
  size: number,
  className: string,
): HTMLElement {
  const [from, to] = lastMove;
  const svg = isStoneGame(variant)
    ? stoneBoardSvg({ ...stonePair(variant, state, other ?? state).truth, size, title: name })
    : boardSvg({
        fen: state,
        size,
        orientation,
        marks: marksOn({ state, other, role, ...(blame !== undefined && { blame }) }),
        lastMove: from === undefined || to === undefined ? null : [from, to],
        coordinates: false,
      });
  return h('img', { class: className, src: svgDataUri(svg), alt: name, width: size, height: size });
}
