import { h, type JSX } from 'preact';
import { useRef } from 'preact/hooks';
import type { OnMove } from './chess-board.ts';
import {
  believedCaption,
  believedView,
  boardless,
  type PairView,
  pairLegend,
  trueCaption,
  trueView,
} from './pair-parts.ts';
import { type BoardExtras, StateBoard } from './state-board.ts';
import type { StateView } from './state-picture.ts';

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
