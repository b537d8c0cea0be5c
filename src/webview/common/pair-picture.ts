import { h, type JSX } from 'preact';
import {
  believedCaption,
  believedView,
  boardless,
  type PairView,
  pairLegend,
  trueCaption,
  trueView,
} from './pair-parts.ts';
import { statePicture } from './state-picture.ts';

/** Pixels of a picture, which is shown as large as its place. */
const SIZE = 360;

/** Returns the pair of boards as pictures, without the code of boards to move pieces on: for pages that hold many, and for exports. */
export function pairPicture(view: PairView): JSX.Element {
  const { variant } = view;
  const believed = believedView(view);
  const board =
    believed === undefined
      ? h('p', { class: 'no-board' }, boardless(view))
      : statePicture(variant, believed, SIZE, 'pair-picture');
  return h(
    'div',
    { class: 'pair-part' },
    h(
      'div',
      { class: 'pair' },
      h(
        'figure',
        { class: 'true-board' },
        trueCaption(view),
        statePicture(variant, trueView(view), SIZE, 'pair-picture'),
      ),
      h('figure', { class: 'believed-board' }, believedCaption(view), h('div', { class: 'believed' }, board)),
    ),
    h('div', { class: 'pair-legend' }, pairLegend(view)),
  );
}
