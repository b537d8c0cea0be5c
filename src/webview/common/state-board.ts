import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { svgDataUri } from '../../core/board/board-svg.ts';
import { isStoneGame, stonePair, stoneTextBoard } from '../../core/board/stone-board.ts';
import { type ComparisonRules, isComparedWorld } from '../../core/metrics/comparison-rules.ts';
import { ChessBoard, type ChessBoardProps, type OnMove } from './chess-board.ts';
import {
  believedCaption,
  believedView,
  boardless,
  type PairView,
  pairLegend,
  trueCaption,
  trueView,
} from './pair-parts.ts';
import { marksOn, type StateView, stonePicture, worldSvg, worldText } from './state-picture.ts';

/** Content of a chess board besides its state: moves that can be made, check, drawings of comments, other marks. */
export type BoardExtras = Pick<ChessBoardProps, 'legal' | 'check' | 'shapes' | 'marks'>;

interface StateBoardProps {
  readonly variant: ComparisonRules;
  readonly view: StateView;
  readonly extras?: BoardExtras;
  /** True for a board that is not to be seen, but keeps its place. */
  readonly isGone?: boolean;
  readonly onMove?: OnMove | undefined;
}

/** Pixels of a board of stones, whose picture is made as large as it may become. */
const STONE_SIZE = 480;

/** The board of a state of any game: chess by chessground, stones and worlds as a picture, others as text. */
export function StateBoard({ variant, view, extras = {}, isGone = false, onMove }: StateBoardProps): JSX.Element {
  const className = (...names: readonly string[]): string => [...names, ...(isGone ? ['gone'] : [])].join(' ');
  if (isComparedWorld(variant)) {
    const svg = worldSvg(variant, view, STONE_SIZE);
    const picture =
      svg === undefined
        ? worldText(variant, view)
        : h('img', { class: 'scene', src: svgDataUri(svg), alt: `${view.name}. ${view.state}` });
    return h('div', { class: className('board', 'world') }, picture);
  }
  if (isStoneGame(variant)) {
    const text = stoneTextBoard(stonePair(variant, view.state, view.other ?? view.state).truth).join('; ');
    const src = stonePicture(variant, view, STONE_SIZE);
    return h('div', { class: className('board') }, h('img', { class: 'stones', src, alt: `${view.name}. ${text}` }));
  }
  const { state, orientation, lastMove, name } = view;
  return h(ChessBoard, { fen: state, orientation, lastMove, marks: marksOn(view), name, ...extras, isGone, onMove });
}

interface BoardPairProps {
  readonly view: PairView;
  /** Extras of the true board. */
  readonly extras?: BoardExtras;
  /** True where nothing is predicted: the true board stands alone. */
  readonly isAlone: boolean;
  /** Makes the true board one to move pieces on. */
  readonly onMove?: OnMove;
}

/** The true board and the believed one, side by side at any width. */
export function BoardPair({ view, extras = {}, isAlone, onMove }: BoardPairProps): JSX.Element {
  const { variant, instead } = view;
  const truth = trueView(view);
  const believed = believedView(view);
  // A board that is not to be seen keeps its place and its last content, so that nothing moves.
  const last = useRef<StateView | undefined>(undefined);
  if (believed !== undefined) last.current = believed;
  const picture = instead?.picture;
  return h(
    'div',
    { class: isAlone ? 'pair-part alone' : 'pair-part' },
    h(
      'div',
      { class: 'pair' },
      h('figure', { class: 'true-board' }, trueCaption(view), h(StateBoard, { variant, view: truth, extras, onMove })),
      h(
        'figure',
        { class: 'believed-board' },
        believedCaption(view),
        h(
          'div',
          { class: 'believed' },
          h(StateBoard, { variant, view: last.current ?? { ...truth, other: null }, isGone: believed === undefined }),
          h(
            'p',
            { class: picture === undefined ? 'no-board' : 'no-board filled', hidden: believed !== undefined },
            picture ?? boardless(view),
          ),
        ),
      ),
    ),
    h('div', { class: 'pair-legend' }, pairLegend(view)),
  );
}
